"""Typed relations: stated, strengthened, walked along their direction, deleted."""

import pytest


@pytest.fixture
def relate(recall):
    """Relates two entities, which are made when they are new."""

    def state(from_entity, to_entity, **arguments):
        for name in (from_entity, to_entity):
            recall.call("entity", action="create", name=name)
        return recall.call("relate", action="create", from_entity=from_entity, to_entity=to_entity, **arguments)

    return state


def walk(recall, start, depth=5):
    answer = recall.call("relate", action="traverse", start_entity=start, max_depth=depth)
    return [(node["name"], node["depth"]) for node in answer["nodes"]]


def test_a_relation_stated_again_is_strengthened_up_to_one(recall, relate):
    assert relate("a", "b", type="uses")["outcome"] == "added"
    recall.scoped("update recall.relation set strength = 0.85 returning 1")
    assert relate("A", " b ", type="uses") | {"id": None} == {
        "id": None,
        "outcome": "strengthened",
        "strength": pytest.approx(0.95),
    }
    assert relate("a", "b", type="uses")["strength"] == 1
    assert relate("a", "b", type="needs")["outcome"] == "added"
    assert relate("b", "a", type="uses")["outcome"] == "added"


def test_a_relation_is_walked_along_its_direction(recall, relate):
    relate("a", "b")
    relate("b", "c")
    assert walk(recall, "a") == [("b", 1), ("c", 2)]
    assert walk(recall, "c") == []


def test_a_relation_of_both_directions_is_walked_in_both(recall, relate):
    relate("a", "b", bidirectional=True)
    relate("c", "b", bidirectional=True)
    assert walk(recall, "a") == [("b", 1), ("c", 2)]
    assert walk(recall, "c") == [("b", 1), ("a", 2)]
    # Stated again in one direction, it stays what it was.
    relate("a", "b")
    assert walk(recall, "b") == [("a", 1), ("c", 1)]


def test_a_cycle_ends_and_the_start_is_not_a_node(recall, relate):
    for one, other in (("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")):
        relate(one, other)
    assert walk(recall, "a") == [("b", 1), ("c", 2), ("d", 3)]


def test_a_node_has_its_shortest_way(recall, relate):
    for one, other in (("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")):
        relate(one, other)
    assert walk(recall, "a") == [("b", 1), ("d", 1), ("c", 2)]


def test_a_dense_graph_is_walked_at_once(recall, relate):
    names = [f"n{n:02}" for n in range(24)]
    for one in names:
        for other in names:
            if one < other:
                relate(one, other, bidirectional=True)
    assert walk(recall, "n00") == [(name, 1) for name in names[1:]]


@pytest.mark.parametrize(
    ("depth", "reached"), [(-5, 1), (0, 1), (1, 1), (None, 3), (4, 4), (5, 5), (999, 5), (2**31 - 1, 5)]
)
def test_a_depth_is_kept_between_one_and_five(recall, relate, depth, reached):
    for n in range(8):
        relate(f"n{n}", f"n{n + 1}")
    assert walk(recall, "n0", depth) == [(f"n{n}", n) for n in range(1, reached + 1)]


def test_a_deleted_relation_is_walked_no_more(recall, relate):
    relate("a", "b", type="uses", bidirectional=True)
    relate("a", "b", type="needs")
    delete = {"action": "delete", "from_entity": "A", "to_entity": "b"}
    assert recall.call("relate", **delete) == {"deleted": False}
    assert recall.call("relate", **delete, type="uses") == {"deleted": True}
    assert recall.call("relate", **delete, type="uses") == {"deleted": False}
    assert walk(recall, "b") == []
    assert walk(recall, "a") == [("b", 1)]
    assert recall.scoped("select table_name from recall.tombstone") == [("relation",)]
    assert relate("a", "b", type="uses")["outcome"] == "added"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"action": "explode"}, "RC003"),
        ({"action": None}, "RC003"),
        ({"action": "create", "from_entity": "a", "to_entity": "A"}, "RC009"),
        ({"action": "create", "from_entity": "a", "to_entity": "alias of a"}, "RC009"),
        ({"action": "create", "from_entity": "a", "to_entity": "nobody"}, "RC008"),
        ({"action": "create", "from_entity": None, "to_entity": "b"}, "RC008"),
        ({"action": "create", "from_entity": "a", "to_entity": "b", "type": ""}, "RC003"),
        ({"action": "create", "from_entity": "a", "to_entity": "b", "type": None}, "RC003"),
        ({"action": "create", "from_entity": "a", "to_entity": "b", "type": "x" * 101}, "RC003"),
        ({"action": "delete", "from_entity": "a", "to_entity": "nobody"}, "RC008"),
        ({"action": "traverse", "start_entity": "nobody"}, "RC008"),
        ({"action": "traverse"}, "RC008"),
    ],
)
def test_a_bad_relation_is_refused(recall, relate, arguments, code):
    relate("a", "b", type="uses")
    recall.call("entity", action="alias", name="a", alias="alias of a")
    error = recall.error("relate", **arguments)
    assert error.sqlstate == code
    assert error.diag.message_hint
    assert len(recall.scoped("select from recall.relation")) == 1
