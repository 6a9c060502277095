"""Who may do what: the whole matrix in one file, so that a change of it is seen in review.

PG_RECALL_REGENERATE=1 .venv/bin/pytest tests/sql/catalogue/test_privileges.py  writes the file anew.
"""

import os
from pathlib import Path

import psycopg

GOLDEN = Path(__file__).with_name("privileges.txt")
MATRIX = Path(__file__).with_name("privileges.sql").read_text()


def test_the_privileges_are_those_of_the_golden_file(catalogue):
    current = "".join(f"{line}\n" for (line,) in catalogue.execute(MATRIX))
    if os.environ.get("PG_RECALL_REGENERATE"):
        GOLDEN.write_text(current)
    assert current.splitlines() == GOLDEN.read_text().splitlines()


def test_a_reader_cannot_write_and_a_stranger_cannot_look(catalogue):
    attempts = {
        "recall_reader": "delete from recall.memory_record",
        "recall_auditor": "select * from recall.memory_record",
        "recall_writer": "delete from recall.setting",
        "pg_monitor": "select recall.name_key('x')",
    }
    for role, statement in attempts.items():
        try:
            with catalogue.transaction(force_rollback=True):
                catalogue.execute(f"set local role {role}")
                catalogue.execute(statement)
        except psycopg.errors.InsufficientPrivilege:
            continue
        raise AssertionError(f"{role} may {statement}")


def test_the_vectors_of_a_model_are_read_by_readers_and_written_by_writers(catalogue):
    tables = catalogue.execute("""
        select array(select role || ' ' || privilege
            from unnest(array['recall_reader', 'recall_writer', 'recall_auditor', 'pg_monitor']) as role,
                unnest(array['select', 'insert', 'update', 'delete']) as privilege
            where has_table_privilege(role, c.oid, privilege)
            order by 1)
        from pg_class c
        where c.relnamespace = 'recall'::regnamespace and c.relkind = 'r' and c.relname ~ '^embedding_\\d+$'
    """).fetchall()
    expected = ["recall_reader select"]
    expected += [f"recall_writer {privilege}" for privilege in ("delete", "insert", "select", "update")]
    assert tables
    assert [held for (held,) in tables] == [expected] * len(tables)


def test_every_function_named_by_the_rules_of_privileges_exists(catalogue):
    tail = (Path(__file__).parents[3] / "extension" / "tail.sql").read_text()
    lists = [part.split("];")[0] for part in tail.split("constant name[] := array[")[1:]]
    named = {name for part in lists for name in part.split("'")[1::2]}
    found = catalogue.execute("select proname from pg_proc where pronamespace = 'recall'::regnamespace")
    assert named - {name for (name,) in found} == set()
