"""Long-term memory for AI agents inside PostgreSQL: client, command line, private cluster."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("pg-recall")
except PackageNotFoundError:  # run from a checkout by the setup scripts, before the client is installed
    __version__ = "0+checkout"
