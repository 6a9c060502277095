import pytest

from pg_recall_udf.errors import RecallError


def hit(**changes):
    base = {
        "id": "1",
        "kind": "fact",
        "content": "a\nb",
        "score": 0.51239,
        "source": "agent",
        "metadata": {},
        "flags": {},
    }
    return base | changes


def test_a_hit_is_cited_by_path_and_line(run, functions):
    placed = {"path": "notes/door.md", "start_line": 7, "end_line": 9}
    functions.answers["recall.search"] = [hit(metadata=placed, content="x" * 900), hit(id="2")]
    first, second = run("memory_search", query="door")["results"]
    assert (first["citation"], first["endLine"], len(first["snippet"])) == ("notes/door.md:7", 9, 500)
    assert first["score"] == 0.5124
    assert (second["citation"], second["endLine"]) == ("memory/2:1", 2)


@pytest.mark.parametrize(("limit", "used"), [(None, 10), (0, 1), (-5, 1), (999, 50)])
def test_the_number_of_results_is_brought_into_range(run, functions, limit, used):
    functions.answers["recall.search"] = []
    run("memory_search", query="door", maxResults=limit)
    assert functions.asked("recall.search")["max_results"] == used


@pytest.mark.parametrize(
    ("category", "type", "tags"),
    [(None, "fact", None), ("decision", "decision", None), ("code-snippet", "fact", ["code-snippet"])],
)
def test_a_category_is_a_type_or_a_tag(run, functions, category, type, tags):
    functions.answers["recall.remember"] = {"id": "1", "outcome": "added"}
    assert run("memory_store", text="x y", category=category)["stored"] is True
    asked = functions.asked("recall.remember")
    assert (asked["type"], asked["tags"], asked["pool"]) == (type, tags, "agent_memory")
    assert asked["metadata"]["path"].startswith("capture/a1/")


def test_storing_again_says_it_is_stored_already(run, functions):
    functions.answers["recall.remember"] = {"id": "0", "outcome": "duplicate"}
    assert run("memory_store", text="x y") == {"stored": False, "id": "0", "message": "already stored"}


def test_lines_are_read_from_all_parts_under_a_path(run, functions):
    functions.answers["recall._tool_document"] = [
        {"id": "1", "content": "a\nb"},
        {"id": "2", "content": "c\nd"},
    ]
    assert run("memory_get", path="notes/door.md", **{"from": 2, "lines": 2}) == {
        "path": "notes/door.md",
        "from": 2,
        "lines": 2,
        "total_lines": 4,
        "text": "b\nc",
    }
    assert run("memory_get", path="notes/door.md", **{"from": 99})["text"] == ""


def test_a_memory_without_a_file_is_read_by_its_id(run, functions):
    functions.answers["recall.get"] = {"id": "7", "content": "only line"}
    assert run("memory_get", path="memory/7")["text"] == "only line"
    assert functions.asked("recall.get")["id"] == "7"


def test_an_unknown_path_is_not_found(run, functions):
    functions.answers["recall._tool_document"] = []
    with pytest.raises(RecallError) as caught:
        run("memory_get", path="../../etc/passwd")
    assert caught.value.sqlstate == "RC007"


def test_what_shares_a_path_without_lines_is_cited_by_itself(run, functions):
    capture = {"path": "capture/me/2025-05-01"}
    functions.answers["recall.search"] = [hit(id="1", metadata=capture), hit(id="2", metadata=capture)]
    cited = [result["citation"] for result in run("memory_search", query="door")["results"]]
    assert cited == ["memory/1:1", "memory/2:1"]
