"""Hostile text through every way in: stored as text, found as text, and nothing else happens."""

import pytest
from hostile import CLEANED, VERBATIM
from psycopg.types.json import Jsonb

CASES = [pytest.param(text, text, id=name) for name, text in VERBATIM.items()] + [
    pytest.param(given, stored, id=name) for name, (given, stored) in CLEANED.items()
]


def by_remember(recall, text):
    return recall.add(text, embed="now")


def by_ingest(recall, text):
    (result,) = recall.ingest([{"content": text, "embed": "later"}])["results"]
    assert result["outcome"] == "added", result
    return result["id"]


def by_load(recall, text):
    recall.call("start_load")
    recall.session.execute("insert into recall_load (item) values (%s)", [Jsonb({"content": text, "embed": "later"})])
    assert recall.call("finish_load")["failed"] == 0
    return recall.listed()[0]


def by_correct(recall, text):
    memory = recall.add("This text is replaced.")
    assert recall.call("correct", id=memory, content=text)["outcome"] == "corrected"
    return memory


@pytest.mark.parametrize("write", [by_remember, by_ingest, by_load, by_correct])
@pytest.mark.parametrize(("given", "stored"), CASES)
def test_a_memory_keeps_its_text(recall, write, given, stored):
    memory = write(recall, given)
    assert recall.call("get", id=memory)["content"] == stored
    assert [row["content"] for row in recall.rows("list")] == [stored]
    assert [entry["content"] for entry in recall.call("timeline")] == [stored]
    assert recall.remember(stored)["duplicate_of"] == memory
    assert recall.rows("check_index") == []


@pytest.mark.parametrize(("given", "stored"), CASES)
def test_an_event_keeps_its_text(recall, given, stored):
    event = recall.call("log_event", event_type="message", content=given, thread="t")["event_id"]
    assert [entry["content"] for entry in recall.call("events")["events"]] == [stored]
    if given != VERBATIM["stop words"]:
        assert recall.found(given, scope="events") == [event]
    assert recall.rows("check_index") == []


@pytest.mark.parametrize(("given", "stored"), CASES)
def test_a_query_of_the_text_finds_it(recall, given, stored):
    memory = recall.add(stored)
    for n in range(3):
        recall.add(f"Something unrelated number {n} happened.", embed="later")
    for fusion in ("score", "rrf"):
        found = recall.found(given, fusion=fusion)
        if given != VERBATIM["stop words"]:
            assert found[0] == memory
    shown = recall.call("search_json", query=given)["query"]
    assert shown == (given if len(given) <= 200 else f"{given[:200]}…")


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in VERBATIM.items() if len(text) <= 100])
def test_names_and_metadata_are_only_text(recall, text):
    memory = recall.add(
        "The lamp is lit.", entity=text[:60], tags=[text], session=text, thread=text, speaker=text, reference=text,
        metadata={text: [text, {text: text}]},
    )  # fmt: skip
    row = recall.call("get", id=memory)
    assert row["metadata"] == {text: [text, {text: text}]}
    assert (row["tags"], row["session"], row["thread"], row["speaker"], row["reference"]) == (
        [text],
        text,
        text,
        text,
        text,
    )
    assert recall.listed(tags=[text]) == recall.listed(session=text) == recall.listed(entity=text[:60]) == [memory]
    assert recall.found("lamp", tags=[text]) == recall.found("lamp", entity=text[:60]) == [memory]
    assert [entry["id"] for entry in recall.call("timeline", session=text, thread=text)] == [memory]


def test_nothing_but_the_text_was_run(recall):
    for text in VERBATIM.values():
        recall.add(text, embed="later")
        recall.found(text, arms=["bm25"])
    assert len(recall.listed(max_results=100)) == len(VERBATIM)
