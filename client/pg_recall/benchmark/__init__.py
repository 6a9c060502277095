"""Measures speed and sizes on synthetic memories, through the public functions only."""
