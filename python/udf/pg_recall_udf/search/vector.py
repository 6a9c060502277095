"""The vector arm: a scan of the codes, the HNSW index of a large project, or the vectors of a few passages."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pg_recall_udf.collection.read import Collection
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index import filter as filters
from pg_recall_udf.index import vector
from pg_recall_udf.write.embedding import Model
from pg_recall_udf.write.prepare import vector_text

# Codes are int8. So many places more, rescored in full precision, hold the exact order of the best; they are many times
# what a caller sees.
_SLACK = 50
# A filter that leaves so few passages is answered from their vectors alone.
_FEW = 2000

_HAS_INDEX = Statement("select to_regclass('recall.' || quote_ident($1)) is not null", ("text",))


def index_name(model_id: int, project_id: int) -> str:
    """The HNSW index of one project's live passages."""
    return f"embedding_{model_id}_project_{project_id}_hnsw_idx"


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
    if collection.living > settings["search.exact_vectors"] and _is_indexed(database, collection, model):
        return _from_index(database, collection, model, query, masks, min(limit, allowed))
    found = vector.scan(query, collection.sources, limit + _SLACK, masks)
    return _ordered(cosines_of(database, collection, model, query, found.nos.tolist()))[:limit]


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


def _is_indexed(database: Database, collection: Collection, model: Model) -> bool:
    return collection.name == "live" and all(
        database.value(_HAS_INDEX, index_name(model.id, project_id)) for project_id in collection.project_ids
    )


def _from_index(
    database: Database,
    collection: Collection,
    model: Model,
    query: np.ndarray,
    masks: Sequence[np.ndarray | None],
    limit: int,
) -> list[tuple[int, float]]:
    """Nearest neighbours by HNSW. What a filter takes away is fetched again, twice as far each time."""
    found: dict[int, float] = {}
    for project_id in collection.project_ids:
        fetch = limit
        while True:
            rows = database.rows(_nearest(model.id, project_id), vector_text(query), fetch)
            kept = _allowed(collection, masks, [row["passage_no"] for row in rows])
            if len(kept) >= limit or len(rows) < fetch:
                break
            fetch *= 2
        found |= {row["passage_no"]: row["cosine"] for row in rows if row["passage_no"] in kept}
    return _ordered(found)[:limit]


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
    return Statement(
        f"""
        select passage_no, public.halfvec_send(embedding) as vector from recall.embedding_{model_id:d}
        where project_id = any ($1) and passage_no = any ($2)
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
        where project_id = {project_id:d} and collection = 'live'
        order by embedding operator(public.<=>) (select $1::public.halfvec)
        limit $2
        """,
        ("text", "int4"),
    )
