"""The server as an agent's program starts it: a process and its pipes."""

import json
import os

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

WAITING = "exists (select from pg_stat_activity where application_name = 'pg-recall mcp' and wait_event_type = 'Lock')"


@pytest.mark.anyio
async def test_an_agent_remembers_and_finds(dsn, recall_program):
    parameters = StdioServerParameters(
        command=recall_program, args=["mcp", "--project", "work"], env={**os.environ, "PG_RECALL_DSN": dsn}
    )
    async with Client(stdio_client(parameters)) as client:
        stored = await client.call_tool("remember", {"content": "Staging runs on db7", "entity": "staging"})
        found = await client.call_tool("search", {"query": "where does staging run?"})
    assert stored.structured_content["outcome"] == "added"
    assert stored.structured_content["project"] == "work"
    assert json.loads(found.content[0].text) == found.structured_content
    assert found.structured_content["results"][0]["id"] == stored.structured_content["id"]


def test_standard_output_carries_json_rpc_only(pipe):
    pipe.write("this is no JSON")
    asked = pipe.send("tools/list")
    pipe.process.stdin.close()
    answers = [json.loads(line) for line in pipe.process.stdout]
    assert {answer["jsonrpc"] for answer in answers} == {"2.0"}
    assert {answer["id"] for answer in answers} == {None, asked}


def test_an_unreadable_line_is_refused_and_the_next_one_answered(pipe):
    pipe.write('{"jsonrpc": "2.0", "id": 77, "method": ')
    refused = pipe.read()
    assert refused["error"]["code"] == -32700
    assert refused["id"] is None
    assert pipe.call("status")["isError"] is False


def test_text_that_postgresql_cannot_carry_is_stored_and_reported(pipe):
    answer = pipe.call("remember", content="half \ud800 and nul \0 in it", metadata={"k\ud800": "v"})
    stored = answer["structuredContent"]
    assert stored["outcome"] == "added"
    assert stored["normalised"] == ["content: nul", "content: surrogates", "metadata: surrogates"]
    kept = pipe.call("get", id=stored["id"])["structuredContent"]
    assert kept["content"] == "half \ufffd and nul \ufffd in it"
    assert kept["metadata"] == {"k\ufffd": "v"}


def test_a_pair_of_halves_is_one_character(pipe):
    stored = pipe.call("remember", content="a party \ud83c\udf89 today")["structuredContent"]
    assert pipe.call("get", id=stored["id"])["structuredContent"]["content"] == "a party \U0001f389 today"


def test_a_line_of_a_megabyte_is_answered(pipe):
    text = " ".join(f"{number:x<1000}" for number in range(1_000))
    stored = pipe.call("remember", content=text, embed="later")["structuredContent"]
    assert stored["outcome"] == "added"


def test_the_end_of_input_ends_the_server(pipe):
    pipe.process.stdin.close()
    assert pipe.process.wait(20) == 0


def test_cancelling_a_call_cancels_its_query(pipe, blocked, until):
    asked = pipe.send("tools/call", {"name": "search", "arguments": {"query": "anything"}})
    until(WAITING)
    pipe.notify("notifications/cancelled", {"requestId": asked})
    until(f"not {WAITING}")
    blocked.rollback()
    assert pipe.call("status")["isError"] is False


def test_the_end_of_input_cancels_what_runs(pipe, blocked, until):
    pipe.send("tools/call", {"name": "search", "arguments": {"query": "anything"}})
    until(WAITING)
    pipe.process.stdin.close()
    until(f"not {WAITING}")
    assert pipe.process.wait(20) == 0


def test_what_was_asked_before_the_end_of_input_is_done_and_answered(pipe):
    asked = pipe.send("tools/call", {"name": "remember", "arguments": {"content": "Staging runs on db7"}})
    pipe.process.stdin.close()
    answers = {answer["id"]: answer for answer in map(json.loads, pipe.process.stdout)}
    assert answers[asked]["result"]["structuredContent"]["outcome"] == "added"
    assert pipe.process.wait(timeout=30) == 0


@pytest.mark.parametrize("request_id", [{}, [1], None, True])
def test_a_cancellation_that_names_no_call_does_no_harm(pipe, request_id):
    params = {"requestId": request_id}
    pipe.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
    assert pipe.call("status")["isError"] is False
