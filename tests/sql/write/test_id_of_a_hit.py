"""The id of a hit is passed on as it is."""

import uuid

import pytest


@pytest.fixture
def memory(recall):
    return recall.add("The lamp is lit.")


def test_the_id_of_a_hit_is_passed_on_as_it_is(recall, memory):
    (hit,) = recall.rows("search", query="lamp")
    assert isinstance(hit["id"], uuid.UUID)
    assert recall.call("get", id=hit["id"])["content"] == "The lamp is lit."
    assert recall.call("correct", id=hit["id"], content="The lamp is out.")["outcome"] == "corrected"
    assert recall.call("forget", id=hit["id"])["outcome"] == "forgotten"
