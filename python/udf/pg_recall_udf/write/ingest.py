"""recall.ingest: validate all, embed all, one set-based insert; a failure is narrowed down, not spread."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.collection import compact
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.errors import RecallError
from pg_recall_udf.write import check, context, embedding, item, prepare
from pg_recall_udf.write.prepare import Draft
from pg_recall_udf.write.remember import note_languages, store

# SQLSTATE classes that are not about one row: splitting the batch would only repeat them.
_GLOBAL_CLASSES = ("08", "40", "53", "57", "58", "XX", "25")

# Ids that sort as the items were given, whatever the order in which they are inserted.
_IDS = Statement(
    """
    select recall._uuid7(clock_timestamp() + n * interval '1 microsecond') as id
    from generate_series(1, $1) as n
    order by n
    """,
    ("int4",),
)

# Rows of one insert: bounds the size of the JSON document, not of the call.
_INSERT_ROWS = 1000

Entry = tuple[int, Draft]


def ingest(database: Database, project: str | None, items: str | None, atomic: bool | None) -> dict[str, Any]:
    """Remember a list of items; the outcome of each is given by its position.

    Raises: RC003 when items is not a list; with `atomic`, the first error of any item, and nothing is stored.
    """
    scope = context.enter(database, project)
    values = check.document(items, "items")
    if not isinstance(values, list):
        raise RecallError(
            "RC003", "items must be a JSON array", hint='For example [{"content": "…", "entity": "…"}].'
        )
    return _ingest(database, scope, values, bool(atomic))


def ingest_lines(database: Database, project: str | None, lines: Sequence[str]) -> dict[str, Any]:
    """The same of one JSON text an item; one that cannot be read is an error at its position."""
    return _ingest(database, context.enter(database, project), [_line(text) for text in lines], atomic=False)


def _line(text: str) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        return _Unreadable(f"the line is no JSON: {error}"[:200])


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """Stands for an item that could not be read."""

    reason: str


def _ingest(database: Database, scope: context.Context, values: Sequence[Any], atomic: bool) -> dict[str, Any]:
    results: dict[int, dict[str, Any]] = {}
    entries = list(_drafts(values, scope, results, atomic, database.pause))
    new = context.unknown(database, scope.project_id, [draft for _, draft in entries])
    degraded = embedding.fill(database, new, scope.model, scope.settings)
    prepare.complete((draft for _, draft in entries), database.pause)
    # All at once and in one order: a batch that waited for names while the one before it held others could deadlock.
    context.resolve(database, scope.project_id, [draft for _, draft in entries])
    note_languages(database, scope, [draft for _, draft in entries])
    for (_, draft), made in zip(entries, database.rows(_IDS, len(entries)), strict=True):
        draft.id = made["id"]
    # The same holds for the texts: one order over all inserts, as in each (recall._store).
    entries.sort(key=lambda entry: item.dedupe_key(entry[1].item, entry[1].entity_id))
    for start in range(0, len(entries), _INSERT_ROWS):
        batch = entries[start : start + _INSERT_ROWS]
        if atomic:
            results |= _insert(database, scope, batch)
        else:
            results |= _insert_bisecting(database, scope, batch)
        database.pause()
    compact.when_due(database, scope.project_id, scope.settings)
    ordered = [results[position] for position in range(len(values))]
    counts = {
        outcome: sum(result["outcome"] == outcome for result in ordered)
        for outcome in ("added", "duplicate", "error")
    }
    answer = {
        "project": scope.project,
        "added": counts["added"],
        "duplicates": counts["duplicate"],
        "failed": counts["error"],
        "queued": sum(
            draft.is_queued for position, draft in entries if results[position]["outcome"] == "added"
        ),
        "results": ordered,
    }
    if degraded:
        answer["degraded"] = degraded
    return answer


def _drafts(
    values: Sequence[Any], scope: context.Context, results: dict[int, dict[str, Any]], atomic: bool,
    pause: prepare.Pause,
) -> Iterator[Entry]:  # fmt: skip
    for position, value in enumerate(values):
        if isinstance(value, _Unreadable):
            results[position] = _failed(position, "RC003", value.reason, "Each line is one JSON object.")
            continue
        try:
            draft = prepare.draft(item.parse(value, scope.settings), scope.settings, pause)
            if draft.item.embedding is not None:
                draft.vectors = embedding.given(draft, scope.model)
        except RecallError as error:
            if atomic:
                raise RecallError(
                    error.sqlstate, f"item {position}: {error.message}", detail=error.detail, hint=error.hint
                ) from error
            results[position] = _failed(position, error.sqlstate, error.message, error.hint)
        else:
            yield position, draft


def _insert(database: Database, scope: context.Context, batch: Sequence[Entry]) -> dict[int, dict[str, Any]]:
    drafts = [draft for _, draft in batch]
    results = {}
    for (position, draft), stored in zip(batch, store(database, scope, drafts), strict=True):
        results[position] = {"position": position, "outcome": stored["outcome"], "id": stored["id"]}
        if draft.item.notes:
            results[position]["normalised"] = list(draft.item.notes)
    return results


def _insert_bisecting(
    database: Database, scope: context.Context, batch: Sequence[Entry]
) -> dict[int, dict[str, Any]]:
    """One savepoint for a good batch; a bad row is found in log2(n) steps and reported alone."""
    try:
        with database.savepoint():
            return _insert(database, scope, batch)
    except database.server_error as error:
        sqlstate = getattr(error, "sqlstate", None) or "XX000"
        if sqlstate.startswith(_GLOBAL_CLASSES):
            raise
        if len(batch) == 1:
            position = batch[0][0]
            return {
                position: _failed(
                    position, sqlstate, "the server refused this item", "See detail in the server's log."
                )
            }
    half = len(batch) // 2
    return _insert_bisecting(database, scope, batch[:half]) | _insert_bisecting(database, scope, batch[half:])


def _failed(position: int, code: str, message: str, hint: str | None) -> Mapping[str, Any]:
    return {
        "position": position,
        "outcome": "error",
        "error": {"code": code, "message": message, "hint": hint},
    }
