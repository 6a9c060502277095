"""Every argument of recall.remember: what is wrong is refused with a code and a way out, what is odd is said."""

import pytest
from psycopg.types.json import Jsonb

TEXT = "The deploy failed because the disk of the build server was full."


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("type", "opinion", "tool_usage"),
        ("type", "", "decision"),
        ("type", "Fact", "fact"),
        ("kind", "thought", "episode"),
        ("source", "rumour", "consolidation"),
        ("source", "", "agent"),
        ("embed", "soon", "later"),
    ],
)
def test_a_value_outside_its_list_is_refused_with_the_list(recall, name, value, known):
    error = recall.error("remember", content=TEXT, **{name: value})
    assert error.sqlstate == "RC004"
    assert name in error.diag.message_primary
    assert known in error.diag.message_hint
    assert recall.listed() == []


def test_an_absent_choice_takes_its_default(recall):
    row = recall.call("get", id=recall.add(TEXT, type=None, kind=None, source=None, embed=None))
    assert (row["type"], row["kind"], row["source"]) == ("fact", "fact", "agent")


@pytest.mark.parametrize("source", ["agent", "error_detection", "user", "consolidation", "inference"])
def test_every_source_is_kept(recall, source):
    assert recall.call("get", id=recall.add(TEXT, source=source))["source"] == source


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "   ",
        "\t\r\n",
        "\ufeff",
        "\u00a0\u2003",
        ".",
        "…!?",
        "N/A",
        "null",
        " (none) ",
        "a" * 10_000,
        "🎉🎉🎉",
        "ha" * 500,
    ],
)
def test_a_text_that_says_nothing_is_refused(recall, content):
    error = recall.error("remember", content=content)
    assert error.sqlstate == "RC001"
    assert error.diag.message_hint
    assert recall.listed() == []


def test_a_text_is_measured_in_bytes(recall):
    limit = recall.value("select recall.setting('write.max_bytes')")
    assert limit == 2 * 2**20
    recall.session.execute("select recall.set_setting('write.max_bytes', '64')")
    recall.add("word " * 12 + "last", embed="later")
    error = recall.error("remember", content="слово " * 6)
    assert error.sqlstate == "RC002"
    assert error.diag.message_primary.endswith("content has 65 bytes, at most 64 are accepted")
    assert "write.max_bytes" in error.diag.message_hint


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("metadata", {"note": "x" * 70_000}, "RC002"),
        ("metadata", Jsonb(["a"]), "RC003"),
        ("metadata", Jsonb("a"), "RC003"),
        ("tags", [f"tag{n}" for n in range(65)], "RC002"),
        ("tags", ["x" * 101], "RC002"),
        ("entity", "x" * 201, "RC002"),
        ("entity", "  ", "RC003"),
        ("entity", "\ufeff", "RC003"),
        ("session", "x" * 401, "RC002"),
        ("speaker", "x" * 401, "RC002"),
        ("role", "x" * 41, "RC002"),
        ("reference", "x" * 2001, "RC002"),
        ("pool", "x" * 101, "RC002"),
        ("agent", "x" * 201, "RC002"),
        ("importance", 1.01, "RC003"),
        ("importance", -0.01, "RC003"),
        ("importance", float("nan"), "RC003"),
        ("importance", float("inf"), "RC003"),
        ("position", 3, "RC003"),
        ("project", "nowhere", "RC005"),
        ("occurred_at", "not-a-date", "22007"),
        ("occurred_at", "2024-13-45", "22008"),
    ],
)
def test_a_bad_argument_is_refused_and_nothing_is_written(recall, name, value, code):
    error = recall.error("remember", content=TEXT, **{name: value})
    assert error.sqlstate == code
    assert recall.listed() == []


def test_a_negative_position_is_refused(recall):
    assert recall.error("remember", content=TEXT, thread="chat", position=-1).sqlstate == "RC003"


def test_an_error_of_a_row_makes_no_entity(recall):
    recall.error("remember", content="", entity="Ghost")
    recall.error("remember", content=TEXT, entity="Ghost", importance=7.0)
    assert recall.error("entity", action="get", name="Ghost").sqlstate == "RC008"


