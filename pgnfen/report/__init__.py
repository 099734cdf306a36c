"""What the user reads: one file an output."""
