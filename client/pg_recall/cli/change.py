"""Commands that change memories: save, correct, forget."""

import json
import sys
from typing import Any

import click

from pg_recall.cli.memory import KINDS, TYPES
from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import format_option, show_one

_SOURCES = ("agent", "error_detection", "user", "consolidation", "inference")


@click.command()
@click.argument("content", nargs=-1, required=True)
@click.option("--entity", help="What the memory is about.")
@click.option("--type", type=click.Choice(TYPES), default="fact", show_default=True, help="What sort of statement.")
@click.option("--kind", type=click.Choice(KINDS), help="What sort of record (else by type).")
@click.option("--tag", "tags", multiple=True, help="A tag; may be repeated (else made from the text).")
@click.option("--source", type=click.Choice(_SOURCES), default="user", show_default=True, help="Who says so.")
@click.option("--importance", type=float, help="0 to 1 (else the prior of the type).")
@click.option("--occurred-at", help="When it happened (ISO 8601).")
@click.option("--session", help="Working session.")
@click.option("--thread", help="Conversation or document that it is part of.")
@click.option("--position", type=int, help="Place in the thread.")
@click.option("--speaker", help="Who said it.")
@click.option("--reference", help="Where it comes from: a path, a URL, an id.")
@click.option("--metadata", help="A JSON object.")
@click.option(
    "--embed",
    type=click.Choice(["auto", "now", "later"]),
    default="auto",
    show_default=True,
    help="When to make its vector.",
)
@project_option
@dsn_option
@format_option
def save(
    content: tuple[str, ...],
    dsn: str | None,
    project: str | None,
    as_json: bool | None,
    metadata: str | None,
    tags: tuple[str, ...],
    **options: Any,
) -> None:
    """Remember one thing, and say what happened. CONTENT - reads standard input.

    \b
    Examples:  pg-recall save "The staging database moved to host db7 on Friday"
               pg-recall save "prefers green tea" --entity Ana --type preference
               pg-recall save - --kind document < handbook.md
    """
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if content == ("-",) else " ".join(content)
    document = None if metadata is None else json_object(metadata, "--metadata")
    with memory(dsn, project) as open_memory:
        done = open_memory.remember(text, tags=list(tags) or None, metadata=document, **options)
    show_one(done, as_json)


@click.command()
@click.argument("id")
@click.argument("content")
@click.option("--reason", help="Why, kept with the old version.")
@project_option
@dsn_option
@format_option
def correct(
    id: str, content: str, reason: str | None, dsn: str | None, project: str | None, as_json: bool | None
) -> None:
    """Replace the text of a memory; the old text stays readable as a version.

    \b
    Example:  pg-recall correct 01a22e9b-21af-7358-a08e-b55dea34bcf0 "Staging runs on db9" --reason moved
    """
    with memory(dsn, project) as open_memory:
        show_one(open_memory.correct(id, content, reason=reason), as_json)


@click.command()
@click.argument("ids", nargs=-1, required=True)
@click.option("--reason", help="Why, kept with the tombstone.")
@project_option
@dsn_option
@format_option
def forget(
    ids: tuple[str, ...], reason: str | None, dsn: str | None, project: str | None, as_json: bool | None
) -> None:
    """Forget memories by id: they leave every read at once.

    \b
    Example:  pg-recall forget 01a22e9b-21af-7358-a08e-b55dea34bcf0
    """
    with memory(dsn, project) as open_memory:
        for id in ids:
            show_one(open_memory.forget(id, reason=reason), as_json)


def json_object(text: str, option: str) -> dict[str, Any]:
    """An option's value as a JSON object.

    Raises: click.BadParameter (status 2) when it is none.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint=option) from error
    if not isinstance(value, dict):
        raise click.BadParameter('must be an object such as {"ticket": "OPS-12"}', param_hint=option)
    return value
