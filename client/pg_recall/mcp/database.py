"""The database behind the MCP server: a few connections, made when they are needed and again when they broke."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.json import Jsonb

from pg_recall import errors
from pg_recall.query import query

logger = logging.getLogger(__name__)

Connection = psycopg.AsyncConnection[Any]

_MOST_CONNECTIONS = 4
_CONNECT_SECONDS = 5


class Database:
    """Which tools there are, and one call of one. A call that is cancelled cancels its query in the server.

    Not a psycopg pool: that retries in the background and answers "no connection after 5 s" where the reason
    should be, and comes back only with its next retry. Here each call tries, and says why it failed.
    """

    def __init__(self, dsn: str, timeout: float) -> None:
        self._dsn = dsn
        self._timeout_ms = round(timeout * 1000)
        self._free = asyncio.Semaphore(_MOST_CONNECTIONS)
        self._idle: list[Connection] = []

    async def tools(self, profile: str) -> list[dict[str, Any]]:
        """The tools of a profile.

        Raises: RecallError, also when the database cannot be reached.
        """
        return await self._value("tools", {"profile": profile})

    async def call(self, tool: str, args: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
        """The document of recall.call: {result}, {error} or {need, continuation}.

        Raises: RecallError when the tool could not be called at all, or ran out of time.
        """
        return await self._value("call", {"tool": tool, "args": Jsonb(args), "context": Jsonb(context)})

    async def close(self) -> None:
        """Close the connections that are not in use."""
        while self._idle:
            await self._idle.pop().close()

    async def _value(self, name: str, parameters: Mapping[str, Any]) -> Any:
        """The one value of a query.

        The query runs in a task of its own, because psycopg cancels it in the server when its task is cancelled
        once, and the protocol's cancel scope would cancel that very clean-up again and again.
        """
        task = asyncio.create_task(self._run(name, parameters))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.cancel()
            with anyio.CancelScope(shield=True):
                await asyncio.wait([task])
            if not task.cancelled() and (error := task.exception()):
                logger.info("while cancelling %s: %s", name, error)
            raise

    async def _run(self, name: str, parameters: Mapping[str, Any]) -> Any:
        async with self._free:
            with errors.translated():
                async with self._lent() as connection:
                    cursor = await connection.execute(query(name), parameters)
                    row = await cursor.fetchone()
        return row[0] if row else None

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Connection]:
        """A connection that answers; kept afterwards unless it broke."""
        connection = await self._living() or await self._connected()
        try:
            yield connection
        finally:
            if connection.info.transaction_status == TransactionStatus.IDLE:
                self._idle.append(connection)
            else:
                await connection.close()

    async def _living(self) -> Connection | None:
        """An idle connection that the server has not closed in the meantime."""
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.execute("")
            except psycopg.OperationalError as error:
                logger.info("an idle connection was lost: %s", error)
                await connection.close()
            else:
                return connection
        return None

    async def _connected(self) -> Connection:
        connection = await psycopg.AsyncConnection.connect(
            self._dsn,
            autocommit=True,
            connect_timeout=_CONNECT_SECONDS,
            fallback_application_name="pg-recall mcp",
        )
        await connection.execute(query("limit_statements"), {"milliseconds": self._timeout_ms})
        return connection


@asynccontextmanager
async def opened(dsn: str, timeout: float) -> AsyncIterator[Database]:
    """A database that need not be reachable yet; `timeout` in seconds for one call, 0 for none."""
    database = Database(dsn, timeout)
    try:
        yield database
    finally:
        with anyio.CancelScope(shield=True):
            await database.close()
