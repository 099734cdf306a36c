"""The same work on several cores."""
