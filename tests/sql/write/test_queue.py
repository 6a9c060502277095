"""The embedding queue: what waits is found by its words at once and by its meaning after upkeep; what fails sinks."""

import psycopg
import pytest

TEXT = "The quarterly invoice was paid on Friday."
MEANING = "When did we settle the bill?"


@pytest.fixture
def recall(writer):
    """A session that commits: upkeep is a procedure with transactions of its own."""
    return writer()


@pytest.fixture
def owner(connect):
    return connect("postgres")


def jobs(recall):
    """(memory, attempts, last error, whether it waits) of the queue, as it is worked off."""
    return recall.scoped(
        "select target_id::text, attempts, last_error, due_at > now() from recall.job order by due_at, id"
    )


def maintain(recall, task=None):
    recall.session.execute("call recall.maintain(%s)", [task])


def last_run(recall):
    return recall.session.execute(
        "select counts, error from recall.maintain_run where task = 'embed' order by id desc limit 1"
    ).fetchone()


@pytest.mark.parametrize(
    ("embed", "embedding"), [("now", "stored"), ("auto", "stored"), ("later", "queued"), (None, "stored")]
)
def test_a_caller_chooses_when_a_text_is_embedded(recall, embed, embedding):
    answer = recall.remember(TEXT, embed=embed)
    assert answer["embedding"] == embedding
    assert recall.call("get", id=answer["id"])["is_embedding_queued"] is (embedding == "queued")
    assert (recall.found(MEANING, arms=["vector"]) == [answer["id"]]) is (embedding == "stored")


def test_what_waits_is_found_by_words_at_once_and_by_meaning_after_upkeep(recall):
    memory = recall.add(TEXT, embed="later")
    assert jobs(recall) == [(memory, 0, None, False)]
    assert recall.found("invoice", arms=["bm25"]) == [memory]
    assert recall.found(MEANING, arms=["vector"]) == []
    maintain(recall)
    assert jobs(recall) == []
    assert last_run(recall) == ({"done": 1, "failed": 0}, None)
    assert recall.found(MEANING, arms=["vector"]) == [memory]
    assert recall.found("invoice", arms=["bm25"]) == [memory]
    assert recall.rows("check_index") == []


def test_a_vector_made_later_is_the_one_made_now(recall):
    later = recall.add(TEXT, entity="Ada", embed="later")
    maintain(recall, "embed")
    now = recall.add(TEXT, entity="Ada", embed="now", kind="note")
    rows = recall.rows("search", query=MEANING, arms=["vector"])
    scores = {str(row["id"]): row["arms"]["vector"]["score"] for row in rows}
    assert scores[later] == pytest.approx(scores[now], abs=0.002)


def test_different_texts_have_different_vectors(recall):
    items = [{"content": f"Lamp {n} stands in room {n * 7}.", "embed": "later"} for n in range(100)]
    assert recall.ingest(items)["queued"] == 100
    maintain(recall, "embed")
    assert last_run(recall) == ({"done": 100, "failed": 0}, None)
    ((vectors, distinct),) = recall.scoped("select count(*), count(distinct embedding::text) from recall.embedding_1")
    assert (vectors, distinct) == (100, 100)


def test_a_text_of_very_many_passages_waits_unless_it_has_to_be_now(recall):
    recall.session.execute("select recall.set_setting('write.embed_now_passages', '2')")
    long_text = " ".join(f"Sentence number {n} tells of lantern {n}." for n in range(150))
    assert recall.remember(long_text)["embedding"] == "queued"
    assert recall.remember(long_text, kind="note", embed="now")["embedding"] == "stored"


def test_a_correction_that_waits_is_embedded_too(recall):
    memory = recall.add("Lunch is at noon.")
    recall.session.execute("select recall.set_setting('embed.provider', '\"none\"')")
    answer = recall.call("correct", id=memory, content=TEXT)
    assert answer["embedding"] == "queued"
    assert "embedding" in answer["degraded"]
    recall.session.execute("select recall.set_setting('embed.provider', null)")
    maintain(recall, "embed")
    assert recall.found(MEANING, arms=["vector"]) == [memory]
    assert recall.rows("check_index") == []


def test_without_an_embedder_a_write_says_so_and_waits(recall):
    recall.session.execute("select recall.set_setting('embed.provider', '\"none\"')")
    answer = recall.remember(TEXT)
    assert (answer["outcome"], answer["embedding"]) == ("added", "queued")
    assert answer["degraded"]["embedding"]
    assert recall.ingest([{"content": "Lunch is at noon."}])["degraded"]["embedding"]
    assert recall.error("remember", content="The lamp is lit.", embed="now").sqlstate == "RC012"
    assert recall.found("lamp", arms=["bm25"]) == []
    # Nobody is there to refuse a row: none of them has failed.
    maintain(recall, "embed")
    counts, error = last_run(recall)
    assert (counts["done"], counts["failed"], error) == (0, 0, None)
    assert counts["unavailable"]
    assert [(attempts, waits) for _, attempts, _, waits in jobs(recall)] == [(0, False), (0, False)]


def test_a_row_that_the_embedder_refuses_says_so_and_sinks(recall, owner):
    first = recall.add(TEXT, embed="later")
    # The embedder knows no model of this name.
    owner.execute("update recall.model set name = 'retired-model'")
    maintain(recall, "embed")
    assert last_run(recall)[0] == {"done": 0, "failed": 1}
    ((memory, attempts, reason, waits),) = jobs(recall)
    assert (memory, attempts, waits) == (first, 1, True)
    assert reason.startswith("RC010 ")
    assert "retired-model" in reason
    assert recall.found("invoice", arms=["bm25"]) == [first]

    # It waits: the next run does not try it again, and what came later is worked off before it.
    owner.execute("update recall.model set name = 'minilm-int8'")
    second = recall.add("The dentist called on Monday.", embed="later")
    maintain(recall, "embed")
    assert last_run(recall)[0] == {"done": 1, "failed": 0}
    assert [job[0] for job in jobs(recall)] == [first]
    assert recall.found("Who rang about my teeth?", arms=["vector"]) == [second]

    owner.execute("update recall.job set due_at = now()")
    maintain(recall, "embed")
    assert jobs(recall) == []
    assert recall.found(MEANING, arms=["vector"])[0] == first


def test_each_failure_waits_longer(recall, owner):
    recall.add(TEXT, embed="later")
    owner.execute("update recall.model set name = 'retired-model'")
    for wait in (30, 60, 120, 240):
        due_at = owner.execute("update recall.job set due_at = now() returning due_at").fetchone()[0]
        maintain(recall, "embed")
        ((next_at,),) = recall.scoped("select due_at from recall.job")
        assert wait <= (next_at - due_at).total_seconds() < 2 * wait


def test_a_queued_memory_that_is_corrected_or_forgotten_is_not_embedded_as_it_was(recall):
    corrected, forgotten = recall.add("Lunch is at noon.", embed="later"), recall.add("The lamp is lit.", embed="later")
    recall.call("correct", id=corrected, content=TEXT)
    recall.call("forget", id=forgotten)
    maintain(recall, "embed")
    assert jobs(recall) == []
    assert recall.found(MEANING, arms=["vector"]) == [corrected]
    assert recall.rows("check_index") == []


def test_an_unknown_task_is_refused_with_the_list(recall):
    with pytest.raises(psycopg.Error, match="unknown task 'cook'") as caught:
        maintain(recall, "cook")
    assert caught.value.sqlstate == "RC003"
    assert "embed" in caught.value.diag.message_hint
