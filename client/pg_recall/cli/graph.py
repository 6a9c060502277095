"""Commands on what memories belong to: projects, entities, relations, the event log."""

import sys

import click

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import day, format_option, line, short, show

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
def projects(
    create: str | None, rename: tuple[str, str] | None, dsn: str | None, as_json: bool | None
) -> None:
    """List projects, or make or rename one.

    \b
    Examples:  pg-recall projects
               pg-recall projects --create work
    """
    with memory(dsn, None) as open_memory:
        if create is not None:
            click.echo(line(open_memory.create_project(create)))
        elif rename:
            click.echo(line(open_memory.rename_project(*rename)))
        else:
            show(
                open_memory.projects(), _PROJECT, as_json, "no project yet: pg-recall projects --create NAME"
            )


@click.command()
@click.argument("name", required=False)
@click.option("--create", is_flag=True, help="Make NAME an entity.")
@click.option("--rename", metavar="NEW", help="Rename NAME; the old name stays as an alias.")
@click.option("--alias", metavar="OTHER", help="Give NAME another name.")
@click.option("--merge-into", metavar="WINNER", help="Merge NAME into another entity.")
@click.option("--delete", is_flag=True, help="Delete NAME and forget what is about it; a plan without --yes.")
@click.option("--yes", is_flag=True, help="Really delete.")
@project_option
@dsn_option
@format_option
def entities(
    name: str | None, create: bool, rename: str | None, alias: str | None, merge_into: str | None, delete: bool, yes: bool,
    project: str | None, dsn: str | None, as_json: bool | None,
) -> None:  # fmt: skip
    """List entities, show one, or change one.

    \b
    Examples:  pg-recall entities
               pg-recall entities Ana
               pg-recall entities Bob --alias Robert
               pg-recall entities "Bob Smith" --merge-into Bob
    """
    if name is None and (create or rename or alias or merge_into or delete):
        raise click.UsageError("name the entity")
    with memory(dsn, project) as open_memory:
        if name is None:
            show(open_memory.entity("list", max_results=1000), _ENTITY, as_json, "no entity yet")
            return
        if create:
            answer = open_memory.entity("create", name)
        elif rename:
            answer = open_memory.entity("rename", name, new_name=rename)
        elif alias:
            answer = open_memory.entity("alias", name, alias=alias)
        elif merge_into:
            answer = open_memory.entity("merge", name, into=merge_into)
        elif delete:
            answer = open_memory.entity("delete", name, confirm=yes)
        else:
            answer = open_memory.entity("get", name)
    click.echo(line(answer))


@click.command()
@click.argument("start")
@click.argument("type", required=False)
@click.argument("to", required=False)
@click.option("--depth", type=int, help="Steps to walk (3).")
@click.option("--both-ways", is_flag=True, help="The relation holds in both directions.")
@click.option("--delete", is_flag=True, help="Delete the relation.")
@project_option
@dsn_option
@format_option
def relations(
    start: str, type: str | None, to: str | None, depth: int | None, both_ways: bool, delete: bool,
    project: str | None, dsn: str | None, as_json: bool | None,
) -> None:  # fmt: skip
    """Walk the relations of an entity, or make or delete one: START TYPE TO.

    \b
    Examples:  pg-recall relations staging
               pg-recall relations api depends_on staging
    """
    if (type is None) != (to is None):
        raise click.UsageError("a relation is START TYPE TO")
    with memory(dsn, project) as open_memory:
        if type is None:
            found = open_memory.relate("traverse", start_entity=start, max_depth=depth)
            show(found["nodes"], _NODE, as_json, f"{start} is related to nothing")
            return
        action = "delete" if delete else "create"
        done = open_memory.relate(
            action, from_entity=start, to_entity=to, type=type, bidirectional=both_ways or None
        )
    click.echo(line(done))
    sys.exit(1 if delete and not done["deleted"] else 0)


@click.command()
@click.option("--session", help="Of this working session.")
@click.option("--thread", help="Of this conversation.")
@click.option("--limit", "-n", type=int, help="Number of events (50).")
@project_option
@dsn_option
@format_option
def events(
    session: str | None,
    thread: str | None,
    limit: int | None,
    project: str | None,
    dsn: str | None,
    as_json: bool | None,
) -> None:
    """Read the raw log back, in order.

    \b
    Example:  pg-recall events --session monday
    """
    with memory(dsn, project) as open_memory:
        found = open_memory.events(session=session, thread=thread, max_results=limit)
    show(found["events"], _EVENT, as_json, "the log is empty")
