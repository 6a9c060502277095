"""Folding fresh rows into segments, and small segments into larger ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pg_recall_udf.collection import graph
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index import compact as folding
from pg_recall_udf.index import pack
from pg_recall_udf.index.compact import Row
from pg_recall_udf.index.pack import PostingTable

# Rows of one fold: bounds the memory that their terms take (about 100 MB).
FOLD_ROWS = 8192
FANOUT = 8
_TERM_ROWS = 2000
_SLICE_TERMS = 20_000

# Not while the index is made again, and one at a time. Nobody waits: the next run does it.
_LOCK = Statement(
    """
    select pg_try_advisory_xact_lock_shared(recall._index_lock($1))
        and pg_try_advisory_xact_lock(hashtextextended('recall.compact ' || $1, 0))
    """,
    ("int4",),
)
_FRESH_COLLECTIONS = Statement(
    "select collection, count(*) as n from recall.index_fresh where project_id = $1 group by 1 order by 1",
    ("int4",),
)
_SEGMENT_COLLECTIONS = Statement(
    "select distinct collection from recall.segment where project_id = $1 order by 1", ("int4",)
)
_IS_DUE = Statement(
    "select count(*) >= $2 as due from (select from recall.index_fresh where project_id = $1 limit $2) f",
    ("int4", "int4"),
)
# Rows that another session is taking out of the index are left to it.
_TAKE = Statement(
    """
    select passage_no, length, happened_us, terms, counts, model_id, code, scale
    from recall.index_fresh
    where project_id = $1 and collection = $2
    order by passage_no
    limit $3
    for update skip locked
    """,
    ("int4", "text", "int4"),
)
_TAKEN = Statement(
    "delete from recall.index_fresh where project_id = $1 and collection = $2 and passage_no = any ($3)",
    ("int4", "text", "int8[]"),
)
_NEW_SEGMENT = Statement(
    """
    insert into recall.segment (project_id, collection, size, total_length, first_no, last_no, nos, lengths, happened)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    returning id
    """,
    ("int4", "text", "int4", "int8", "int8", "int8", "bytea", "bytea", "bytea"),
)
_NEW_CODES = Statement(
    """
    insert into recall.segment_code (project_id, segment_id, model_id, codes, scales, in_graph)
    values ($1, $2, $3, $4, $5, $6)
    """,
    ("int4", "int8", "int4", "bytea", "bytea", "bool"),
)
_NEW_TERMS = Statement(
    """
    insert into recall.segment_term (project_id, term, segment_id, docs, frequencies)
    select $1, t.term, $2, t.docs, t.frequencies
    from unnest($3, $4, $5) as t (term, docs, frequencies)
    """,
    ("int4", "int8", "text[]", "bytea[]", "bytea[]"),
)
_SIZES = Statement(
    """
    select s.id, s.size, (
        select count(*) from recall.segment_dead d where d.project_id = s.project_id and d.segment_id = s.id
    ) as dead
    from recall.segment s
    where s.project_id = $1 and s.collection = $2
    order by s.id
    """,
    ("int4", "text"),
)
_LOCK_SEGMENTS = Statement(
    "select id from recall.segment where project_id = $1 and id = any ($2) order by id for update skip locked",
    ("int4", "int8[]"),
)
_SEGMENT = Statement(
    "select nos, lengths, happened from recall.segment where project_id = $1 and id = $2", ("int4", "int8")
)
_CODES = Statement(
    "select model_id, codes, scales, in_graph from recall.segment_code where project_id = $1 and segment_id = $2",
    ("int4", "int8"),
)
_DEAD = Statement(
    "select ordinal from recall.segment_dead where project_id = $1 and segment_id = $2", ("int4", "int8")
)
_TERM_NAMES = Statement(
    "select distinct term from recall.segment_term where project_id = $1 and segment_id = any ($2) order by term",
    ("int4", "int8[]"),
)
_TERM_SLICE = Statement(
    """
    select term, docs, frequencies from recall.segment_term
    where project_id = $1 and segment_id = $2 and term >= $3 and term <= $4
    order by term
    """,
    ("int4", "int8", "text", "text"),
)
_DROP = Statement("delete from recall.segment where project_id = $1 and id = any ($2)", ("int4", "int8[]"))


def when_due(database: Database, project_id: int, settings: Mapping[str, Any]) -> None:
    """Fold once the fresh rows of a project have reached the limit; the look itself is bounded."""
    if database.value(_IS_DUE, project_id, settings["index.fresh_limit"]):
        compact(database, project_id, settings, keep=0)


def compact(
    database: Database, project_id: int, settings: Mapping[str, Any], keep: int = 0
) -> dict[str, Any]:
    """Fold what is fresh, then merge until the segments are in shape. One at a time per project; others are told so.

    keep: a collection with fewer fresh rows than this is left as it is.
    """
    if not database.value(_LOCK, project_id):
        return {"busy": True, "folded": 0, "merged": 0}
    model = _active_model(database)
    folded = merged = 0
    for row in database.rows(_FRESH_COLLECTIONS, project_id):
        if row["n"] >= max(keep, 1):
            folded += _fold(database, project_id, row["collection"], model)
    for row in database.rows(_SEGMENT_COLLECTIONS, project_id):
        merged += _merge_until_in_shape(database, project_id, row["collection"])
    return {"busy": False, "folded": folded, "merged": merged}


_MODEL = Statement(
    "select id, (spec ->> 'dim')::int as dim from recall.model where role = 'embed' and is_active"
)


def _active_model(database: Database) -> tuple[int | None, int]:
    rows = database.rows(_MODEL)
    return (rows[0]["id"], rows[0]["dim"]) if rows else (None, 0)


def _fold(database: Database, project_id: int, collection: str, model: tuple[int | None, int]) -> int:
    folded = 0
    while True:
        taken = database.rows(_TAKE, project_id, collection, FOLD_ROWS)
        if taken:
            image = folding.build((_row(row, model[0]) for row in taken), model[1])
            segment_id = _insert(database, project_id, collection, image.columns, image.total_length)
            _insert_terms(database, project_id, segment_id, image.term_rows())
            nos = [row["passage_no"] for row in taken]
            if model[0] is not None:
                in_graph = graph.is_marked(database, project_id, model[0], nos)
                _insert_codes(database, project_id, segment_id, model[0], image.columns, in_graph)
            database.rows(_TAKEN, project_id, collection, nos)
            folded += len(taken)
        if len(taken) < FOLD_ROWS:
            return folded
        database.pause()


def _row(row: Mapping[str, Any], model_id: int | None) -> Row:
    has_code = row["code"] is not None and row["model_id"] == model_id
    return Row(
        no=row["passage_no"], length=row["length"], time=row["happened_us"],
        terms=dict(zip(row["terms"], row["counts"], strict=True)),
        code=row["code"] if has_code else b"", scale=row["scale"] if has_code else 0,
    )  # fmt: skip


def _insert(
    database: Database, project_id: int, collection: str, columns: Mapping[str, np.ndarray], total_length: int
) -> int:
    nos = columns["nos"]
    return database.value(
        _NEW_SEGMENT, project_id, collection, len(nos), total_length, int(nos[0]), int(nos[-1]),
        pack.encode_column("nos", nos), pack.encode_column("lengths", columns["lengths"]),
        pack.encode_column("times", columns["times"]),
    )  # fmt: skip


def _insert_codes(
    database: Database, project_id: int, segment_id: int, model_id: int, columns: Mapping[str, np.ndarray],
    in_graph: bool,
) -> None:  # fmt: skip
    database.rows(
        _NEW_CODES, project_id, segment_id, model_id,
        pack.encode_column("codes", columns["codes"]), pack.encode_column("scales", columns["scales"]), in_graph,
    )  # fmt: skip


def _insert_terms(
    database: Database, project_id: int, segment_id: int, rows: Iterable[tuple[str, bytes, bytes]]
) -> None:
    batch: list[tuple[str, bytes, bytes]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _TERM_ROWS:
            _insert_term_batch(database, project_id, segment_id, batch)
            batch = []
    if batch:
        _insert_term_batch(database, project_id, segment_id, batch)


def _insert_term_batch(
    database: Database, project_id: int, segment_id: int, batch: Sequence[tuple[str, bytes, bytes]]
) -> None:
    terms, docs, freqs = zip(*batch, strict=True)
    database.rows(_NEW_TERMS, project_id, segment_id, list(terms), list(docs), list(freqs))
    database.pause()


def _merge_until_in_shape(database: Database, project_id: int, collection: str) -> int:
    merged = 0
    while True:
        rows = database.rows(_SIZES, project_id, collection)
        chosen = folding.choose_merge([row["size"] for row in rows], [row["dead"] for row in rows], FANOUT)
        if not chosen:
            return merged
        if not _merge(database, project_id, collection, sorted(rows[i]["id"] for i in chosen)):
            return merged
        merged += len(chosen)


def _merge(database: Database, project_id: int, collection: str, ids: list[int]) -> bool:
    """Replace segments by one; False when somebody is taking a passage out of one of them.

    Nothing is waited for: whoever forgets several memories holds one segment and wants the next.
    """
    if len(database.rows(_LOCK_SEGMENTS, project_id, ids)) < len(ids):
        return False
    # Read after the lock, in a new snapshot: whoever marked a passage dead meanwhile is seen.
    dead = [
        np.array([row["ordinal"] for row in database.rows(_DEAD, project_id, i)], dtype=np.intp) for i in ids
    ]
    models = _codes(database, project_id, ids)
    plan = folding.plan_merge([_columns(database, project_id, i) for i in ids], dead)
    if len(plan.columns["nos"]):
        total = int(plan.columns["lengths"].sum(dtype=np.int64))
        segment_id = _insert(database, project_id, collection, plan.columns, total)
        for model_id, parts in models.items():
            columns = folding.plan_merge([part.columns for part in parts], dead).columns
            in_graph = all(part.in_graph for part in parts)
            _insert_codes(database, project_id, segment_id, model_id, columns, in_graph)
        _insert_terms(database, project_id, segment_id, _merged_terms(database, project_id, ids, plan.maps))
    database.rows(_DROP, project_id, ids)
    return True


def _columns(database: Database, project_id: int, segment_id: int) -> dict[str, np.ndarray]:
    row = database.rows(_SEGMENT, project_id, segment_id)[0]
    return {
        "nos": pack.decode_column("nos", row["nos"]),
        "lengths": pack.decode_column("lengths", row["lengths"]),
        "times": pack.decode_column("times", row["happened"]),
    }


@dataclass(frozen=True, slots=True)
class _Codes:
    columns: dict[str, np.ndarray]
    in_graph: bool


def _codes(database: Database, project_id: int, ids: Sequence[int]) -> dict[int, list[_Codes]]:
    """Per model the code columns of every segment; a segment without any gets zero codes."""
    found = {i: {row["model_id"]: row for row in database.rows(_CODES, project_id, i)} for i in ids}
    models = sorted({model_id for rows in found.values() for model_id in rows})
    return {
        model_id: [_code_columns(database, project_id, i, found[i].get(model_id)) for i in ids]
        for model_id in models
    }


def _code_columns(
    database: Database, project_id: int, segment_id: int, row: Mapping[str, Any] | None
) -> _Codes:
    nos = pack.decode_column("nos", database.rows(_SEGMENT, project_id, segment_id)[0]["nos"])
    if row is None:
        codes, scales = np.zeros((len(nos), 0), np.int8), np.zeros(len(nos), np.float32)
    else:
        codes = pack.decode_column("codes", row["codes"], len(nos))
        scales = pack.decode_column("scales", row["scales"], len(nos))
    # Passages without a vector are in every graph.
    return _Codes({"nos": nos, "codes": codes, "scales": scales}, row is None or row["in_graph"])


def _merged_terms(
    database: Database, project_id: int, ids: Sequence[int], maps: Sequence[np.ndarray]
) -> Iterable[tuple[str, bytes, bytes]]:
    names = [row["term"] for row in database.rows(_TERM_NAMES, project_id, list(ids))]
    for start in range(0, len(names), _SLICE_TERMS):
        first, last = names[start], names[min(start + _SLICE_TERMS, len(names)) - 1]
        tables = [
            PostingTable.from_rows(
                (row["term"], row["docs"], row["frequencies"])
                for row in database.rows(_TERM_SLICE, project_id, segment_id, first, last)
            )
            for segment_id in ids
        ]
        yield from folding.merge_postings(tables, maps).rows()
