"""What every write needs first: the project in scope, its settings, and the active model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.write.embedding import Model, active_model
from pg_recall_udf.write.item import dedupe_key
from pg_recall_udf.write.prepare import Draft

_ENTER = Statement("select recall._enter($1) as id", ("text",))
_SHARED = Statement("select recall.create_project('shared')")
_SETTINGS = Statement("select recall._settings($1)", ("int4",))
_NAME = Statement("select name from recall.project where id = $1", ("int4",))
_ENTITIES = Statement("select recall._resolve_entities($1, $2, $3) as ids", ("int4", "text[]", "uuid[]"))
_SESSIONS = Statement("select recall._resolve_sessions($1, $2) as ids", ("int4", "text[]"))

_KNOWN_ENTITIES = Statement(
    """
    select array_agg(recall._entity_id($1, n.name) order by n.ordinality) as ids
    from unnest($2) with ordinality as n (name, ordinality)
    """,
    ("int4", "text[]"),
)
_KNOWN_KEYS = Statement(
    """
    select dedupe_key from recall.memory_record
    where project_id = $1 and dedupe_key = any ($2) and status = 'live'
    """,
    ("int4", "bytea[]"),
)


@dataclass(frozen=True, slots=True)
class Context:
    project_id: int
    project: str
    settings: Mapping[str, Any]
    model: Model | None


def enter(database: Database, project: str | None) -> Context:
    """Resolve the project and put it in scope. The project `shared` always exists: it is made when first written to."""
    if project is not None and project.strip().casefold() == "shared":
        database.rows(_SHARED)
    project_id = database.value(_ENTER, project)
    return Context(
        project_id,
        database.value(_NAME, project_id),
        database.document(_SETTINGS, project_id),
        active_model(database),
    )


def resolve(database: Database, project_id: int, drafts: Sequence[Draft]) -> None:
    """Give drafts the ids of the entities and sessions they name; what is missing is made."""
    if any(draft.item.entity for draft in drafts):
        names, known = [draft.item.entity for draft in drafts], [draft.entity_id for draft in drafts]
        ids = database.value(_ENTITIES, project_id, names, known)
        for draft, entity_id in zip(drafts, ids, strict=True):
            draft.entity_id = entity_id
    if any(draft.item.session for draft in drafts):
        ids = database.value(_SESSIONS, project_id, [draft.item.session for draft in drafts])
        for draft, session_id in zip(drafts, ids, strict=True):
            draft.session_id = session_id


def unknown(database: Database, project_id: int, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts that are not remembered yet: only those need vectors now. Entities known so far get their ids.

    The insert has the last word: should one of the others be forgotten meanwhile, its vector is made by the queue.
    """
    names = [draft.item.entity for draft in drafts]
    ids = database.value(_KNOWN_ENTITIES, project_id, names) if any(names) else [None] * len(drafts)
    # A name that is not known yet has no memories; it must not be taken for "about nothing".
    keys = [
        None if name and not entity_id else dedupe_key(draft.item, entity_id)
        for draft, name, entity_id in zip(drafts, names, ids, strict=True)
    ]
    rows = database.rows(_KNOWN_KEYS, project_id, [key for key in keys if key])
    seen = {row["dedupe_key"] for row in rows}
    new = []
    for draft, entity_id, key in zip(drafts, ids, keys, strict=True):
        draft.entity_id = entity_id
        if key in seen:
            draft.is_queued = True
            continue
        new.append(draft)
        if key:
            seen.add(key)
    return new
