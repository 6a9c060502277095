import hashlib

import pytest

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool.facthouse import context, episode
from pg_recall_udf.tool.facthouse.knowledge import quality


def hit(number, score, state=None, domain=None, tags=()):
    capture = {"capture": {"state": state, "domain": domain}} if state or domain else {}
    return {
        "rank": number,
        "id": str(number),
        "kind": "fact",
        "type": "fact",
        "content": f"fact {number}",
        "entity": "Alex",
        "score": score,
        "tags": list(tags),
        "importance": 0.6,
        "source": "agent",
        "speaker": None,
        "session": "s1",
        "occurred_at": None,
        "created_at": "t",
        "metadata": capture,
        "flags": {},
    }


@pytest.fixture
def search(functions):
    """Answers of recall.search by scope."""
    found = {"observations": [], "events": []}
    functions.answers["recall.search"] = lambda scope, **rest: found[scope]
    return found


@pytest.mark.parametrize(
    ("scores", "coverage", "confidence", "advised"),
    [
        ([], 0, 0, True),
        ([0.04], 0.7, 0.7, False),
        ([0.04, 0.015], 0.7, 0.9, False),
        ([0.04, 0.03], 0.7, 0.7, False),
        ([0.04, 0.039], 0.7, 0.5, True),
        ([0.04] * 20, 0.5, 0.5, True),
        ([0.0, 0.0], 0.7, 0.5, True),
    ],
)
def test_quality_follows_the_gap_between_the_first_two(scores, coverage, confidence, advised):
    told = quality(scores, 20, False)
    assert told[:2] == (coverage, confidence)
    assert (told[2] is not None) == advised


def test_pending_facts_are_kept_apart_from_results(run, search):
    search["observations"] = [hit(1, 0.9, state="pending", domain="food"), hit(2, 0.5)]
    answer = run("search_knowledge", query="what does Alex like")
    assert [one["fact"]["id"] for one in answer["results"]] == ["2"]
    assert answer["pending"][0] == {
        "id": "1",
        "content": "fact 1",
        "source_origin": "explicit",
        "domain_hint": "food",
        "confidence": None,
        "created_at": "t",
        "session_id": "s1",
    }
    assert answer["episodes"] == []
    assert answer["results"][0]["entities"] == [{"name": "Alex", "relationship": "subject_of"}]


def test_a_domain_moves_its_facts_up_and_hides_none(run, search):
    search["observations"] = [hit(1, 0.5), hit(2, 0.4, domain="food"), hit(3, 0.3, tags=["food"])]
    answer = run("search_knowledge", query="tea", domain="Food")
    assert [one["fact"]["id"] for one in answer["results"]] == ["2", "3", "1"]
    assert answer["results"][0]["score"] == 0.4


def test_an_unknown_domain_changes_nothing(run, search):
    search["observations"] = [hit(1, 0.5), hit(2, 0.4)]
    assert [one["fact"]["id"] for one in run("search_knowledge", query="x", domain="zzz")["results"]] == [
        "1",
        "2",
    ]


def test_a_query_without_words_finds_nothing_and_asks_nothing(run, functions):
    answer = run("search_knowledge", query="  ")
    assert (answer["results"], answer["pending"], answer["episodes"], answer["result_confidence"]) == (
        [],
        [],
        [],
        0,
    )
    assert functions.names() == []


def test_episodes_appear_only_without_results_and_carry_their_surroundings(run, functions, search):
    search["events"] = [{"thread": "chat", "position": 5}, {"thread": "chat", "position": 6}]
    functions.answers["recall.events"] = lambda thread, after_position, max_results, project: {
        "events": [
            {"id": str(n), "position": n, "role": "user", "event_type": "message", "content": f"line {n}"}
            for n in range(after_position + 1, after_position + 1 + max_results)
        ]
    }
    answer = run("search_knowledge", query="line")
    (window,) = answer["episodes"]
    assert window["conversation_id"] == "chat"
    assert [(one["sequence"], one["matched"]) for one in window["events"]] == [
        (3, False),
        (4, False),
        (5, True),
        (6, True),
        (7, False),
        (8, False),
    ]
    assert "not established facts" in answer["suggested_refinement"]
    assert (answer["coverage_estimate"], answer["result_confidence"]) == (0, 0)
    search["observations"] = [hit(1, 0.5)]
    assert run("search_knowledge", query="line")["episodes"] == []


