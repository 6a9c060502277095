"""A collection's index as it lies in the tables: reading, keeping true, folding. The algorithms are in `index`."""
