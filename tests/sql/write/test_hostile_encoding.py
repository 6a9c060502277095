"""What no text of PostgreSQL can hold, and sizes at the limit."""

import json

import pytest

MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("document", "sqlstate"),
    [
        ('[{"content": "lamp\\u0000 is lit"}]', "22P05"),
        ('[{"content": "lamp", "metadata": {"a\\u0000": 1}}]', "22P05"),
        ('[{"content": "lamp \\ud800 is lit"}]', "22P02"),
        ('[{"content": "lamp \\udc00\\ud800 is lit"}]', "22P02"),
        ('[{"content": "lamp"', "22P02"),
        ("", "22P02"),
    ],
)
def test_json_that_the_server_cannot_hold_is_refused_whole(recall, document, sqlstate):
    assert recall.error("ingest", items=document).sqlstate == sqlstate
    assert recall.listed() == []


def test_the_escape_of_a_character_is_that_character(recall):
    (pair, escaped) = recall.call(
        "ingest", items='[{"content": "lamp \\ud83c\\udf89 is lit"}, {"content": "a \\\\u0000 is written out"}]'
    )["results"]
    assert recall.call("get", id=pair["id"])["content"] == "lamp 🎉 is lit"
    assert recall.call("get", id=escaped["id"])["content"] == "a \\u0000 is written out"


def test_a_control_character_in_a_document_is_cleaned_and_said(recall):
    (result,) = recall.call(
        "ingest",
        items='[{"content": "lamp\\u0001 is lit", "metadata": {"k\\u0002": "v\\u0003"}, "tags": ["t\\u0004"]}]',
    )["results"]
    assert result["normalised"] == ["content: controls", "tags: controls", "metadata: controls"]
    row = recall.call("get", id=result["id"])
    assert (row["content"], row["metadata"], row["tags"]) == ("lamp is lit", {"k": "v"}, ["t"])


@pytest.mark.parametrize(
    "line",
    [
        ("word " * (MEGABYTE // 5))[:MEGABYTE] + " lantern",
        "x" * MEGABYTE + " lantern",
        "\n" * MEGABYTE + "a lantern",
        "数" * (MEGABYTE // 6) + "库 lantern",
        "{" * (MEGABYTE // 16) + " lantern",
        "a." * (MEGABYTE // 32) + " lantern",
    ],
    ids=["words", "one word", "empty lines", "chinese", "braces", "dots"],
)
def test_a_line_without_end_is_remembered_and_found(recall, line):
    (result,) = recall.ingest([{"content": line, "embed": "later"}])["results"]
    assert result["outcome"] == "added", result
    assert recall.found("lantern", arms=["bm25"]) == [result["id"]]
    assert recall.value("select length(content) from recall.list()") == len(line)


@pytest.mark.parametrize("function", ["remember", "correct"])
def test_what_is_larger_than_the_limit_is_refused(recall, function):
    memory = recall.add("The lamp is lit.")
    arguments = {"remember": {}, "correct": {"id": memory}}[function]
    assert recall.error(function, content="word " * (3 * MEGABYTE // 5), **arguments).sqlstate == "RC002"
    (result,) = recall.ingest([{"content": "word " * (3 * MEGABYTE // 5)}])["results"]
    assert result["error"]["code"] == "RC002"
    assert [row["content"] for row in recall.rows("list")] == ["The lamp is lit."]


@pytest.mark.parametrize("query", ["lantern " + "x" * MEGABYTE, "lantern " + "lamp oil " * (MEGABYTE // 9)])
def test_a_query_of_a_megabyte_is_refused(recall, query):
    recall.add("The lantern is lit.")
    assert recall.error("search", query=query, arms=["bm25"]).sqlstate == "RC002"


def nested(depth):
    return "[" * (depth - 1) + "{}" + "]" * (depth - 1)


def test_metadata_is_kept_to_a_depth(recall):
    document = f'{{"a": {nested(63)}}}'
    memory = recall.call("remember", content="The lamp is lit.", metadata=document)["id"]
    assert json.dumps(recall.call("get", id=memory)["metadata"]) == document
    recall.call("log_event", event_type="message", content="The lamp is lit.", metadata=document)


@pytest.mark.parametrize("depth", [64, 500, 2500])
def test_metadata_nested_deeper_is_refused_by_its_own_code(recall, depth):
    document = f'{{"a": {nested(depth)}}}'
    for function, arguments in (("remember", {}), ("log_event", {"event_type": "message"})):
        error = recall.error(function, content="The lamp is lit.", metadata=document, **arguments)
        assert error.sqlstate == "RC003"
        assert "nested too deep" in error.diag.message_primary
    assert recall.add("The lamp is out.")


def test_an_item_nested_too_deep_loses_nothing_else(recall):
    items = (
        f'[{{"content": "The lamp is lit."}}, {{"content": "The lamp is out.", "metadata": {{"a": {nested(500)}}}}}]'
    )
    good, bad = recall.call("ingest", items=items)["results"]
    assert (good["outcome"], bad["error"]["code"]) == ("added", "RC003")
    assert recall.error("ingest", items='{"a": ' + nested(2500) + "}").sqlstate == "RC003"
    assert len(recall.listed()) == 1


def test_a_number_that_is_too_long_is_refused_by_name(recall):
    for function, arguments in (("remember", {}), ("log_event", {"event_type": "message"})):
        error = recall.error(function, content="The lamp is lit.", metadata='{"n": 1e5000}', **arguments)
        assert (error.sqlstate, "number" in error.diag.message_primary) == ("RC003", True)
    assert recall.error("ingest", items='[{"content": "The lamp is lit.", "position": 1e5000}]').sqlstate == "RC003"
    answer = recall.call("call", tool="remember", args='{"content": "x", "importance": 1e5000}', context={})
    assert answer["error"]["code"] == "RC015"
