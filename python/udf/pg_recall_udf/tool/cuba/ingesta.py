"""cuba_ingesta: many observations at once, or a text cut into observations."""

import re
from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.cuba import batch, common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, unavailable

ITEMS = 200
SHORTEST_PARAGRAPH = 10

# The first class with a word in the paragraph wins.
_KEYWORDS = (
    ("decision", ("decided", "decision", "chose")),
    ("lesson", ("learned", "lesson", "takeaway")),
    ("error", ("error", "bug", "failed")),
    ("solution", ("fix", "solution", "resolved")),
    ("preference", ("prefer", "preference", "always use")),
)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text (blank lines part them) that are longer than 10 bytes."""
    parts = (part.strip() for part in re.split(r"\n[^\S\n]*\n", text.replace("\r\n", "\n")))
    return [part for part in parts if len(part.encode()) > SHORTEST_PARAGRAPH]


def observation_type(paragraph: str) -> str:
    """The type that a paragraph's words suggest, else fact. A keyword counts at the start of a word."""
    for kind, keywords in _KEYWORDS:
        if re.search(rf"\b(?:{'|'.join(keywords)})", paragraph, re.IGNORECASE):
            return kind
    return "fact"


def _ingest(request: Request) -> dict[str, Any]:
    items = batch.within(request, "items", ITEMS)
    answer = batch.store(request, items)
    return {"action": "ingest", **answer, "skipped_invalid": answer["skipped"], "total_items": len(items)}


def _parse(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "entity_name", "when action is parse")
    found = paragraphs(request.needed("text", "when action is parse"))
    if len(found) > ITEMS:
        raise schema.invalid(request.tool, "$.text", f"a text of at most {ITEMS} paragraphs", len(found))
    items = [{"entity_name": name, "content": part, "observation_type": observation_type(part)} for part in found]
    return {"action": "parse", "parsed_count": len(found), **batch.store(request, items)}


def _handle(request: Request) -> dict[str, Any]:
    action = request.args.setdefault("action", "ingest")
    if action == "auto_extract":
        raise unavailable(
            request.tool,
            "action auto_extract",
            "Use action parse, or ingest with items you extracted yourself.",
        )
    return _ingest(request) if action == "ingest" else _parse(request)


TOOL = Tool(
    name="cuba_ingesta",
    purpose="Stores many observations in one call (ingest), or cuts a text into typed observations (parse).",
    when="Use ingest at the end of work to store everything that was learned, parse for notes in paragraphs. "
    "Use cuba_cronica for a single observation or an episode.",
    returns="added, deduplicated, total_processed, skipped_invalid, and errors by position; parse adds parsed_count.",
    effects="writes observations and the entities that are new; one bad item never costs the others.",
    limits="200 items or paragraphs a call; paragraphs of 10 bytes or less are passed over; auto_extract "
    "answers RC0A0.",
    schema=schema.arguments(
        {
            "action": {
                "type": "string",
                "enum": ["ingest", "parse", "auto_extract"],
                "default": "ingest",
                "description": "What to do.",
            },
            "items": schema.objects("For ingest: {entity_name, content, observation_type?, source?}."),
            "entity_name": common.ENTITY_NAME,
            "text": schema.text("Text to cut, for parse."),
            "entity_hint": schema.text("Main subject, for auto_extract."),
            "supersede_conflicts": schema.boolean("For auto_extract."),
            "untrusted": schema.boolean("For auto_extract."),
            "allow_secret": common.ALLOW_SECRET,
            "project": common.PROJECT,
        }
    ),
    handler=_handle,
)
