"""MCP over standard input and output. Nothing but JSON-RPC goes to standard output."""

import json
import logging
import re
import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from pg_recall import wire
from pg_recall.errors import BadValue
from pg_recall.mcp import database, server

logger = logging.getLogger(__name__)

# How long calls may take when the client has closed its end.
_FINISH_SECONDS = 10.0

# Half a character, which the SDK's reader refuses together with the whole message.
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def run(dsn: str, profile: str, project: str | None, timeout: float) -> None:
    """Serve until the client closes its end; `timeout` in seconds for one call, 0 for none."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="pg-recall mcp: %(message)s")
    anyio.run(_serve, dsn, profile, project, timeout)


async def _serve(dsn: str, profile: str, project: str | None, timeout: float) -> None:
    recall = server.build(lambda: database.opened(dsn, timeout), profile, project)
    async with stdio_server(stdin=_Lines()) as (received, sent):
        readable, forward = anyio.create_memory_object_stream[SessionMessage](0)[::-1]
        answers, answered = anyio.create_memory_object_stream[SessionMessage](0)
        calls = _Calls()

        async def pass_requests_on() -> None:
            async with forward:
                async for item in received:
                    if isinstance(item, SessionMessage):
                        calls.begin(item)
                        await forward.send(item)
                    else:
                        await sent.send(_refusal(item))
                # `printf … | pg-recall mcp`, and an agent that ends with its last call: what was asked is still done.
                with anyio.move_on_after(_FINISH_SECONDS):
                    await calls.all_answered()

        async def pass_answers_on() -> None:
            # Closed at the end, which ends the SDK's own writer.
            async with sent:
                async for item in answered:
                    await sent.send(item)
                    calls.end(item)

        async with anyio.create_task_group() as group:
            group.start_soon(pass_requests_on)
            group.start_soon(pass_answers_on)
            await recall.run(readable, answers, recall.create_initialization_options())
            group.cancel_scope.cancel()


class _Calls:
    """Requests that were read and not answered yet."""

    def __init__(self) -> None:
        self._open: set[str | int] = set()
        self._none_open = anyio.Event()

    def begin(self, item: SessionMessage) -> None:
        """Note a request; one that its client cancels gets no answer."""
        if isinstance(item.message, types.JSONRPCRequest):
            self._open.add(item.message.id)
        elif isinstance(item.message, types.JSONRPCNotification) and item.message.method == "notifications/cancelled":
            request = (item.message.params or {}).get("requestId")
            if isinstance(request, str | int):
                self._close(request)

    def end(self, item: SessionMessage) -> None:
        """Note an answer."""
        if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
            self._close(item.message.id)

    async def all_answered(self) -> None:
        """Wait until no request is open."""
        while self._open:
            self._none_open = anyio.Event()
            await self._none_open.wait()

    def _close(self, request: types.RequestId | None) -> None:
        self._open.discard(request)
        if not self._open:
            self._none_open.set()


class _Lines:
    """Standard input as the SDK reads it, line by line, each made readable where that is possible."""

    def __init__(self) -> None:
        text = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        self._file = anyio.wrap_file(text)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            yield repaired(line)


def repaired(line: str) -> str:
    """The line with half characters replaced, and in the `_meta` of its parameters a note that they were."""
    if not _HALF.search(line):
        return line
    try:
        message, _ = wire.clean(json.loads(line))
        notes = _notes(json.loads(line))
    except (ValueError, RecursionError, BadValue) as error:
        logger.info("a line could not be repaired: %s", error)
        return line
    if notes and isinstance(message, dict):
        params = message["params"]
        meta = params["_meta"] if isinstance(params.get("_meta"), dict) else {}
        params["_meta"] = {**meta, server.NORMALISED: notes}
    return json.dumps(message)


def _notes(message: Any) -> list[str]:
    """What has to be changed in the arguments of a tool call."""
    params = message.get("params") if isinstance(message, dict) else None
    arguments = params.get("arguments") if isinstance(params, dict) else None
    return wire.clean(arguments)[1]


def _refusal(error: Exception) -> SessionMessage:
    """The answer to a line that is no message: without an id, as JSON-RPC has it, since none could be read."""
    logger.warning("unreadable line: %s", str(error).splitlines()[-1] if str(error) else error)
    fault = types.ErrorData(code=types.PARSE_ERROR, message="the line is not a JSON-RPC message")
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=None, error=fault))
