"""Calls of tools on a real server."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

CONTEXT = {"client": "editor", "session": "editor-1", "agent": "claude", "roots": ["file:///home/u/house"]}


class Tools:
    """Calls tools in the context of one client."""

    def __init__(self, session: psycopg.Connection, context: dict[str, Any]) -> None:
        self.session = session
        self.context = context

    def answer(self, name: str, /, **args: Any) -> dict[str, Any]:
        """The whole answer of a call: {result} or {error}."""
        return self.value("select recall.call(%s, %s, %s)", name, Jsonb(args), Jsonb(self.context))

    def __call__(self, name: str, /, **args: Any) -> Any:
        """The result of a call that has to succeed."""
        answer = self.answer(name, **args)
        assert "error" not in answer, answer
        return answer["result"]

    def error(self, name: str, /, **args: Any) -> dict[str, Any]:
        """The error of a call that has to fail."""
        answer = self.answer(name, **args)
        assert set(answer) == {"error"}, answer
        return answer["error"]

    def value(self, query: str, *values: Any) -> Any:
        """The first column of a query's one row."""
        return self.session.execute(query, values).fetchone()[0]


@pytest.fixture
def tools(db: psycopg.Connection) -> Tools:
    """A client with a session key, whose workspace is called house."""
    return Tools(db, CONTEXT)


@pytest.fixture
def client(db: psycopg.Connection) -> Callable[..., Tools]:
    """Makes clients with a context of their own."""
    return lambda **context: Tools(db, context)
