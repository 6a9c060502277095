"""Rules for every function, table and view, read from the catalogue."""

import re
from pathlib import Path

LINT = Path(__file__).with_name("lint.sql").read_text()

CALL = re.compile(r"\brecall\.(\w+)\(")
STRING_OR_COMMENT = re.compile(r"--[^\n]*|'(?:[^']|'')*'")

# Each crosses a boundary for the reason given in its header; a new one has to be added here on purpose.
DEFINERS = {
    "_create_vector_index",
    "_grants",
    "_keep_forgotten",
    "_name_candidate",
    "_node_id",
    "add_model",
}

# What an agent or an analyst reads: it has to work on a standby and in a read-only transaction.
READERS = {
    "check_index",
    "events",
    "get",
    "list",
    "models",
    "projects",
    "search",
    "search_json",
    "sessions",
    "setting",
    "status",
    "timeline",
    "tools",
}


def test_no_function_breaks_a_rule(catalogue):
    assert catalogue.execute(LINT).fetchall() == []


def test_the_definer_functions_are_those_listed(catalogue):
    found = catalogue.execute(
        "select proname from pg_proc where pronamespace = 'recall'::regnamespace and prosecdef"
    ).fetchall()
    assert {name for (name,) in found} == DEFINERS


def test_functions_that_read_are_stable(catalogue):
    found = catalogue.execute(
        """select proname, provolatile from pg_proc
        where pronamespace = 'recall'::regnamespace and proname = any (%s)""",
        [sorted(READERS)],
    ).fetchall()
    assert {name for name, _ in found} == READERS
    assert [name for name, volatility in found if volatility not in ("s", "i")] == []


def test_no_stable_function_calls_a_volatile_one(catalogue):
    rows = catalogue.execute("""
        select proname, provolatile = 'v', pg_get_functiondef(oid)
        from pg_proc where pronamespace = 'recall'::regnamespace and prokind = 'f'
    """).fetchall()
    volatile = {name for name, is_volatile, _ in rows if is_volatile}
    callers = [
        f"{name} calls {called}"
        for name, is_volatile, text in rows
        if not is_volatile
        for called in set(CALL.findall(STRING_OR_COMMENT.sub(" ", text))) & volatile - {name}
    ]
    assert callers == []


def test_every_view_runs_with_the_rights_of_its_reader_and_says_what_it_shows(catalogue):
    faulty = catalogue.execute("""
        select c.relname from pg_class c
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('v', 'm')
            and (not coalesce('security_invoker=true' = any (c.reloptions), false)
                or obj_description(c.oid, 'pg_class') is null)
    """).fetchall()
    assert faulty == []


def test_every_table_with_a_project_is_under_forced_row_security(catalogue):
    rows = catalogue.execute("""
        select c.relname, c.relrowsecurity and c.relforcerowsecurity,
            array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1)
        from pg_class c
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p')
            and (c.relname in ('project', 'tenant', 'model', 'tool', 'node', 'maintain_run') or exists (
                select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'))
    """).fetchall()
    assert len(rows) > 20
    found = {name: (forced, policies) for name, forced, policies in rows}
    # The policies of all other tables ask these: they cannot ask them in turn.
    assert found.pop("project_grant") == (True, ["grants", "scope"])
    assert found.pop("tenant") == (True, ["grants", "scope"])
    # A project is looked up and made before it can be in scope.
    assert found.pop("project") == (True, ["founding", "grants", "making", "names", "naming", "removal", "scope"])
    assert set(map(str, found.values())) == {"(True, ['grants', 'removal', 'scope'])"}


def test_keys_of_tables_with_a_project_start_with_it(catalogue):
    # These have a key of their own, because a row of theirs may belong to no project or to a role.
    other = {"project_grant_pkey", "setting_project_id_name_key"}
    faulty = catalogue.execute("""
        select k.conname from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.connamespace = 'recall'::regnamespace and k.contype = 'p' and a.attname <> 'project_id'
            and exists (select from pg_attribute p where p.attrelid = k.conrelid and p.attname = 'project_id')
    """).fetchall()
    assert {name for (name,) in faulty} <= other


def test_no_foreign_key_can_cross_a_project(catalogue):
    faulty = catalogue.execute("""
        select k.conname
        from pg_constraint k
        where k.connamespace = 'recall'::regnamespace and k.contype = 'f'
            and k.confrelid not in ('recall.project'::regclass, 'recall.model'::regclass, 'recall.tenant'::regclass)
            and not exists (
                select from unnest(k.conkey, k.confkey) as pair (here, there)
                join pg_attribute h on h.attrelid = k.conrelid and h.attnum = pair.here
                join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.there
                where h.attname = 'project_id' and t.attname = 'project_id'
            )
    """).fetchall()
    assert faulty == []


def test_nothing_in_the_schema_is_unlogged_or_owned_by_a_superuser(catalogue):
    faulty = catalogue.execute("""
        select c.relname from pg_class c
        where c.relnamespace = 'recall'::regnamespace
            and (c.relpersistence <> 'p' or c.relowner <> 'recall_owner'::regrole)
    """).fetchall()
    assert faulty == []
