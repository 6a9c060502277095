"""Making the index again from the texts: for a whole project after a restore, or for passages whose context changed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.collection import compact
from pg_recall_udf.collection.remove import remove
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index.vector import decode_halfvecs
from pg_recall_udf.write import prepare, recipe
from pg_recall_udf.write.embedding import Model, active_model

_BATCH = 500

_CLEAR = (
    Statement("delete from recall.index_language where project_id = $1", ("int4",)),
    Statement("delete from recall.segment where project_id = $1", ("int4",)),
    Statement("delete from recall.index_fresh where project_id = $1", ("int4",)),
)
_COMPLETE = Statement(
    """
    insert into recall.index_complete as c (project_id) values ($1)
    on conflict on constraint index_complete_pkey do update set since = excluded.since
    """,
    ("int4",),
)
_PAGE = Statement(
    "select * from recall._passage_text where project_id = $1 and no > $2 order by no limit $3",
    ("int4", "int8", "int4"),
)
_CHOSEN = Statement(
    """
    select t.* from unnest($2) as wanted (no)
    join recall._passage_text t on t.project_id = $1 and t.no = wanted.no
    order by t.no
    """,
    ("int4", "int8[]"),
)
_OF_ENTITY = Statement(
    """
    select p.no
    from recall.memory_entity me
    join recall.passage p on p.project_id = me.project_id and p.memory_id = me.memory_id
    where me.project_id = $1 and me.entity_id = $2 and me.role = 'subject'
    order by p.no
    """,
    ("int4", "uuid"),
)
_INSERT = Statement(
    """
    insert into recall.index_fresh (
        project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies,
        model_id, code, scale
    )
    select $1, f.collection, f.no, f.length, f.happened_us, f.terms, f.counts, f.hashes, f.frequencies,
        case when f.code is not null then $3 end, f.code, f.scale
    from jsonb_to_recordset($2) as f (
        no bigint, collection text, length int, happened_us bigint, terms text[], counts int[], hashes bytea,
        frequencies bytea, code bytea, scale float4
    )
    """,
    ("int4", "jsonb", "int4"),
)
NOTE_LANGUAGES = Statement("select recall._note_languages($1, $2)", ("int4", "text[]"))
# Passages that come, change or go meanwhile would be indexed twice, or stay: their writers wait.
_ALONE = Statement("select pg_advisory_xact_lock(recall._index_lock($1))", ("int4",))
_QUEUE = Statement(
    """
    select recall._enqueue($1, array(
        select distinct p.memory_id
        from unnest($2) as wanted (no)
        join recall.passage p on p.project_id = $1 and p.no = wanted.no
        where p.memory_id is not null and p.collection = 'live'
    ))
    """,
    ("int4", "int8[]"),
)


def rebuild(database: Database, project_id: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Drop the index of a project and make it again in pages; vectors are taken as they are stored.

    What writes to the project waits until the transaction ends; what reads it sees the old index.
    """
    database.rows(_ALONE, project_id)
    for statement in _CLEAR:
        database.rows(statement, project_id)
    database.rows(_COMPLETE, project_id)
    model = active_model(database)
    last, count = -1, 0
    while page := database.rows(_PAGE, project_id, last, _BATCH):
        database.rows(_QUEUE, project_id, insert(database, project_id, page, model))
        last, count = page[-1]["no"], count + len(page)
        database.pause()
    folded = compact.compact(database, project_id, settings)
    return {"passages": count, "folded": folded["folded"]}


def reindex(database: Database, project_id: int, nos: Sequence[int]) -> None:
    """Index these passages anew, in their present context; those whose embedded text changed are queued."""
    for start in range(0, len(nos), _BATCH):
        chosen = list(nos[start : start + _BATCH])
        remove(database, project_id, chosen)
        rows = database.rows(_CHOSEN, project_id, chosen)
        stale = insert(database, project_id, rows, active_model(database))
        database.rows(_QUEUE, project_id, stale)


def reindex_entity(database: Database, project_id: int, entity_id: str) -> None:
    """After a rename or a merge: the name of an entity is part of the text of its passages."""
    reindex(database, project_id, [row["no"] for row in database.rows(_OF_ENTITY, project_id, entity_id)])


def insert(
    database: Database, project_id: int, rows: Sequence[Mapping[str, Any]], model: Model | None
) -> list[int]:
    """Fresh rows for passages, with the codes of their vectors.

    Returns the live ones that have no vector, or one of another text.
    """
    texts = {row["no"]: recipe.passage_text(row["text"], row["entity"]) for row in rows}
    # Only live passages are found by vector; in the history the words decide.
    live = [row["no"] for row in rows if row["collection"] == "live"]
    vectors = stored_vectors(database, project_id, live, model)
    fresh, stale = [], []
    for row in rows:
        no, text = row["no"], texts[row["no"]]
        entry = {"no": no, "collection": row["collection"], "happened_us": row["happened_us"]}
        entry |= index_columns(row, text)
        if no in vectors:
            vector, text_hash = vectors[no]
            code, scale = formula.quantise(vector)
            entry |= {"code": prepare.hex_text(code.tobytes()), "scale": float(scale)}
            if text_hash != prepare.text_hash(text):
                stale.append(no)
        elif row["collection"] == "live":
            stale.append(no)
        fresh.append(entry)
    if fresh:
        database.rows(_INSERT, project_id, json.dumps(fresh, ensure_ascii=False), model.id if model else None)
        database.rows(NOTE_LANGUAGES, project_id, [row["language"] for row in rows])
    return stale


def index_columns(row: Mapping[str, Any], text: str) -> dict[str, Any]:
    """What the index holds of a row of recall._passage_text."""
    filters = prepare.filter_terms(
        row["kind"], row["type"], row["tags"], row["entity_id"], row["pool"], row["agent"]
    )
    return prepare.index_row(text, row["language"], filters)


def stored_vectors(
    database: Database, project_id: int, nos: Sequence[int], model: Model | None
) -> dict[int, tuple[np.ndarray, bytes]]:
    """Vectors of passages in full precision with the hash of their text."""
    if model is None or not nos:
        return {}
    rows = database.rows(_vectors_of(model.id), project_id, list(nos))
    if not rows:
        return {}
    vectors = decode_halfvecs(b"".join(row["vector"] for row in rows), model.dim)
    return {row["passage_no"]: (vector, row["text_hash"]) for row, vector in zip(rows, vectors, strict=True)}


def _vectors_of(model_id: int) -> Statement:
    return Statement(
        f"""
        select e.passage_no, public.halfvec_send(e.embedding) as vector, e.text_hash
        from unnest($2) as wanted (no)
        join recall.embedding_{model_id:d} e on e.project_id = $1 and e.passage_no = wanted.no
        """,
        ("int4", "int8[]"),
    )
