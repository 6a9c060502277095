"""A client of the writing and reading functions for the tests: arguments by name, answers as documents."""

from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb


class Writer:
    """Calls recall's functions in one session."""

    def __init__(self, session: psycopg.Connection) -> None:
        self.session = session

    def call(self, function: str, **arguments: Any) -> Any:
        """What a function returns: `call("get", id=…)`."""
        statement, values = _statement("select {}({})", function, arguments)
        return self.session.execute(statement, values).fetchone()[0]

    def rows(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
        """The rows of a function that returns a set."""
        statement, values = _statement("select * from {}({})", function, arguments)
        with self.session.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, values).fetchall()

    def error(self, function: str, **arguments: Any) -> psycopg.Error:
        """The error of a call that has to fail; the transaction goes on."""
        with pytest.raises(psycopg.Error) as caught, self.session.transaction():
            self.rows(function, **arguments)
        return caught.value

    def remember(self, content: str | None, **arguments: Any) -> dict[str, Any]:
        return self.call("remember", content=content, **arguments)

    def add(self, content: str, **arguments: Any) -> str:
        """Store a memory that is new; its id."""
        answer = self.remember(content, **arguments)
        assert answer["outcome"] == "added", answer
        return answer["id"]

    def ingest(self, items: list[Any], **arguments: Any) -> dict[str, Any]:
        return self.call("ingest", items=Jsonb(items), **arguments)

    def found(self, query: str, **arguments: Any) -> list[str]:
        """The ids of a search, in rank order."""
        return [str(hit["id"]) for hit in self.rows("search", query=query, **arguments)]

    def listed(self, **arguments: Any) -> list[str]:
        """The ids of a list, newest first."""
        return [str(row["id"]) for row in self.rows("list", **arguments)]

    def value(self, query: str, *values: Any) -> Any:
        """The first column of a query's one row."""
        return self.session.execute(query, values).fetchone()[0]

    def scoped(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of a query on the tables, with the session's project in scope."""
        with self.session.transaction():
            self.session.execute("select recall._enter(null)")
            return self.session.execute(query, values).fetchall()


def _statement(template: str, function: str, arguments: dict[str, Any]) -> tuple[sql.Composed, list[Any]]:
    named = [sql.SQL("{} => %s").format(sql.Identifier(name)) for name in arguments]
    statement = sql.SQL(template).format(sql.Identifier("recall", function), sql.SQL(", ").join(named))
    return statement, [Jsonb(value) if isinstance(value, dict) else value for value in arguments.values()]
