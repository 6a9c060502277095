"""Work that can wait, one batch at a time."""
