"""What every write needs first: the project in scope, its settings, and the active model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.write.embedding import Model, active_model
from pg_recall_udf.write.item import dedupe_key
from pg_recall_udf.write.prepare import Draft

_ENTER = Statement("select recall._enter_to_write($1) as id", ("text",))
_SHARED = Statement("select recall.create_project('shared')")
_SETTINGS = Statement("select recall._settings($1)", ("int4",))
_NAME = Statement("select name from recall.project where id = $1", ("int4",))
_ENTITIES = Statement("select id, name from recall._resolve_entities($1, $2, $3)", ("int4", "text[]", "uuid[]"))
_SESSIONS = Statement("select recall._resolve_sessions($1, $2) as ids", ("int4", "text[]"))

_KNOWN_ENTITIES = Statement(
    """
    select e.id, e.name
    from (
        -- The offset keeps the planner from looking a name up once for every entity it may be.
        select n.ordinality, recall._entity_id($1, n.name) as id
        from unnest($2) with ordinality as n (name, ordinality)
        offset 0
    ) as known
    left join recall.entity e on e.project_id = $1 and e.id = known.id
    order by known.ordinality
    """,
    ("int4", "text[]"),
)
_KNOWN_KEYS = Statement(
    """
    select m.dedupe_key
    from unnest($2) as wanted (key)
    join recall.memory_record m on m.project_id = $1 and m.dedupe_key = wanted.key and m.status = 'live'
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
        _name(drafts, database.rows(_ENTITIES, project_id, names, known))
    if any(draft.item.session for draft in drafts):
        ids = database.value(_SESSIONS, project_id, [draft.item.session for draft in drafts])
        for draft, session_id in zip(drafts, ids, strict=True):
            draft.session_id = session_id


def _name(drafts: Sequence[Draft], entities: Sequence[Mapping[str, Any]]) -> None:
    """Drafts get the entities that their names stand for, and speak of them by the entities' own names."""
    for draft, entity in zip(drafts, entities, strict=True):
        draft.entity_id = entity["id"]
        if entity["name"] is not None:
            draft.rename(entity["name"])


def unknown(database: Database, project_id: int, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts that are not remembered yet: only those need vectors now. Entities known so far get their ids.

    The insert has the last word: should one of the others be forgotten meanwhile, its vector is made by the queue.
    """
    names = [draft.item.entity for draft in drafts]
    if any(names):
        _name(drafts, database.rows(_KNOWN_ENTITIES, project_id, names))
    # A name that is not known yet has no memories; it must not be taken for "about nothing".
    keys = [
        None if name and not draft.entity_id else dedupe_key(draft.item, draft.entity_id)
        for draft, name in zip(drafts, names, strict=True)
    ]
    rows = database.rows(_KNOWN_KEYS, project_id, [key for key in keys if key])
    seen = {row["dedupe_key"] for row in rows}
    new = []
    for draft, key in zip(drafts, keys, strict=True):
        if key in seen:
            draft.is_queued = True
            continue
        new.append(draft)
        if key:
            seen.add(key)
    return new
