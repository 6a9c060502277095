"""Commands on memories: search, save, get, list, correct, forget, timeline."""

import json
from typing import Any

import click

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import day, format_option, line, short, show

_HIT = {
    "#": lambda hit: hit.rank,
    "when": lambda hit: day(hit.occurred_at or hit.created_at),
    "entity": lambda hit: hit.entity or hit.speaker,
    "what": lambda hit: short(hit.content),
    "found by": lambda hit: ", ".join(f"{arm} #{place['rank']:.0f}" for arm, place in hit.arms.items()),
    "id": lambda hit: hit.id,
}
_ROW = {
    "when": lambda row: day(row["occurred_at"] or row["created_at"]),
    "type": lambda row: row["type"],
    "entity": lambda row: row["entity"],
    "what": lambda row: short(row["content"]),
    "tags": lambda row: row["tags"],
    "id": lambda row: row["id"],
}
_MOMENT = {
    "when": lambda moment: day(moment["at"]),
    "kind": lambda moment: moment["kind"],
    "who": lambda moment: moment.get("speaker") or moment.get("role"),
    "what": lambda moment: short(moment["content"]),
}


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", "-n", type=int, help="Number of results (10).")
@click.option("--scope", help="all, observations, errors, episodes, events, history or entities.")
@click.option("--tag", "tags", multiple=True, help="Only memories with this tag; may be repeated.")
@click.option("--type", "types", multiple=True, help="Only memories of this type; may be repeated.")
@click.option("--entity", help="Only memories about this entity, by name or alias.")
@click.option("--after", help="Only what happened at or after this time.")
@click.option("--before", help="Only what happened before this time.")
@click.option("--shared", "include_shared", is_flag=True, help="Also search the project shared.")
@click.option("--fusion", help="score or rrf.")
@project_option
@dsn_option
@format_option
def search(
    query: tuple[str, ...],
    limit: int | None,
    dsn: str | None,
    project: str | None,
    as_json: bool | None,
    **options: Any,
) -> None:
    """Find memories by meaning, by words and by names.

    \b
    Examples:  pg-recall search "where is staging?"
               pg-recall search deploy failed --type error --after 2026-01-01
               pg-recall where did we deploy
    """
    with memory(dsn, project) as open_memory:
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
        hits = open_memory.search(
            " ".join(query), max_results=limit, **{name: value for name, value in given.items() if value}
        )
        reason = (
            None if hits else open_memory.search_json(" ".join(query), scope=options["scope"]).get("reason")
        )
    for arm, why in (hits[0].flags.get("degraded", {}) if hits else {}).items():
        click.echo(f"note: {arm} did not take part: {why}", err=True)
    show(hits, _HIT, as_json, reason or "nothing matches")


@click.command()
@click.argument("content")
@click.option("--entity", help="What the memory is about.")
@click.option("--type", help="fact, decision, lesson, preference, error, solution, context or tool_usage.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be repeated.")
@click.option("--source", default="user", show_default=True, help="Who says so.")
@click.option("--importance", type=float, help="0 to 1 (else the prior of the type).")
@click.option("--occurred-at", help="When it happened, ISO 8601.")
@click.option("--session", help="Working session.")
@click.option("--thread", help="Conversation or document that it is part of.")
@click.option("--position", type=int, help="Place in the thread.")
@click.option("--speaker", help="Who said it.")
@click.option("--reference", help="Where it comes from: a path, a URL, an id.")
@click.option("--metadata", help="A JSON object.")
@click.option("--embed", type=click.Choice(["auto", "now", "later"]), help="When to make its vector.")
@project_option
@dsn_option
def save(
    content: str,
    dsn: str | None,
    project: str | None,
    metadata: str | None,
    tags: tuple[str, ...],
    **options: Any,
) -> None:
    """Remember one thing, and say what happened.

    \b
    Examples:  pg-recall save "The staging database moved to host db7 on Friday"
               pg-recall save "prefers green tea" --entity Ana --type preference
    """
    with memory(dsn, project) as open_memory:
        done = open_memory.remember(
            content,
            tags=list(tags) or None,
            metadata=None if metadata is None else _object(metadata),
            **options,
        )
    click.echo(line(done))


