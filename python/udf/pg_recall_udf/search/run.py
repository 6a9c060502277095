"""recall.search and recall.search_json: one pipeline, two shapes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.rank.fuse import Hit
from pg_recall_udf.search import budget, join, names, rank, render, request
from pg_recall_udf.search.request import Request
from pg_recall_udf.write import check

_ENTER = Statement("select recall._enter($1, $2) as id", ("text", "bool"))
_OPENED = Statement(
    "select p.name, recall._scope() as ids, recall._settings(p.id) as settings from recall.project p where p.id = $1",
    ("int4",),
)
_ENTITIES = Statement(
    "select recall._entity_id(p, $2) as id from unnest($1) as p where recall._entity_id(p, $2) is not null",
    ("int4[]", "text"),
)

# The last years of timestamptz, and infinity, are beyond a bigint of microseconds.
_MICROSECONDS = Statement(
    """
    select greatest(least(extract(epoch from $1) * 1000000, 9223372036854775807), -9223372036854775807)::bigint
    """,
    ("timestamptz",),
)

_ECHO = 200

# Passages joined beyond the number of results, since several may belong to one memory.
_JOIN_FACTOR = 3


@dataclass(slots=True)
class Answer:
    """Rows in rank order, and what a caller must be told even when there is none."""

    project: str
    settings: Mapping[str, Any]
    rows: list[dict[str, Any]] = field(default_factory=list)
    degraded: dict[str, str] = field(default_factory=dict)
    reason: str | None = None


def search(database: Database, arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of recall.hit. A degraded arm is named in the flags of every row.

    Raises: RC003 to RC006 for bad arguments, RC0A0 for one that a later version builds.
    """
    answer = _answer(database, arguments)
    for row in answer.rows:
        if answer.degraded:
            row["flags"]["degraded"] = answer.degraded
        row["arms"] = json.dumps(row["arms"])
        row["flags"] = json.dumps(row["flags"], ensure_ascii=False)
    return answer.rows


def search_json(
    database: Database, arguments: Mapping[str, Any], format: str | None, max_tokens: int | None
) -> dict[str, Any]:
    """The same answer as one document, shaped and then fitted to a token budget.

    Raises: as search.
    """
    shape = check.choice(format, "format", request.FORMATS, "compact")
    answer = _answer(database, arguments)
    shaped = [render.shaped(row, shape, answer.settings["search.compact_chars"]) for row in answer.rows]
    fitted, tokens = budget.fit(shaped, max_tokens)
    document: dict[str, Any] = {
        "mode": "hybrid", "query": _echo(arguments["query"]), "project": answer.project,
        "results": fitted, "count": len(fitted), "tokens": tokens,
    }  # fmt: skip
    asked = arguments["max_results"]
    if asked is not None and asked != (limit := request.limit(asked, answer.settings["search.max_results"])):
        document["max_results"] = limit
    if len(fitted) < len(shaped):
        document["left_out"] = len(shaped) - len(fitted)
    if answer.degraded:
        document |= {"degraded": answer.degraded, "degraded_reason": "; ".join(answer.degraded.values())}
    if answer.reason:
        document["reason"] = answer.reason
    return document


def _echo(query: str | None) -> str | None:
    """Enough of a query to tell answers apart: whoever pastes a page does not want it back."""
    return query if query is None or len(query) <= _ECHO else f"{query[:_ECHO]}…"


def _answer(database: Database, arguments: Mapping[str, Any]) -> Answer:
    project_id = database.value(_ENTER, arguments["project"], bool(arguments["include_shared"]))
    opened = database.rows(_OPENED, project_id)[0]
    project_ids, settings = opened["ids"], json.loads(opened["settings"])
    bounds = {f"{name}_us": _microseconds(database, arguments[name]) for name in ("after", "before")}
    wanted = request.parse({**arguments, **bounds}, settings)
    answer = Answer(opened["name"], settings)
    if wanted.is_window_empty:
        answer.reason = "the time window is empty: before is not later than after"
        return answer
    if wanted.scope == "entities":
        return _entities(database, project_ids, wanted, settings, answer)
    entity_ids: list[str] = []
    if wanted.entity:
        entity_ids = [row["id"] for row in database.rows(_ENTITIES, project_ids, wanted.entity)]
        if not entity_ids:
            answer.reason = f"there is no entity {wanted.entity!r}"
            return answer
    ranking = rank.rank(database, project_ids, wanted, entity_ids, settings)
    answer.degraded, answer.reason = ranking.degraded, ranking.reason
    answer.rows = _rows(database, project_ids, wanted, ranking.hits)
    if not answer.rows and answer.reason is None:
        answer.reason = "nothing matches"
    return answer


def _microseconds(database: Database, value: str | None) -> int | None:
    return None if value is None else database.value(_MICROSECONDS, value)


def _rows(
    database: Database, project_ids: list[int], wanted: Request, hits: Sequence[Hit]
) -> list[dict[str, Any]]:
    """The best passage of each memory, until there are enough memories."""
    chosen: dict[tuple[str, int], dict[str, Any]] = {}
    start, step = 0, wanted.limit * _JOIN_FACTOR
    while len(chosen) < wanted.limit and start < len(hits):
        page = hits[start : start + step]
        found = join.passages(database, project_ids, wanted.collection, [hit.id for hit in page])
        for hit in page:
            row = found.get(hit.id)
            if row is None or (row["id"], row["version"]) in chosen:
                continue
            chosen[row["id"], row["version"]] = _row(row, hit, len(chosen) + 1)
            if len(chosen) == wanted.limit:
                break
        start += step
    return list(chosen.values())


def _row(row: Mapping[str, Any], hit: Hit, place: int) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    if row["passage"]:
        flags["passage"] = json.loads(row["passage"])
    if row["version"] > 1:
        flags["version"] = row["version"]
    arms = {
        name: {"score": round(arm["score"], 6), "rank": arm["rank"] + 1}
        for name, arm in sorted(hit.arms.items())
        if name == "vector" or arm["score"] > 0
    }
    kept = {key: value for key, value in row.items() if key not in ("no", "passage", "version")}
    return kept | {"rank": place, "score": hit.score, "arms": arms, "flags": flags}


def _entities(
    database: Database, project_ids: list[int], wanted: Request, settings: Mapping[str, Any], answer: Answer
) -> Answer:
    found = names.named(database, project_ids, wanted.query, settings["search.name_similarity"])
    rows = join.entities(database, project_ids, [entity.id for entity in found])
    for entity in found:
        if entity.id in rows and len(answer.rows) < wanted.limit:
            place = len(answer.rows) + 1
            arms = {"names": {"score": round(entity.similarity, 6), "rank": place}}
            answer.rows.append(
                {**rows[entity.id], "rank": place, "score": entity.similarity, "arms": arms, "flags": {}}
            )
    if not answer.rows:
        answer.reason = "no entity has such a name"
    return answer
