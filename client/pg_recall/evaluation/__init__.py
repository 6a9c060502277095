"""Measures retrieval on question sets, through recall.search."""
