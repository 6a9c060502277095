"""How the tools reach the database: its functions by name, JSON in and out."""

import json
from typing import Any, Protocol

from pg_recall_udf.door import Database, Statement

INSTANTS = frozenset({"after", "before", "occurred_at", "valid_from", "valid_until", "as_of", "known_at"})

# An argument name means the same in every function, so it has one type; the rest follows from the value.
_TYPES = dict.fromkeys(INSTANTS, "timestamptz") | {
    "importance": "float8",
    "ood_threshold": "float8",
    "position": "int",
    "after_position": "int",
    "max_depth": "int",
    "max_tokens": "int",
    "max_results": "bigint",
    "offset": "bigint",
    "items": "jsonb",
    "metadata": "jsonb",
    "mmr_lambda": "text",
}
_TYPE_OF_VALUE = {bool: "boolean", str: "text", int: "bigint", float: "float8", list: "text[]", dict: "jsonb"}


class Functions(Protocol):
    """What a tool needs of the database."""

    def call(self, function: str, **arguments: Any) -> Any:
        """The one JSON value that a function returns."""

    def rows(self, function: str, **arguments: Any) -> list[Any]:
        """The rows that a function returns, each as a JSON value."""


class ServerFunctions:
    """Functions of the server, called with named arguments. Arguments that are None are left out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, function: str, **arguments: Any) -> list[Any]:
        """The rows of a function, each as a JSON value. `function` comes from code, never from a caller."""
        given = {name: value for name, value in arguments.items() if value is not None}
        types = tuple(_TYPES.get(name) or _TYPE_OF_VALUE[type(value)] for name, value in given.items())
        listed = ", ".join(f'"{name}" => ${number}' for number, name in enumerate(given, start=1))
        statement = Statement(f"select to_jsonb(answer) as answer from {function}({listed}) as answer", types)
        values = [_bound(kind, value) for kind, value in zip(types, given.values(), strict=True)]
        answers = [row["answer"] for row in self._database.rows(statement, *values)]
        return [None if answer is None else json.loads(answer) for answer in answers]

    def call(self, function: str, **arguments: Any) -> Any:
        """The one JSON value that a function returns."""
        (answer,) = self.rows(function, **arguments)
        return answer


def _bound(kind: str, value: Any) -> Any:
    """A value as the server's driver takes it: documents as text, numbers of the declared kind."""
    if kind == "jsonb":
        return json.dumps(value, ensure_ascii=False)
    if kind in ("int", "bigint"):
        return int(value)
    return str(value) if kind == "text" else value
