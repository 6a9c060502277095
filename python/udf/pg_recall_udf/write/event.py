"""recall.log_event: one line of the raw log, searchable by its words."""

import json
from collections.abc import Mapping
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.errors import RecallError
from pg_recall_udf.text import language
from pg_recall_udf.write import check, context, prepare, vocabulary

_SESSIONS = Statement("select recall._resolve_sessions($1, $2) as ids", ("int4", "text[]"))
_STORE = Statement("select recall._store_event($1, $2)", ("int4", "jsonb"))


def log(database: Database, project: str | None, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check, tokenise, append. The thread is the conversation: given, else the session, else `log`.

    Raises: RC002 to RC006 for bad arguments.
    """
    scope = context.enter(database, project)
    notes = check.Notes()
    content = arguments["content"]
    text = None if content is None else check.text(content, "content", notes)
    reference = check.label(arguments["content_ref"], "content_ref", notes, 2000)
    if not text and reference is None:
        raise RecallError(
            "RC001", "an event needs content or content_ref", hint="Pass what was said, or where it lies."
        )
    limit = scope.settings["write.max_bytes"]
    if text and len(text.encode()) > limit:
        raise RecallError(
            "RC002",
            f"content has {len(text.encode())} bytes, at most {limit} are accepted",
            hint="Pass a content_ref.",
        )
    session = check.label(arguments["session"], "session", notes)
    item = {
        "event_type": check.choice(arguments["event_type"], "event_type", vocabulary.EVENT_TYPES, "message"),
        "role": check.choice(arguments["role"], "role", vocabulary.EVENT_ROLES, None),
        "content_type": check.choice(
            arguments["content_type"], "content_type", vocabulary.CONTENT_TYPES, "text"
        ),
        "content": text,
        "content_ref": reference,
        "thread": check.label(arguments["thread"], "thread", notes) or session or "log",
        "speaker": check.label(arguments["speaker"], "speaker", notes),
        "occurred_at": check.instant(arguments["occurred_at"], "occurred_at", notes),
        "metadata": check.metadata(
            check.document(arguments["metadata"], "metadata"),
            scope.settings["write.max_metadata_bytes"],
            notes,
        ),
        "session_id": database.value(_SESSIONS, scope.project_id, [session])[0] if session else None,
    }
    if text:
        code = language.detect(text).code
        filters = prepare.filter_terms(None, item["event_type"], [], None, None, None)
        item["passage"] = {"language": code} | prepare.index_row(text, code, filters)
    stored = database.document(_STORE, scope.project_id, json.dumps(item, ensure_ascii=False))
    return stored | {"normalised": notes.list()}
