"""Models as rows: adding one, and proving that it is what it says."""
