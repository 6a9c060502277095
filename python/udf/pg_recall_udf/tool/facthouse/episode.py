"""Windows of raw conversation around the events that a query hits."""

from typing import Any

from pg_recall_udf.tool.request import Request

HITS = 8
CONVERSATIONS = 3
MARGIN = 2
EVENTS = 8
CHARS = 500


def windows(request: Request, query: str) -> list[dict[str, Any]]:
    """The first three conversations with a hit, in the order of their best hit: {conversation_id, events}."""
    hits = request.rows("recall.search", query=query, max_results=HITS, scope="events")
    places: dict[str, list[int]] = {}
    for hit in hits:
        places.setdefault(hit["thread"], []).append(hit["position"])
    return [
        {"conversation_id": thread, "events": _events(request, thread, positions, query)}
        for thread, positions in list(places.items())[:CONVERSATIONS]
    ]


def spans(positions: list[int]) -> list[tuple[int, int]]:
    """First and last position of a window around each hit; windows that meet are one."""
    joined: list[tuple[int, int]] = []
    for position in sorted(set(positions)):
        first, last = max(position - MARGIN, 0), position + MARGIN
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def excerpt(content: str, query: str) -> str:
    """At most 500 characters around the first word of the query that occurs: the match is never cut away."""
    if len(content) <= CHARS:
        return content
    folded = content.casefold()
    found = [place for word in query.casefold().split() if len(word) > 2 and (place := folded.find(word)) >= 0]
    first = max(min(min(found, default=0) - CHARS // 4, len(content) - CHARS), 0)
    return ("…" if first else "") + content[first : first + CHARS] + ("…" if first + CHARS < len(content) else "")


def _events(request: Request, thread: str, positions: list[int], query: str) -> list[dict[str, Any]]:
    """The windows of one conversation, oldest first. When room is short, hits come first."""
    hit = set(positions)
    found: list[dict[str, Any]] = []
    for first, last in spans(positions):
        page = request.read(
            "recall.events",
            {"events": []},
            thread=thread,
            after_position=first - 1,
            max_results=last - first + 1,
        )
        found += [event for event in page["events"] if first <= event["position"] <= last]
    kept = sorted(found, key=lambda event: (event["position"] not in hit, event["position"]))[:EVENTS]
    return [
        {
            "id": event["id"],
            "sequence": event["position"],
            "role": event["role"],
            "event_type": event["event_type"],
            "content": excerpt(event["content"] or "", query),
            "matched": event["position"] in hit,
        }
        for event in sorted(kept, key=lambda event: event["position"])
    ]
