"""Commands that read memories: search, get, list, timeline."""

from typing import Any

import click

from pg_recall.cli.hint import note_in_shell
from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import day, format_option, short, show, show_one
from pg_recall.result import Hit
from pg_recall.terminal import printable

TYPES = ("fact", "decision", "lesson", "preference", "error", "solution", "context", "tool_usage")
KINDS = ("fact", "turn", "episode", "error", "procedure", "document", "note")
SCOPES = ("all", "observations", "errors", "episodes", "events", "history", "entities")

_HIT = {
    "#": lambda hit: hit.rank,
    "what": lambda hit: short(hit.content),
    "about": lambda hit: hit.entity or hit.speaker,
    "found by": lambda hit: _arms(hit),
    "when": lambda hit: day(hit.occurred_at or hit.created_at),
    "id": lambda hit: hit.id,
}
_ROW = {
    "when": lambda row: day(row.occurred_at or row.created_at),
    "type": lambda row: row.type,
    "about": lambda row: row.entity,
    "what": lambda row: short(row.content),
    "tags": lambda row: row.tags,
    "id": lambda row: row.id,
}
_MOMENT = {
    "when": lambda moment: day(moment.at),
    "kind": lambda moment: moment.kind,
    "who": lambda moment: moment.speaker or moment.role,
    "what": lambda moment: short(moment.content),
    "earlier": lambda moment: len(moment.previous_versions) or None,
}


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", "-n", type=int, default=10, show_default=True, help="Number of results.")
@click.option("--scope", type=click.Choice(SCOPES), default="all", show_default=True, help="What to search.")
@click.option("--tag", "tags", multiple=True, help="Only memories with this tag; may be repeated.")
@click.option("--type", "types", type=click.Choice(TYPES), multiple=True, help="Only this type; repeatable.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind; repeatable.")
@click.option("--entity", help="Only memories about this entity, by name or alias.")
@click.option("--after", help="Only what happened at or after this time (ISO 8601).")
@click.option("--before", help="Only what happened before this time (ISO 8601).")
@click.option("--shared", "include_shared", is_flag=True, help="Also search the project shared.")
@click.option("--fusion", type=click.Choice(["score", "rrf"]), help="How the arms are put together.")
@project_option
@dsn_option
@format_option
def search(
    query: tuple[str, ...],
    limit: int,
    dsn: str | None,
    project: str | None,
    as_json: bool | None,
    **options: Any,
) -> None:
    """Find memories by meaning, by words and by names. This is the command when none is named.

    A word that begins with a dash is an option; put -- before words that are none.

    \b
    Examples:  pg-recall where did we deploy
               pg-recall search "where is staging?" --limit 3
               pg-recall search deploy failed --type error --after 2026-01-01
               pg-recall search -- --force
    """
    wanted = {name: list(value) or None if isinstance(value, tuple) else value for name, value in options.items()}
    wanted |= {"query": " ".join(query), "max_results": limit}
    with memory(dsn, project) as open_memory:
        hits = open_memory.search(**wanted)
        answer = None if hits else open_memory.search_json(**wanted)
    degraded = answer.degraded if answer else hits[0].flags.get("degraded", {})
    for arm, why in degraded.items():
        click.echo(printable(f"note: {arm} did not take part in full: {note_in_shell(why)}"), err=True)
    show(hits, _HIT, as_json, answer.reason or "nothing matches" if answer else "")


@click.command()
@click.argument("id")
@project_option
@dsn_option
@format_option
def get(id: str, dsn: str | None, project: str | None, as_json: bool | None) -> None:
    """Show one memory with its versions, entities and links.

    \b
    Example:  pg-recall get 01a22e9b-21af-7358-a08e-b55dea34bcf0
    """
    with memory(dsn, project) as open_memory:
        show_one(open_memory.get(id), as_json)


@click.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Only this kind.")
@click.option("--type", type=click.Choice(TYPES), help="Only this type.")
@click.option("--tag", "tags", multiple=True, help="Only with this tag; may be repeated.")
@click.option("--entity", help="Only about this entity, by name or alias.")
@click.option("--session", help="Only of this working session.")
@click.option("--after", help="Only at or after this time (ISO 8601).")
@click.option("--before", help="Only before this time (ISO 8601).")
@click.option("--limit", "-n", type=int, default=20, show_default=True, help="Number of rows.")
@click.option("--offset", type=int, default=0, help="Rows to pass over.")
@click.option("--shared", "include_shared", is_flag=True, help="Also those of the project shared.")
@project_option
@dsn_option
@format_option
def list_memories(
    limit: int,
    tags: tuple[str, ...],
    dsn: str | None,
    project: str | None,
    as_json: bool | None,
    **options: Any,
) -> None:
    """List memories by filter, newest first.

    \b
    Examples:  pg-recall list --type decision --limit 5
               pg-recall list --entity staging --json
    """
    with memory(dsn, project) as open_memory:
        rows = open_memory.list(max_results=limit, tags=list(tags) or None, **options)
    show(rows, _ROW, as_json, "nothing matches")


@click.command()
@click.option("--entity", help="Only about this entity.")
@click.option("--session", help="Only of this working session.")
@click.option("--thread", help="Only of this conversation.")
@click.option("--after", help="Only at or after this time (ISO 8601).")
@click.option("--before", help="Only before this time (ISO 8601).")
@click.option("--limit", "-n", type=int, default=100, show_default=True, help="The newest so many.")
@project_option
@dsn_option
@format_option
def timeline(limit: int, dsn: str | None, project: str | None, as_json: bool | None, **options: Any) -> None:
    """Show what was remembered and logged, oldest first.

    \b
    Example:  pg-recall timeline --entity staging
    """
    with memory(dsn, project) as open_memory:
        show(open_memory.timeline(max_results=limit, **options), _MOMENT, as_json, "nothing happened")


def _arms(hit: Hit) -> str:
    """The arms that found it, each with its place there; an arm may also score what it did not find."""
    found = {arm: place for arm, place in hit.arms.items() if place.get("score")}
    return ", ".join(f"{arm} #{place['rank']:.0f}" for arm, place in found.items())
