"""Ids as callers have them: text in any form that a UUID has."""

import pytest


@pytest.fixture
def memory(recall):
    return recall.add("The lamp is lit.")


@pytest.mark.parametrize("form", [str, str.upper, lambda id: "{" + id + "}", lambda id: id.replace("-", "")])
def test_an_id_is_taken_in_every_form_of_its_text(recall, memory, form):
    assert recall.call("get", id=form(memory))["id"] == memory
    assert recall.call("correct", id=form(memory), content="The lamp is out.")["id"] == memory
    assert recall.call("forget", id=form(memory))["id"] == memory
