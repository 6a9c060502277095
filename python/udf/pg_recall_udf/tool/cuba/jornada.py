"""cuba_jornada: the working session of a client."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pg_recall_udf.tool import schema, session
from pg_recall_udf.tool.cuba import common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, by_action
from pg_recall_udf.tool.vocabulary import OUTCOMES

LONG_SESSION = timedelta(hours=2)
MANY_OBSERVATIONS = 100
LISTED = 20


def _start(request: Request) -> dict[str, Any]:
    opened = session.start(request)
    return {
        "session": _session(opened) | {"project_name": request.project},
        "previous_session": opened["previous_session"],
        "triggered_reminders": [],
        "peer_notices": [],
        "observations_pending_review": 0,
    }


def _end(request: Request) -> dict[str, Any]:
    ended = session.end(request)
    return {
        "session": _session(ended),
        "outcome": ended["outcome"],
        "summary": ended["summary"],
        "session_diff": ended["session_diff"],
    }


def _list(request: Request) -> dict[str, Any]:
    sessions = request.read("recall.sessions", [], max_results=LISTED)
    return {"sessions": [_session(one) for one in sessions], "count": len(sessions)}


def _current(request: Request) -> dict[str, Any]:
    opened = request.open_session
    if opened is None:
        return {"session": None, "hint": "No session is open. Open one with action start."}
    age = datetime.now(UTC) - datetime.fromisoformat(opened["started_at"])
    return {
        "session": _session(opened) | {"project_name": opened["project"]},
        "obs_count_in_session": opened["memories"],
        "compaction_hint": age > LONG_SESSION or opened["memories"] >= MANY_OBSERVATIONS,
        "last_snapshot": None,
    }


def _session(document: dict[str, Any]) -> dict[str, Any]:
    names = ("id", "goals", "started_at", "ended_at", "outcome", "summary")
    return {"session_name": document["name"]} | {name: document[name] for name in names}


TOOL = Tool(
    name="cuba_jornada",
    purpose="Opens, closes and lists working sessions, so that memories are filed under the work they came from.",
    when="Use start with goals before work and end with a summary after it. Use cuba_proyecto switch "
    "to change project within a session, cuba_cronica timeline to read what happened.",
    returns="start: session and previous_session with its summary; end: session_diff, the memories by type; "
    "current: session, obs_count_in_session and compaction_hint; list: sessions.",
    effects="start and end write; the session's project becomes the project of this client's calls. list "
    "and current only read.",
    limits="one open session a client; the newest 20 sessions are listed.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "start", "end", "list", "current"),
            "name": schema.text("Name of the session, for start. Default unnamed."),
            "goals": schema.texts("What it is for, for start."),
            "project": schema.text("Project to work in, for start; made when it is new."),
            "outcome": schema.choice("How it went, for end. Default success.", *OUTCOMES),
            "summary": schema.text("What was done, for end."),
            "allow_secret": common.ALLOW_SECRET,
        },
        "action",
    ),
    handler=by_action({"start": _start, "end": _end, "list": _list, "current": _current}),
)
