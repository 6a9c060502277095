"""Commands for agents: tools, call, mcp."""

import click

from pg_recall.cli.change import json_object
from pg_recall.cli.option import chosen_dsn, chosen_tool_project, dsn_option, memory, project_option
from pg_recall.cli.output import format_option, line, short, show

PROFILES = click.Choice(["native", "cuba", "facthouse", "spark", "all"])
_TOOL = {
    "tool": lambda tool: tool.name,
    "what it does": lambda tool: short(tool.description, 300),
}


@click.command()
@click.option("--profile", type=PROFILES, default="native", show_default=True, help="Which set of tools.")
@dsn_option
@format_option
def tools(profile: str, dsn: str | None, as_json: bool | None) -> None:
    """List the tools that agents see, with their JSON schemas.

    \b
    Example:  pg-recall tools --profile cuba --json
    """
    with memory(dsn) as open_memory:
        show(open_memory.tools(profile), _TOOL, as_json, "every tool of this profile is switched off")


@click.command()
@click.argument("tool")
@click.argument("args", default="{}")
@click.option("--session", help="Working session of the call.")
@project_option
@dsn_option
def call(tool: str, args: str, session: str | None, project: str | None, dsn: str | None) -> None:
    """Make one tool call as an agent would. ARGS is a JSON object; status 1 when the tool refuses.

    \b
    Example:  pg-recall call search '{"query": "where is staging?"}'
    """
    arguments = json_object(args, "ARGS")
    context = {"client": "pg-recall"} | ({"session": session} if session else {})
    with memory(dsn, chosen_tool_project(project)) as open_memory:
        click.echo(line(open_memory.call(tool, arguments, context)))


@click.command()
@click.option("--profile", type=PROFILES, default="native", show_default=True, help="Which set of tools.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    default=120,
    show_default=True,
    help="Seconds after which the database gives a call up; 0: never.",
)
@project_option
@dsn_option
def mcp(profile: str, timeout: float, project: str | None, dsn: str | None) -> None:
    """Serve the tools of a profile to an agent, over MCP on standard input and output.

    Without --project each call goes to the project of the client's open session, else to the one named like
    the client's first root directory, else to `default`.

    \b
    Example, in an agent's configuration:
      {"mcpServers": {"recall": {"command": "pg-recall", "args": ["mcp", "--project", "work"]}}}
    """
    from pg_recall.mcp import stdio  # noqa: PLC0415  the SDK takes half a second to import

    stdio.run(chosen_dsn(dsn), profile, chosen_tool_project(project), timeout)
