"""Every routine, as every role: nothing of the project test_user1 is seen or changed from test_user."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attempt import Outcome, Role
from routine_call import CALLS, COMMITS, OWNER_ONLY, Call
from tenancy import ROLES, Tenancy
from tenant import HIDDEN, OWN

# A role without grants may see which projects there are; their contents it sees one at a time.
NAMES_PROJECTS = {"projects"}
# Their purpose is a setting: of the session, or of the function that calls.
SETS = {"use_project", "_enter", "_enter_to_write"}

BY_NAME = pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name.removeprefix("tenancy_"))


def routines(tenancy: Tenancy, role: Role | None = None) -> dict[str, bool]:
    """The routines of the schema, and whether the role may execute them."""
    rows = tenancy.owner.execute(
        """
        select proname, coalesce(
            has_schema_privilege(%(role)s, 'recall', 'usage') and has_function_privilege(%(role)s, oid, 'execute'), false)
        from pg_proc where pronamespace = 'recall'::regnamespace and prorettype <> all ('{trigger,event_trigger}'::regtype[])
        """,
        {"role": role.name if role else None},
    )
    return dict(rows.fetchall())


def given(call: Call, values: Mapping[str, Any], settings: Mapping[str, str]) -> list[str]:
    """What the caller named in the call or the settings, as an answer may tell it again."""
    scope = settings.get("recall.scope", "").strip("{}").split(",")
    named = [*settings.values(), *filter(None, scope)] + [
        value for name, value in values.items() if f"%({name})s" in call.statement
    ]
    return [str(part) for value in named for part in (value if isinstance(value, list) else [value])]


def calls(names: Mapping[str, bool]) -> Iterator[tuple[str, bool, Call]]:
    for name, is_allowed in sorted(names.items()):
        for call in CALLS.get(name, ()):
            yield name, is_allowed, call


def test_the_matrix_knows_how_to_call_every_routine(tenancy):
    names = set(routines(tenancy))
    assert names - set(CALLS) - OWNER_ONLY - COMMITS == set(), "say in routine_call.py how these are called"
    assert (set(CALLS) | OWNER_ONLY | COMMITS) - names == set(), "routine_call.py calls what is gone"


def test_in_its_own_project_every_call_that_should_show_something_does(tenancy):
    """The control of all other tests here: the marks are where a leak would show them."""
    role = ROLES[1]
    silent, settings = [], {"recall.project": HIDDEN.project}
    for name, _, call in calls(routines(tenancy)):
        values = tenancy.place(HIDDEN, HIDDEN)
        outcome = tenancy.trial.run(role, call.statement, values, settings)
        if call.shows and not tenancy.marks.found(outcome.text, given(call, values, settings)):
            silent.append((name, call.statement, outcome.sqlstate, outcome.text[:300]))
    assert not silent, "\n".join(map(str, silent))


@BY_NAME
def test_a_routine_shows_and_changes_nothing_of_another_project(tenancy, role):
    settings = {"recall.project": OWN.project}
    faults = []
    for name, is_allowed, call in calls(routines(tenancy, role)):
        for values in (tenancy.place(OWN, HIDDEN), tenancy.place(OWN, OWN)) + (
            (tenancy.place(HIDDEN, HIDDEN),) if "%(project_id)s" in call.statement or role.granted else ()
        ):
            outcome = tenancy.trial.run(role, call.statement, values, settings)
            faults += problems(tenancy, role, name, is_allowed, outcome, given(call, values, settings))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "role", [role for role in ROLES if role.granted], ids=lambda role: role.name.removeprefix("tenancy_")
)
def test_a_grant_holds_whatever_the_role_sets(tenancy, role):
    both = f"{{{HIDDEN.first_project_id},{OWN.first_project_id}}}"
    faults = []
    for settings in (
        {"recall.project": HIDDEN.project, "recall.scope": both},
        {"recall.scope": both, "role": role.group},
    ):
        for name, is_allowed, call in calls(routines(tenancy, role)):
            values = tenancy.place(HIDDEN, HIDDEN)
            outcome = tenancy.trial.run(role, call.statement, values, settings)
            faults += problems(tenancy, role, name, is_allowed, outcome, given(call, values, settings))
    assert not faults, "\n".join(faults)


def problems(tenancy: Tenancy, role: Role, name: str, is_allowed: bool, outcome: Outcome, told: list[str]) -> list[str]:
    """What is wrong with the outcome of a call."""
    found = []
    if name not in NAMES_PROJECTS or role.granted:
        found += [f"shows {mark}" for mark in tenancy.marks.found(outcome.text, told)]
    if outcome.changed:
        found.append(f"changes {outcome.changed}")
    if not is_allowed and not outcome.is_refused:
        found.append(f"is not refused: {outcome.sqlstate}")
    if not role.can_write and (outcome.own_changed or (outcome.wrote and role.group == "recall_reader")):
        found.append(f"writes {outcome.own_changed}")
    if not outcome.settings_kept and name not in SETS:
        found.append("leaves a setting changed")
    return [f"{role.name}: {name} {fault}: {outcome.sqlstate} {outcome.text[:300]}" for fault in found]
