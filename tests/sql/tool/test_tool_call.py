"""recall.tools and recall.call: listing, errors as answers, records, and whose memory a call is about."""

import psycopg
import pytest
from psycopg.types.json import Jsonb


@pytest.fixture
def as_admin(db):
    """Runs a query with the rights of the administrators: the records are not for everyone."""

    def query(text):
        db.execute("set local role recall_admin")
        db.execute("set local recall.project = 'house'")
        rows = db.execute(text).fetchall()
        db.execute("reset role")
        db.execute("reset recall.project")
        return rows

    return query


def test_the_native_profile_is_the_default_and_has_twelve_tools(db):
    (listed,) = db.execute("select recall.tools()").fetchone()
    assert len(listed) == 12
    assert set(listed[0]) == {"name", "description", "inputSchema", "annotations"}


def test_an_unknown_profile_is_refused_with_the_list(db):
    with pytest.raises(psycopg.Error) as caught:
        db.execute("select recall.tools('lean')")
    assert caught.value.sqlstate == "RC015"
    assert "native, cuba, facthouse, spark, all" in caught.value.diag.message_hint


def test_a_result_comes_alone(tools):
    answer = tools.answer("remember", content="The door is blue.")
    assert set(answer) == {"result"}, answer


def test_an_unknown_tool_is_an_answer_with_code_and_hint(tools):
    error = tools.error("serch", query="x")
    assert error["code"] == "RC014"
    assert error["hint"] == "Did you mean search?"
    assert error["message"] == "tool 'serch' does not exist"


def test_wrong_arguments_are_answered_with_their_path(tools):
    error = tools.error("search", query="x", max_results="many")
    assert (error["code"], error["detail"]) == ("RC015", "path $.max_results; expected an integer")


def test_an_error_of_a_function_keeps_code_message_and_hint_without_prefixes(tools):
    error = tools.error("remember", content="...")
    assert error["code"] == "RC001"
    assert error["message"] == "content says nothing"
    assert error["hint"]
    tools("remember", content="The door is blue.")
    assert tools.error("get", id="not-a-uuid")["code"] == "RC003"
    missing = tools.error("get", id="00000000-0000-7000-8000-000000000000")
    assert missing["code"] == "RC007"
    assert missing["message"].startswith("there is no memory")


@pytest.mark.parametrize("args", ["[]", "5", '"x"', "null", '{"content": 5}', '{"content": null}'])
def test_arguments_of_any_shape_are_answered_and_never_raise(tools, args):
    answer = tools.value("select recall.call('remember', %s::jsonb)", args)
    assert answer["error"]["code"] == "RC015"


def test_null_arguments_and_context_are_empty_ones(tools):
    assert tools.value("select recall.call('status', null, null)")["result"]["project"] == "default"
    assert tools.value("select recall.call(null, null, null)")["error"]["code"] == "RC014"


def test_what_a_failed_tool_wrote_is_undone(tools):
    tools.session.execute("select recall.create_project('house')")
    before = tools.value("select count(*) from recall.project")
    assert tools.error("remember", content="...", project="brand new")["code"] == "RC001"
    assert tools.value("select count(*) from recall.project") == before


def test_a_failure_leaves_a_row_without_what_was_given(tools, as_admin):
    tools.error("get", id="secret-value", project="default")
    tools.error("search", query="x", secret_argument=1)
    tools.error("list", max_results=73731)
    tools.error("get", id="secret-" * 30)
    tools.error("cuba_alma", action="create", name="x", entity_type="https://user:hunter2@host")
    rows = as_admin("select tool, client, code, message from recall.call_failure order by id")
    assert [(row[0], row[1], row[2]) for row in rows] == [
        ("get", "editor", "RC003"),
        ("search", "editor", "RC015"),
        ("list", "editor", "RC015"),
        ("get", "editor", "RC015"),
        ("cuba_alma", "editor", "RC004"),
    ]
    for row in rows:
        for secret in ("secret", "hunter2", "73731"):
            assert secret not in row[3]


@pytest.mark.parametrize(
    ("message", "redacted"),
    [
        ('bad "value" here', 'bad "…" here'),
        ("there is no project 'it''s mine'", "there is no project '…''…'"),
        ('cut "off', 'cut "…"'),
        ("no access to postgres://u:p@host/db", "no access to postgres://…@host/db"),
        ("plain", "plain"),
    ],
)
def test_messages_are_kept_without_quotes_and_credentials(tools, message, redacted):
    assert tools.value("select recall._redacted(%s)", message) == redacted


def test_what_a_search_showed_is_recorded_unless_told_otherwise(tools, as_admin):
    stored = tools("remember", content="The front door is painted blue.")
    tools("search", query="what colour is the door", track_access=False)
    assert as_admin("select 1 from recall.access") == []
    tools("search", query="what colour is the door")
    ((ids, tool, session, client),) = as_admin("select memory_ids, tool, session_key, client from recall.access")
    assert ([str(one) for one in ids], tool, session, client) == ([stored["id"]], "search", "editor-1", "editor")


def test_a_call_in_a_read_only_transaction_answers_and_records_nothing(tools, as_admin):
    tools("remember", content="The front door is painted blue.")
    with tools.session.transaction(force_rollback=True):
        tools.session.execute("set local transaction_read_only = on")
        assert tools("search", query="what colour is the door")["count"] == 1
        assert tools("get_session_context")["project"] == "house"
        assert tools.error("search", query=5)["code"] == "RC015"
        assert tools.error("remember", content="The back door is green.")["code"] == "RC016"
    assert as_admin("select 1 from recall.access union all select 1 from recall.call_failure") == []