@click.command()
@click.argument("id")
@project_option
@dsn_option
def get(id: str, dsn: str | None, project: str | None) -> None:
    """Show one memory with its versions, entities and links.

    \b
    Example:  pg-recall get 01a22e9b-21af-7358-a08e-b55dea34bcf0
    """
    with memory(dsn, project) as open_memory:
        click.echo(json.dumps(open_memory.get(id), ensure_ascii=False, indent=2))


@click.command("list")
@click.option("--kind", help="fact, turn, episode, error, procedure, document or note.")
@click.option("--type", help="fact, decision, lesson, preference, error, solution, context or tool_usage.")
@click.option("--tag", "tags", multiple=True, help="With this tag; may be repeated.")
@click.option("--entity", help="About this entity, by name or alias.")
@click.option("--session", help="Of this working session.")
@click.option("--after", help="At or after this time.")
@click.option("--before", help="Before this time.")
@click.option("--limit", "-n", type=int, help="Number of rows (20).")
@click.option("--offset", type=int, help="Rows to pass over.")
@project_option
@dsn_option
@format_option
def list_memories(
    limit: int | None,
    tags: tuple[str, ...],
    dsn: str | None,
    project: str | None,
    as_json: bool | None,
    **options: Any,
) -> None:
    """List memories by filter, newest first.

    \b
    Example:  pg-recall list --type decision --limit 5
    """
    with memory(dsn, project) as open_memory:
        rows = open_memory.list(max_results=limit, tags=list(tags) or None, **options)
    show(rows, _ROW, as_json, "no such memory")


@click.command()
@click.argument("id")
@click.argument("content")
@click.option("--reason", help="Why, kept with the old version.")
@project_option
@dsn_option
def correct(id: str, content: str, reason: str | None, dsn: str | None, project: str | None) -> None:
    """Replace the text of a memory; the old text stays readable as a version.

    \b
    Example:  pg-recall correct 01a22e9b-… "The staging database moved to host db9" --reason "moved again"
    """
    with memory(dsn, project) as open_memory:
        click.echo(line(open_memory.correct(id, content, reason=reason)))


@click.command()
@click.argument("ids", nargs=-1, required=True)
@click.option("--reason", help="Why, kept with the tombstone.")
@project_option
@dsn_option
def forget(ids: tuple[str, ...], reason: str | None, dsn: str | None, project: str | None) -> None:
    """Forget memories by id: they leave every read at once.

    \b
    Example:  pg-recall forget 01a22e9b-21af-7358-a08e-b55dea34bcf0
    """
    with memory(dsn, project) as open_memory:
        for id in ids:
            click.echo(line(open_memory.forget(id, reason=reason)))


@click.command()
@click.option("--entity", help="About this entity.")
@click.option("--session", help="Of this working session.")
@click.option("--thread", help="Of this conversation.")
@click.option("--after", help="At or after this time.")
@click.option("--before", help="Before this time.")
@click.option("--limit", "-n", type=int, help="Number of entries (100).")
@project_option
@dsn_option
@format_option
def timeline(
    limit: int | None, dsn: str | None, project: str | None, as_json: bool | None, **options: Any
) -> None:
    """Show what was remembered and logged, oldest first.

    \b
    Example:  pg-recall timeline --entity staging
    """
    with memory(dsn, project) as open_memory:
        show(open_memory.timeline(max_results=limit, **options), _MOMENT, as_json)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint="--metadata") from error
    if not isinstance(value, dict):
        raise click.BadParameter('must be an object such as {"ticket": "OPS-12"}', param_hint="--metadata")
    return value
