"""Working sessions of a client: at most one is open, and its project is where the client's calls go."""

from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool.request import Request


def start(request: Request) -> dict[str, Any]:
    """Opens the client's session in the request's project; one that is open in another project is closed."""
    key = _key(request)
    if request.open_session and request.open_session["project"] != request.project:
        _leave(request, key, request.open_session["project"])
    return request.write(
        "recall.start_session",
        key=key,
        name=request.get("name") or "unnamed",
        goals=request.get("goals", []),
        agent=request.agent,
        client=request.client,
    )


def end(request: Request) -> dict[str, Any]:
    """Closes the client's own session. Raises RC007 when none is open."""
    key = _key(request)
    if not request.open_session:
        raise RecallError(
            sqlstate="RC007",
            message="no session is open",
            hint=f"Open one with {request.tool} and action start.",
        )
    return request.database.call(
        "recall.end_session",
        key=key,
        outcome=request.get("outcome", "success"),
        summary=request.get("summary"),
        project=request.open_session["project"],
    )


def listed(request: Request) -> dict[str, Any]:
    """The newest sessions of the project."""
    sessions = request.read("recall.sessions", [], max_results=request.clamped("max_results", 20, 1, 1000))
    return {"sessions": sessions, "count": len(sessions)}


def current(request: Request) -> dict[str, Any]:
    """The client's open session, or null."""
    return {"session": request.open_session, "project": request.project}


def switch(request: Request) -> dict[str, Any]:
    """Moves the client to another project, which is made when it is new; an open session goes along.

    One that ended there is opened again as it was.
    """
    name = request.needed("name", "when action is switch")
    before, opened = request.project, request.open_session
    made = request.database.call("recall.create_project", name=name)
    request.project, request.exists = made["project"], True
    key = _key(request)
    if opened and opened["project"] != made["project"]:
        _leave(request, key, opened["project"])
    moved = request.write(
        "recall.start_session",
        key=key,
        name=opened["name"] if opened else None,
        goals=opened["goals"] if opened else None,
        agent=request.agent,
        client=request.client,
    )
    return {
        "project": made["project"],
        "previous_project": before,
        "created": not made["already_existed"],
        "session": moved,
    }


def _leave(request: Request, key: str, project: str) -> None:
    request.database.call(
        "recall.end_session",
        key=key,
        outcome="partial",
        summary=f"Continued in project {request.project}.",
        project=project,
    )


def _key(request: Request) -> str:
    if request.session is None:
        raise RecallError(
            sqlstate="RC003",
            message="this client has no session key",
            hint="The door passes one in context.session, or a declared context.client.",
        )
    return request.session
