"""The SQL reference, written from the catalogue of an installed database.

Usage: .venv/bin/python tools/sql_reference.py > docs/sql.md   (PG_RECALL_DSN, else the private server)
"""

import sys

import psycopg

from pg_recall.home import default_dsn

HEAD = """# SQL reference

Written by `tools/sql_reference.py` from the comments in the database: change those, not this page.
Every function takes its project from the argument `project`, else from the setting `recall.project`.
Names with a leading underscore are private. Errors: [errors.md](errors.md).
"""

ROUTINES = """
    select p.proname,
        array(select trim(a) from unnest(string_to_array(
            replace(pg_get_function_arguments(p.oid), ', ', e',\\n'), e'\\n')) as a),
        pg_get_function_result(p.oid),
        obj_description(p.oid, 'pg_proc'),
        p.provolatile <> 'v'
    from pg_proc p
    where p.pronamespace = 'recall'::regnamespace and p.proname !~ '^_'
    order by p.proname, p.oid
"""

VIEWS = """
    select c.relname, coalesce(obj_description(c.reltype, 'pg_type'), obj_description(c.oid, 'pg_class')),
        array(
            select array[a.attname::text, format_type(a.atttypid, a.atttypmod), col_description(c.oid, a.attnum)]
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 order by a.attnum
        )
    from pg_class c
    where c.relnamespace = 'recall'::regnamespace and c.relkind = %s and c.relname !~ '^_'
    order by c.relname
"""

SETTINGS = "select key, value::text from jsonb_each(recall._setting_default()) order by key"


def write_reference(session: psycopg.Connection) -> str:
    """Return the page: functions, views and settings, each in alphabetical order."""
    parts = [HEAD, "## Functions\n"]
    for name, arguments, result, comment, is_stable in session.execute(ROUTINES):
        signature = _signature(f"recall.{name}" if result else f"call recall.{name}", arguments, result)
        note = " Reads only: works on a standby." if is_stable else ""
        parts.append(f"### {name}\n\n```\n{signature}\n```\n\n{comment}{note}\n")
    parts.append("## Views\n\nFor plain SQL and BI tools; they show what is in scope of `recall.project`.\n")
    parts += [_relation(*row) for row in session.execute(VIEWS, ["v"])]
    parts.append("## Rows of a search\n")
    parts += [_relation(*row) for row in session.execute(VIEWS, ["c"])]
    parts.append("## Settings\n\n`recall.set_setting(name, value, project)` overrides a default.\n")
    rows = [f"| `{name}` | `{value}` |" for name, value in session.execute(SETTINGS)]
    parts.append("\n".join(["| Setting | Default |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _relation(name: str, comment: str, columns: list[tuple[str, str, str]]) -> str:
    rows = [f"| `{column}` | {type_} | {meaning} |" for column, type_, meaning in columns]
    return "\n".join([f"### {name}\n\n{comment}\n", "| Column | Type | |", "|---|---|---|", *rows]) + "\n"


def _signature(name: str, arguments: list[str], result: str | None) -> str:
    """Return one line, or one line for each argument where that would be long."""
    returns = f" → {result}" if result else ""
    if len(line := f"{name}({' '.join(arguments)}){returns}") <= 100:
        return line
    inner = "\n".join(f"    {argument}" for argument in arguments)
    return f"{name}(\n{inner}\n){returns}"


if __name__ == "__main__":
    with psycopg.connect(default_dsn()) as connection:
        sys.stdout.write(write_reference(connection))
