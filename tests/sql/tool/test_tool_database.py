"""What the tools assume of the functions they call."""

import re
from pathlib import Path

from pg_recall_udf.tool import database

TOOLS = Path(database.__file__).parent
ARGUMENTS = """
    select a.name, array_agg(distinct format_type(a.type, null))
    from pg_proc p
    cross join lateral unnest(p.proargnames, p.proargtypes::oid[]) as a (name, type)
    where p.pronamespace = 'recall'::regnamespace and p.proname = any (%s) and a.type is not null
    group by a.name
"""
FULL_NAMES = {
    "timestamptz": "timestamp with time zone",
    "float8": "double precision",
    "int": "integer",
}


def called() -> set[str]:
    """Names of the functions that the tools call."""
    return {name for file in TOOLS.rglob("*.py") for name in re.findall(r'"recall\.([a-z_]+)"', file.read_text())}


def test_every_function_that_a_tool_calls_exists(db):
    found = db.execute("select proname from pg_proc where pronamespace = 'recall'::regnamespace").fetchall()
    assert called() - {name for (name,) in found} == set()


def test_an_argument_name_has_the_same_type_in_every_function_that_a_tool_calls(db):
    types = dict(db.execute(ARGUMENTS, (list(called()),)).fetchall())
    assert len(called()) > 20
    for name, kind in database._TYPES.items():
        assert types[name] == [FULL_NAMES.get(kind, kind)], name
