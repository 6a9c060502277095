"""recall.remember: one item, and an answer that says what happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from pg_recall_udf.collection import compact, rebuild
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.errors import RecallError
from pg_recall_udf.write import check, context, embedding, item, prepare

STORE = Statement("select recall._store($1, $2, $3)", ("int4", "jsonb", "int4"))

# A live row can be forgotten between the insert that met it and the look that follows; then the insert is repeated.
_TRIES = 3


def remember(database: Database, project: str | None, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check, embed, store.

    Raises: RC001 to RC006 for bad arguments, RC010 to RC012 when embed is 'now' and cannot be done.
    """
    scope = context.enter(database, project)
    metadata = check.document(arguments["metadata"], "metadata")
    parsed = item.parse({**arguments, "metadata": metadata}, scope.settings)
    draft = prepare.draft(parsed, scope.settings, database.pause)
    new = context.unknown(database, scope.project_id, [draft])
    degraded = embedding.fill(database, new, scope.model, scope.settings)
    prepare.complete([draft], database.pause)
    context.resolve(database, scope.project_id, [draft])
    note_languages(database, scope, [draft])
    stored = store(database, scope, [draft])[0]
    answer = {
        "id": stored["id"],
        "outcome": stored["outcome"],
        "project": scope.project,
        "entity": draft.entity,
        "kind": parsed.kind,
        "type": parsed.type,
        "tags": draft.tags,
        "importance": stored["importance"],
        "density": draft.density,
        "language": draft.language,
        "passages": len(draft.passages),
        "embedding": "queued" if draft.is_queued else "stored",
        "normalised": list(parsed.notes),
    }
    if degraded:
        answer["degraded"] = degraded
    if stored["outcome"] == "duplicate":
        # They would speak of this call, not of the memory that stands.
        for name in ("type", "tags", "importance", "density", "language", "passages"):
            del answer[name]
        answer |= {"duplicate_of": stored["id"], "embedding": "none"}
        if stored["differs"] and parsed.place:
            answer["hint"] = "The place is taken by another text; recall.correct replaces it."
    else:
        compact.when_due(database, scope.project_id, scope.settings)
    return answer


def note_languages(database: Database, scope: context.Context, drafts: Sequence[prepare.Draft]) -> None:
    """Languages that are new to the project: their analysers run on every query from now on."""
    database.rows(rebuild.NOTE_LANGUAGES, scope.project_id, [draft.language for draft in drafts])


def store(database: Database, scope: context.Context, drafts: list[prepare.Draft]) -> list[dict[str, Any]]:
    """Insert drafts and answer for each, in order: {index, id, importance, outcome, differs}.

    Their languages are noted by the caller, for all its drafts at once.

    Raises: 40001 when rows kept changing under the insert.
    """
    model_id = scope.model.id if scope.model else None
    answers: dict[int, dict[str, Any]] = {}
    for _ in range(_TRIES):
        rows = [prepare.row(index, draft) for index, draft in enumerate(drafts) if index not in answers]
        found = database.document(STORE, scope.project_id, prepare.document(rows), model_id)
        answers |= {answer["index"]: answer for answer in found if answer["outcome"]}
        if len(answers) == len(drafts):
            return [answers[index] for index in range(len(drafts))]
    raise RecallError("40001", "the same memories were written and forgotten meanwhile", hint="Try again.")
