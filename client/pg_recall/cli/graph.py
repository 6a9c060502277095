"""Commands on what memories belong to: projects, entities, relations, the event log, the counts of it all."""

from typing import Any

import click

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import day, format_option, short, show, show_one

_PROJECT = {
    "project": lambda row: row.name,
    "memories": lambda row: row.memories,
    "entities": lambda row: row.entities,
    "since": lambda row: day(row.created_at),
}
_ENTITY = {
    "entity": lambda row: row["name"],
    "type": lambda row: row["entity_type"],
    "aliases": lambda row: row["aliases"],
    "importance": lambda row: f"{row['importance']:.2f}",
}
_NODE = {
    "entity": lambda row: row["name"],
    "by": lambda row: row["relation"],
    "steps": lambda row: row["depth"],
    "strength": lambda row: f"{row['strength']:.2f}",
}
_RELATION = {
    "from": lambda row: row.from_entity,
    "type": lambda row: row.type,
    "to": lambda row: row.to_entity,
    "strength": lambda row: f"{row.strength:.2f}",
    "both ways": lambda row: "yes" if row.is_bidirectional else "",
}
_EVENT = {
    "#": lambda row: row["position"],
    "when": lambda row: day(row["occurred_at"] or row["created_at"]),
    "who": lambda row: row["speaker"] or row["role"],
    "type": lambda row: row["event_type"],
    "what": lambda row: short(row["content"] or row["content_ref"]),
}


@click.command()
@click.option("--create", metavar="NAME", help="Make a project.")
@click.option("--rename", nargs=2, metavar="NAME NEW", help="Rename a project.")
@dsn_option
@format_option
def projects(create: str | None, rename: tuple[str, str] | None, dsn: str | None, as_json: bool | None) -> None:
    """List projects, or make or rename one.

    \b
    Examples:  pg-recall projects
               pg-recall projects --create work
    """
    with memory(dsn) as open_memory:
        if create is not None:
            show_one(open_memory.create_project(create), as_json)
        elif rename:
            show_one(open_memory.rename_project(*rename), as_json)
        else:
            found = open_memory.projects()
            show(found, _PROJECT, as_json, "no project yet: pg-recall projects --create NAME")


@click.command()
@click.argument("name", required=False)
@click.option("--create", is_flag=True, help="Make NAME an entity.")
@click.option("--type", help="Its type when it is made (concept).")
@click.option("--rename", metavar="NEW", help="Rename NAME; the old name stays as an alias.")
@click.option("--alias", metavar="OTHER", help="Give NAME another name.")
@click.option("--merge-into", metavar="WINNER", help="Merge NAME into another entity.")
@click.option("--delete", is_flag=True, help="Delete NAME; without --yes only a plan.")
@click.option("--yes", is_flag=True, help="Really delete.")
@click.option("--limit", "-n", type=int, default=100, show_default=True, help="Number of entities listed.")
@project_option
@dsn_option
@format_option
def entities(
    name: str | None,
    limit: int,
    project: str | None,
    dsn: str | None,
    as_json: bool | None,
    **options: Any,
) -> None:
    """List entities, show one, or change one.

    \b
    Examples:  pg-recall entities
               pg-recall entities Ana
               pg-recall entities Bob --alias Robert
               pg-recall entities "Bob Smith" --merge-into Bob
    """
    action, arguments = _entity_action(**options)
    if name is None and action != "get":
        raise click.UsageError("name the entity")
    with memory(dsn, project) as open_memory:
        if name is None:
            show(open_memory.entity("list", max_results=limit), _ENTITY, as_json, "no entity yet")
        else:
            show_one(open_memory.entity(action, name, **arguments), as_json)


def _entity_action(
    create: bool,
    type: str | None,
    rename: str | None,
    alias: str | None,
    merge_into: str | None,
    delete: bool,
    yes: bool,
) -> tuple[str, dict[str, Any]]:
    """The action and its arguments; get when none is asked for."""
    actions = {
        "create": (create, {"type": type}),
        "rename": (rename is not None, {"new_name": rename}),
        "alias": (alias is not None, {"alias": alias}),
        "merge": (merge_into is not None, {"into": merge_into}),
        "delete": (delete, {"confirm": yes}),
    }
    asked = {name: arguments for name, (wanted, arguments) in actions.items() if wanted}
    if len(asked) > 1:
        raise click.UsageError(f"one change at a time, not {' and '.join(asked)}")
    return next(iter(asked.items()), ("get", {}))


@click.command()
@click.argument("start", required=False)
@click.argument("type", required=False)
@click.argument("to", required=False)
@click.option("--depth", type=int, default=3, show_default=True, help="Steps to walk from START.")
@click.option("--both-ways", is_flag=True, help="The relation holds in both directions.")
@click.option("--delete", is_flag=True, help="Delete the relation.")
@click.option("--limit", "-n", type=int, default=100, show_default=True, help="Number of relations listed.")
@project_option
@dsn_option
@format_option
def relations(
    start: str | None,
    type: str | None,
    to: str | None,
    depth: int,
    both_ways: bool,
    delete: bool,
    limit: int,
    project: str | None,
    dsn: str | None,
    as_json: bool | None,
) -> None:
    """List relations, walk those of START, or make or delete one: START TYPE TO.

    \b
    Examples:  pg-recall relations
               pg-recall relations staging --depth 2
               pg-recall relations api depends_on staging
               pg-recall relations api depends_on staging --delete
    """
    if (type is None) != (to is None):
        raise click.UsageError("a relation is START TYPE TO")
    if delete and type is None:
        raise click.UsageError("name the relation to delete: START TYPE TO")
    with memory(dsn, project) as open_memory:
        if start is None:
            show(open_memory.relations(max_results=limit), _RELATION, as_json, "no relation yet")
        elif type is None:
            found = open_memory.relate("traverse", start_entity=start, max_depth=depth)
            show(found["nodes"], _NODE, as_json, f"{start} leads nowhere")
        elif delete:
            show_one(open_memory.relate("delete", start, to, type), as_json)
        else:
            show_one(open_memory.relate("create", start, to, type, bidirectional=both_ways), as_json)


@click.command()
@click.option("--session", help="Of this working session.")
@click.option("--thread", help="Of this conversation.")
@click.option("--after-position", type=int, help="Only what comes after this place.")
@click.option("--limit", "-n", type=int, default=50, show_default=True, help="Number of events.")
@project_option
@dsn_option
@format_option
def events(limit: int, project: str | None, dsn: str | None, as_json: bool | None, **options: Any) -> None:
    """Read the raw log back, in order.

    \b
    Example:  pg-recall events --session monday
    """
    with memory(dsn, project) as open_memory:
        found = open_memory.events(max_results=limit, **options)
    show(found.events, _EVENT, as_json, "the log is empty")


@click.command()
@project_option
@dsn_option
@format_option
def stats(project: str | None, dsn: str | None, as_json: bool | None) -> None:
    """Count what a project holds: memories, entities, passages, vectors; and when upkeep last ran.

    \b
    Example:  pg-recall stats --project work
    """
    with memory(dsn, project) as open_memory:
        show_one(open_memory.status(), as_json)
