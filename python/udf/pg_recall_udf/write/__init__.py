"""From what a caller says to rows: check, clean, tokenise, embed, and only then write."""
