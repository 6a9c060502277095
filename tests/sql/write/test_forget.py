"""recall.forget: what is forgotten leaves every read path at once; the same text can be remembered again by any way."""

import json

import pytest

SECRET = "The lantern key lies under the third flowerpot."
WORDS = "lantern key flowerpot"


@pytest.fixture
def forgotten(recall):
    """A memory with an older version, an entity, a session and a link, forgotten; others stay."""
    memory = recall.add(
        "The lantern key lies under the second flowerpot.", entity="Lantern key", session="s", thread="t"
    )
    recall.call("correct", id=memory, content=SECRET)
    kept = recall.add("The garden gate is quiet.", entity="Garden gate", session="s", thread="t")
    recall.call("correct", id=kept, content="The garden gate squeaks.")
    assert recall.call("forget", id=memory, reason="wrong")["outcome"] == "forgotten"
    return memory


def test_it_leaves_every_function_that_reads(recall, forgotten):
    assert recall.error("get", id=forgotten).sqlstate == "RC007"
    assert forgotten not in recall.listed()
    for filters in ({"entity": "Lantern key"}, {"session": "s"}, {"type": "fact"}, {"kind": "fact"}):
        assert forgotten not in recall.listed(**filters)
    answers = {
        "timeline": recall.call("timeline"),
        "entity timeline": recall.call("timeline", entity="Lantern key"),
        "thread": recall.call("timeline", thread="t"),
        "entity": recall.call("entity", action="get", name="Lantern key"),
        "events": recall.call("events"),
        "session": recall.call("sessions"),
        "status": recall.call("status"),
    }
    for name, answer in answers.items():
        assert forgotten not in json.dumps(answer), name
        assert "flowerpot" not in json.dumps(answer), name


@pytest.mark.parametrize("scope", ["all", "observations", "errors", "episodes", "events", "history"])
@pytest.mark.parametrize("arms", [["vector"], ["bm25"], ["names"], None])
def test_it_leaves_every_arm_and_scope_of_search(recall, forgotten, scope, arms):
    assert forgotten not in recall.found(SECRET, scope=scope, arms=arms, max_results=50)
    assert forgotten not in recall.found(WORDS, scope=scope, arms=arms, entity="Lantern key")


def test_counts_go_down_at_once(recall, forgotten):
    ((count,),) = recall.scoped("select memories from recall.entity_summary where name = 'Lantern key'")
    assert count == 0
    assert [session["memories"] for session in recall.call("sessions")] == [1]
    ((memories,),) = recall.scoped("select memories from recall.projects() where name = 'default'")
    assert memories == 1


def test_no_table_that_is_read_keeps_it(recall, forgotten):
    for table in (
        "memory_record",
        "memory",
        "memory_version",
        "memory_state",
        "memory_entity",
        "passage",
        "embedding_1",
        "index_fresh",
    ):
        rows = recall.scoped(f"select t::text from recall.{table} t")
        assert rows, table
        assert not [row for (row,) in rows if "flowerpot" in row or forgotten in row], table
    assert recall.rows("check_index") == []


def test_it_leaves_folded_segments_too(recall):
    memory, kept = recall.add(SECRET), recall.add("The lantern itself hangs in the hall.")
    recall.call("compact")
    assert recall.found(WORDS, arms=["bm25"])[0] == memory
    recall.call("forget", id=memory)
    for arms in (["bm25"], ["vector"]):
        assert recall.found(SECRET, arms=arms) == [kept]
    assert recall.rows("check_index") == []
    recall.call("compact")
    assert recall.found(SECRET, arms=["bm25"]) == [kept]


def test_a_tombstone_keeps_the_id_and_the_reason_but_no_text(recall, forgotten):
    ((row,),) = recall.scoped("select to_jsonb(t) from recall.tombstone t where row_id = %s", forgotten)
    assert (row["table_name"], row["reason"]) == ("memory", "wrong")
    assert "flowerpot" not in json.dumps(row)


def test_the_clock_of_a_tombstone_is_later_than_the_last_write(recall):
    memory = recall.add(SECRET)
    ((last,),) = recall.scoped("select hlc from recall.memory_record where id = %s", memory)
    recall.call("forget", id=memory)
    ((clock,),) = recall.scoped("select hlc from recall.tombstone where row_id = %s", memory)
    assert clock > last


def test_forgetting_twice_and_changing_what_is_forgotten_are_refused(recall, forgotten):
    assert recall.error("forget", id=forgotten).sqlstate == "RC007"
    assert recall.error("correct", id=forgotten, content="The key is lost.").sqlstate == "RC007"
    assert len(recall.scoped("select from recall.tombstone where row_id = %s", forgotten)) == 1


def test_one_memory_is_forgotten_and_no_other(recall, forgotten):
    assert [row["content"] for row in recall.rows("list")] == ["The garden gate squeaks."]
    assert recall.found("squeaks", arms=["bm25"]) == recall.listed()


@pytest.mark.parametrize("bad", [None, "00000000-0000-7000-8000-000000000000"])
def test_an_unknown_id_is_not_found(recall, bad):
    assert recall.error("forget", id=bad).sqlstate == "RC007"


@pytest.mark.parametrize("bad", ["", "not-a-uuid", "1", "' or true --"])
def test_a_malformed_id_is_refused(recall, bad):
    for function in ("forget", "get"):
        assert recall.error(function, id=bad).sqlstate == "RC003"


def by_remember(recall):
    return recall.add(SECRET, entity="Lantern key")


def by_ingest(recall):
    (result,) = recall.ingest([{"content": SECRET, "entity": "Lantern key"}])["results"]
    assert result["outcome"] == "added"
    return result["id"]


def by_load(recall):
    recall.call("start_load")
    recall.session.execute(
        "insert into recall_load (item) values (%s)", [json.dumps({"content": SECRET, "entity": "Lantern key"})]
    )
    assert recall.call("finish_load")["added"] == 1
    return recall.listed()[0]


def by_correct(recall):
    other = recall.add("The lantern key is lost.", entity="Lantern key")
    assert recall.call("correct", id=other, content=SECRET)["outcome"] == "corrected"
    return other


@pytest.mark.parametrize("again", [by_remember, by_ingest, by_load, by_correct])
def test_a_forgotten_text_can_be_remembered_again(recall, forgotten, again):
    memory = again(recall)
    assert memory != forgotten
    for arms in (["vector"], ["bm25"]):
        assert recall.found(SECRET, arms=arms)[0] == memory
    assert recall.remember(SECRET, entity="Lantern key")["duplicate_of"] == memory
    assert recall.call("get", id=memory)["content"] == SECRET
    recall.call("forget", id=memory)
    assert recall.add(SECRET, entity="Lantern key") not in (memory, forgotten)
    assert recall.rows("check_index") == []


def test_a_forgotten_place_of_a_thread_is_free_again(recall):
    turn = recall.add("Thanks!", thread="chat", position=3)
    recall.call("forget", id=turn)
    assert recall.add("You are welcome.", thread="chat", position=3) != turn


def test_a_queued_memory_leaves_the_queue_when_it_is_forgotten(recall):
    memory = recall.add(SECRET, embed="later")
    recall.call("forget", id=memory)
    assert recall.scoped("select from recall.job where target_id = %s", memory) == []
