"""A stand-in for the database functions, so that tools are tested without a server."""

from collections.abc import Callable
from typing import Any

import pytest

from pg_recall_udf.tool import dispatch


class FakeFunctions:
    """Answers functions from a table and keeps what was asked. A callable answer gets the arguments."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {
            "recall._tool_place": lambda argument=None, session=None, fallback=None: {
                "project": argument or fallback,
                "exists": True,
                "session": None,
            }
        }
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def call(self, function: str, **arguments: Any) -> Any:
        self.calls.append((function, arguments))
        answer = self.answers[function]
        return answer(**arguments) if callable(answer) else answer

    def rows(self, function: str, **arguments: Any) -> list[Any]:
        return self.call(function, **arguments)

    def asked(self, function: str) -> dict[str, Any]:
        """The arguments of the last call of a function."""
        return [arguments for name, arguments in self.calls if name == function][-1]

    def names(self) -> list[str]:
        """The functions called, without the look-up of the project."""
        return [name for name, _ in self.calls if name != "recall._tool_place"]


@pytest.fixture
def functions() -> FakeFunctions:
    return FakeFunctions()


@pytest.fixture
def run(functions: FakeFunctions) -> Callable[..., Any]:
    """Runs a tool in the context of a client with a session, and answers with its result."""

    def run_tool(name: str, /, **args: Any) -> Any:
        return call_tool(name, args)["result"]

    def call_tool(name: str, args: Any) -> dict[str, Any]:
        return dispatch.call(functions, name, args, {"session": "s1", "agent": "a1", "project": "p1"}, {})

    return run_tool
