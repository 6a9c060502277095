"""recall.ingest: the outcome of every item by its position; a bad item harms no other."""

import pytest
from psycopg.types.json import Jsonb

from pg_recall_udf.write.item import FIELDS

GOOD = {"content": "The lantern in the hall is lit.", "embed": "later"}


def outcomes(answer):
    assert [result["position"] for result in answer["results"]] == list(range(len(answer["results"])))
    return [result["outcome"] for result in answer["results"]]


def test_two_thousand_items_in_one_call(recall):
    items = [{"content": f"Lantern number {n} hangs in hall {n % 40}.", "embed": "later"} for n in range(2000)]
    answer = recall.ingest(items)
    assert (answer["added"], answer["duplicates"], answer["failed"], answer["queued"]) == (2000, 0, 0, 2000)
    ids = [result["id"] for result in answer["results"]]
    assert len(set(ids)) == 2000
    # Ids are in the order of the items.
    assert ids == sorted(ids)
    assert recall.found("lantern 1234", arms=["bm25"])[0] == ids[1234]
    again = recall.ingest(items)
    assert (again["added"], again["duplicates"], again["queued"]) == (0, 2000, 0)
    assert [result["id"] for result in again["results"]] == ids


def test_the_outcome_of_each_is_given_by_its_position(recall):
    stored = recall.add("The old lantern is broken.")
    answer = recall.ingest(
        [
            GOOD,
            {"content": "The  old lantern\r\nis broken."},
            {"content": "The lantern in  the hall is lit."},
            {"content": "   "},
            {"content": "The lamp is new.", "type": "opinion"},
            {"content": "The lamp is new.", "embed": "later"},
        ]
    )
    assert outcomes(answer) == ["added", "duplicate", "duplicate", "error", "error", "added"]
    assert (answer["added"], answer["duplicates"], answer["failed"]) == (2, 2, 2)
    results = answer["results"]
    assert results[1]["id"] == stored
    assert results[2]["id"] == results[0]["id"]
    assert results[3]["error"]["code"] == "RC001"
    assert results[4]["error"]["code"] == "RC004"
    assert "tool_usage" in results[4]["error"]["hint"]
    assert set(recall.listed()) == {stored, results[0]["id"], results[5]["id"]}


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({}, "RC001"),
        ({"content": None}, "RC001"),
        ({"content": 7}, "RC003"),
        ({"content": ["a"]}, "RC003"),
        ("text", "RC003"),
        (None, "RC003"),
        ([], "RC003"),
        (7, "RC003"),
        ({"content": "ok then", "colour": "red"}, "RC003"),
        ({"content": "ok then", "position": "3", "thread": "t"}, "RC003"),
        ({"content": "ok then", "position": 2**31, "thread": "t"}, "RC003"),
        ({"content": "ok then", "importance": "high"}, "RC003"),
        ({"content": "ok then", "importance": True}, "RC003"),
        ({"content": "ok then", "occurred_at": "yesterday"}, "RC003"),
        ({"content": "ok then", "occurred_at": 1700000000}, "RC003"),
        ({"content": "ok then", "tags": {"a": 1}}, "RC003"),
        ({"content": "ok then", "tags": [1, 2]}, "RC003"),
        ({"content": "ok then", "metadata": "text"}, "RC003"),
        ({"content": "ok then", "type": ["fact"]}, "RC004"),
        ({"content": "ok then", "kind": {}}, "RC004"),
        ({"content": "ok then", "embedding": [0.1]}, "RC010"),
    ],
)
def test_one_bad_item_is_named_and_loses_nothing_else(recall, item, code):
    answer = recall.ingest([GOOD, item, {"content": "The lamp is new.", "embed": "later"}])
    assert outcomes(answer) == ["added", "error", "added"]
    error = answer["results"][1]["error"]
    assert error["code"] == code
    assert error["message"]
    assert error["hint"]
    assert len(recall.listed()) == 2


def test_an_unknown_key_is_refused_rather_than_lost(recall):
    error = recall.ingest([{"content": "The lamp is new.", "entitty": "lamp"}])["results"][0]["error"]
    assert error["message"] == "unknown item key 'entitty'"
    assert error["hint"] == f"Known: {', '.join(FIELDS)}."


def test_every_attribute_of_an_item_is_kept(recall):
    item = {
        "content": "Ada prefers tea.", "entity": "Ada", "type": "preference", "tags": ["tea"], "source": "user",
        "importance": 0.4, "occurred_at": "2024-05-01T09:00:00+00:00", "session": "monday", "thread": "chat",
        "position": 4, "speaker": "Ada", "metadata": {"n": [1, {"a": None}]}, "kind": "turn", "role": "user",
        "reference": "mail:7", "pool": "house", "agent": "claude", "embed": "later",
    }  # fmt: skip
    (result,) = recall.ingest([item])["results"]
    row = recall.call("get", id=result["id"])
    kept = {key: value for key, value in item.items() if key != "embed"}
    assert {key: row[key] for key in kept} == kept


def test_an_atomic_call_stores_everything_or_nothing(recall):
    good = [{"content": f"Lamp {n} is lit.", "entity": f"Lamp {n}", "embed": "later"} for n in range(5)]
    error = recall.error("ingest", items=Jsonb([*good, {"content": "x y", "type": "opinion"}]), atomic=True)
    assert error.sqlstate == "RC004"
    assert "item 5: unknown type 'opinion'" in error.diag.message_primary
    assert recall.listed() == []
    assert recall.call("entity", action="list") == []
    assert recall.ingest(good, atomic=True)["added"] == 5


@pytest.mark.parametrize("items", [None, Jsonb({}), Jsonb("text"), Jsonb(7)])
def test_what_is_not_a_list_is_refused(recall, items):
    assert recall.error("ingest", items=items).sqlstate == "RC003"


def test_an_empty_list_is_nothing_done(recall):
    answer = recall.ingest([])
    assert (answer["added"], answer["duplicates"], answer["failed"], answer["results"]) == (0, 0, 0, [])


def test_one_call_makes_each_entity_and_session_once(recall):
    names = ["Ada", "ada", " ADA ", "Grace", "Ada\u00a0", "Grace  "]
    recall.ingest(
        [
            {"content": f"Said {n} things.", "entity": name, "session": "s", "embed": "later"}
            for n, name in enumerate(names)
        ]
    )
    assert [entity["name"] for entity in recall.call("entity", action="list")] == ["Ada", "Grace"]
    assert [session["memories"] for session in recall.call("sessions")] == [6]


def test_a_duplicate_in_one_batch_is_told_by_its_entity_too(recall):
    items = [{"content": "Prefers tea.", "entity": name, "embed": "later"} for name in ("Ada", "Grace", "ADA")]
    assert outcomes(recall.ingest(items)) == ["added", "added", "duplicate"]
