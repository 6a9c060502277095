"""The vector arm: a scan of the codes, the HNSW index of a large project, or the vectors of a few passages."""

import math
from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any

import numpy as np

from pg_recall_udf.collection import graph
from pg_recall_udf.collection.read import Collection
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index import filter as filters
from pg_recall_udf.index import vector
from pg_recall_udf.index.source import Source
from pg_recall_udf.write.embedding import Model
from pg_recall_udf.write.prepare import vector_text

# Codes are int8. So many places more, rescored in full precision, hold the exact order of the best; they are many times
# what a caller sees.
_SLACK = 50
# A filter that leaves so few passages is answered from their vectors alone.
_FEW = 2000


def arm(
    database: Database, collection: Collection, model: Model, query: np.ndarray, masks: Sequence[np.ndarray | None],
    limit: int, settings: Mapping[str, Any],
) -> list[tuple[int, float]]:  # fmt: skip
    """(passage, cosine), best first, exact for the places it returns."""
    allowed = filters.count_allowed(collection.sources, masks)
    if not allowed:
        return []
    if allowed < collection.living and allowed <= _FEW:
        nos = np.concatenate([s.nos[m] for s, m in zip(collection.sources, masks, strict=True)]).tolist()
        return _ordered(cosines_of(database, collection, model, query, nos))[:limit]
    if (
        collection.name == "live"
        and allowed > settings["search.exact_vectors"]
        and graph.exists(database, collection.project_ids, model.id)
    ):
        found = _from_graph(database, collection, model, query, masks, limit, allowed)
    else:
        found = _from_codes(database, collection, model, query, collection.sources, masks, limit)
    return _ordered(found)[:limit]


def cosines_of(
    database: Database, collection: Collection, model: Model, query: np.ndarray, nos: Sequence[int]
) -> dict[int, float]:
    """Exact cosines of passages; one without a vector is left out."""
    if not nos:
        return {}
    rows = database.rows(_vectors(model.id), collection.project_ids, list(nos))
    if not rows:
        return {}
    cosines = vector.rescore(query, b"".join(row["vector"] for row in rows))
    return {row["passage_no"]: float(cosine) for row, cosine in zip(rows, cosines, strict=True)}


def waiting(collection: Collection) -> int:
    """Living passages that have no vector."""
    missing = 0
    for source in collection.sources:
        absent = source.scales == 0
        if source.dead_mask is not None:
            absent &= ~source.dead_mask
        missing += int(np.count_nonzero(absent))
    return missing


def _from_codes(
    database: Database, collection: Collection, model: Model, query: np.ndarray, sources: Sequence[Source],
    masks: Sequence[np.ndarray | None], limit: int,
) -> dict[int, float]:  # fmt: skip
    """The nearest of these sources, by a scan of their codes."""
    found = vector.scan(query, sources, limit + _SLACK, masks)
    return cosines_of(database, collection, model, query, found.nos.tolist())


def _from_graph(
    database: Database, collection: Collection, model: Model, query: np.ndarray,
    masks: Sequence[np.ndarray | None], limit: int, allowed: int,
) -> dict[int, float]:  # fmt: skip
    """Nearest neighbours by HNSW, and by a scan of what is not in the graph yet.

    As many more are fetched as the filter will take away; when that is not enough, twice as many each time.
    """
    outside = graph.outside(database, collection.project_ids, model.id)
    is_outside = [segment_id in outside for segment_id in collection.segment_ids]
    if collection.has_fresh:
        is_outside.append(True)
    sources = list(compress(collection.sources, is_outside))
    own_masks = list(compress(masks, is_outside))
    found = _from_codes(database, collection, model, query, sources, own_masks, limit) if sources else {}
    reach = allowed - filters.count_allowed(sources, own_masks)
    limit = min(limit, reach)
    inside = collection.living - sum(source.living for source in sources)
    for project_id in collection.project_ids if reach else ():
        fetch = math.ceil(limit * inside / reach)
        while True:
            rows = database.rows(_nearest(model.id, project_id), vector_text(query), fetch)
            kept = _allowed(collection, masks, [row["passage_no"] for row in rows])
            if len(kept) >= limit or len(rows) < fetch:
                break
            fetch *= 2
        found |= {row["passage_no"]: row["cosine"] for row in rows if row["passage_no"] in kept}
    return found


def _allowed(collection: Collection, masks: Sequence[np.ndarray | None], nos: Sequence[int]) -> set[int]:
    wanted = np.array(sorted(nos), dtype=np.int64)
    kept: set[int] = set()
    for source, mask in zip(collection.sources, masks, strict=True):
        positions, ordinals = source.locate(wanted)
        kept.update(wanted[positions if mask is None else positions[mask[ordinals]]].tolist())
    return kept


def _ordered(cosines: Mapping[int, float]) -> list[tuple[int, float]]:
    return sorted(cosines.items(), key=lambda pair: (-pair[1], pair[0]))


def _vectors(model_id: int) -> Statement:
    # Looked up one by one, and "offset 0" keeps the planner to it, also before it has statistics.
    return Statement(
        f"""
        select e.passage_no, public.halfvec_send(e.embedding) as vector
        from unnest($2) as wanted (no)
        cross join lateral (
            select e.passage_no, e.embedding from recall.embedding_{model_id:d} e
            where e.project_id = any ($1) and e.passage_no = wanted.no
            offset 0
        ) e
        """,
        ("int4[]", "int8[]"),
    )


def _nearest(model_id: int, project_id: int) -> Statement:
    # The project stands in the text, so that the planner sees that the partial index covers the query. The vector is
    # read from its text once, in a sub-select, not once a row.
    return Statement(
        f"""
        select passage_no, 1 - (embedding operator(public.<=>) (select $1::public.halfvec)) as cosine
        from recall.embedding_{model_id:d}
        where project_id = {project_id:d} and collection = 'live' and in_graph
        order by embedding operator(public.<=>) (select $1::public.halfvec)
        limit $2
        """,
        ("text", "int4"),
    )
