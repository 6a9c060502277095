import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import catalogue, dispatch


@pytest.mark.parametrize(
    ("context", "project"),
    [
        ({}, "default"),
        ({"project": "named", "roots": ["file:///a/b"]}, "named"),
        ({"project": "  ", "roots": ["file:///a/b"]}, "b"),
        ({"roots": ["file:///home/u/my%20proj/"]}, "my proj"),
        ({"roots": [{"uri": "file:///srv/caf%C3%A9", "name": "x"}, {"uri": "file:///other"}]}, "café"),
        ({"roots": ["file:///C:/Users/u/work%5Cthing"]}, "thing"),
        ({"roots": ["file:///"]}, "default"),
        ({"roots": [None, {}, "file:///last"]}, "last"),
        ({"roots": ["file:///" + "x" * 500]}, "x" * 200),
        ({"roots": []}, "default"),
    ],
)
def test_the_project_of_a_context_is_its_own_then_its_first_roots_then_default(context, project):
    assert dispatch.project_name(context) == project


def test_the_argument_and_the_session_are_handed_to_the_lookup(functions):
    functions.answers["recall.status"] = {"memories": 1}
    context = {"session": "k", "client": "c", "project": "fallback"}
    dispatch.call(functions, "status", {"project": "asked"}, context, {})
    assert functions.asked("recall._tool_place") == {
        "argument": "asked",
        "session": "k",
        "fallback": "fallback",
    }


def test_a_client_without_a_session_key_has_one_of_its_own(functions):
    functions.answers["recall.status"] = {}
    answer = dispatch.call(functions, "status", {}, {"client": "editor"}, {})
    assert answer["session"] == "client:editor"
    assert dispatch.call(functions, "status", {}, None, {})["session"] is None


@pytest.mark.parametrize(
    ("context", "path"),
    [
        ([], "$context"),
        ("x", "$context"),
        ({"session": 5}, "$context.session"),
        ({"roots": "x"}, "$context.roots"),
    ],
)
def test_a_malformed_context_is_refused_by_path(functions, context, path):
    with pytest.raises(RecallError) as caught:
        dispatch.call(functions, "status", {}, context, {})
    assert caught.value.sqlstate == "RC015"
    assert caught.value.message.startswith(path + " must")


def test_reading_a_project_that_does_not_exist_is_empty_and_makes_nothing(functions):
    functions.answers["recall._tool_place"] = {"project": "new", "exists": False, "session": None}
    answer = dispatch.call(functions, "search", {"query": "anything"}, {}, {})
    assert answer["result"]["results"] == []
    assert "new" in answer["result"]["reason"]
    assert answer["project"] is None
    assert functions.names() == []


def test_the_first_write_makes_the_project(functions):
    functions.answers["recall._tool_place"] = {"project": "new", "exists": False, "session": None}
    functions.answers["recall.create_project"] = {"project": "new", "already_existed": False}
    functions.answers["recall.remember"] = {"id": "1", "outcome": "added"}
    answer = dispatch.call(functions, "remember", {"content": "x"}, {}, {})
    assert functions.names() == ["recall.create_project", "recall.remember"]
    assert functions.asked("recall.remember")["project"] == "new"
    assert answer["project"] == "new"


def test_arguments_are_checked_before_the_database_is_asked(functions):
    with pytest.raises(RecallError):
        dispatch.call(functions, "search", {"query": 5}, {}, {})
    assert functions.calls == []


def test_memories_that_an_answer_shows_are_reported_once_each(functions):
    functions.answers["recall.search_json"] = {"results": [{"id": "a"}, {"id": "b"}, {"id": "a"}], "count": 3}
    assert dispatch.call(functions, "search", {"query": "q"}, {}, {})["shown"] == ["a", "b"]


def test_an_untracked_search_reports_nothing_as_shown(functions):
    functions.answers["recall.search_json"] = {"results": [{"id": "a"}], "count": 1}
    answer = dispatch.call(functions, "search", {"query": "q", "track_access": False}, {}, {})
    assert answer["shown"] == []
    assert "track_access" not in functions.asked("recall.search_json")


@pytest.mark.parametrize("scope", ["entities", "events"])
def test_entities_and_events_are_not_reported_as_memories(functions, scope):
    functions.answers["recall.search_json"] = {"results": [{"id": "e"}], "count": 1}
    assert dispatch.call(functions, "search", {"query": "q", "scope": scope}, {}, {})["shown"] == []


@pytest.mark.parametrize(
    "tool",
    [tool for tool in catalogue.by_name().values() if tool.handler is None],
    ids=lambda tool: tool.name,
)
def test_a_tool_that_is_not_built_answers_with_its_code_and_a_way_out(functions, tool):
    args = {}
    for name in tool.schema.get("required", ()):
        property = tool.schema["properties"][name]
        args[name] = property.get("enum", [{"string": "x", "boolean": True, "array": []}.get(property["type"])])[0]
    with pytest.raises(RecallError) as caught:
        dispatch.call(functions, tool.name, args, {}, {})
    assert caught.value.sqlstate == "RC0A0"
    assert caught.value.hint.startswith("Use ")
