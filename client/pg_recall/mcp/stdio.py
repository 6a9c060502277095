"""MCP over standard input and output. Nothing but JSON-RPC goes to standard output."""

import logging
import sys

import anyio
from mcp.server.stdio import stdio_server

from pg_recall.mcp import database, server


def run(dsn: str, profile: str, project: str | None) -> None:
    """Serve until the client closes its end."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    # The pool tells of every attempt to reconnect; the tool that fails says it once.
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    anyio.run(_serve, dsn, profile, project)


async def _serve(dsn: str, profile: str, project: str | None) -> None:
    recall = server.build(lambda: database.opened(dsn), profile, project)
    async with stdio_server() as (received, sent):
        await recall.run(received, sent, recall.create_initialization_options())
