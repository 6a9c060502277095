"""The alembic door: the same SQL files as the extension, for a server without the extension's files."""

from pg_recall.alembic.command import upgrade

__all__ = ["upgrade"]
