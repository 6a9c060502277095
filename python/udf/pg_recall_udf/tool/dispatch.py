"""One call of a tool, from its name and arguments to its answer."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import catalogue, schema
from pg_recall_udf.tool.database import Functions
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, unavailable

DEFAULT_PROJECT = "default"
MAX_NAME = 200
CONTEXT_TEXTS = ("client", "session", "agent", "project", "request_id")


def call(
    functions: Functions, name: str | None, args: Any, context: Any, overrides: catalogue.Overrides
) -> dict[str, Any]:
    """The answer of one call: {result, shown: ids of memories in it, project, session, client}.

    Raises: RC014 for an unknown tool, RC015 for arguments that do not fit its schema, RC0A0 for a tool not
    built yet, and whatever the functions below raise.
    """
    tool = catalogue.find(name, overrides)
    context = _checked_context(context)
    arguments = schema.checked(tool.name, tool.schema, args)
    request = _request(functions, tool, arguments, context, overrides)
    result = _answer(tool, request)
    tracked = arguments.get("track_access", True)
    return {
        "result": result,
        "shown": request.shown if tracked else [],
        "project": request.project if request.exists else None,
        "session": request.session,
        "client": request.client,
    }


def project_name(context: Mapping[str, Any]) -> str:
    """The project that a context names: its own, else its first root's last path component, else default."""
    named = (context.get("project") or "").strip()
    if named:
        return named
    for root in context.get("roots") or ():
        path = root.get("uri") if isinstance(root, Mapping) else root
        last = unquote(str(path or "")).replace("\\", "/").rstrip("/").rpartition("/")[2].strip()
        if last and not last.endswith(":"):
            return last[:MAX_NAME]
    return DEFAULT_PROJECT


def _answer(tool: Tool, request: Request) -> Any:
    if tool.handler is None:
        raise unavailable(tool.name, "this tool", tool.when.partition(". ")[2])
    return tool.handler(request)


def _request(
    functions: Functions,
    tool: Tool,
    args: dict[str, Any],
    context: Mapping[str, Any],
    overrides: catalogue.Overrides,
) -> Request:
    key = context.get("session") or (f"client:{context['client']}" if context.get("client") else None)
    place = functions.call(
        "recall._tool_place", argument=args.get("project"), session=key, fallback=project_name(context)
    )
    request = Request(
        tool=tool.name,
        args=args,
        database=functions,
        project=place["project"],
        exists=place["exists"],
        session=key,
        open_session=place["session"],
        agent=context.get("agent"),
        client=context.get("client"),
        listing=lambda profile: catalogue.listing(profile, overrides),
    )

    def delegate(name: str, given: Any) -> Any:
        """Another tool in the same context: its answer is the answer, and what it shows was shown."""
        other = catalogue.find(name, overrides)
        arguments = schema.checked(other.name, other.schema, given)
        inner = _request(functions, other, arguments, context, overrides)
        result = _answer(other, inner)
        if arguments.get("track_access", True):
            request.show(inner.shown)
        request.project, request.exists = inner.project, inner.exists
        return result

    request.delegate = delegate
    return request


def _checked_context(context: Any) -> Mapping[str, Any]:
    """The context as a mapping with its members of the right kind. Raises RC015 at $context."""
    if context is None:
        return {}
    if not isinstance(context, dict):
        raise _bad_context("$context", "an object")
    for name in CONTEXT_TEXTS:
        if context.get(name) is not None and not isinstance(context[name], str):
            raise _bad_context(f"$context.{name}", "a string")
    if context.get("roots") is not None and not isinstance(context["roots"], list):
        raise _bad_context("$context.roots", "a list of URIs")
    return context


def _bad_context(path: str, expected: str) -> RecallError:
    return RecallError(
        "RC015",
        f"{path} must be {expected}",
        detail=f"path {path}; expected {expected}",
        hint="The context has client, session, agent, project, roots and request_id.",
    )
