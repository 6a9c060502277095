"""The database behind the MCP server: a small pool that comes back by itself when the server does."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from pg_recall import errors

_WAIT_S = 5
_MOST_CONNECTIONS = 4


class Database:
    """Two calls: which tools there are, and one of them. A cancelled call cancels its query."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def tools(self, profile: str) -> list[dict[str, Any]]:
        """The tools of a profile. Raises RecallError, also when the database cannot be reached."""
        return await self._value("select recall.tools(%s)", [profile])

    async def call(self, tool: str, args: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
        """The document of recall.call. Raises RecallError when it could not be called at all."""
        return await self._value(
            "select recall.call(%s, %s, %s)", [tool, Jsonb(dict(args)), Jsonb(dict(context))]
        )

    async def _value(self, statement: str, values: list[Any]) -> Any:
        try:
            async with self._pool.connection(timeout=_WAIT_S) as connection:
                cursor = await connection.execute(statement, values)
                row = await cursor.fetchone()
        except (PoolTimeout, psycopg.OperationalError) as error:
            raise errors.from_fields(
                getattr(error, "sqlstate", None) or "08006",
                "the memory cannot be reached",
                str(error).strip().splitlines()[0] if str(error).strip() else None,
                "Start the server with: pg-recall up. The call can be repeated then.",
            ) from error
        except psycopg.Error as error:
            raise errors.from_database(error) from error
        return row[0] if row else None


@asynccontextmanager
async def opened(dsn: str) -> AsyncIterator[Database]:
    """A database whose pool is open; it need not be reachable yet."""
    pool = AsyncConnectionPool(
        dsn,
        min_size=0,
        max_size=_MOST_CONNECTIONS,
        open=False,
        kwargs={"autocommit": True, "application_name": "pg-recall mcp"},
        # A connection that the server closed is noticed before it is lent, not by the call that gets it.
        check=AsyncConnectionPool.check_connection,
        reconnect_timeout=_WAIT_S,
    )
    await pool.open()
    try:
        yield Database(pool)
    finally:
        await pool.close()
