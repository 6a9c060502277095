"""Adding many observations at once, for cuba_cronica and cuba_ingesta."""

from collections.abc import Iterator
from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.request import Request


def within(request: Request, argument: str, maximum: int) -> list[dict[str, Any]]:
    """A list argument of 1 to `maximum` items. Raises RC015 with the count otherwise."""
    items = request.needed(argument, f"when action is {request.args['action']}")
    if not 1 <= len(items) <= maximum:
        raise schema.invalid(request.tool, f"$.{argument}", f"a list of 1 to {maximum} items", len(items))
    return items


def store(request: Request, items: list[dict[str, Any]]) -> dict[str, Any]:
    """Stores observations {entity_name, content, observation_type?, source?} in one call of recall.ingest.

    An item without entity or content is passed over, counted in `skipped` and named in `skipped_items`; one that the
    database refuses is reported in `errors` by its position, and the others are stored.
    """
    positions = [place for place, item in enumerate(items) if _is_complete(item)]
    prepared = [_item(request, items[place]) for place in positions]
    answer = {"added": 0, "duplicates": 0, "failed": 0, "results": []}
    if prepared:
        answer = request.write("recall.ingest", items=prepared)
    results = answer["results"]
    request.show(one["id"] for one in results if one["outcome"] == "added")
    summary = {
        "added": answer["added"],
        "deduplicated": answer["duplicates"],
        "reinforced": 0,
        "total_processed": len(prepared),
        "skipped": len(items) - len(prepared),
        "ids": [one["id"] for one in results if one["outcome"] == "added"],
    }
    passed_over = [
        {"position": place, "reason": "entity_name or content is blank"}
        for place in sorted(set(range(len(items))) - set(positions))
    ]
    if passed_over:
        summary["skipped_items"] = passed_over
    errors = [{"position": positions[one["position"]], **one["error"]} for one in results if one["outcome"] == "error"]
    return summary | ({"failed": len(errors), "errors": errors} if errors else {})


def _is_complete(item: dict[str, Any]) -> bool:
    return all(isinstance(item.get(name), str) and item[name].strip() for name in ("entity_name", "content"))


def _item(request: Request, item: dict[str, Any]) -> dict[str, Any]:
    def members() -> Iterator[tuple[str, Any]]:
        yield "content", item["content"]
        yield "entity", item["entity_name"]
        yield "type", item.get("observation_type")
        yield "source", item.get("source")
        yield "session", request.session
        yield "agent", request.agent

    return {name: value for name, value in members() if value is not None}
