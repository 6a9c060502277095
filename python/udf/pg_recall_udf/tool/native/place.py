"""The native tools that say where memories go: project, session, status."""

from typing import Any

from pg_recall_udf.tool import schema, session
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import LIMIT, PROJECT
from pg_recall_udf.tool.request import Request, by_action
from pg_recall_udf.tool.vocabulary import OUTCOMES


def _create_project(request: Request) -> Any:
    return request.database.call("recall.create_project", name=request.needed("name", "when action is create"))


def _rename_project(request: Request) -> Any:
    return request.database.call(
        "recall.rename_project",
        name=request.get("name", request.project),
        new_name=request.needed("new_name", "when action is rename"),
    )


def _status(request: Request) -> Any:
    return request.read("recall.status", {"project": request.project, "exists": False, "memories": 0})


def _current_project(request: Request) -> Any:
    return {"project": request.project, "exists": request.exists, "session": request.open_session}


PROJECT_TOOL = Tool(
    name="project",
    purpose="Keeps the projects, the unit of isolation: current, list, create, switch, rename.",
    when="Use current to see where memories go, switch to move the open session to another project. "
    "Use status for the counts of one project, session for the session itself.",
    returns="the project concerned; list gives name, number of memories and of entities, and creation time.",
    effects="create and rename write; switch moves the client's session; current and list only read.",
    limits="names of 1 to 200 characters; a role with grants sees its own projects only.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "current", "list", "create", "switch", "rename"),
            "name": schema.text("The project, for create, switch and rename (default: the current one).", maximum=200),
            "new_name": schema.text("New name, for rename.", maximum=200),
            "project": PROJECT,
        },
        "action",
    ),
    handler=by_action(
        {
            "current": _current_project,
            "list": lambda request: {"projects": request.database.rows("recall.projects")},
            "create": _create_project,
            "switch": session.switch,
            "rename": _rename_project,
        }
    ),
)

SESSION = Tool(
    name="session",
    purpose="Opens and closes the working session that memories are filed under: start, end, list, current.",
    when="Use start with the goals before work, end with a summary after it. Use timeline to read what "
    "happened in one, project to change project within one.",
    returns="the session; start adds previous_session, end adds session_diff with the memories stored by type.",
    effects="start and end write one session row; the session's project becomes the project of later calls.",
    limits="one open session a client; start again in another project closes the one before.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "start", "end", "list", "current"),
            "name": schema.text("Name of the session, for start.", maximum=200),
            "goals": schema.texts("What the session is for, for start.", maximum=50),
            "outcome": schema.choice("How it went, for end. Default success.", *OUTCOMES),
            "summary": schema.text("What was done, for end."),
            "max_results": LIMIT,
            "project": PROJECT,
        },
        "action",
    ),
    handler=by_action({"start": session.start, "end": session.end, "list": session.listed, "current": session.current}),
)

STATUS = Tool(
    name="status",
    purpose="Says how the memory is doing: counts, active model, state of the index and of upkeep.",
    when="Use it when answers look incomplete or degraded. Use project with action list for all projects.",
    returns="counts, model, index freshness, queued work and the last upkeep.",
    effects="read-only.",
    limits="one project a call.",
    schema=schema.arguments({"project": PROJECT}),
    handler=_status,
    reads_only=True,
)
