"""Games and records put right: edits of bytes, each with the finding that asks for it."""
