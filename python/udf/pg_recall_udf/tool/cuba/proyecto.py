"""cuba_proyecto: projects, and which of them is the current one."""

from typing import Any

from pg_recall_udf.tool import schema, session
from pg_recall_udf.tool.cuba import common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, by_action, unavailable

NO_COUNTS = dict.fromkeys(("entities", "observations", "episodes", "errors", "relations", "sessions"), 0)


def _list(request: Request) -> dict[str, Any]:
    projects = [
        {
            "name": one["name"],
            "entity_count": one["entities"],
            "memory_count": one["memories"],
            "created_at": one["created_at"],
        }
        for one in request.database.rows("recall.projects")
    ]
    return {"projects": projects, "count": len(projects)}


def _current(request: Request) -> dict[str, Any]:
    return {"project": request.project, "exists": request.exists, "session": request.open_session}


def _switch(request: Request) -> dict[str, Any]:
    answer = session.switch(request)
    return {"switched": True} | answer


def _stats(request: Request) -> dict[str, Any]:
    name = request.get("name")
    if name:
        return {"project": name, "stats": request.database.call("recall._tool_counts", project=name)}
    return {"project": request.project, "stats": request.read("recall._tool_counts", NO_COUNTS)}


def _rename(request: Request) -> dict[str, Any]:
    answer = request.database.call(
        "recall.rename_project",
        name=request.get("name") or request.project,
        new_name=request.needed("to", "when action is rename"),
    )
    return {"renamed": True, "from": answer["renamed_from"], "to": answer["project"]}


def _later(request: Request) -> Any:
    raise unavailable(
        request.tool, f"action {request.args['action']}", "Use action rename, or keep the projects apart."
    )


TOOL = Tool(
    name="cuba_proyecto",
    purpose="Lists the projects, names the current one, switches to another, counts and renames.",
    when="Use current to see where memories go, switch before work on something else. "
    "Use cuba_jornada start with project to open a session there in one step.",
    returns="list: projects with entity_count; current: project and session; switch: project, "
    "previous_project, created; stats: counts; rename: from and to.",
    effects="switch makes the project when it is new and moves the client's session; rename writes; the "
    "others only read.",
    limits="names of 1 to 200 characters; merge and backfill answer RC0A0 in this version.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "list", "current", "switch", "stats", "rename", "merge", "backfill"),
            "name": schema.text("The project concerned. Default for stats and rename: the current one."),
            "to": schema.text("New name, for rename."),
            "confirm": schema.boolean("For merge."),
            "project": common.PROJECT,
        },
        "action",
    ),
    handler=by_action(
        {
            "list": _list,
            "current": _current,
            "switch": _switch,
            "stats": _stats,
            "rename": _rename,
            "merge": _later,
            "backfill": _later,
        }
    ),
)