def test_the_type_of_tags_is_a_list(recall):
    assert recall.error("remember", content=TEXT, tags="abc").sqlstate == "22P02"
    item = recall.ingest([{"content": TEXT, "tags": "a,b"}])["results"][0]
    assert item["normalised"] == ["tags: a string was taken as one tag"]
    assert recall.call("get", id=item["id"])["tags"] == ["a,b"]


def test_tags_are_trimmed_and_said_once(recall):
    answer = recall.remember(TEXT, tags=[" disk ", "disk", "", None, "cafe\u0301", "caf\u00e9"])
    assert answer["tags"] == ["disk", "café"]
    assert answer["normalised"] == ["tags: trailing blank", "tags: nfc"]


@pytest.mark.parametrize("tag", ["100%", "a_b", "*", "?", "[x]", "\\", "true", '"', "{a}", "'"])
def test_a_tag_is_only_itself(recall, tag):
    tagged = recall.add(TEXT, tags=[tag])
    recall.add("Another lantern is lit.", tags=["100 percent", "axb", "x", "True", "a"])
    assert recall.listed(tags=[tag]) == [tagged]
    assert recall.found("lantern or disk", tags=[tag]) == [tagged]


def test_what_was_normalised_is_said(recall):
    answer = recall.remember("\ufeffThe cafe\u0301 opens\r\nat\x07 nine.  ", entity="Cafe\u0301")
    assert answer["normalised"] == [
        "content: byte order mark",
        "content: line ends",
        "content: controls",
        "content: nfc",
        "content: trailing blank",
        "entity: nfc",
    ]
    assert recall.call("get", id=answer["id"])["content"] == "The café opens\nat nine."


def test_validity_is_a_range_that_does_not_end_before_it_begins(recall):
    bounds = {"valid_from": "2024-05-01T00:00+00", "valid_until": "2024-06-01T00:00+00"}
    row = recall.call("get", id=recall.add(TEXT, **bounds))
    assert recall.value("select %s::tstzrange = tstzrange('2024-05-01 00:00+00', '2024-06-01 00:00+00')", row["valid"])
    error = recall.error("remember", content="x y z", valid_from="2024-06-01", valid_until="2024-05-01")
    assert error.sqlstate == "RC003"
    assert error.diag.message_primary.endswith("valid_until is not after valid_from")
    open_ended = recall.call("get", id=recall.add("Another lantern.", valid_from="2024-05-01T00:00+00"))
    assert recall.value("select upper_inf(%s::tstzrange)", open_ended["valid"])


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/St_Johns"])
def test_an_instant_is_the_same_in_any_time_zone(recall, zone):
    recall.session.execute("select set_config('TimeZone', %s, true)", [zone])
    stored = recall.add(TEXT, occurred_at="2024-05-01T00:00+09:00")
    assert recall.value("select %s::timestamptz = '2024-04-30 15:00+00'", recall.call("get", id=stored)["occurred_at"])
    assert recall.listed(after="2024-04-30T15:00+00", before="2024-04-30T15:01+00") == [stored]
    assert recall.listed(before="2024-04-30T15:00+00") == []


def test_a_time_without_zone_in_an_item_is_utc_and_said(recall):
    recall.session.execute("select set_config('TimeZone', 'Asia/Tokyo', true)")
    (result,) = recall.ingest([{"content": TEXT, "occurred_at": "2024-05-01T00:00"}])["results"]
    assert result["normalised"] == ["occurred_at: no time zone given, taken as UTC"]
    row = recall.call("get", id=result["id"])
    assert recall.value("select %s::timestamptz = '2024-05-01 00:00+00'", row["occurred_at"])


def test_an_old_memory_keeps_its_own_time_beside_that_of_its_writing(recall):
    row = recall.call("get", id=recall.add(TEXT, occurred_at="2001-02-03T04:05:06.789+00"))
    assert recall.value("select %s::timestamptz = '2001-02-03 04:05:06.789+00'", row["occurred_at"])
    assert recall.value("select %s::timestamptz = now()", row["created_at"])


def test_without_a_project_nothing_is_written(recall):
    with recall.session.transaction(force_rollback=True):
        recall.session.execute("set local recall.project = ''")
        assert recall.error("remember", content=TEXT).sqlstate == "RC006"
