"""Draining the embedding queue: a batch of memories gets its vectors; one that fails says so and sinks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
_DONE = Statement("delete from recall.job where project_id = $1 and id = $2", ("int4", "int8"))
# Without a least wait, which doubles, a run would try a row that fails again and again and never end.
_SINK = Statement(
    """
    update recall.job j
    set attempts = j.attempts + 1, last_error = $3,
        due_at = now() + recall.retry_delay(
            j.attempts,
            greatest($4::text::interval, interval '1 second'),
            greatest($5::text::interval, interval '1 minute')
        )
    where j.project_id = $1 and j.id = $2
    """,
    ("int4", "int8", "text", "text", "text"),
)


@dataclass(frozen=True, slots=True)
class _Step:
    """What was done for one memory: passages that got their vector, and whether it needs no more."""

    passages: int
    is_done: bool


def drain(database: Database, project_id: int, settings: Mapping[str, Any]) -> dict[str, Any]:
    """One batch of a project's queue, of job.batch passages: {done, failed, passages, unavailable}.

    done and failed count memories. A long one takes several batches, so that it loses nothing when it is interrupted
    and others get their turn. Nothing done, failed or embedded means that nothing is left to do now.
    """
    answer: dict[str, Any] = {"done": 0, "failed": 0, "passages": 0, "unavailable": None}
    model = active_model(database)
    if model is None:
        return answer | {"unavailable": "no embedding model was added"}
    for job in database.rows(_DUE, project_id, settings["job.batch"]):
        most = settings["job.batch"] - answer["passages"]
        if most <= 0:
            break
        try:
            step = _embed(database, project_id, job["target_id"], model, settings, most)
        except RecallError as error:
            if error.sqlstate == "RC012":
                return answer | {"unavailable": error.reason}
            _sink(database, project_id, job["id"], f"{error.sqlstate} {error.reason}", settings)
            answer["failed"] += 1
        else:
            answer["passages"] += step.passages
            if step.is_done:
                database.rows(_DONE, project_id, job["id"])
                answer["done"] += 1
        database.pause()
    return answer


def _embed(
    database: Database, project_id: int, memory_id: str, model: Model, settings: Mapping[str, Any], most: int
) -> _Step:
    """Give a memory the vectors that it lacks, `most` at a time; none when it is being changed."""
    rows = database.rows(_PASSAGES, project_id, memory_id)
    texts = {row["no"]: recipe.passage_text(row["text"], row["entity"]) for row in rows}
    hashes = {no: prepare.text_hash(text) for no, text in texts.items()}
    stored = {row["passage_no"]: row["text_hash"] for row in database.rows(_hashes(model.id), project_id, list(texts))}
    lacking = [row for row in rows if stored.get(row["no"]) != hashes[row["no"]]]
    chosen = lacking[:most]
    if not chosen:
        return _Step(0, is_done=True)
    asked = [texts[row["no"]] for row in chosen]
    vectors = provider.embed(asked, "passage", model.name, settings, database.pause).vectors
    if not _is_held(database, project_id, memory_id, rows):
        return _Step(0, is_done=False)
    made = [
        {"no": row["no"], "vector": prepare.vector_text(vector), "text_hash": prepare.hex_text(hashes[row["no"]])}
        for row, vector in zip(chosen, vectors, strict=True)
    ]
    database.rows(_STORE, project_id, json.dumps(made), model.id)
    _index(database, project_id, chosen, model)
    return _Step(len(chosen), is_done=len(chosen) == len(lacking))


def _hashes(model_id: int) -> Statement:
    return Statement(
        f"""
        select e.passage_no, e.text_hash
        from unnest($2) as wanted (no)
        join recall.embedding_{model_id:d} e on e.project_id = $1 and e.passage_no = wanted.no
        """,
        ("int4", "int8[]"),
    )


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
