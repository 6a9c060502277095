"""log_event and get_events: the raw log of a conversation."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import PROJECT
from pg_recall_udf.tool.request import Request
from pg_recall_udf.write import vocabulary as word

LIMIT = 50


def _log(request: Request) -> dict[str, Any]:
    optional = ("role", "content_type", "content_ref", "metadata", "speaker", "occurred_at")
    answer = request.write(
        "recall.log_event",
        event_type=request.args["event_type"],
        content=request.get("content", ""),
        session=request.session,
        **request.given(*optional),
    )
    return {
        "event_id": answer["event_id"],
        "sequence": answer["position"],
        "conversation_id": answer["thread"],
    }


def _read(request: Request) -> dict[str, Any]:
    session = request.get("session_id") or request.session
    answer = request.read(
        "recall.events",
        {"total_events": 0, "returned": 0, "events": []},
        session=session,
        after_position=request.get("after_sequence"),
        max_results=request.clamped("limit", LIMIT, 1, 1000),
    )
    events = [{"sequence": event["position"]} | event for event in answer["events"]]
    return {
        "session_id": session,
        "total_events": answer["total_events"],
        "returned": answer["returned"],
        "events": events,
    }


LOG = Tool(
    name="log_event",
    purpose="Appends one line to the raw log of the conversation: a message, a tool call, its result, an artifact.",
    when="Use it to keep what was said word for word. Use capture_fact for what is durable in it.",
    returns="event_id and sequence, its place in the conversation.",
    effects="appends; an event is never edited. It is found by search_knowledge as an episode when no fact matches.",
    limits="2 MiB of text, or a content_ref; events are searched by their words only.",
    schema=schema.arguments(
        {
            "event_type": schema.choice("What it is.", *word.EVENT_TYPES),
            "role": schema.choice("Who acted.", *word.EVENT_ROLES),
            "content": schema.text("What was said or returned."),
            "content_type": schema.choice("Default text.", *word.CONTENT_TYPES),
            "content_ref": schema.text("Where content lies that is not text."),
            "metadata": schema.document("Anything else, as an object."),
            "speaker": schema.text("Name of the one who spoke, when known."),
            "occurred_at": schema.text("When it was said (RFC 3339), when known."),
            "project": PROJECT,
        },
        "event_type",
    ),
    handler=_log,
)

READ = Tool(
    name="get_events",
    purpose="Reads the raw log of a conversation back, in order.",
    when="Use it to see exactly what was said. Use search_knowledge to look for something in all conversations.",
    returns="session_id, total_events, returned and events with their sequence.",
    effects="read-only.",
    limits="limit is brought to 1..1000 (default 50); after_sequence reads on.",
    schema=schema.arguments(
        {
            "session_id": schema.text("Session to read. Default: this client's."),
            "after_sequence": schema.integer("Only what comes after it.", minimum=-1, maximum=schema.MAX_INT),
            "limit": schema.integer("Most events, brought to 1..1000. Default 50."),
            "project": PROJECT,
        }
    ),
    handler=_read,
    reads_only=True,
)
