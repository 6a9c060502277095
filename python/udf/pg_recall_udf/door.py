"""The one place that knows plpy: SQL functions come in here, and database access goes out through `Database`."""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from pg_recall_udf import __version__
from pg_recall_udf.errors import RecallError


@dataclass(frozen=True, slots=True)
class Statement:
    """A query with the types of its parameters; prepared once per backend."""

    sql: str
    types: tuple[str, ...] = ()


class Database:
    """What the pure modules may ask of the server they run in. Rows come back as dicts."""

    _plans: dict[Statement, Any] = {}

    def __init__(self, plpy: Any) -> None:
        self._plpy = plpy

    def rows(self, statement: Statement, *values: Any) -> list[dict[str, Any]]:
        """All rows of a prepared statement; row security applies as the caller."""
        plan = self._plans.get(statement)
        if plan is None:
            plan = self._plans[statement] = self._plpy.prepare(statement.sql, list(statement.types))
        return list(self._plpy.execute(plan, list(values)))

    def value(self, statement: Statement, *values: Any) -> Any:
        """The first column of the first row; None when there is no row."""
        rows = self.rows(statement, *values)
        return next(iter(rows[0].values())) if rows else None

    def document(self, statement: Statement, *values: Any) -> Any:
        """A jsonb value, parsed."""
        text = self.value(statement, *values)
        return None if text is None else json.loads(text)

    def execute(self, sql: str) -> list[dict[str, Any]]:
        """Rows of a statement that is not worth a plan. Never with text of a caller in it."""
        return list(self._plpy.execute(sql))

    def pause(self) -> None:
        """A point at which cancel, terminate and statement_timeout are honoured."""
        self._plpy.execute("select 1")

    def savepoint(self) -> AbstractContextManager[Any]:
        """A subtransaction: undone when its block raises."""
        return self._plpy.subtransaction()

    def quote_ident(self, name: str) -> str:
        """An identifier, safe inside a statement."""
        return self._plpy.quote_ident(name)

    @property
    def server_error(self) -> type[Exception]:
        """The class of errors that the server raises; they carry `sqlstate`."""
        return self._plpy.SPIError

    def notice(self, message: str) -> None:
        """Progress for a person at psql."""
        self._plpy.notice(message)


_VERSION = Statement("select extversion from pg_catalog.pg_extension where extname = 'pg_recall'")
_checked: list[bool] = []


def _check_version(database: Database) -> None:
    """A backend keeps the modules it imported; after an upgrade it must not run them against newer SQL."""
    if _checked:
        return
    installed = database.value(_VERSION)
    if installed is not None and installed != __version__:
        raise RecallError(
            "RC013",
            f"the extension is version {installed}, the code in this server is {__version__}",
            hint="Run `pg-recall up`: it restarts the server with matching code. Or alter extension pg_recall update.",
        )
    _checked.append(True)


def _guarded(plpy: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    database = Database(plpy)
    try:
        _check_version(database)
        return function(database, *arguments)
    except RecallError as error:
        fields = {"sqlstate": error.sqlstate, "detail": error.detail, "hint": error.hint}
        plpy.error(error.message, **{name: text for name, text in fields.items() if text is not None})


def call(plpy: Any, function: Callable[..., Any], *arguments: Any) -> str:
    """The result as JSON text, for a function that returns jsonb. RecallError keeps code, detail and hint."""
    return json.dumps(_guarded(plpy, function, *arguments), ensure_ascii=False, allow_nan=False)


def rows(plpy: Any, function: Callable[..., Sequence[Any]], *arguments: Any) -> Sequence[Any]:
    """The result as it is, for a function that returns rows or a scalar."""
    return _guarded(plpy, function, *arguments)
