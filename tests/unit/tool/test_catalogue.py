import json
from pathlib import Path

import fastjsonschema
import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import catalogue, schema

# The input schemas of the tools of memory-industry 1.32.0, by name.
CUBA = json.loads((Path(__file__).parent / "cuba_schemas.json").read_text())
NATIVE = [
    "remember",
    "search",
    "get",
    "list",
    "correct",
    "forget",
    "entity",
    "relate",
    "timeline",
    "project",
    "session",
    "status",
]
FACTHOUSE = [
    "search_knowledge",
    "capture_fact",
    "get_session_context",
    "get_entity",
    "get_context",
    "get_schemas",
    "consolidate",
    "log_event",
    "get_events",
    "get_stats",
    "capture_inference",
    "validate_inference",
    "list_inferences",
]
SPARK = [
    "search",
    "get",
    "store",
    "forget",
    "forget_by_path",
    "bulk_ingest",
    "reference_search",
    "temporal",
    "related",
    "mistakes_search",
    "mistakes_store",
    "rules_store",
    "rules_search",
    "inspect",
    "reindex",
    "index_status",
    "recall_debug",
    "gate_status",
]
ALL = list(catalogue.by_name().values())


def test_each_profile_has_its_tools():
    def names(profile):
        return {tool["name"] for tool in catalogue.listing(profile, {})}

    assert [tool["name"] for tool in catalogue.listing("native", {})] == NATIVE
    assert names("cuba") == set(CUBA)
    assert names("facthouse") == set(FACTHOUSE)
    assert names("spark") == {f"memory_{name}" for name in SPARK}
    assert names("all") == names("native") | names("cuba") | names("facthouse") | names("spark")


def test_names_are_unique_over_all_profiles():
    assert len(ALL) == sum(len(tools) for tools in catalogue.PROFILES.values())


def test_the_order_is_the_same_every_time():
    assert json.dumps(catalogue.listing("all", {})) == json.dumps(catalogue.listing("all", {}))


def test_an_unknown_profile_is_refused_with_the_list():
    with pytest.raises(RecallError) as caught:
        catalogue.listing("lean", {})
    assert caught.value.sqlstate == "RC015"
    assert "native, cuba, facthouse, spark, all" in caught.value.hint


def test_a_tool_switched_off_is_neither_listed_nor_found():
    overrides = {"forget": {"enabled": False, "description": None}}
    assert "forget" not in [tool["name"] for tool in catalogue.listing("all", overrides)]
    with pytest.raises(RecallError, match="switched off") as caught:
        catalogue.find("forget", overrides)
    assert caught.value.sqlstate == "RC014"


def test_a_description_can_be_replaced():
    overrides = {"search": {"enabled": True, "description": "Look here first."}}
    listed = {tool["name"]: tool["description"] for tool in catalogue.listing("native", overrides)}
    assert listed["search"] == "Look here first."
    assert listed["get"] == catalogue.by_name()["get"].description


def test_an_unknown_tool_is_answered_with_the_nearest_names():
    with pytest.raises(RecallError) as caught:
        catalogue.find("serch", {})
    assert caught.value.sqlstate == "RC014"
    assert caught.value.hint == "Did you mean search?"


@pytest.mark.parametrize("name", [None, "", "x" * 10_000, "drop table", "{0}%s"])
def test_a_name_that_is_near_nothing_is_refused_without_a_guess(name):
    with pytest.raises(RecallError) as caught:
        catalogue.find(name, {})
    assert caught.value.sqlstate == "RC014"
    assert len(caught.value.message) < 200


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_a_description_says_when_what_comes_back_side_effects_and_limits(tool):
    for part in (tool.purpose, tool.when, tool.returns, tool.effects, tool.limits):
        assert part.endswith("."), part
    assert tool.purpose[0].isupper()
    assert "Use " in tool.when
    for part in (tool.purpose, tool.when, "Returns ", "Side effects: ", "Limits: "):
        assert part in tool.description
    assert "  " not in tool.description
    assert len(tool.description) < 1500


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_a_description_points_to_a_sibling_of_its_profile(tool):
    profile = next(tools for tools in catalogue.PROFILES.values() if tool in tools)
    siblings = {other.name for other in profile} - {tool.name}
    words = set(tool.when.replace(",", " ").replace(".", " ").replace(";", " ").split())
    assert words & siblings, tool.when


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_a_tool_that_is_not_built_says_so(tool):
    assert ("RC0A0" in tool.description) or tool.handler is not None


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_hints_do_not_contradict_each_other(tool):
    assert not (tool.annotations["readOnlyHint"] and tool.annotations["destructiveHint"])


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_every_argument_of_a_built_tool_is_described(tool):
    fastjsonschema.compile(tool.schema)
    if tool.handler is not None:
        for name, property in tool.schema["properties"].items():
            assert property["description"], name


def samples(property):
    """Values that a property of the reference catalogue accepts."""
    if "enum" in property:
        return property["enum"]
    return (
        {
            "string": ["", "x", "2025-01-31T09:00:00Z", "a" * 5000],
            "boolean": [True, False],
            "integer": [-5, 0, 1, 999, 2**31],
            "number": [-1.5, 0, 0.7, 1e9],
            "object": [{}, {"a": [1, None]}],
            "array": [[]],
        }[property["type"]]
        + ([["a", "b"]] if property.get("items") == {"type": "string"} else [])
        + ([[{}, {"content": "x"}]] if property.get("items") == {"type": "object"} else [])
    )


@pytest.mark.parametrize("name", sorted(CUBA))
def test_the_cuba_schemas_accept_what_the_reference_accepts(name):
    reference = CUBA[name]
    required = {one: samples(reference["properties"][one])[-1] for one in reference.get("required", ())}
    tool = catalogue.by_name()[name]
    assert set(tool.schema.get("required", ())) <= set(reference.get("required", ()))
    for argument, property in reference["properties"].items():
        for value in samples(property):
            given = required | {argument: value}
            fastjsonschema.validate(reference, given)
            assert schema.checked(name, tool.schema, given) == given
