"""The server in this process, through the SDK's client."""

import json

import anyio
import mcp_types as types
import psycopg
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from psycopg import sql

from pg_recall.mcp import database as recall_database
from pg_recall.mcp import server

pytestmark = pytest.mark.anyio

ERAS = ["legacy", "auto"]
OURS = "select pid from pg_stat_activity where application_name = 'pg-recall mcp' and datname = %s"


def build(dsn, profile="native", project="work", timeout=30.0):
    return server.build(lambda: recall_database.opened(dsn, timeout), profile, project)


def error_of(answer):
    assert answer.is_error
    return json.loads(answer.content[0].text)["error"]


@pytest.mark.parametrize("profile", ["native", "cuba", "facthouse", "spark", "all"])
async def test_the_tools_are_those_of_the_database(dsn, connect, profile):
    (listed,) = connect().execute("select recall.tools(%s)", [profile]).fetchone()
    async with Client(build(dsn, profile)) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == [tool["name"] for tool in listed]
    assert [tool.description for tool in tools] == [tool["description"] for tool in listed]
    assert [tool.input_schema for tool in tools] == [tool["inputSchema"] for tool in listed]


@pytest.mark.parametrize("era", ERAS)
async def test_the_server_says_what_it_is_for(dsn, era):
    async with Client(build(dsn), mode=era) as client:
        assert "Search before you answer" in client.instructions


@pytest.mark.parametrize("era", ERAS)
async def test_a_refusal_keeps_code_message_detail_and_hint(dsn, era):
    async with Client(build(dsn), mode=era) as client:
        error = error_of(await client.call_tool("search", {"querx": "anything"}))
    assert error["code"] == "RC015"
    assert error.keys() == {"code", "message", "detail", "hint"}


async def test_a_result_that_is_no_object_is_only_text(dsn):
    async with Client(build(dsn, "facthouse")) as client:
        answer = await client.call_tool("get_schemas", {})
    assert isinstance(json.loads(answer.content[0].text), dict) == (answer.structured_content is not None)


@pytest.mark.parametrize("era", ERAS)
async def test_the_first_root_names_the_project(dsn, era):
    async def roots(_):
        return types.ListRootsResult(roots=[types.Root(uri="file:///home/ana/my%20app")])

    async with Client(build(dsn, project=None), mode=era, list_roots_callback=roots) as client:
        stored = await client.call_tool("remember", {"content": "The app is written in Rust"})
    assert stored.structured_content["project"] == "my app"


async def test_roots_are_asked_for_once(dsn):
    asked = []

    async def roots(_):
        asked.append(1)
        return types.ListRootsResult(roots=[types.Root(uri="file:///srv/once")])

    async with Client(build(dsn, project=None), mode="legacy", list_roots_callback=roots) as client:
        async with anyio.create_task_group() as group:
            for query in ("one", "two", "three"):
                group.start_soon(client.call_tool, "search", {"query": query})
        await client.call_tool("status", {})
    assert asked == [1]


async def test_a_client_that_cannot_tell_its_roots_works_in_default(dsn):
    async def roots(_):
        return types.ErrorData(code=-32603, message="no roots here")

    async with Client(build(dsn, project=None), mode="legacy", list_roots_callback=roots) as client:
        stored = await client.call_tool("remember", {"content": "Nobody said which project"})
    assert stored.structured_content["project"] == "default"


@pytest.mark.parametrize("era", ERAS)
async def test_the_client_and_the_session_reach_the_database(dsn, connect, era):
    info = types.Implementation(name="editor", version="2")
    async with Client(build(dsn), mode=era, client_info=info) as client:
        await client.call_tool("remember", {"content": "Lunch is at noon"})
        await client.call_tool("search", {"query": "lunch"})
    seen = connect("postgres").execute("select client, session_key from recall.access").fetchall()
    assert [name for name, _ in seen] == ["editor"]
    assert seen[0][1].startswith("mcp:")


async def test_more_calls_than_connections_are_all_answered(dsn, connect, database):
    async with Client(build(dsn)) as client:
        stored = []

        async def remember(number):
            stored.append(await client.call_tool("remember", {"content": f"Note number {number}", "embed": "later"}))

        async with anyio.create_task_group() as group:
            for number in range(12):
                group.start_soon(remember, number)
        connections = connect("postgres").execute(OURS, [database]).fetchall()
    assert [answer.is_error for answer in stored] == [False] * 12
    assert len(connections) <= 4


async def test_a_lost_connection_is_replaced(dsn, connect, database):
    async with Client(build(dsn)) as client:
        await client.call_tool("status", {})
        admin = connect("postgres")
        for (pid,) in admin.execute(OURS, [database]).fetchall():
            admin.execute("select pg_terminate_backend(%s, 5000)", [pid])
        answer = await client.call_tool("status", {})
    assert not answer.is_error


async def test_calls_fail_one_by_one_while_the_database_is_away_and_work_when_it_is_back(
    cluster, admin_dsn, copy_template
):
    name = "recall_absent"
    async with Client(build(cluster.home.dsn(database=name))) as client:
        failed = error_of(await client.call_tool("status", {}))
        with pytest.raises(MCPError) as refused:
            await client.list_tools()
        copy_template(name)
        try:
            answer = await client.call_tool("status", {})
        finally:
            with psycopg.connect(admin_dsn, autocommit=True) as admin:
                admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
    assert failed["code"] == refused.value.error.data["code"]
    assert failed["code"] in ("3D000", "08006")
    assert "pg-recall up" in failed["hint"]
    assert not answer.is_error


async def test_a_call_that_takes_too_long_is_given_up(dsn, blocked):
    async with Client(build(dsn, timeout=0.2)) as client:
        error = error_of(await client.call_tool("search", {"query": "anything"}))
    assert error["code"] == "57014"


async def test_what_a_tool_needs_from_the_client_is_refused_for_now(dsn, monkeypatch):
    async def asks(*_):
        return {"need": {"sampling": {}}, "continuation": "x"}

    monkeypatch.setattr(recall_database.Database, "call", asks)
    async with Client(build(dsn)) as client:
        assert error_of(await client.call_tool("search", {"query": "x"}))["code"] == "RC0A0"