def test_a_reader_gets_answers_and_an_error_for_writing(tools):
    tools("remember", content="The front door is painted blue.", entity="door")
    tools.session.execute("set local role recall_reader")
    for name, args in (
        ("search", {"query": "what colour is the door"}),
        ("list", {}),
        ("timeline", {}),
        ("status", {}),
        ("entity", {"action": "get", "name": "door"}),
        ("cuba_faro", {"query": "door"}),
        ("cuba_alma", {"action": "get", "name": "door"}),
        ("cuba_puente", {"action": "traverse", "start_entity": "door"}),
        ("search_knowledge", {"query": "door"}),
        ("get_session_context", {}),
        ("get_stats", {}),
        ("memory_search", {"query": "door"}),
    ):
        tools(name, **args)
    assert tools.error("remember", content="The back door is green.")["code"] == "42501"


def test_cancel_and_statement_timeout_pass_through(tools):
    with pytest.raises(psycopg.errors.QueryCanceled), tools.session.transaction():
        tools.session.execute("set local statement_timeout = 1")
        for _ in range(1000):
            tools("search", query="what colour is the door")


def test_projects_come_from_the_argument_then_the_session_then_the_context(tools, client):
    assert tools("project", action="current")["project"] == "house"
    tools("session", action="start", project="garden")
    assert tools("project", action="current")["project"] == "garden"
    assert tools("project", action="current", project="cellar")["project"] == "cellar"
    assert client(session="editor-1")("project", action="current")["project"] == "garden"
    assert client(session="editor-2", project="attic")("project", action="current")["project"] == "attic"
    assert client()("project", action="current")["project"] == "default"
    tools("session", action="end", summary="weeded")
    assert tools("project", action="current")["project"] == "house"


def test_a_session_key_that_came_with_a_memory_chooses_no_project(tools):
    tools("remember", content="The hedge is high.", project="garden")
    assert tools("project", action="current")["project"] == "house"


def test_reading_a_project_that_does_not_exist_is_empty_and_makes_none(tools):
    before = tools.value("select count(*) from recall.project")
    assert tools("search", query="anything")["results"] == []
    assert tools("list")["memories"] == []
    assert tools("timeline")["entries"] == []
    assert tools("entity", action="list")["entities"] == []
    assert tools("session", action="list")["sessions"] == []
    assert tools("status")["exists"] is False
    assert tools("cuba_faro", query="x")["count"] == 0
    assert tools("search_knowledge", query="x")["results"] == []
    assert tools("get_stats")["facts"] == {"active_latest": 0, "total": 0}
    assert tools("get_schemas")["domains"] == []
    assert "capture_fact" in tools("get_session_context")["briefing"]
    assert tools("memory_search", query="x")["count"] == 0
    assert tools.value("select count(*) from recall.project") == before


def test_one_project_is_never_read_from_another(tools):
    tools("remember", content="The front door is painted blue.", entity="door")
    stored = tools("search", query="what colour is the door")["results"][0]["id"]
    other = {"project": "garden"}
    tools("remember", content="The hedge is high.", **other)
    assert [row["c"] for row in tools("search", query="front door blue", **other)["results"]] != [
        "The front door is painted blue."
    ]
    assert tools.error("get", id=stored, **other)["code"] == "RC007"
    assert tools.error("forget", id=stored, **other)["code"] == "RC007"
    assert tools.error("cuba_alma", action="get", name="door", **other)["code"] == "RC008"


def test_a_tool_can_be_switched_off_and_described_anew(tools):
    tools.session.execute("set local role recall_admin")
    tools.session.execute(
        "insert into recall.tool (name, is_enabled, description) values ('forget', false, null), ('get', true, 'Look.')"
    )
    tools.session.execute("reset role")
    listed = {one["name"]: one["description"] for one in tools.value("select recall.tools()")}
    assert "forget" not in listed
    assert listed["get"] == "Look."
    assert tools.error("forget", id="x")["code"] == "RC014"
    assert tools.error("cuba_call", tool="forget", args={"id": "x"})["code"] == "RC014"


def test_text_that_looks_like_code_is_only_text(tools):
    hostile = "'); drop table recall.memory_record; -- {name} %s %1$s <|endoftext|>"
    stored = tools("remember", content=hostile, entity=hostile[:60], tags=["100%", "a_b", "{x}"])
    read = tools("get", id=stored["id"])
    assert read["content"] == hostile
    assert sorted(read["tags"]) == ["100%", "a_b", "{x}"]
    assert tools("search", query=hostile)["results"][0]["id"] == stored["id"]


def test_the_context_is_checked_too(tools):
    answer = tools.value("select recall.call('status', '{}', %s)", Jsonb({"session": 5}))
    assert (answer["error"]["code"], answer["error"]["detail"]) == ("RC015", "path $context.session; expected a string")


@pytest.mark.parametrize("place", ["args", "context"])
def test_what_is_nested_too_deep_to_be_read_is_refused_by_name(db, place):
    deep = Jsonb({}), "[" * 2500 + "]" * 2500
    args, context = deep if place == "context" else deep[::-1]
    (answer,) = db.execute("select recall.call('remember', %s, %s)", [args, context]).fetchone()
    assert answer["error"]["code"] == "RC015"
    # What this Python can still read is refused as no object.
    assert place in answer["error"]["message"] or "must be an object" in answer["error"]["message"]
