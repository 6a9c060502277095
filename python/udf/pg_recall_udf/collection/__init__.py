"""A collection's index as it lies in the tables: reading it, keeping it true, folding it. The algorithms are in `index`."""
