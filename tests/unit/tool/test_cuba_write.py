import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool.cuba.ingesta import observation_type, paragraphs


@pytest.fixture
def stored(functions):
    functions.answers["recall.remember"] = {
        "id": "1",
        "outcome": "added",
        "entity": "door",
        "type": "fact",
        "density": 1.0,
        "importance": 0.6,
        "tags": ["blue"],
    }
    return functions.answers["recall.remember"]


def ingested(items, project):
    """What recall.ingest answers when it takes every item but those that say so."""
    results = [
        {
            "position": n,
            "outcome": "error",
            "id": None,
            "error": {"code": "RC004", "message": "m", "hint": "h"},
        }
        if item.get("type") == "rumour"
        else {"position": n, "outcome": "added", "id": str(n)}
        for n, item in enumerate(items)
    ]
    added = sum(one["outcome"] == "added" for one in results)
    return {"added": added, "duplicates": 0, "failed": len(results) - added, "results": results}


def test_adding_answers_with_density_importance_and_tags(run, functions, stored):
    assert run("cuba_cronica", action="add", entity_name="door", content="It is blue.") == {
        "id": "1",
        "entity_name": "door",
        "observation_type": "fact",
        "information_density": 1.0,
        "importance": 0.6,
        "tags": ["blue"],
        "overload_warning": None,
        "superseded": 0,
    }
    asked = functions.asked("recall.remember")
    assert (asked["entity"], asked["type"], asked["source"]) == ("door", "fact", "agent")


def test_adding_what_is_known_shows_the_start_of_what_exists(run, functions, stored):
    stored |= {"outcome": "duplicate", "duplicate_of": "0", "id": "0"}
    functions.answers["recall.get"] = {"content": "x" * 200}
    answer = run("cuba_cronica", action="add", entity_name="door", content="x" * 200)
    assert answer == {"deduplicated": True, "id": "0", "existing_content": "x" * 80}


@pytest.mark.parametrize("name", ["", "  ", "n" * 201, "ñ" * 101])
def test_an_entity_name_is_1_to_200_bytes(run, stored, name):
    with pytest.raises(RecallError) as caught:
        run("cuba_cronica", action="add", entity_name=name, content="x y")
    assert caught.value.sqlstate == "RC015"
    assert "$.entity_name" in caught.value.message


def test_a_batch_over_the_limit_reports_its_count(run):
    with pytest.raises(RecallError, match="1 to 100 items, not 101"):
        run("cuba_cronica", action="batch_add", observations=[{"entity_name": "a", "content": "b"}] * 101)


def test_a_batch_passes_incomplete_items_over_and_reports_refusals_by_position(run, functions):
    functions.answers["recall.ingest"] = ingested
    items = [
        {"entity_name": "a"},
        {"entity_name": "a", "content": "good"},
        {"content": "no entity"},
        {"entity_name": "a", "content": "bad", "observation_type": "rumour"},
        {"entity_name": "a", "content": 5},
    ]
    answer = run("cuba_cronica", action="batch_add", observations=items)
    assert (answer["added"], answer["total_processed"], answer["skipped"]) == (1, 2, 3)
    assert answer["errors"] == [{"position": 3, "code": "RC004", "message": "m", "hint": "h"}]


def test_a_batch_without_a_complete_item_asks_nothing_of_the_database(run, functions):
    answer = run("cuba_cronica", action="batch_add", observations=[{}, {"content": "x"}])
    assert (answer["added"], answer["skipped"]) == (0, 2)
    assert functions.names() == []


def test_ingesting_counts_the_invalid_and_allows_two_hundred(run, functions):
    functions.answers["recall.ingest"] = ingested
    items = [{"entity_name": "a", "content": f"fact {n}"} for n in range(199)] + [{}]
    answer = run("cuba_ingesta", action="ingest", items=items)
    assert (answer["added"], answer["skipped_invalid"], answer["total_items"]) == (199, 1, 200)
    with pytest.raises(RecallError, match="1 to 200 items, not 201"):
        run("cuba_ingesta", items=[*items, {}])


def test_parsing_types_each_paragraph(run, functions):
    functions.answers["recall.ingest"] = ingested
    text = "We decided to paint it.\r\n\r\nThe hinge failed twice.\n \nshort\n\nIt has two panels."
    answer = run("cuba_ingesta", action="parse", entity_name="door", text=text)
    assert answer["parsed_count"] == 3
    assert [item["type"] for item in functions.asked("recall.ingest")["items"]] == [
        "decision",
        "error",
        "fact",
    ]
    assert {item["entity"] for item in functions.asked("recall.ingest")["items"]} == {"door"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We chose oak.", "decision"),
        ("Lesson: measure twice.", "lesson"),
        ("Decided after the error", "decision"),
        ("A bug in the lock", "error"),
        ("The fix was oil.", "solution"),
        ("We always use screws.", "preference"),
        ("The debugger is on; prefixes are long.", "fact"),
        ("Blue.", "fact"),
    ],
)
def test_the_first_class_with_a_word_in_the_text_wins(text, kind):
    assert observation_type(text) == kind


def test_paragraphs_of_ten_bytes_or_less_are_passed_over():
    assert paragraphs("0123456789\n\n01234567890\n\n\n\nñññññ\n\nññññññ") == ["01234567890", "ññññññ"]


def test_extraction_by_a_model_is_not_built(run):
    with pytest.raises(RecallError) as caught:
        run("cuba_ingesta", action="auto_extract", text="x")
    assert caught.value.sqlstate == "RC0A0"


def test_an_episode_keeps_actors_and_artifacts(run, functions, stored):
    run("cuba_cronica", action="episode_add", entity_name="door", content="Painted.", actors=["Ana"])
    asked = functions.asked("recall.remember")
    assert asked["kind"] == "episode"
    assert asked["metadata"] == {"actors": ["Ana"], "artifacts": []}


def test_a_timeline_tells_versions_and_episodes_apart(run, functions):
    functions.answers["recall.timeline"] = [
        {"at": "t1", "id": "1", "kind": "episode", "type": "context", "content": "e", "version": 1},
        {
            "at": "t2",
            "id": "2",
            "kind": "fact",
            "type": "fact",
            "content": "f",
            "version": 2,
            "previous_versions": ["o"],
        },
    ]
    first, second = run("cuba_cronica", action="timeline", entity_name="door")["timeline"]
    assert (first["kind"], "version" in first) == ("episode", False)
    assert (second["version"], second["previous_versions"]) == (2, ["o"])


def test_deleting_needs_an_id_under_either_name(run, functions):
    functions.answers["recall.forget"] = {"id": "7", "outcome": "forgotten"}
    assert run("cuba_cronica", action="delete", id="7") == {"deleted": True, "id": "7"}
    assert run("cuba_cronica", action="delete", observation_id="7") == {"deleted": True, "id": "7"}
    with pytest.raises(RecallError, match="observation_id is required"):
        run("cuba_cronica", action="delete")


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("cuba_alma", {"action": "create", "name": "x", "entity_type": "planet"}),
        ("cuba_puente", {"action": "create", "from_entity": "a", "to_entity": "b", "relation_type": "eats"}),
    ],
)
def test_an_unknown_type_is_refused_with_the_list(run, functions, tool, args):
    with pytest.raises(RecallError) as caught:
        run(tool, **args)
    assert caught.value.sqlstate == "RC004"
    assert "expected one of" in caught.value.detail
    assert functions.names() == []
