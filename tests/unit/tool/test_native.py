import pytest

from pg_recall_udf.errors import RecallError


def test_remember_files_the_memory_under_the_clients_session_and_agent(run, functions):
    functions.answers["recall.remember"] = {"id": "1", "outcome": "added"}
    assert run("remember", content="The door is blue.", tags=["door"], importance=1) == {
        "id": "1",
        "outcome": "added",
    }
    assert functions.asked("recall.remember") == {
        "content": "The door is blue.",
        "tags": ["door"],
        "importance": 1,
        "session": "s1",
        "agent": "a1",
        "project": "p1",
    }


def test_a_session_given_with_remember_wins(run, functions):
    functions.answers["recall.remember"] = {"id": "1", "outcome": "added"}
    run("remember", content="x y", session="other")
    assert functions.asked("recall.remember")["session"] == "other"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2024-05-01", "2024-05-01T00:00:00+00:00"),
        ("2024-05-01T00:00:00Z", "2024-05-01T00:00:00+00:00"),
        ("2024-05-01T00:00:00+09:00", "2024-05-01T00:00:00+09:00"),
        ("2024-05-01T12:30", "2024-05-01T12:30:00+00:00"),
    ],
)
def test_a_bound_is_handed_on_with_its_zone(run, functions, given, expected):
    functions.answers["recall.list"] = []
    run("list", after=given)
    assert functions.asked("recall.list")["after"] == expected


@pytest.mark.parametrize("given", ["yesterday", "", "2024-13-01", "0000-01-01", "十万年前"])
def test_a_bound_that_is_no_time_is_quoted_back(run, functions, given):
    functions.answers["recall.list"] = []
    with pytest.raises(RecallError) as caught:
        run("list", before=given)
    assert caught.value.sqlstate == "RC015"
    assert f'"{given}"' in caught.value.message
    assert "RFC 3339" in caught.value.message
    assert functions.names() == []


@pytest.mark.parametrize(
    ("tool", "args", "missing"),
    [
        ("entity", {"action": "get"}, "name"),
        ("relate", {"action": "traverse"}, "start_entity"),
        ("relate", {"action": "create", "from_entity": "a"}, "to_entity"),
        ("project", {"action": "create"}, "name"),
        ("project", {"action": "rename"}, "new_name"),
        ("project", {"action": "switch"}, "name"),
    ],
)
def test_an_action_says_which_argument_it_needs(run, tool, args, missing):
    with pytest.raises(RecallError) as caught:
        run(tool, **args)
    assert caught.value.sqlstate == "RC015"
    assert f"$.{missing} is required when action is {args['action']}" in caught.value.message


def test_a_blank_name_is_refused(run):
    with pytest.raises(RecallError, match="not blank"):
        run("entity", action="get", name="  ")


@pytest.mark.parametrize("limit", [-5, 0, 1001, 2**31])
def test_a_limit_out_of_bounds_is_refused_by_path(run, limit):
    with pytest.raises(RecallError, match=r"\$\.max_results must be at"):
        run("list", max_results=limit)


def opened(project):
    return {"id": "i", "session": "s1", "name": "work", "goals": ["g"], "project": project, "memories": 2}


def test_a_session_started_in_another_project_closes_the_one_before(run, functions):
    functions.answers["recall._tool_place"] = {"project": "b", "exists": True, "session": opened("a")}
    functions.answers["recall.end_session"] = {}
    functions.answers["recall.start_session"] = {"id": "j"}
    run("session", action="start", project="b", goals=["ship"])
    assert functions.names() == ["recall.end_session", "recall.start_session"]
    assert functions.asked("recall.end_session")["project"] == "a"
    assert functions.asked("recall.start_session")["goals"] == ["ship"]


def test_ending_a_session_that_is_not_open_is_refused(run):
    with pytest.raises(RecallError) as caught:
        run("session", action="end")
    assert caught.value.sqlstate == "RC007"


def test_switching_moves_the_open_session_with_its_name_and_goals(run, functions):
    functions.answers["recall._tool_place"] = {"project": "a", "exists": True, "session": opened("a")}
    functions.answers["recall.create_project"] = {"project": "b", "already_existed": False}
    functions.answers["recall.end_session"] = {}
    functions.answers["recall.start_session"] = {"id": "j"}
    answer = run("project", action="switch", name="b")
    assert answer == {"project": "b", "previous_project": "a", "created": True, "session": {"id": "j"}}
    started = functions.asked("recall.start_session")
    assert (started["name"], started["goals"], started["project"]) == ("work", ["g"], "b")
    assert functions.asked("recall.end_session")["project"] == "a"
