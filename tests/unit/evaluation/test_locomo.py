"""The LoCoMo protocol on a conversation written for these tests."""

import json
from datetime import UTC, datetime

import pytest

from pg_recall.evaluation import locomo

KNOWN = frozenset({"D8:6", "D9:17", "D9:1", "D4:4", "D11:26", "D30:5"})

SAMPLE = {
    "sample_id": "test-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_10_date_time": "12:05 am on 1 June, 2023",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Morning!"}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Ada", "dia_id": "D2:1", "text": "Look at this.", "blip_caption": "a red kite"},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "Thanks!"},
        ],
    },
    "qa": [
        {"question": "What did Ada show?", "evidence": ["D2:1"], "category": 4},
        {"question": "Nothing points anywhere", "evidence": ["D99:1"], "category": 1},
        {"question": "No evidence at all", "evidence": [], "category": 1},
        {"question": "Never said", "evidence": ["D2:2"], "category": 5},
    ],
}


@pytest.fixture
def loaded(tmp_path):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([SAMPLE]), encoding="utf-8")
    return locomo.load(path)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (["D8:6; D9:17"], ("D8:6", "D9:17")),
        (["D9:1 D4:4"], ("D9:1", "D4:4")),
        (["D:11:26"], ("D11:26",)),
        (["D30:05"], ("D30:5",)),
        (["D8:6", "D8:6"], ("D8:6",)),
        (["D99:1", "D", ""], ()),
    ],
)
def test_evidence_is_cleaned(evidence, expected) -> None:
    assert locomo.clean_evidence(evidence, KNOWN) == expected


def test_a_session_time_is_read_as_utc() -> None:
    assert locomo.parse_time("1:56 pm on 8 May, 2023") == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert locomo.parse_time("12:05 am on 1 June, 2023") == datetime(2023, 6, 1, 0, 5, tzinfo=UTC)


def test_a_turn_becomes_an_item_with_its_place_and_time(loaded) -> None:
    items = loaded.corpora[0].items
    assert items["D2:1"] == {
        "content": "Ada: Look at this. [shares a red kite]",
        "session": "session_2",
        "thread": "session_2",
        "position": 0,
        "speaker": "Ada",
        "entity": "Ada",
        "occurred_at": "2023-05-08T13:56:00+00:00",
        "metadata": {"dia_id": "D2:1"},
    }
    assert items["D2:2"]["occurred_at"] == "2023-05-08T13:56:01+00:00"


def test_sessions_are_loaded_in_order_of_their_number(loaded) -> None:
    assert list(loaded.corpora[0].items) == ["D2:1", "D2:2", "D10:1"]


def test_questions_without_gold_are_skipped(loaded) -> None:
    assert [question.query for question in loaded.corpora[0].questions] == [
        "What did Ada show?",
        "Never said",
    ]


def test_category_5_is_counted_apart(loaded) -> None:
    assert loaded.groups["1-4"] == {"1", "2", "3", "4"}
    assert loaded.groups["5"] == {"5"}


def test_each_conversation_is_a_project_of_its_own(loaded) -> None:
    assert loaded.corpora[0].project == "eval-locomo-test-1"
