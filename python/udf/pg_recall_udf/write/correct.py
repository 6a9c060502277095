"""recall.correct: new text for a memory; the old one stays readable."""

import uuid
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.errors import RecallError
from pg_recall_udf.text import describe, normalise
from pg_recall_udf.write import check, context, embedding, prepare
from pg_recall_udf.write import item as items

_CURRENT = Statement(
    """
    select m.content, m.kind, m.type, m.tags, m.source, m.thread, m.position, m.reference, m.pool, m.agent, m.language,
           m.version, me.entity_id, e.name as entity
    from recall.memory_record m
    left join recall.memory_entity me on me.project_id = m.project_id and me.memory_id = m.id and me.role = 'subject'
    left join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
    where m.project_id = $1 and m.id = $2 and m.status = 'live' and m.trust = 'trusted'
    """,
    ("int4", "uuid"),
)
_REVISE = Statement(
    "select recall._revise($1, $2, $3, $4, $5, $6)", ("int4", "uuid", "jsonb", "jsonb", "text", "int4")
)


def correct(
    database: Database, project: str | None, memory_id: str | None, content: str | None, reason: str | None
) -> dict[str, Any]:
    """Check, embed, revise. The same text in another spelling of blanks changes nothing.

    Raises: RC001, RC002 for the content, RC003 or RC007 for the id, RC009 when another memory says exactly this.
    """
    scope = context.enter(database, project)
    notes = check.Notes()
    text = check.content(content, scope.settings["write.max_bytes"], notes)
    reason = check.label(reason, "reason", notes, 1000)
    memory_id = _parsed(memory_id)
    rows = database.rows(_CURRENT, scope.project_id, memory_id)
    if not rows:
        raise RecallError(
            "RC007", f"there is no memory {memory_id}", hint="Ids come from remember, search and list."
        )
    old = rows[0]
    if normalise.dedupe_form(old["content"]) == normalise.dedupe_form(text):
        return {
            "id": memory_id,
            "outcome": "unchanged",
            "version": old["version"],
            "normalised": notes.list(),
        }
    draft = _draft(old, text, scope, database.pause)
    degraded = embedding.fill(database, [draft], scope.model, scope.settings)
    prepare.complete([draft], database.pause)
    answer = database.document(
        _REVISE, scope.project_id, memory_id,
        prepare.document(_revision(old, draft)), prepare.document(_history(old, scope, database.pause)),
        reason, scope.model.id if scope.model else None,
    )  # fmt: skip
    answer |= {
        "passages": len(draft.passages),
        "embedding": "queued" if draft.is_queued else "stored",
        "normalised": notes.list(),
    }
    if degraded:
        answer["degraded"] = degraded
    return answer


def _parsed(memory_id: str | None) -> str:
    try:
        return str(uuid.UUID(memory_id or ""))
    except ValueError as error:
        raise RecallError(
            "RC003",
            f"id is not a UUID: {(memory_id or '')[:60]!r}",
            hint="Pass the id as it was returned by remember or search.",
        ) from error


def _tags(old: dict[str, Any]) -> list[str] | None:
    """The tags that were chosen stay; those made of the old text are made of the new one."""
    return None if sorted(old["tags"]) == sorted(describe.auto_tags(old["content"])) else old["tags"]


def _draft(old: dict[str, Any], text: str, scope: context.Context, pause: prepare.Pause) -> prepare.Draft:
    item = items.Item(
        content=text, kind=old["kind"], type=old["type"], source=old["source"], entity=old["entity"], tags=_tags(old),
        importance=None, occurred_at=None, session=None, thread=old["thread"], position=old["position"], speaker=None,
        role=None, reference=old["reference"], pool=old["pool"], agent=old["agent"], valid_from=None, valid_until=None,
        metadata={},
    )  # fmt: skip
    passages = prepare.passages(text, old["entity"], scope.settings, pause)
    return prepare.Draft(item, passages, old["entity"], entity_id=old["entity_id"])


def _revision(old: dict[str, Any], draft: prepare.Draft) -> dict[str, Any]:
    return prepare.row(0, draft) | {"from_version": old["version"], "entity": old["entity"]}


def _history(old: dict[str, Any], scope: context.Context, pause: prepare.Pause) -> list[dict[str, Any]]:
    """Index rows of the old text: the same passages, now of the history collection."""
    filters = prepare.filter_terms(
        old["kind"], old["type"], old["tags"], old["entity_id"], old["pool"], old["agent"]
    )
    return [
        {"ordinal": passage.ordinal} | prepare.index_row(passage.text, old["language"], filters)
        for passage in prepare.passages(old["content"], old["entity"], scope.settings, pause)
    ]
