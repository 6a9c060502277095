"""The client against a real server: answers with types, times, and what cannot travel."""

from datetime import UTC, datetime

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from pg_recall import Memory, errors


def test_what_is_remembered_is_found_with_its_reasons(memory):
    stored = memory.remember("Staging runs on host db7", entity="staging", tags=["host"])
    (hit, *_) = memory.search("where does staging run?")
    assert (stored.outcome, stored.embedding, stored.tags) == ("added", "stored", ("host",))
    assert (hit.id, hit.entity, hit.rank) == (stored.id, "staging", 1)
    assert {"bm25", "vector", "names"} >= hit.arms.keys() > set()
    assert hit.created_at.tzinfo is not None


def test_the_same_text_twice_is_one_memory(memory):
    first = memory.remember("Staging runs on host db7")
    second = memory.remember("Staging runs on host db7")
    assert (second.outcome, second.duplicate_of) == ("duplicate", first.id)


def test_a_correction_keeps_the_old_text(memory):
    stored = memory.remember("Staging runs on host db7")
    corrected = memory.correct(stored.id, "Staging runs on host db9", reason="moved")
    detail = memory.get(stored.id)
    assert (corrected.outcome, corrected.version, detail.version) == ("corrected", 2, 2)
    assert [version["content"] for version in detail.previous_versions] == ["Staging runs on host db7"]


def test_what_is_forgotten_is_gone(memory):
    stored = memory.remember("Staging runs on host db7")
    assert memory.forget(stored.id).outcome == "forgotten"
    assert memory.list() == []
    with pytest.raises(errors.NotFound):
        memory.get(stored.id)


def test_items_are_answered_by_position(memory):
    answer = memory.ingest([{"content": "Tea at four"}, {"content": ""}, {"content": "Tea at four"}])
    assert (answer.added, answer.duplicates, answer.failed) == (1, 1, 1)
    assert [result.outcome for result in answer.results] == ["added", "error", "duplicate"]
    assert answer.results[1].error["code"] == "RC001"


def test_a_time_without_zone_is_utc_in_every_session(memory, db):
    db.execute("set local timezone = 'Asia/Tokyo'")
    stored = memory.remember("The release went out", occurred_at="2024-05-01T12:00")
    (row,) = memory.list()
    assert row.occurred_at == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert stored.normalised == ("occurred_at: no time zone given, taken as UTC",)


def test_what_postgresql_cannot_carry_is_replaced_and_reported(memory):
    stored = memory.remember("nul \0 and half \ud800", metadata={"a\0": ["b\ud800"]}, entity="x\0y")
    row = memory.get(stored.id)
    assert (row.content, row.metadata, row.entity) == (
        "nul \ufffd and half \ufffd",
        {"a\ufffd": ["b\ufffd"]},
        "x\ufffdy",
    )
    assert stored.normalised[:3] == ("content: nul", "content: surrogates", "entity: nul")


def test_a_tag_given_as_text_is_one_tag(memory):
    assert memory.remember("Deploys happen on Tuesday", tags="release").tags == ("release",)
    assert [row.tags for row in memory.list(tags="release")] == [("release",)]


def test_text_that_looks_like_a_format_or_a_query_is_text(memory):
    hostile = "{name} %s %(project)s :*&|!<-> '; drop table recall.memory_record; -- <|endoftext|>"
    stored = memory.remember(hostile)
    assert memory.get(stored.id).content == hostile
    assert memory.search(hostile)[0].id == stored.id


@pytest.mark.parametrize("limit", [-5, 0, 999, 2**31])
def test_a_limit_out_of_range_is_brought_into_it(memory, limit):
    memory.remember("Staging runs on host db7")
    assert len(memory.search("staging", max_results=limit)) == 1
    assert len(memory.list(max_results=limit)) == 1


def test_an_empty_query_says_why_it_finds_nothing(memory):
    answer = memory.search_json("")
    assert (answer.count, bool(answer.reason)) == (0, True)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda memory: memory.remember(""), errors.EmptyContent),
        (lambda memory: memory.remember("x y z", importance=7), errors.BadValue),
        (lambda memory: memory.remember("x y z", type="guess"), errors.UnknownVocabulary),
        (lambda memory: memory.remember("x y z", occurred_at="yesterday-ish"), errors.BadValue),
        (lambda memory: memory.search("x", project="nowhere"), errors.UnknownProject),
        (lambda memory: memory.get("not-a-uuid"), errors.BadValue),
        (lambda memory: memory.entity("get", "nobody"), errors.UnknownEntity),
        (lambda memory: memory.call("serch", {}), errors.UnknownTool),
        (lambda memory: memory.call("search", {}), errors.BadToolArguments),
        (lambda memory: memory.search("x", rerank=True), errors.NotSupported),
    ],
)
def test_a_refusal_is_of_the_class_of_its_code(memory, call, kind):
    with pytest.raises(errors.RecallError) as refused:
        call(memory)
    assert type(refused.value) is kind
    assert refused.value.code == kind.code
    assert refused.value.hint


