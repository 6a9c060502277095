"""After a merge of entities: memories that are about another one now, and so the same as others."""

from collections.abc import Mapping, Sequence
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.write import item as items

# Looked up one by one, and "offset 0" keeps the planner to it, also before it has statistics.
_ROWS = Statement(
    """
    select m.id, m.content, m.kind, m.thread, m.position, m.reference, me.entity_id
    from unnest($2) as wanted (id)
    cross join lateral (
        select * from recall.memory_record m where m.project_id = $1 and m.id = wanted.id and m.status = 'live' offset 0
    ) m
    cross join lateral (
        select * from recall.memory_entity me
        where me.project_id = $1 and me.memory_id = wanted.id and me.role = 'subject'
        offset 0
    ) me
    order by m.id
    """,
    ("int4", "uuid[]"),
)
_UPDATE = Statement(
    """
    update recall.memory_record m set dedupe_key = wanted.key
    from unnest($2, $3) as wanted (id, key)
    where m.project_id = $1 and m.id = wanted.id
        and not exists (
            select from recall.memory_record o
            where o.project_id = $1 and o.dedupe_key = wanted.key and o.status = 'live' and o.id <> m.id
        )
    returning m.id
    """,
    ("int4", "uuid[]", "bytea[]"),
)
_FORGET = Statement("select recall._forget($1, $2, 'repeated by another after a merge')", ("int4", "uuid"))
_BATCH = 500


def _key(row: Mapping[str, Any]) -> bytes:
    place = items.place_of(row["kind"], row["thread"], row["position"], row["reference"])
    return items.memory_key(place, row["kind"], row["entity_id"], row["content"])


def rekey(database: Database, project_id: int, memory_ids: Sequence[str] | None) -> int:
    """Make the duplicate keys of these memories anew. One that another memory repeats is forgotten; how many were.

    The caller holds the entities, so that nobody writes about them meanwhile.
    """
    forgotten = 0
    ids = list(memory_ids or ())
    for start in range(0, len(ids), _BATCH):
        rows = database.rows(_ROWS, project_id, ids[start : start + _BATCH])
        keys = [_key(row) for row in rows]
        chosen = [row["id"] for row in rows]
        kept = {row["id"] for row in database.rows(_UPDATE, project_id, chosen, keys)}
        for id in chosen:
            if id not in kept:
                database.rows(_FORGET, project_id, id)
                forgotten += 1
        database.pause()
    return forgotten
