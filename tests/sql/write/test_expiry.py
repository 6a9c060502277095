"""What was true only until some time is not found any more, and is when it is said again."""

import pytest

PAST, FUTURE = "2020-01-01T00:00+00", "2190-01-01T00:00+00"


@pytest.fixture
def lanterns(recall):
    recall.add("The old lantern hangs in the shed.", valid_until=PAST, entity="Shed")
    recall.add("The new lantern hangs in the shed.", valid_until=FUTURE, entity="Shed")
    return recall


@pytest.mark.parametrize("arms", [None, ["vector"], ["bm25"], ["names"]])
@pytest.mark.parametrize("is_folded", [False, True])
def test_no_arm_finds_what_is_not_true_any_more(lanterns, arms, is_folded):
    if is_folded:
        lanterns.call("compact")
    hits = lanterns.rows("search", query="which lantern hangs in the Shed", arms=arms)
    assert [hit["content"] for hit in hits] == ["The new lantern hangs in the shed."]


def test_a_list_leaves_it_out_and_it_can_still_be_read_by_its_id(lanterns):
    assert [row["content"] for row in lanterns.rows("list")] == ["The new lantern hangs in the shed."]
    (id,) = lanterns.session.execute("select id from recall.memory where content like 'The old%'").fetchone()
    assert lanterns.call("get", id=str(id))["content"].startswith("The old")


def test_with_filters_it_is_left_out_too(lanterns):
    lanterns.add("The shed is red.", entity="Shed", type="decision")
    assert len(lanterns.found("lantern shed", entity="Shed", types=["fact"])) == 1


def test_said_again_it_is_true_again(lanterns):
    again = lanterns.remember("The old lantern hangs in the shed.", entity="Shed")
    assert again["outcome"] == "duplicate"
    assert again["id"] in lanterns.listed()
    assert again["id"] in lanterns.found("old lantern")
    until = lanterns.remember("The old lantern hangs in the shed.", entity="Shed", valid_until=PAST)
    assert until["outcome"] == "duplicate"
    assert again["id"] in lanterns.listed()
