"""What every write needs first: the project in scope, its settings, and the active model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.write.embedding import Model, active_model
from pg_recall_udf.write.prepare import Draft

_ENTER = Statement("select recall._enter($1) as id", ("text",))
_SHARED = Statement("select recall.create_project('shared')")
_SETTINGS = Statement("select recall._settings($1)", ("int4",))
_NAME = Statement("select name from recall.project where id = $1", ("int4",))
_ENTITIES = Statement("select recall._resolve_entities($1, $2) as ids", ("int4", "text[]"))
_SESSIONS = Statement("select recall._resolve_sessions($1, $2) as ids", ("int4", "text[]"))


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
        ids = database.value(_ENTITIES, project_id, [draft.item.entity for draft in drafts])
        for draft, entity_id in zip(drafts, ids, strict=True):
            draft.entity_id = entity_id
    if any(draft.item.session for draft in drafts):
        ids = database.value(_SESSIONS, project_id, [draft.item.session for draft in drafts])
        for draft, session_id in zip(drafts, ids, strict=True):
            draft.session_id = session_id
