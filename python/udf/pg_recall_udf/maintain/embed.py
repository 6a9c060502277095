"""Draining the embedding queue: a batch of memories gets its vectors; one that fails says so and sinks."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pg_recall_udf.collection import rebuild
from pg_recall_udf.collection.remove import remove
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.embed import provider
from pg_recall_udf.errors import RecallError
from pg_recall_udf.write import prepare, recipe
from pg_recall_udf.write.embedding import Model, active_model

_DUE = Statement(
    """
    select j.id, j.project_id, j.target_id, j.attempts from recall.job j
    where j.kind = 'embed' and j.due_at <= now() and j.project_id = $1
    order by j.due_at, j.id
    limit $2
    for update skip locked
    """,
    ("int4", "int4"),
)
_PASSAGES = Statement(
    """
    select * from recall._passage_text
    where project_id = $1 and memory_id = $2 and collection = 'live'
    order by no
    """,
    ("int4", "uuid"),
)
# Nothing is waited for while a batch is held: what somebody else is changing stays in the queue.
_LOCK_ENTITY = Statement(
    """
    select e.id from recall.memory_entity me
    join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
    where me.project_id = $1 and me.memory_id = $2 and me.role = 'subject'
    for key share of e skip locked
    """,
    ("int4", "uuid"),
)
_LOCK_MEMORY = Statement(
    "select id from recall.memory_record where project_id = $1 and id = $2 for no key update skip locked",
    ("int4", "uuid"),
)
_STORE = Statement("select recall._store_vectors($1, 'live', $2, $3)", ("int4", "jsonb", "int4"))
_DONE = Statement("delete from recall.job where project_id = $1 and id = any ($2)", ("int4", "int8[]"))
_SINK = Statement(
    """
    update recall.job j
    set attempts = j.attempts + 1, last_error = $3,
        due_at = now() + recall.retry_delay(j.attempts, $4::text::interval, $5::text::interval)
    where j.project_id = $1 and j.id = $2
    """,
    ("int4", "int8", "text", "text", "text"),
)


def drain(database: Database, project_id: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """One batch of a project's queue: {done, failed, unavailable}. done + failed = 0 means that it is empty."""
    model = active_model(database)
    if model is None:
        return {"done": 0, "failed": 0, "unavailable": "no embedding model was added"}
    jobs = database.rows(_DUE, project_id, settings["job.batch"])
    done, failed = [], 0
    for job in jobs:
        try:
            is_done = _embed(database, project_id, job["target_id"], model, settings)
        except RecallError as error:
            if error.sqlstate == "RC012":
                database.rows(_DONE, project_id, done)
                return {"done": len(done), "failed": failed, "unavailable": error.reason}
            _sink(database, project_id, job["id"], f"{error.sqlstate} {error.reason}", settings)
            failed += 1
        else:
            done += [job["id"]] if is_done else []
        database.pause()
    database.rows(_DONE, project_id, done)
    return {"done": len(done), "failed": failed, "unavailable": None}


def _embed(
    database: Database, project_id: int, memory_id: str, model: Model, settings: Mapping[str, Any]
) -> bool:
    """Give a memory its vectors; False when it was changed meanwhile, or is being changed."""
    rows = database.rows(_PASSAGES, project_id, memory_id)
    if not rows:
        return True
    texts = [recipe.passage_text(row["text"], row["entity"]) for row in rows]
    vectors = provider.embed(texts, "passage", model.name, settings, database.pause).vectors
    if not _is_held(database, project_id, memory_id, rows):
        return False
    stored = [
        {
            "no": row["no"],
            "vector": prepare.vector_text(vector),
            "text_hash": prepare.hex_text(prepare.text_hash(text)),
        }
        for row, text, vector in zip(rows, texts, vectors, strict=True)
    ]
    database.rows(_STORE, project_id, json.dumps(stored), model.id)
    _index(database, project_id, rows, model)
    return True


def _is_held(database: Database, project_id: int, memory_id: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Lock a memory as it was read; the entity first, as everyone does."""
    has_entity = rows[0]["entity_id"] is not None
    return (
        bool(database.rows(_LOCK_ENTITY, project_id, memory_id)) == has_entity
        and bool(database.rows(_LOCK_MEMORY, project_id, memory_id))
        and database.rows(_PASSAGES, project_id, memory_id) == rows
    )


def _index(database: Database, project_id: int, rows: Sequence[Mapping[str, Any]], model: Model) -> None:
    remove(database, project_id, [row["no"] for row in rows])
    rebuild.insert(database, project_id, rows, model)


def _sink(database: Database, project_id: int, job_id: int, reason: str, settings: Mapping[str, Any]) -> None:
    database.rows(
        _SINK, project_id, job_id, reason[:500], settings["job.retry_first"], settings["job.retry_ceiling"]
    )
