"""One name, claimed by several sessions at once."""

import pytest
from crowd import errors, value

ENTITY = "select recall.entity(%s, %s, new_name => %s, alias => %s, \"into\" => %s, confirm => true)"


def entity(action, name, new_name=None, alias=None, into=None):
    """A task that changes an entity."""
    return lambda own: value(own, ENTITY, action, name, new_name, alias, into)


def test_an_entity_created_by_several_is_one_and_all_are_told_it(crowd, session):
    answers = crowd.repeat(8, entity("create", "Quarry"))
    assert errors(answers) == []
    assert len({answer["entity"]["id"] for answer in answers}) == 1
    assert value(session, "select count(*) from recall.entity") == 1


def test_an_alias_claimed_for_several_entities_goes_to_one_and_the_others_are_refused(crowd, session):
    for number in range(3):
        names = [f"Quarry {number} {letter}" for letter in "abcd"]
        for name in names:
            value(session, ENTITY, "create", name, None, None, None)
        answers = crowd.run([entity("alias", name, alias=f"The pit {number}") for name in names])
        assert errors(answers) == ["RC009"] * 3
        (owner,) = [answer["entity"] for answer in answers if isinstance(answer, dict)]
        assert owner["aliases"] == [f"The pit {number}"]
        assert value(session, ENTITY, "get", f"The pit {number}", None, None, None)["entity"]["id"] == owner["id"]


@pytest.mark.parametrize("change", ["merge", "delete", "rename"])
def test_an_alias_given_while_its_entity_changes_is_kept_or_refused(crowd, session, change):
    for number in range(3):
        name, other, alias = f"Quarry {number}", f"Mine {number}", f"Pit {number}"
        for made in (name, other):
            value(session, ENTITY, "create", made, None, None, None)
        new_name, into = f"Old quarry {number}" if change == "rename" else None, other if change == "merge" else None
        answers = crowd.run([entity("alias", name, alias=alias), entity(change, name, new_name=new_name, into=into)])
        assert set(errors(answers)) <= {"RC008"}
        if isinstance(answers[0], dict) and change != "delete":
            kept = value(session, ENTITY, "get", alias, None, None, None)["entity"]
            assert kept["name"] == (other if change == "merge" else new_name)


def test_one_new_name_for_two_entities_goes_to_one(crowd, session):
    for number in range(3):
        names = [f"Quarry {number}", f"Mine {number}"]
        for name in names:
            value(session, ENTITY, "create", name, None, None, None)
        answers = crowd.run([entity("rename", name, new_name=f"Pit {number}") for name in names])
        assert errors(answers) == ["RC009"]
        assert value(session, "select count(*) from recall.entity where name like %s", f"% {number}") == 2
