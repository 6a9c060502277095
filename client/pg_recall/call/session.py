"""Running a named query with cleaned arguments on whatever the caller brought."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import date
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from pg_recall import wire
from pg_recall.errors import BadValue, translated
from pg_recall.query import query

logger = logging.getLogger("pg_recall")

TIMES = frozenset({"occurred_at", "valid_from", "valid_until", "after", "before", "as_of", "known_at"})
DOCUMENTS = frozenset({"metadata", "items", "args", "context", "value"})
LISTS = frozenset({"tags", "pools", "types", "kinds", "arms", "goals"})


class Session:
    """What every group of calls stands on."""

    def __init__(
        self, connection_or_pool: psycopg.Connection[Any] | ConnectionPool[Any], project: str | None = None
    ) -> None:
        self._source = connection_or_pool
        self.project = project

    def _value(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The one value that the query answers. What was cleaned is added to a document's `normalised`."""
        prepared, notes = self._prepared(arguments)
        with self._connection() as connection:
            row = connection.execute(query(name), prepared).fetchone()
        value = row[0] if row else None
        return _noted(name, value, notes)

    def _rows(self, name: str, arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows that the query answers, as dicts."""
        prepared, notes = self._prepared(arguments)
        with self._connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(query(name), prepared).fetchall()
        _noted(name, None, notes)
        return rows

    def _outside_transaction(self, name: str, arguments: Mapping[str, Any]) -> None:
        """Runs a procedure that commits by itself.

        Raises: BadValue (RC003) inside a transaction block of the caller.
        """
        prepared, _ = self._prepared(arguments)
        with self._connection() as connection:
            if connection.info.transaction_status != TransactionStatus.IDLE:
                raise BadValue(
                    f"{name} commits by itself and cannot run inside a transaction",
                    hint="Commit first, or use a connection in autocommit mode.",
                )
            before = connection.autocommit
            connection.autocommit = True
            try:
                connection.execute(query(name), prepared)
            finally:
                if not connection.closed:
                    connection.autocommit = before

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        with translated(), self._opened() as connection:
            yield connection

    def _opened(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        if isinstance(self._source, psycopg.Connection):
            return nullcontext(self._source)
        return self._source.connection()

    def _prepared(self, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Parameters of the query: cleaned, times with a zone, documents as jsonb, the default project."""
        prepared: dict[str, Any] = {}
        notes: list[str] = []
        for name, value in arguments.items():
            if name == "self":
                continue
            if name in TIMES:
                prepared[name], made = wire.instant(value, name)
            elif name in DOCUMENTS:
                cleaned, made = wire.clean(_plain(value), "" if name == "items" else name)
                prepared[name] = None if value is None else Jsonb(cleaned)
            else:
                if name in LISTS and isinstance(value, str):
                    # A string is a sequence too: taken apart it would become letters.
                    value = [value]
                prepared[name], made = wire.clean(value, name)
            notes.extend(made)
        if "project" in prepared and prepared["project"] is None:
            prepared["project"] = self.project
        return prepared, notes


def _plain(value: Any) -> Any:
    """A document's times as ISO 8601 text, which JSON has no type for; without a zone they are UTC."""
    if isinstance(value, date):
        return wire.instant(value, "time")[0].isoformat()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _noted(name: str, value: Any, notes: list[str]) -> Any:
    if not notes:
        return value
    if isinstance(value, dict):
        return {**value, "normalised": [*notes, *value.get("normalised", [])]}
    logger.warning("%s: arguments were normalised: %s", name, "; ".join(notes))
    return value
