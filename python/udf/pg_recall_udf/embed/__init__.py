"""Text to vectors: the pinned models, the encoder, and the ways to reach one from a backend."""
