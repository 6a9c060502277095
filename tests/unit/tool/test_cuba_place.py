from datetime import UTC, datetime, timedelta

import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import dispatch

SESSION = {
    "id": "i",
    "session": "s1",
    "name": "work",
    "goals": ["ship"],
    "started_at": datetime.now(UTC).isoformat(),
    "ended_at": None,
    "outcome": None,
    "summary": None,
    "memories": 3,
    "project": "p1",
}


@pytest.fixture
def opened(functions):
    session = dict(SESSION)
    functions.answers["recall._tool_place"] = {"project": "p1", "exists": True, "session": session}
    return session


def test_starting_answers_with_the_session_and_the_one_before(run, functions):
    functions.answers["recall.start_session"] = SESSION | {"previous_session": {"name": "old", "summary": "did it"}}
    answer = run("cuba_jornada", action="start", goals=["ship"])
    assert answer["session"]["session_name"] == "work"
    assert answer["session"]["project_name"] == "p1"
    assert answer["previous_session"] == {"name": "old", "summary": "did it"}
    asked = functions.asked("recall.start_session")
    assert (asked["key"], asked["name"], asked["goals"]) == ("s1", "unnamed", ["ship"])


def test_the_current_session_hints_at_compaction_when_it_is_long_or_full(run, opened):
    assert run("cuba_jornada", action="current")["compaction_hint"] is False
    opened["memories"] = 100
    assert run("cuba_jornada", action="current")["compaction_hint"] is True
    opened |= {"memories": 3, "started_at": (datetime.now(UTC) - timedelta(hours=3)).isoformat()}
    assert run("cuba_jornada", action="current")["compaction_hint"] is True


def test_without_a_session_current_says_so_and_end_is_refused(run):
    assert run("cuba_jornada", action="current")["session"] is None
    with pytest.raises(RecallError) as caught:
        run("cuba_jornada", action="end")
    assert caught.value.sqlstate == "RC007"


def test_ending_closes_the_clients_own_session(run, functions, opened):
    functions.answers["recall.end_session"] = SESSION | {"outcome": "partial", "session_diff": {"fact": 3}}
    answer = run("cuba_jornada", action="end", outcome="partial", summary="half")
    assert (answer["outcome"], answer["session_diff"]) == ("partial", {"fact": 3})
    asked = functions.asked("recall.end_session")
    assert (asked["key"], asked["outcome"], asked["summary"]) == ("s1", "partial", "half")


def test_a_client_without_a_key_cannot_open_a_session(functions):
    with pytest.raises(RecallError) as caught:
        dispatch.call(functions, "cuba_jornada", {"action": "start"}, {}, {})
    assert caught.value.sqlstate == "RC003"


def test_projects_are_listed_with_their_counts(run, functions):
    functions.answers["recall.projects"] = [{"name": "p", "entities": 2, "memories": 5, "created_at": "t"}]
    assert run("cuba_proyecto", action="list") == {
        "projects": [{"name": "p", "entity_count": 2, "memory_count": 5, "created_at": "t"}],
        "count": 1,
    }


@pytest.mark.parametrize(
    ("tool", "action"),
    [
        ("cuba_proyecto", "merge"),
        ("cuba_proyecto", "backfill"),
        ("cuba_puente", "infer"),
        ("cuba_puente", "predict"),
    ],
)
def test_actions_that_are_not_built_answer_with_the_code(run, tool, action):
    with pytest.raises(RecallError) as caught:
        run(tool, action=action)
    assert caught.value.sqlstate == "RC0A0"


def test_the_catalogue_is_searched_by_substring(run):
    names = run("cuba_tools", query="SESSIONS", detail="names")
    assert "cuba_jornada" in names["tools"]
    assert names["count"] == len(names["tools"]) < names["total_tools"]
    (full,) = run("cuba_tools", query="cuba_vigia", detail="full")["tools"][:1]
    assert full["inputSchema"]["required"] == ["metric"]
    assert set(run("cuba_tools", query="cuba_vigia")["tools"][0]) == {"name", "description"}


def test_a_proxied_call_answers_exactly_what_the_tool_answers(run, functions):
    functions.answers["recall.projects"] = []
    direct = run("cuba_proyecto", action="list")
    assert run("cuba_call", tool="cuba_proyecto", args={"action": "list"}) == direct


def test_what_a_proxied_call_shows_counts_as_shown(functions):
    functions.answers["recall.search_json"] = {"results": [{"id": "1"}], "count": 1}
    args = {"tool": "search", "args": {"query": "q"}}
    assert dispatch.call(functions, "cuba_call", args, {}, {})["shown"] == ["1"]


@pytest.mark.parametrize("name", ["cuba_call", "cuba_tools"])
def test_the_meta_tools_are_not_proxied(run, name):
    with pytest.raises(RecallError) as caught:
        run("cuba_call", tool=name, args={})
    assert caught.value.sqlstate == "RC015"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"tool": "cuba_far"}, "RC014"),
        ({"tool": "cuba_faro"}, "RC015"),
        ({"tool": "cuba_eco", "args": {"action": "positive"}}, "RC0A0"),
    ],
)
def test_a_proxied_call_fails_as_the_tool_fails(run, args, code):
    with pytest.raises(RecallError) as caught:
        run("cuba_call", **args)
    assert caught.value.sqlstate == code


def test_a_tool_switched_off_is_not_reached_through_the_proxy(functions):
    off = {"cuba_faro": {"enabled": False, "description": None}}
    with pytest.raises(RecallError) as caught:
        dispatch.call(functions, "cuba_call", {"tool": "cuba_faro", "args": {"query": "q"}}, {}, off)
    assert caught.value.sqlstate == "RC014"
