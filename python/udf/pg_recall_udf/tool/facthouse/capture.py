"""capture_fact: a quick note of something durable, to be consolidated later.

Until a memory is consolidated it carries metadata.capture with the state `pending`; the SQL of the briefing
and of the counts reads the same mark.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import PROJECT
from pg_recall_udf.tool.request import Request

DEFAULT_CONFIDENCE = 0.7
PENDING = "pending"


def is_pending(metadata: Mapping[str, Any] | None) -> bool:
    """Whether a memory was captured and has not been consolidated."""
    return capture_of(metadata).get("state") == PENDING


def capture_of(metadata: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """What was noted when a memory was captured; empty for a memory stored in another way."""
    noted = (metadata or {}).get("capture")
    return noted if isinstance(noted, Mapping) else {}


def _handle(request: Request) -> dict[str, Any]:
    content = request.needed("content")
    domain = " ".join(request.get("domain_hint", "").casefold().split())
    noted = {
        "state": PENDING,
        "domain": domain or None,
        "confidence": request.get("confidence", DEFAULT_CONFIDENCE),
        "context": request.get("capture_context"),
        "source_event_id": request.get("source_event_id"),
    }
    answer = request.write(
        "recall.remember",
        content=content,
        importance=request.get("importance"),
        session=request.session,
        agent=request.agent,
        metadata={"capture": {name: value for name, value in noted.items() if value is not None}},
    )
    request.show([answer["id"]])
    return {
        "fact_id": answer["id"],
        "session_id": request.session,
        "content_hash": hashlib.sha256(content.encode()).hexdigest(),
        "duplicate": answer["outcome"] == "duplicate",
    }


TOOL = Tool(
    name="capture_fact",
    purpose="Notes one durable fact that came up, without waiting for consolidation.",
    when="Use it on your own initiative when a lasting preference, decision, attribute or relation is "
    "stated, one self-contained sentence a call. Use log_event for what was merely said, "
    "search_knowledge to look before you ask.",
    returns="fact_id, session_id, content_hash and duplicate: true with the id of the fact that says the same already.",
    effects="writes one pending fact; search_knowledge and get_session_context show it at once. Capturing "
    "twice is safe.",
    limits="2 MiB of text; confidence and importance from 0 to 1, importance better left out.",
    schema=schema.arguments(
        {
            "content": schema.text("The fact, understandable on its own.", minimum=1),
            "domain_hint": schema.text("Subject area; ask get_schemas which are in use."),
            "confidence": schema.number("How sure, 0 to 1. Default 0.7.", minimum=0, maximum=1),
            "importance": schema.number("How much it matters, 0 to 1. Left out: by type.", minimum=0, maximum=1),
            "capture_context": schema.text("Why it was captured."),
            "source_event_id": schema.text("Event in which it was said, as log_event gave it."),
            "project": PROJECT,
        },
        "content",
    ),
    handler=_handle,
)
