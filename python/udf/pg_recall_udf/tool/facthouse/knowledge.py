"""search_knowledge: results, pending facts and episodes, kept apart, with a measure of how good they are."""

from typing import Any

from pg_recall_udf.formula import reciprocal_rank
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.facthouse import episode
from pg_recall_udf.tool.facthouse.capture import capture_of, is_pending
from pg_recall_udf.tool.native.argument import PROJECT, TRACK
from pg_recall_udf.tool.request import Request, unavailable

LIMIT = 20
# Results and pending facts come from one ranked list, so that list is longer than each of them.
FETCHED = 100
RRF_K = 60


def _handle(request: Request) -> dict[str, Any]:
    query = request.get("query", "").strip()
    if request.get("as_of_system_time") is not None:
        raise unavailable(request.tool, "as_of_system_time", "Leave it out to search what is known now.")
    hits = request.rows("recall.search", query=query, max_results=FETCHED, scope="observations") if query else []
    pending = [hit for hit in hits if is_pending(hit["metadata"])][:LIMIT]
    known = [hit for hit in hits if not is_pending(hit["metadata"])]
    results = _biased(known, request.get("domain"))[:LIMIT]
    episodes = episode.windows(request, query) if query and not results else []
    request.show(hit["id"] for hit in [*results, *pending])
    scores = sorted((hit["score"] for hit in results), reverse=True)
    coverage, confidence, refinement = quality(scores, LIMIT, bool(episodes))
    answer = {
        "results": [_result(hit) for hit in results],
        "pending": [_pending(hit) for hit in pending],
        "episodes": episodes,
        "coverage_estimate": coverage,
        "result_confidence": confidence,
        "suggested_refinement": refinement,
    }
    degraded = hits[0]["flags"].get("degraded") if hits and hits[0].get("flags") else None
    return answer | ({"degraded": degraded} if degraded else {})


def quality(scores: list[float], limit: int, has_episodes: bool) -> tuple[float, float, str | None]:
    """Coverage, confidence and advice for results with these scores, best first.

    Coverage: 0 without results, 0.5 when the limit was reached, else 0.7. Confidence by the gap between the
    first two: above a half of the first 0.9, above a fifth 0.7, else 0.5; a single result has 0.7.
    """
    if has_episodes:
        return (
            0,
            0,
            "No fact matched; the episodes are raw conversation, not established facts. Try other words.",
        )
    if not scores:
        return 0, 0, "Nothing matched. Try fewer or other words, or the names of the things concerned."
    coverage = 0.5 if len(scores) >= limit else 0.7
    if len(scores) == 1:
        return coverage, 0.7, None
    gap = (scores[0] - scores[1]) / scores[0] if scores[0] > 0 else 0
    confidence = 0.9 if gap > 0.5 else 0.7 if gap > 0.2 else 0.5
    advice = "The results are close to each other; add a name or a detail." if confidence <= 0.5 else None
    return coverage, confidence, advice


def _biased(hits: list[dict[str, Any]], domain: str | None) -> list[dict[str, Any]]:
    """The hits with those of a domain moved up: they stand in two lists, fused by rank. None is removed."""
    if not domain:
        return hits
    wanted = " ".join(domain.casefold().split())
    inside = [hit["id"] for hit in hits if _is_of(hit, wanted)]
    fused = {hit["id"]: reciprocal_rank(rank, 1, RRF_K) for rank, hit in enumerate(hits)}
    for rank, identity in enumerate(inside):
        fused[identity] += reciprocal_rank(rank, 1, RRF_K)
    return sorted(hits, key=lambda hit: (-fused[hit["id"]], hit["rank"]))


def _is_of(hit: dict[str, Any], domain: str) -> bool:
    return capture_of(hit["metadata"]).get("domain") == domain or domain in (hit["tags"] or ())


def _result(hit: dict[str, Any]) -> dict[str, Any]:
    noted = capture_of(hit["metadata"])
    names = ("id", "content", "type", "kind", "importance", "tags", "source", "speaker", "session")
    return {
        "fact": {
            **{name: hit.get(name) for name in (*names, "occurred_at", "created_at")},
            "domain": noted.get("domain"),
            "confidence": noted.get("confidence"),
            "status": "active",
            "is_latest": True,
        },
        "score": round(hit["score"], 4),
        "entities": [{"name": hit["entity"], "relationship": "subject_of"}] if hit.get("entity") else [],
        "source": None,
    }


def _pending(hit: dict[str, Any]) -> dict[str, Any]:
    noted = capture_of(hit["metadata"])
    return {
        "id": hit["id"],
        "content": hit["content"],
        "source_origin": "explicit",
        "domain_hint": noted.get("domain"),
        "confidence": noted.get("confidence"),
        "created_at": hit["created_at"],
        "session_id": hit["session"],
    }


TOOL = Tool(
    name="search_knowledge",
    purpose="Searches what is known, by meaning and by words, and keeps three kinds of evidence apart.",
    when="Use it before answering anything that earlier conversations may have settled; use "
    "get_session_context first in a new conversation, and get_schemas rather than guess the name "
    "of a domain.",
    returns="results (established facts, best first: fact, score, entities), pending (captured and not "
    "consolidated yet), episodes (raw conversation, only when there are no results: never report "
    "it as an established fact), coverage_estimate, result_confidence, suggested_refinement. "
    "Trust results over pending.",
    effects="read-only, apart from the record of what was shown (track_access false leaves it out).",
    limits="20 results, 20 pending facts, 3 conversations; a domain moves results up and never hides any.",
    schema=schema.arguments(
        {
            "query": schema.text("The question, in any language."),
            "domain": schema.text("Subject area that should come first."),
            "as_of_system_time": schema.text("What was known at this instant (RFC 3339)."),
            "track_access": TRACK,
            "project": PROJECT,
        },
        "query",
    ),
    handler=_handle,
    reads_only=True,
)
