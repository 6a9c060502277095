"""Who calls, and from where: what recall.call finds the project and the session by."""

import logging
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from pg_recall.mcp.database import Database

logger = logging.getLogger(__name__)

_ROOTS = "roots"
_ROOTS_SECONDS = 5.0


@dataclass
class Caller:
    """One client over one connection. `roots` are asked for once, of a client that has them; None is not yet.

    The session key is this connection's: two windows of one editor say the same client name.
    """

    database: Database
    profile: str
    project: str | None
    session: str = field(default_factory=lambda: f"mcp:{uuid4()}")
    roots: list[str] | None = None
    _asking: anyio.Lock = field(default_factory=anyio.Lock)

    async def describe(self, context: "Context") -> dict[str, Any]:
        """The context of recall.call."""
        client = context.session.client_params.client_info if context.session.client_params else None
        told = {
            "client": client.name if client else None,
            "session": self.session,
            "project": self.project,
            "roots": await self._known_roots(context),
            "request_id": None if context.request_id is None else str(context.request_id),
        }
        return {name: value for name, value in told.items() if value}

    def question(self, context: "Context", params: types.CallToolRequestParams) -> types.InputRequiredResult | None:
        """What the client has to answer first, where the protocol has it call again with the answers.

        In the protocol of 2026 a server sends no requests; it answers with what it wants to know.
        """
        answer = (params.input_responses or {}).get(_ROOTS)
        if isinstance(answer, types.ListRootsResult):
            self.roots = [str(root.uri) for root in answer.roots]
        if not self._wants_roots(context) or context.session.can_send_request:
            return None
        # Asked once: a client that calls again without an answer goes on without.
        self.roots = []
        return types.InputRequiredResult(input_requests={_ROOTS: types.ListRootsRequest()})

    async def _known_roots(self, context: "Context") -> list[str]:
        async with self._asking:
            if self._wants_roots(context):
                self.roots = await _listed(context)
        return self.roots or []

    def _wants_roots(self, context: "Context") -> bool:
        """Roots only matter where no project was named."""
        capabilities = context.session.client_capabilities
        has_roots = capabilities is not None and capabilities.roots is not None
        return self.roots is None and self.project is None and has_roots


Context = ServerRequestContext[Caller]


async def _listed(context: Context) -> list[str]:
    """The client's answer to roots/list; none when it fails to give one, which is no reason to fail the call."""
    try:
        answer = await context.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=_ROOTS_SECONDS
        )
    except (MCPError, ValidationError) as error:
        logger.warning("the client did not list its roots: %s", error)
        return []
    return [str(root.uri) for root in answer.roots]
