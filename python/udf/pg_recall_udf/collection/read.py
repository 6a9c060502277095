"""The sources of a search: segments and fresh rows of the projects in scope, under the caller's row security."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pg_recall_udf.collection.cache import COLUMNS
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index.source import Fresh, Segment, Source

_SEGMENTS = Statement(
    """
    select s.tableoid::bigint as relation, s.project_id, s.id, s.size, s.total_length, d.dead
    from recall.segment s
    left join lateral (
        select string_agg(int4send(d.ordinal), ''::bytea) as dead
        from recall.segment_dead d
        where d.project_id = s.project_id and d.segment_id = s.id
    ) d on true
    where s.project_id = any ($1) and s.collection = $2
    order by s.id
    """,
    ("int4[]", "text"),
)
# Looked up term by term, and "offset 0" keeps the planner to it: without statistics it would go through the project.
# The segments stand outside: inside, their own index would be taken, and every term of them read.
_TERMS = Statement(
    """
    select t.segment_id, t.term, t.docs, t.frequencies
    from unnest($1) as scope (id)
    cross join unnest($2) as wanted (term)
    cross join lateral (
        select t.segment_id, t.term, t.docs, t.frequencies
        from recall.segment_term t
        where t.project_id = scope.id and t.term = wanted.term
        offset 0
    ) t
    where t.segment_id = any ($3)
    """,
    ("int4[]", "text[]", "int8[]"),
)
_COLUMN = {
    "nos": Statement(
        "select nos from recall.segment where project_id = $1 and id = $2", ("int4", "int8")
    ),
    "lengths": Statement(
        "select lengths from recall.segment where project_id = $1 and id = $2", ("int4", "int8")
    ),
    "times": Statement(
        "select happened from recall.segment where project_id = $1 and id = $2", ("int4", "int8")
    ),
}
_CODE = {
    "codes": Statement(
        "select codes from recall.segment_code where project_id = $1 and segment_id = $2 and model_id = $3",
        ("int4", "int8", "int4"),
    ),
    "scales": Statement(
        "select scales from recall.segment_code where project_id = $1 and segment_id = $2 and model_id = $3",
        ("int4", "int8", "int4"),
    ),
}
_FRESH = Statement(
    """
    select
        count(*) as size,
        string_agg(int8send(f.passage_no), ''::bytea) as nos,
        string_agg(int4send(f.length), ''::bytea) as lengths,
        string_agg(int8send(f.happened_us), ''::bytea) as times,
        string_agg(int4send(octet_length(f.hashes) / 8), ''::bytea) as counts,
        string_agg(f.hashes, ''::bytea) as hashes,
        string_agg(f.frequencies, ''::bytea) as freqs,
        string_agg(case when f.model_id = $3 then f.code else $4 end, ''::bytea) as codes,
        string_agg(float4send(case when f.model_id = $3 then f.scale else 0 end), ''::bytea) as scales
    from (
        select passage_no, length, happened_us, hashes, frequencies, model_id, code, scale
        from recall.index_fresh
        where project_id = any ($1) and collection = $2
        order by passage_no
    ) f
    """,
    ("int4[]", "text", "int4", "bytea"),
)
_BIG_ENDIAN = {"nos": ">i8", "lengths": ">i4", "times": ">i8", "counts": ">i4", "scales": ">f4"}


@dataclass(frozen=True, slots=True)
class Collection:
    """Where the passages of a search lie. `fresh` is the last of `sources` and None when nothing is fresh."""

    project_ids: list[int]
    name: str
    sources: list[Source]
    segment_ids: list[int]
    has_fresh: bool

    @property
    def living(self) -> int:
        """Number of passages that can be found."""
        return sum(source.living for source in self.sources)


def load(
    database: Database,
    project_ids: list[int],
    name: str,
    terms: Sequence[str],
    model: tuple[int, int] | None,
    settings: Mapping[str, Any],
) -> Collection:
    """All sources with the postings of these terms; columns are fetched when first used.

    model: (id, dimension) of the vectors whose codes are wanted, or None.
    """  # fmt: skip
    rows = database.rows(_SEGMENTS, project_ids, name)
    ids = [row["id"] for row in rows]
    postings: dict[int, dict[str, tuple[bytes, bytes]]] = {segment_id: {} for segment_id in ids}
    if ids and terms:
        for row in database.rows(_TERMS, project_ids, list(terms), ids):
            postings[row["segment_id"]][row["term"]] = (row["docs"], row["frequencies"])
    limit = settings["index.cache_bytes"]
    sources: list[Source] = [
        Segment(
            row["size"],
            row["total_length"],
            postings[row["id"]],
            _loader(database, row, model, limit),
            _dead(row),
        )
        for row in rows
    ]
    newest = fresh(database, project_ids, name, model)
    return Collection(project_ids, name, sources + ([newest] if newest else []), ids, newest is not None)


def _dead(row: Mapping[str, Any]) -> np.ndarray:
    return np.frombuffer(row["dead"] or b"", dtype=">i4").astype(np.intp)


def _loader(
    database: Database,
    row: Mapping[str, Any],
    model: tuple[int, int] | None,
    limit: int,
) -> Callable[[str], bytes]:
    project_id, segment_id, size = row["project_id"], row["id"], row["size"]

    def fetch(name: str) -> bytes:
        if name in _COLUMN:
            return database.value(_COLUMN[name], project_id, segment_id)
        if model is None:
            return b""
        data = database.value(_CODE[name], project_id, segment_id, model[0])
        # A segment that was folded before the model was added has no codes: scale 0 says so for each passage.
        return data if data is not None else bytes(size * (model[1] if name == "codes" else 4))

    def load_column(name: str) -> bytes:
        key = (row["relation"], row["project_id"], segment_id, name if name in _COLUMN else f"{name} of {model}")
        return COLUMNS.get(key, limit, lambda: fetch(name))

    return load_column


def fresh(
    database: Database, project_ids: list[int], name: str, model: tuple[int, int] | None
) -> Fresh | None:
    model_id, dim = model or (None, 0)
    row = database.rows(_FRESH, project_ids, name, model_id, bytes(dim))[0]
    if not row["size"]:
        return None
    columns = {column: row[column] for column in ("hashes", "freqs", "codes")}
    for column, order in _BIG_ENDIAN.items():
        columns[column] = np.frombuffer(row[column], dtype=order).astype(order.replace(">", "<")).tobytes()
    return Fresh(columns.__getitem__)
