"""The raw log: events keep their order and place, and are found by their words."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest


@pytest.fixture
def log(recall):
    def append(content, **arguments):
        return recall.call("log_event", **{"event_type": "message", "content": content, **arguments})

    return append


def positions(answer):
    return [(event["thread"], event["position"]) for event in answer["events"]]


def test_events_of_a_thread_are_counted_from_zero(recall, log):
    for n in range(3):
        answer = log(f"line {n}", thread="chat")
        assert (answer["thread"], answer["position"]) == ("chat", n)
    assert log("line 0", thread="other")["position"] == 0
    answer = recall.call("events", thread="chat")
    assert (answer["total_events"], answer["returned"]) == (3, 3)
    assert [event["content"] for event in answer["events"]] == ["line 0", "line 1", "line 2"]


def test_the_order_is_that_of_the_log_whatever_the_clock_said(recall, log):
    log("said later", thread="chat", occurred_at="2030-01-01T00:00+00")
    log("said earlier", thread="chat", occurred_at="2001-01-01T00:00+00")
    assert [event["content"] for event in recall.call("events", thread="chat")["events"]] == [
        "said later",
        "said earlier",
    ]


def test_the_same_text_is_two_events(recall, log):
    assert log("Thanks!", thread="chat")["event_id"] != log("Thanks!", thread="chat")["event_id"]


@pytest.mark.parametrize(
    ("arguments", "thread"),
    [({}, "log"), ({"session": "s"}, "s"), ({"session": "s", "thread": "t"}, "t"), ({"thread": "  "}, "log")],
)
def test_the_thread_is_given_or_the_session_or_the_log(log, arguments, thread):
    assert log("hello there", **arguments)["thread"] == thread


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"after_position": None}, [0, 1, 2, 3, 4]),
        ({"after_position": -1}, [0, 1, 2, 3, 4]),
        ({"after_position": 1}, [2, 3, 4]),
        ({"after_position": 4}, []),
        ({"after_position": 2**31 - 1}, []),
        ({"after_position": 1, "max_results": 2}, [2, 3]),
        ({"max_results": -5}, [0]),
        ({"max_results": 0}, [0]),
        ({"max_results": 2**31}, [0, 1, 2, 3, 4]),
        ({"max_results": None}, [0, 1, 2, 3, 4]),
    ],
)
def test_a_page_follows_a_position(recall, log, arguments, expected):
    for n in range(5):
        log(f"line {n}", thread="chat")
    answer = recall.call("events", thread="chat", **arguments)
    assert [event["position"] for event in answer["events"]] == expected
    assert (answer["total_events"], answer["returned"]) == (5, len(expected))


def test_the_events_of_a_session_come_from_all_its_threads(recall, log):
    for thread in ("b", "a", "b"):
        log(f"hello {thread}", session="s", thread=thread)
    log("hello", session="other", thread="a")
    assert positions(recall.call("events", session="s")) == [("a", 0), ("b", 0), ("b", 1)]
    assert positions(recall.call("events", session="s", thread="b")) == [("b", 0), ("b", 1)]
    assert recall.call("events", session="unknown") == {"total_events": 0, "returned": 0, "events": []}


def test_every_attribute_of_an_event_is_kept(recall, log):
    given = {
        "event_type": "tool_result", "role": "tool", "speaker": "shell", "content_type": "json", "thread": "t",
        "content_ref": "file:///out.json", "metadata": {"exit": 0}, "content": '{"ok": true}',
    }  # fmt: skip
    recall.call("log_event", **given)
    (event,) = recall.call("events", thread="t")["events"]
    assert {key: event[key] for key in given} == given


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"content": None}, "RC001"),
        ({"content": ""}, "RC001"),
        ({"event_type": "whisper"}, "RC004"),
        ({"role": "king"}, "RC004"),
        ({"content_type": "smell"}, "RC004"),
        ({"content_ref": "x" * 2001}, "RC002"),
        ({"thread": "x" * 401}, "RC002"),
        ({"session": "x" * 401}, "RC002"),
        ({"metadata": {"a": "x" * 70_000}}, "RC002"),
        ({"content": "word " * 500_000}, "RC002"),
        ({"project": "nowhere"}, "RC005"),
    ],
)
def test_a_bad_event_is_refused_and_nothing_is_logged(recall, log, arguments, code):
    with pytest.raises(psycopg.Error) as caught, recall.session.transaction():
        log(**{"content": "hello there", **arguments})
    assert caught.value.sqlstate == code
    assert recall.call("events")["total_events"] == 0


def test_an_event_that_only_points_elsewhere_is_kept(recall, log):
    log(None, content_ref="s3://bucket/photo.jpg", content_type="image", thread="t")
    (event,) = recall.call("events", thread="t")["events"]
    assert (event["content"], event["content_ref"]) == (None, "s3://bucket/photo.jpg")


@pytest.mark.parametrize("content", [".", "N/A", "👍", "the of and"])
def test_the_log_keeps_what_a_memory_may_not_be(recall, log, content):
    log(content, thread="t")
    assert [event["content"] for event in recall.call("events", thread="t")["events"]] == [content]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("The build of the parser failed.", "parser failing"),
        ("Резервная копия хранится на сервере.", "резервные копии"),
        ("数据库的索引损坏了，需要重建。", "索引损坏"),
        ("색인이 손상되었습니다.", "색인 손상"),
    ],
)
@pytest.mark.parametrize("is_folded", [False, True])
def test_events_are_found_by_their_words_in_their_own_scope_only(recall, log, content, query, is_folded):
    event = log(content, thread="t")["event_id"]
    log("Lunch is at noon.", thread="t")
    memory = recall.add(f"{content} (noted)", embed="later")
    if is_folded:
        recall.call("compact")
    assert recall.found(query, scope="events") == [event]
    assert recall.found(query, scope="all", arms=["bm25"]) == [memory]
    assert recall.rows("check_index") == []


def test_two_appenders_to_one_thread_leave_no_gap(writer):
    def append(number):
        recall = writer()
        return [
            recall.call("log_event", event_type="message", content=f"line {number} {n}", thread="chat")["position"]
            for n in range(20)
        ]

    with ThreadPoolExecutor(4) as pool:
        taken = [position for positions in pool.map(append, range(4)) for position in positions]
    assert sorted(taken) == list(range(80))
