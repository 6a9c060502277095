"""cuba_faro: search, with the parameters and result fields of the family."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.cuba import common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, unavailable
from pg_recall_udf.tool.vocabulary import MEMORY_SCOPES, SCOPES

LIMIT = 10
MAX_LIMIT = 50
MAX_TOKENS = 5000
CONTEXT_ENTITIES = 3
COMPACT_KEYS = ("id", "e", "c", "t", "i", "s")

# What each answer's row is called, by the kind of the memory found.
_ROW_TYPES = {"episode": "episode", "error": "error", "entity": "entity", "event": "event"}


def _handle(request: Request) -> dict[str, Any]:
    _refuse_what_is_not_built(request)
    query = request.needed("query")
    answer = request.read(
        "recall.search_json",
        {
            "results": [],
            "count": 0,
            "reason": f"Nothing has been remembered in project {request.project} yet.",
        },
        query=query,
        max_results=request.clamped("limit", LIMIT, 1, MAX_LIMIT),
        scope=request.get("scope"),
        tags=_tags(request.get("tags")),
        after=request.get("after"),
        before=request.get("before"),
        include_shared=request.get("include_unscoped"),
        arms=None if request.get("enable_bm25", True) else ["vector", "names"],
        format=request.get("format"),
        max_tokens=request.clamped("max_tokens", MAX_TOKENS, 1, schema.MAX_INT),
    )
    rows = answer["results"]
    if request.get("scope", "all") in MEMORY_SCOPES:
        request.show(row["id"] for row in rows)
    verbose = request.get("format") == "verbose"
    result = {
        "mode": "hybrid",
        "query": query,
        "results": [_verbose(row) if verbose else _compact(row) for row in rows],
        "count": len(rows),
        "graphrag_context": _context(request, rows),
    }
    if answer.get("left_out"):
        result["left_out"] = answer["left_out"]
    if answer.get("reason"):
        result["note"] = answer["reason"]
    return result | _degradation(answer.get("degraded") or {})


def _refuse_what_is_not_built(request: Request) -> None:
    if request.get("mode") == "verify":
        raise unavailable(request.tool, "mode verify", "Search with mode hybrid and read the evidence yourself.")
    for name in ("rerank", "diversify", "abstain_ood", "associative"):
        if request.get(name):
            raise unavailable(request.tool, name, f"Leave {name} out.")


def _tags(given: str | list[str] | None) -> list[str] | None:
    """One keyword, several parted by commas, or a list; blanks around a tag do not count."""
    if given is None:
        return None
    parts = given.split(",") if isinstance(given, str) else given
    return [part.strip() for part in parts if part.strip()] or None


def _compact(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row.get(key) for key in COMPACT_KEYS}


def _verbose(row: dict[str, Any]) -> dict[str, Any]:
    arms = row.get("arms") or {}
    kind = _ROW_TYPES.get(row.get("kind") or "", "observation")
    names = (
        "id",
        "content",
        "importance",
        "score",
        "tags",
        "source",
        "speaker",
        "thread",
        "position",
        "session",
    )
    shown = {name: row[name] for name in (*names, "occurred_at", "created_at") if row.get(name) is not None}
    scores = {
        "fused_score": row.get("score"),
        "vector_score": _score(arms, "vector"),
        "bm25_score": _score(arms, "bm25"),
        "text_score": _score(arms, "names"),
    }
    return (
        {"type": kind, "entity_name": row.get("entity"), "observation_type": row.get("type")}
        | shown
        | {name: value for name, value in scores.items() if value is not None}
        | ({"flags": row["flags"]} if row.get("flags") else {})
    )


def _score(arms: dict[str, Any], name: str) -> float | None:
    return (arms.get(name) or {}).get("score")


def _context(request: Request, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The strongest neighbours of the first three distinct entities found."""
    names = [name for row in rows if (name := row.get("e") or row.get("entity"))]
    first = list(dict.fromkeys(names))[:CONTEXT_ENTITIES]
    return request.read("recall._tool_neighbours", {}, names=first) if first else {}


def _degradation(reasons: dict[str, str]) -> dict[str, Any]:
    """The family reports BM25 apart from the rest."""
    told: dict[str, Any] = {}
    for arm, reason in reasons.items():
        if arm == "bm25":
            told |= {"bm25_degraded": True, "bm25_degraded_reason": reason}
        elif arm == "vector" or "degraded" not in told:
            told |= {"degraded": True, "degraded_reason": reason}
    return told


TOOL = Tool(
    name="cuba_faro",
    purpose="Searches the memory by meaning, words and names at once, best first.",
    when="Use it before answering or deciding anything that past work may bear on, with a full question. "
    "Use cuba_alma get when you have a name, cuba_cronica list or timeline to read one entity in order.",
    returns="mode, query, results, count and graphrag_context (neighbours of the first three entities). "
    "compact rows (the default) have e entity, c content, t type, i importance, s score, id; "
    "verbose rows have every field. degraded, bm25_degraded with their reasons say which part of "
    "the search did not run; left_out counts results beyond max_tokens.",
    effects="read-only, apart from the record of what was shown (track_access false leaves it out).",
    limits="limit is brought to 1..50, max_tokens (default 5000) cuts the list; mode verify, rerank, "
    "diversify, abstain_ood and associative answer RC0A0 in this version.",
    schema=schema.arguments(
        {
            "query": schema.text("The question, in any language."),
            "mode": schema.choice("Default hybrid.", "hybrid", "verify"),
            "scope": schema.choice("What to search. Default all.", *SCOPES),
            "limit": schema.integer("Most results, brought to 1..50. Default 10."),
            "tags": {
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
                "description": "Only what carries this keyword, or all of several.",
            },
            "after": schema.text("Only what happened at or after this instant (RFC 3339)."),
            "before": schema.text("Only what happened before this instant (RFC 3339)."),
            "format": schema.choice("Row shape. Default compact.", "compact", "verbose"),
            "max_tokens": schema.integer("Token budget of the results. Default 5000."),
            "enable_bm25": schema.boolean("Search by words as well. Default true."),
            "include_unscoped": schema.boolean("Also read the project 'shared'. Default false."),
            "rerank": schema.boolean("Reorder with a cross-encoder."),
            "diversify": schema.boolean("Prefer results unlike each other."),
            "mmr_lambda": schema.number("Relevance against diversity."),
            "abstain_ood": schema.boolean("Answer nothing to a question out of range."),
            "ood_threshold": schema.number("Distance above which to abstain."),
            "associative": schema.boolean("Also follow relations from what was found."),
            "track_access": schema.boolean("False leaves this answer out of the access record. Default true."),
            "project": common.PROJECT,
        },
        "query",
    ),
    handler=_handle,
    reads_only=True,
)
