"""The client has a method for every public function, with its argument names and its defaults."""

import inspect
import re

import pytest

from pg_recall import Memory

# Called by people who load with COPY, and formulas that serve other functions: plain SQL.
SQL_ONLY = {
    "start_load", "finish_load", "hlc_next", "importance_prior", "name_key", "retry_delay", "strengthened",
}  # fmt: skip

# What makes Memory usable and is no function of its own.
CLIENT_ONLY = {"relations", "extension_versions", "active_model"}

FUNCTIONS = """
    select p.proname, p.proargnames[1:p.pronargs], p.pronargs - p.pronargdefaults,
        pg_get_expr(p.proargdefaults, 0)
    from pg_proc p
    where p.pronamespace = 'recall'::regnamespace and p.proname !~ '^_'
"""

# recall.call takes an empty context by itself; here it is where the project goes.
OTHER_DEFAULTS = {("call", "context")}


@pytest.fixture(scope="module")
def functions(shared_session):
    return {row[0]: row[1:] for row in shared_session.execute(FUNCTIONS)}


def methods():
    public = inspect.getmembers(Memory, inspect.isfunction)
    return {name: inspect.signature(method).parameters for name, method in public if not name.startswith("_")}


def test_every_function_has_its_method(functions):
    assert methods().keys() - CLIENT_ONLY == functions.keys() - SQL_ONLY


def test_arguments_have_the_same_names_in_the_same_order(functions):
    for name, (arguments, _, _) in functions.items():
        if name not in SQL_ONLY:
            assert list(methods()[name])[1:] == (arguments or []), name


def test_arguments_have_the_same_defaults(functions):
    for name, (arguments, required, defaults) in functions.items():
        if name in SQL_ONLY or not arguments:
            continue
        found = [parameter.default for parameter in list(methods()[name].values())[1:]]
        assert found[:required] == [inspect.Parameter.empty] * required, name
        written = [python_value(one) for one in split(defaults or "")]
        for argument, ours, theirs in zip(arguments[required:], found[required:], written, strict=True):
            if (name, argument) not in OTHER_DEFAULTS:
                assert ours == theirs, (name, argument)


def split(defaults):
    return re.findall(r"(?:'[^']*'|[^,'])+", defaults) if defaults else []


def python_value(expression):
    literal = expression.strip().partition("::")[0]
    if literal == "NULL":
        return None
    if literal in ("true", "false"):
        return literal == "true"
    return literal.strip("'") if literal.startswith("'") else int(literal)