def test_what_was_known_at_an_instant_is_refused_by_the_name_that_was_given(run):
    with pytest.raises(RecallError, match="as_of_system_time") as refused:
        run("search_knowledge", query="x", as_of_system_time="2025-01-01T00:00:00Z")
    assert refused.value.sqlstate == "RC0A0"


@pytest.mark.parametrize(
    ("positions", "spans"),
    [
        ([5], [(3, 7)]),
        ([0], [(0, 2)]),
        ([5, 9], [(3, 11)]),
        ([5, 10], [(3, 12)]),
        ([5, 11], [(3, 7), (9, 13)]),
        ([5, 5], [(3, 7)]),
    ],
)
def test_windows_that_meet_are_joined(positions, spans):
    assert episode.spans(positions) == spans


def test_a_long_line_is_cut_around_the_match():
    shown = episode.excerpt("x" * 900 + " the needle " + "y" * 900, "find the NEEDLE")
    assert "needle" in shown
    assert len(shown) <= 502
    assert episode.excerpt("short", "needle") == "short"


def test_capturing_marks_the_fact_as_pending_and_leaves_importance_open(run, functions):
    functions.answers["recall.remember"] = {"id": "1", "outcome": "added"}
    answer = run("capture_fact", content="Alex likes tea.", domain_hint="  Food  Drink ")
    assert answer == {
        "fact_id": "1",
        "session_id": "s1",
        "content_hash": hashlib.sha256(b"Alex likes tea.").hexdigest(),
        "duplicate": False,
    }
    asked = functions.asked("recall.remember")
    assert asked["metadata"] == {"capture": {"state": "pending", "domain": "food drink", "confidence": 0.7}}
    assert asked["importance"] is None


def test_capturing_twice_says_which_fact_is_the_same(run, functions):
    functions.answers["recall.remember"] = {"id": "0", "outcome": "duplicate"}
    answer = run("capture_fact", content="Alex likes tea.")
    assert (answer["duplicate"], answer["fact_id"]) == (True, "0")


def test_events_carry_their_place_as_sequence(run, functions):
    functions.answers["recall.log_event"] = {"event_id": "e", "thread": "s1", "position": 4}
    assert run("log_event", event_type="message", content="hi", role="user")["sequence"] == 4
    functions.answers["recall.events"] = {
        "total_events": 9,
        "returned": 1,
        "events": [{"id": "e", "position": 4}],
    }
    answer = run("get_events", after_sequence=3, limit=2**31)
    assert answer["events"] == [{"sequence": 4, "id": "e", "position": 4}]
    asked = functions.asked("recall.events")
    assert (asked["session"], asked["after_position"], asked["max_results"]) == ("s1", 3, 1000)


def test_the_briefing_of_an_empty_memory_says_what_to_do_next():
    assert "capture_fact" in context.briefing("p", context.NOTHING)


def test_the_briefing_lists_key_facts_recent_and_pending():
    parts = {
        "key_facts": [{"content": "Decided\n\non oak.", "label": "decision"}],
        "recent": [],
        "pending": [{"content": "x" * 400, "label": None}],
        "memories": 2,
        "pending_count": 1,
    }
    text = context.briefing("house", parts)
    assert "# Memory of house" in text
    assert "- **decision**: Decided on oak." in text
    assert "Recent" not in text
    assert f"- {'x' * 300}…" in text
    assert "2 memories in all, 1 pending." in text
