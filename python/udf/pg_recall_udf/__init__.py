"""What runs inside the server: pure modules, and the doors through which SQL functions call them."""

__version__ = "0.1.0"
