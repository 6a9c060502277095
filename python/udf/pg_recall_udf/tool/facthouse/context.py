"""get_session_context, get_schemas and get_stats: what there is, before anything is asked."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.facthouse.capture import capture_of, is_pending
from pg_recall_udf.tool.native.argument import PROJECT
from pg_recall_udf.tool.request import Request

LINE_CHARS = 300
SECTIONS = (
    ("Key facts", "key_facts"),
    ("Recent knowledge", "recent"),
    ("Pending, not consolidated yet", "pending"),
)
NOTHING = {"key_facts": [], "recent": [], "pending": [], "memories": 0, "pending_count": 0}
NO_COUNTS = dict.fromkeys(
    (
        "memories",
        "pending",
        "entities",
        "observations",
        "episodes",
        "errors",
        "relations",
        "sessions",
        "events",
    ),
    0,
) | {"event_bytes": 0}
NO_SCHEMAS: dict[str, list[Any]] = {"domains": [], "types": [], "tags": []}


def briefing(project: str, parts: dict[str, Any]) -> str:
    """The state of a project on about one screen of Markdown."""
    lines = [f"# Memory of {project}", ""]
    if not parts["memories"]:
        return "\n".join([*lines, "Nothing is remembered here yet. Call capture_fact when something durable comes up."])
    for title, name in SECTIONS:
        if parts[name]:
            lines += [f"## {title}", "", *(_line(one) for one in parts[name]), ""]
    counts = f"{parts['memories']} memories in all, {parts['pending_count']} pending."
    lines.append(f"{counts} Search them with search_knowledge.")
    return "\n".join(lines)


def _line(memory: dict[str, Any]) -> str:
    text = " ".join(memory["content"].split())
    shown = text if len(text) <= LINE_CHARS else text[:LINE_CHARS] + "…"
    return f"- **{memory['label']}**: {shown}" if memory.get("label") else f"- {shown}"


def _session_context(request: Request) -> dict[str, Any]:
    session = request.get("session_id") or request.session
    parts = request.read("recall._tool_briefing", NOTHING)
    shown = [one["id"] for name in ("key_facts", "recent", "pending") for one in parts[name]]
    stored = request.rows("recall.list", session=session, max_results=1000) if session else []
    facts = [
        {
            "id": one["id"],
            "content": one["content"],
            "domain_hint": capture_of(one["metadata"]).get("domain"),
            "importance": one["importance"],
            "capture_context": capture_of(one["metadata"]).get("context"),
            "source_origin": "explicit",
            "created_at": one["created_at"],
        }
        for one in stored
        if is_pending(one["metadata"])
    ]
    request.show([*shown, *(fact["id"] for fact in facts)])
    return {
        "session_id": session,
        "project": request.project,
        "briefing": briefing(request.project, parts),
        "count": len(facts),
        "facts": facts,
    }


def _schemas(request: Request) -> dict[str, Any]:
    return request.read("recall._tool_schemas", NO_SCHEMAS)


def _stats(request: Request) -> dict[str, Any]:
    counts = request.read("recall._tool_counts", NO_COUNTS)
    known = request.read("recall._tool_schemas", NO_SCHEMAS)
    return {
        "facts": {"active_latest": counts["memories"] - counts["pending"], "total": counts["memories"]},
        "pending_facts": counts["pending"],
        "entities": counts["entities"],
        "relations": counts["relations"],
        "domains": len(known["domains"]),
        "domain_distribution": known["domains"][:50],
        "events": {"count": counts["events"], "bytes": counts["event_bytes"]},
        "sessions": counts["sessions"],
        "consolidations": 0,
    }


SESSION_CONTEXT = Tool(
    name="get_session_context",
    purpose="Briefs you at the start of a conversation: key facts, recent knowledge, and what is still pending.",
    when="Use it first in every conversation. Use search_knowledge afterwards for anything specific.",
    returns="session_id, briefing (Markdown), count and facts: what was captured in this session and not "
    "consolidated yet.",
    effects="read-only, apart from the record of what was shown.",
    limits="about one screen: 15 key facts, 20 recent, 10 pending; facts of one session.",
    schema=schema.arguments(
        {
            "session_id": schema.text("Session whose facts are listed. Default: this client's."),
            "project": PROJECT,
        }
    ),
    handler=_session_context,
    reads_only=True,
)

SCHEMAS = Tool(
    name="get_schemas",
    purpose="Lists the domains, types and tags that are in use.",
    when="Use it before you name a domain in search_knowledge or capture_fact, instead of guessing one.",
    returns="domains, types and tags, each with its name and the number of facts, most used first.",
    effects="read-only.",
    limits="200 domains and 50 tags.",
    schema=schema.arguments({"project": PROJECT}),
    handler=_schemas,
    reads_only=True,
)

STATS = Tool(
    name="get_stats",
    purpose="Counts what the memory holds.",
    when="Use it to see how much there is. Use get_schemas for the names in use, get_session_context for the content.",
    returns="facts {active_latest, total}, pending_facts, entities, relations, domains, "
    "domain_distribution, events, sessions.",
    effects="read-only.",
    limits="one project a call.",
    schema=schema.arguments({"project": PROJECT}),
    handler=_stats,
    reads_only=True,
)
