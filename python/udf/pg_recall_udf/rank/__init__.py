"""Fusing the arms of a search and thinning the result."""
