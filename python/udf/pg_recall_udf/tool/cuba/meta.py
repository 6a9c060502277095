"""cuba_tools and cuba_call: the catalogue, and a proxy to every tool of it."""

from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request

META = ("cuba_tools", "cuba_call")


def _tools(request: Request) -> dict[str, Any]:
    listed = request.listing("cuba") if request.listing else []
    sought = request.get("query", "").casefold()
    found = [one for one in listed if sought in f"{one['name']} {one['description']}".casefold()]
    detail = request.get("detail", "summary")
    tools: list[Any] = found
    if detail == "names":
        tools = [one["name"] for one in found]
    elif detail == "summary":
        tools = [{"name": one["name"], "description": one["description"].partition(". ")[0]} for one in found]
    return {"count": len(found), "total_tools": len(listed), "tools": tools}


def _call(request: Request) -> Any:
    name = request.needed("tool")
    if name in META or request.delegate is None:
        raise RecallError(
            sqlstate="RC015",
            message=f"{request.tool}: {name[:80]} cannot be called through cuba_call",
            detail="path $.tool; expected a tool other than cuba_tools and cuba_call",
            hint="Call it directly.",
        )
    return request.delegate(name, request.get("args"))


TOOLS = (
    Tool(
        name="cuba_tools",
        purpose="Finds tools of this catalogue by a word in their name or description.",
        when="Use it when no listed tool seems to fit. Use cuba_call to run one that your client does not list.",
        returns="count, total_tools and tools: names, summary (name and first sentence, the default) or "
        "full with schemas.",
        effects="read-only.",
        limits="plain substring, no ranking.",
        schema=schema.arguments(
            {
                "query": schema.text("Part of a name or description. Left out: all."),
                "detail": schema.choice("How much to say. Default summary.", "names", "summary", "full"),
            }
        ),
        handler=_tools,
        reads_only=True,
    ),
    Tool(
        name="cuba_call",
        purpose="Runs another tool by name, with the same checks and the same answer as a direct call.",
        when="Use it for tools that your client does not list. Use cuba_tools first to find the name "
        "and the arguments.",
        returns="exactly what the tool returns.",
        effects="those of the tool that is called.",
        limits="cuba_tools and cuba_call themselves cannot be called through it; unknown names answer RC014.",
        schema=schema.arguments(
            {"tool": schema.text("Name of the tool."), "args": schema.document("Its arguments.")}, "tool"
        ),
        handler=_call,
        destroys=True,
    ),
)
