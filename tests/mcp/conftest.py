"""An MCP server on a fresh database: as a process on its pipes, and in this process."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

RECALL = Path(__file__).parents[2] / ".venv" / "bin" / "pg-recall"

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test-client", "version": "1"},
}


class Pipe:
    """One server process, spoken to line by line, to see what the SDK's client hides."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._next = 0

    def write(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        return json.loads(self.process.stdout.readline())

    def send(self, method: str, params: dict[str, Any] | None = None) -> int:
        self._next += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params or {}}))
        return self._next

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}}))

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        asked = self.send(method, params)
        answer = self.read()
        assert answer["id"] == asked
        return answer["result"]

    def call(self, tool: str, **args: Any) -> dict[str, Any]:
        return self.ask("tools/call", {"name": tool, "arguments": args})


@pytest.fixture
def recall_program() -> str:
    return str(RECALL)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def dsn(cluster, database) -> str:
    return cluster.home.dsn(database=database)


@pytest.fixture
def pipe(dsn) -> Iterator[Pipe]:
    """A server process after the handshake."""
    with subprocess.Popen(
        [RECALL, "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PG_RECALL_DSN": dsn},
    ) as process:
        opened = Pipe(process)
        opened.ask("initialize", INITIALIZE)
        opened.notify("notifications/initialized")
        yield opened
        process.stdin.close()
        process.wait(10)


@pytest.fixture
def until(connect) -> Callable[[str], None]:
    """Waits for a condition on the database to hold; fails after 20 seconds."""
    watcher = connect("postgres")

    def wait(condition: str) -> None:
        deadline = time.monotonic() + 20
        while not watcher.execute(f"select {condition}").fetchone()[0]:
            assert time.monotonic() < deadline, condition

    return wait


@pytest.fixture
def blocked(connect) -> Iterator[psycopg.Connection]:
    """Holds a lock that every tool call waits for."""
    locker = connect("postgres", autocommit=False)
    locker.execute("lock table recall.project in access exclusive mode")
    yield locker
    locker.rollback()
