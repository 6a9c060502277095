"""Working sessions: opened, filled, ended, opened again."""

import pytest


def test_a_session_is_opened_filled_and_ended(recall):
    opened = recall.call(
        "start_session", key="s1", name="Fix the build", goals=["green"], agent="claude", client="editor"
    )
    assert (opened["session"], opened["name"], opened["goals"]) == ("s1", "Fix the build", ["green"])
    assert opened["previous_session"] is None
    recall.add("The build needs more memory.", session="s1", type="lesson")
    recall.add("Memory was raised to 4 GB.", session="s1", type="decision")
    recall.add("Not in the session.", type="decision")
    ended = recall.call("end_session", key="s1", outcome="partial", summary="half done")
    assert (ended["outcome"], ended["summary"], ended["memories"]) == ("partial", "half done", 2)
    assert ended["session_diff"] == {"lesson": 1, "decision": 1}
    assert ended["ended_at"] is not None


def test_the_next_session_is_told_of_the_one_that_ended_last(recall):
    recall.call("start_session", key="s1", name="one")
    recall.call("end_session", key="s1", summary="done")
    second = recall.call("start_session", key="s2")
    assert second["previous_session"] == {"session": "s1", "name": "one", "summary": "done", "outcome": "success"}


def test_opening_again_keeps_what_is_not_said_anew(recall):
    first = recall.call("start_session", key="s1", name="one", goals=["a"], agent="claude")
    recall.call("end_session", key="s1", outcome="failed", summary="broken")
    again = recall.call("start_session", key="s1", client="editor")
    assert (again["id"], again["name"], again["goals"], again["agent"]) == (first["id"], "one", ["a"], "claude")
    assert (again["client"], again["ended_at"], again["outcome"]) == ("editor", None, None)
    assert recall.call("start_session", key="s1", goals=[])["goals"] == []


def test_a_key_that_a_memory_brings_is_a_session(recall):
    memory = recall.add("The build needs more memory.", session="unannounced")
    assert [(s["session"], s["memories"]) for s in recall.call("sessions")] == [("unannounced", 1)]
    assert recall.call("get", id=memory)["session"] == "unannounced"
    assert recall.call("start_session", key="unannounced")["memories"] == 1


def test_the_newest_sessions_come_first(writer):
    recall = writer()
    for n in range(3):
        recall.call("start_session", key=f"s{n}")
    assert [s["session"] for s in recall.call("sessions", max_results=2)] == ["s2", "s1"]


@pytest.mark.parametrize("key", [None, "", "   ", "x" * 401])
def test_a_key_has_one_to_four_hundred_characters(recall, key):
    assert recall.error("start_session", key=key).sqlstate == "RC003"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"outcome": "great"}, "RC004"),
        ({"outcome": None}, "RC004"),
        ({"key": "unknown"}, "RC007"),
        ({"key": None}, "RC007"),
    ],
)
def test_a_session_is_ended_with_a_known_outcome_and_key(recall, arguments, code):
    recall.call("start_session", key="s1")
    assert recall.error("end_session", **{"key": "s1", **arguments}).sqlstate == code
    assert recall.call("sessions")[0]["ended_at"] is None


def test_a_session_belongs_to_its_project(recall):
    recall.call("create_project", name="house")
    recall.call("start_session", key="s1")
    assert recall.call("sessions", project="house") == []
    assert recall.error("end_session", key="s1", project="house").sqlstate == "RC007"
    assert recall.call("start_session", key="s1", project="house")["previous_session"] is None
