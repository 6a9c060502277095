"""Long-term memory for AI agents inside PostgreSQL: client, command line, private cluster."""

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pg_recall.api import Memory

__all__ = ["Memory", "__version__"]

try:
    __version__ = version("pg-recall")
except PackageNotFoundError:  # run from a checkout by the setup scripts, before the client is installed
    __version__ = "0+checkout"


def __getattr__(name: str) -> Any:
    """`pg_recall.Memory` without making the setup scripts import a database driver."""
    if name == "Memory":
        from pg_recall.api import Memory  # noqa: PLC0415

        return Memory
    raise AttributeError(name)
