"""A client of the search functions for the tests: statements composed, rows as documents."""

from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb


class Searcher:
    """Calls recall's functions in one session."""

    def __init__(self, session: psycopg.Connection) -> None:
        self.session = session

    def hits(self, query: str | None, **arguments: Any) -> list[dict[str, Any]]:
        """The rows of recall.search."""
        statement, values = _call("select * from recall.search", query, arguments)
        with self.session.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, values).fetchall()

    def ids(self, query: str, **arguments: Any) -> list[str]:
        return [str(hit["id"]) for hit in self.hits(query, **arguments)]

    def contents(self, query: str, **arguments: Any) -> list[str]:
        return [hit["content"] for hit in self.hits(query, **arguments)]

    def answer(self, query: str | None, **arguments: Any) -> dict[str, Any]:
        """The document of recall.search_json."""
        statement, values = _call("select recall.search_json", query, arguments)
        return self.session.execute(statement, values).fetchone()[0]

    def error(self, query: str | None, **arguments: Any) -> psycopg.Error:
        """The error of a search that has to fail; the transaction goes on."""
        with pytest.raises(psycopg.Error) as caught, self.session.transaction():
            self.hits(query, **arguments)
        return caught.value

    def remember(self, content: str, **arguments: Any) -> str:
        """Store a memory; its id."""
        statement, values = _call("select recall.remember", content, arguments)
        (answer,) = self.session.execute(statement, values).fetchone()
        assert answer["outcome"] == "added", answer
        return answer["id"]

    def ingest(self, items: list[dict[str, Any]], **arguments: Any) -> list[str]:
        """Store many; their ids."""
        statement, values = _call("select recall.ingest", Jsonb(items), arguments)
        (answer,) = self.session.execute(statement, values).fetchone()
        assert answer["added"] == len(items), answer
        return [result["id"] for result in answer["results"]]

    def value(self, query: str, *values: Any) -> Any:
        """The first column of a query's one row."""
        return self.session.execute(query, values).fetchone()[0]

    def set(self, name: str, value: Any) -> None:
        """Change a setting for the installation."""
        self.session.execute("select recall.set_setting(%s, %s)", [name, Jsonb(value)])


def _call(function: str, first: Any, arguments: dict[str, Any]) -> tuple[sql.Composed, list[Any]]:
    named = [sql.SQL(", {} => %s").format(sql.Identifier(name)) for name in arguments]
    return sql.SQL("{}(%s{})").format(sql.SQL(function), sql.Composed(named)), [first, *arguments.values()]