def test_the_project_of_the_memory_is_used_when_a_call_names_none(memory, db):
    memory.create_project("work")
    work = Memory(db, project="work")
    work.remember("The build is red")
    assert [row.project for row in work.list()] == ["work"]
    assert memory.list() == []
    assert [row.project for row in memory.list(project="work")] == ["work"]


def test_relations_are_listed_and_the_session_keeps_its_project(memory, db):
    memory.create_project("work")
    for name in ("api", "staging"):
        memory.entity("create", name, project="work")
    memory.relate("create", "api", "staging", "depends_on", project="work")
    assert [(one.from_entity, one.type, one.to_entity) for one in memory.relations(project="work")] == [
        ("api", "depends_on", "staging")
    ]
    assert memory.relations(entity="nobody", project="work") == []
    assert memory.relations() == []
    assert db.execute("select current_setting('recall.project')").fetchone() == ("default",)


def test_events_and_timeline_come_in_order(memory):
    for number in range(3):
        memory.log_event("message", f"line {number}", role="user", thread="t")
    memory.remember("A note from the talk", thread="t")
    page = memory.events(thread="t", max_results=2)
    assert (page.total_events, [event["content"] for event in page.events]) == (3, ["line 0", "line 1"])
    entries = memory.timeline(thread="t")
    assert [entry.kind for entry in entries] == ["event"] * 3 + ["fact"]
    assert entries == sorted(entries, key=lambda entry: entry.at)


def test_sessions_tell_of_the_one_before(memory):
    memory.start_session("monday", name="Monday", goals=["ship"])
    memory.end_session("monday", summary="shipped")
    begun = memory.start_session("tuesday", name="Tuesday")
    assert begun["previous_session"]["summary"] == "shipped"
    assert {one["session"] for one in memory.sessions()} == {"monday", "tuesday"}


def test_a_setting_is_overridden_and_returned(memory):
    before = memory.setting("search.rrf_k")
    memory.set_setting("search.rrf_k", 10)
    assert memory.setting("search.rrf_k") == 10
    memory.set_setting("search.rrf_k", None)
    assert memory.setting("search.rrf_k") == before


def test_the_vector_of_a_text_is_a_list_of_numbers(memory):
    (model,) = [one for one in memory.models() if one.is_active]
    assert len(memory.embed("staging")) == model.dim


def test_upkeep_is_refused_inside_a_transaction(memory):
    with pytest.raises(errors.BadValue):
        memory.maintain()


def test_a_pool_commits_each_call_and_runs_upkeep(dsn):
    with ConnectionPool(dsn, min_size=1, max_size=2, open=True) as pool:
        memory = Memory(pool)
        memory.remember("Staging runs on host db7", embed="later")
        assert memory.status()["embedding_queue"] == 1
        assert [run.task for run in memory.maintain("embed")] == ["embed"]
        assert memory.status()["embedding_queue"] == 0
        assert memory.check_index() == []
        assert memory.compact()["folded"] == 1
        assert memory.rebuild_index() is not None
        assert memory.check_index() == []


def test_without_autocommit_the_caller_decides(dsn):
    with psycopg.connect(dsn) as connection:
        Memory(connection).remember("Staging runs on host db7")
        connection.rollback()
        assert Memory(connection).list() == []


def test_an_unreachable_server_is_one_kind_of_error():
    pool = ConnectionPool("host=/nonexistent", min_size=0, max_size=1, open=True, timeout=0.1)
    with pool, pytest.raises(errors.ConnectionFailed) as failed:
        Memory(pool).status()
    assert failed.value.hint


def test_a_number_that_is_too_large_is_refused_with_the_limits(memory):
    with pytest.raises(errors.NumberOutOfRange) as refusal:
        memory.list(max_results=2**70)
    assert "9223372036854775807" in refusal.value.hint
