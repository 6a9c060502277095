import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema

SCHEMA = schema.arguments(
    {
        "query": schema.text("q", minimum=1),
        "limit": schema.integer("l", minimum=1, maximum=10),
        "tags": schema.texts("t"),
        "mode": schema.choice("m", "a", "b"),
        "rows": {
            "type": "array",
            "items": {"type": "object", "properties": {"n": {"type": "integer"}}},
        },
    },
    "query",
)


def refusal(given) -> RecallError:
    with pytest.raises(RecallError) as caught:
        schema.checked("search", SCHEMA, given)
    assert caught.value.sqlstate == "RC015"
    return caught.value


def test_valid_arguments_come_back_as_they_are():
    assert schema.checked("t", SCHEMA, {"query": "x", "limit": 3}) == {"query": "x", "limit": 3}


def test_a_null_counts_as_left_out():
    assert schema.checked("t", SCHEMA, {"query": "x", "limit": None, "unknown": None}) == {"query": "x"}


def test_no_arguments_at_all_are_an_empty_object():
    assert schema.checked("t", schema.arguments({}), None) == {}


@pytest.mark.parametrize("given", [[], "query", 3, True])
def test_arguments_that_are_no_object_are_refused_at_the_root(given):
    assert refusal(given).message.startswith("search: $ must be an object")


def test_a_missing_argument_is_named_with_its_path():
    assert "$.query is required" in refusal({}).message


def test_an_unknown_argument_is_refused_with_the_known_ones_and_the_nearest():
    error = refusal({"query": "x", "limits": 3})
    assert '"limits"' in error.message
    assert "query, limit, tags, mode, rows" in error.detail
    assert error.hint == "Did you mean limit?"


def test_an_unknown_argument_far_from_all_gets_no_guess():
    assert "Did you mean" not in refusal({"query": "x", "zzzzzz": 1}).hint


@pytest.mark.parametrize(
    ("given", "path", "expected"),
    [
        ({"query": 5}, "$.query", "a string"),
        ({"query": ""}, "$.query", "a string of at least 1 characters"),
        ({"query": "x", "limit": "3"}, "$.limit", "an integer"),
        ({"query": "x", "limit": True}, "$.limit", "an integer"),
        ({"query": "x", "limit": 0}, "$.limit", "at least 1"),
        ({"query": "x", "limit": 2**31}, "$.limit", "at most 10"),
        ({"query": "x", "mode": "c"}, "$.mode", "one of a, b"),
        ({"query": "x", "tags": "abc"}, "$.tags", "an array"),
        ({"query": "x", "tags": ["a", 1]}, "$.tags[1]", "a string"),
        ({"query": "x", "rows": [{}, {"n": "z"}]}, "$.rows[1].n", "an integer"),
    ],
)
def test_a_fault_is_told_by_path_and_expectation(given, path, expected):
    error = refusal(given)
    assert error.detail == f"path {path}; expected {expected}"
    assert path in error.message


def test_a_long_value_is_cut_in_the_message():
    assert len(refusal({"query": "x", "limit": "9" * 100_000}).message) < 250


def test_text_with_format_characters_does_not_break_the_message():
    assert '"%s {0}"' in refusal({"query": "x", "limit": "%s {0}"}).message
