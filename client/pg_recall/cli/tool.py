"""Commands for agents: tools, call, mcp."""

import json
import sys

import click

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import format_option, line, short, show
from pg_recall.home import default_dsn

PROFILES = click.Choice(["native", "cuba", "facthouse", "spark", "all"])
_TOOL = {
    "tool": lambda tool: tool["name"],
    "what it does": lambda tool: short(tool["description"], 300),
}


@click.command()
@click.option("--profile", type=PROFILES, default="native", show_default=True)
@dsn_option
@format_option
def tools(profile: str, dsn: str | None, as_json: bool | None) -> None:
    """List the tools that agents see, with their JSON schemas.

    \b
    Example:  pg-recall tools --profile cuba --json
    """
    with memory(dsn, None) as open_memory:
        show(open_memory.tools(profile), _TOOL, as_json)


@click.command()
@click.argument("tool")
@click.argument("args", default="{}")
@click.option("--session", help="Working session of the call.")
@project_option
@dsn_option
def call(tool: str, args: str, session: str | None, project: str | None, dsn: str | None) -> None:
    """Make one tool call as an agent would. ARGS is a JSON object; status 1 when it answers an error.

    \b
    Example:  pg-recall call search '{"query": "where is staging?"}'
    """
    try:
        arguments = json.loads(args)
    except json.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint="ARGS") from error
    if not isinstance(arguments, dict):
        raise click.BadParameter("must be a JSON object", param_hint="ARGS")
    context = {"client": "pg-recall", "session": session, "project": project}
    with memory(dsn, None) as open_memory:
        answer = open_memory.call(tool, arguments, {name: value for name, value in context.items() if value})
    click.echo(line(answer))
    sys.exit(1 if "error" in answer else 0)


@click.command()
@click.option("--profile", type=PROFILES, default="native", show_default=True)
@project_option
@dsn_option
def mcp(profile: str, project: str | None, dsn: str | None) -> None:
    """Serve the tools of a profile over MCP on standard input and output.

    \b
    Example:  {"mcpServers": {"recall": {"command": "pg-recall", "args": ["mcp", "--project", "work"]}}}
    """
    from pg_recall.mcp import stdio  # noqa: PLC0415  the SDK takes half a second to import

    stdio.run(dsn or default_dsn(), profile, project)
