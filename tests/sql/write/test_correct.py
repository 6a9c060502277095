"""recall.correct: the new text is found, the old one is kept as a version and found in the history."""

import pytest

OLD = "The server room is on the second floor."
NEW = "The server room is in the basement."


def versions(recall, memory):
    return recall.scoped(
        "select version, content, reason, upper(known) - lower(known) > interval '0', hlc from recall.memory_version "
        "where memory_id = %s order by version",
        memory,
    )


def clock(recall, memory):
    ((value,),) = recall.scoped("select hlc from recall.memory_record where id = %s", memory)
    return value


def test_the_old_text_becomes_a_version_and_the_clock_ticks(recall):
    memory = recall.add(OLD, entity="Office", tags=["floor"], metadata={"n": 1})
    before, first = recall.call("get", id=memory), clock(recall, memory)
    answer = recall.call("correct", id=memory, content=NEW, reason="moved in May")
    assert answer == {
        "id": memory,
        "outcome": "corrected",
        "version": 2,
        "previous_version": 1,
        "passages": 1,
        "embedding": "stored",
        "normalised": [],
    }
    assert versions(recall, memory) == [(1, OLD, "moved in May", True, first)]
    assert clock(recall, memory) > first
    after = recall.call("get", id=memory)
    assert after["content"] == NEW
    assert [(v["version"], v["content"], v["reason"]) for v in after["previous_versions"]] == [(1, OLD, "moved in May")]
    changed = {key for key in after if after[key] != before[key]}
    assert changed - {"density"} == {"content", "version", "updated_at", "previous_versions"}


def test_each_correction_is_one_more_version(recall):
    memory = recall.add("Draft 0 of the plan.")
    clocks = [clock(recall, memory)]
    for n in range(1, 5):
        assert recall.call("correct", id=memory, content=f"Draft {n} of the plan.")["version"] == n + 1
        clocks.append(clock(recall, memory))
    assert [row[1] for row in versions(recall, memory)] == [f"Draft {n} of the plan." for n in range(4)]
    assert clocks == sorted(set(clocks))
    # What was held to be true has no gap and no overlap.
    ((gapless,),) = recall.scoped(
        "select bool_and(lower(known) = before) from (select known, lag(upper(known), 1, lower(known)) over (order by version) "
        "as before from recall.memory_version where memory_id = %s) v",
        memory,
    )
    assert gapless


@pytest.mark.parametrize("is_folded", [False, True])
def test_the_old_text_is_found_only_in_the_history(recall, is_folded):
    memory = recall.add(OLD)
    other = recall.add("Lunch is served at noon.")
    if is_folded:
        recall.call("compact")
    recall.call("correct", id=memory, content="Nightly backups run at three.")
    for arms in (["bm25"], ["vector"], None):
        live = recall.rows("search", query="second floor", arms=arms)
        assert OLD not in [hit["content"] for hit in live]
        assert recall.found("nightly backups", arms=arms)[0] == memory
    # In the history the words decide.
    (found,) = recall.rows("search", query="second floor", scope="history")
    assert (str(found["id"]), found["content"]) == (memory, OLD)
    assert recall.found("nightly backups lunch", scope="history") == []
    assert other in recall.found("lunch")
    assert recall.rows("check_index") == []


@pytest.mark.parametrize("same", [OLD, f"\ufeff{OLD}\r\n", OLD.replace(" ", "   "), OLD.replace(" ", "\n")])
def test_the_same_text_changes_nothing(recall, same):
    memory = recall.add(OLD)
    before = recall.call("get", id=memory)
    answer = recall.call("correct", id=memory, content=same)
    assert (answer["outcome"], answer["version"]) == ("unchanged", 1)
    assert recall.call("get", id=memory) == before


def test_going_back_to_an_earlier_text_is_a_version_too(recall):
    memory = recall.add(OLD)
    recall.call("correct", id=memory, content=NEW)
    assert recall.call("correct", id=memory, content=OLD)["version"] == 3
    assert [row[1] for row in versions(recall, memory)] == [OLD, NEW]
    assert recall.remember(OLD)["duplicate_of"] == memory
    assert recall.remember(NEW)["outcome"] == "added"


def test_a_text_that_another_memory_has_is_refused_and_names_it(recall):
    memory, other = recall.add(OLD), recall.add(NEW)
    error = recall.error("correct", id=memory, content=f" {NEW} ")
    assert error.sqlstate == "RC009"
    assert other in error.diag.message_detail
    assert recall.call("get", id=memory)["content"] == OLD
    assert versions(recall, memory) == []
    assert recall.rows("check_index") == []


def test_the_text_of_another_entity_may_be_taken(recall):
    recall.add("Prefers tea.", entity="Grace")
    memory = recall.add("Prefers coffee.", entity="Ada")
    assert recall.call("correct", id=memory, content="Prefers tea.")["outcome"] == "corrected"
    assert recall.remember("Prefers tea.", entity="Ada")["duplicate_of"] == memory


def test_a_turn_keeps_its_place_when_its_text_is_corrected(recall):
    turn = recall.add("Thansk!", thread="chat", position=3)
    recall.add("Thanks!", thread="chat", position=5)
    assert recall.call("correct", id=turn, content="Thanks!")["outcome"] == "corrected"
    assert recall.remember("Something else.", thread="chat", position=3)["duplicate_of"] == turn


def test_a_text_of_one_passage_may_become_one_of_many_and_back(recall):
    memory = recall.add(OLD)
    long_text = " ".join(f"Shelf {n} of the archive holds lantern number {n}." for n in range(120))
    assert recall.call("correct", id=memory, content=long_text)["passages"] > 1
    assert recall.found("lantern number 97", arms=["bm25"]) == [memory]
    assert recall.call("correct", id=memory, content=NEW)["passages"] == 1
    assert recall.found("lantern number 97", arms=["bm25"]) == []
    assert recall.found("lantern number 97", arms=["bm25"], scope="history") == [memory]
    assert recall.rows("check_index") == []


@pytest.mark.parametrize(
    ("content", "code"), [(None, "RC001"), ("", "RC001"), (" . ", "RC001"), ("x" * 70 + " y", "RC002")]
)
def test_a_correction_is_checked_as_a_new_text_is(recall, content, code):
    memory = recall.add(OLD)
    recall.session.execute("select recall.set_setting('write.max_bytes', '64')")
    assert recall.error("correct", id=memory, content=content).sqlstate == code
    assert recall.call("get", id=memory)["content"] == OLD


@pytest.mark.parametrize(
    ("memory", "code"),
    [
        (None, "RC003"),
        ("", "RC003"),
        ("not-a-uuid", "RC003"),
        ("00000000-0000-7000-8000-00000000000", "RC003"),
        ("'; drop table recall.memory_record; --", "RC003"),
        ("00000000-0000-7000-8000-000000000000", "RC007"),
    ],
)
def test_a_bad_id_is_told_from_an_unknown_one(recall, memory, code):
    assert recall.error("correct", id=memory, content=NEW).sqlstate == code


def test_an_id_is_taken_in_upper_case_and_as_a_uuid(recall):
    memory = recall.add(OLD)
    assert recall.call("correct", id=memory.upper(), content=NEW)["id"] == memory
    assert recall.call("get", id=memory.upper())["content"] == NEW
    assert recall.call("forget", id="{" + memory + "}")["id"] == memory


def test_two_corrections_at_once_do_not_lose_one_silently(writer):
    one, two = writer(), writer(autocommit=False)
    memory = one.add(OLD)
    two.session.execute("set transaction isolation level repeatable read")
    two.call("get", id=memory)
    one.call("correct", id=memory, content=NEW)
    error = two.error("correct", id=memory, content="The server room is on the roof.")
    assert error.sqlstate == "40001"
    two.session.rollback()
    assert one.call("get", id=memory)["content"] == NEW


def test_tags_that_were_made_of_the_text_are_made_anew_and_chosen_ones_stay(recall):
    made = recall.remember("Staging runs on host db7")
    chosen = recall.add("Production runs on host db7", tags=["db7"])
    recall.call("correct", id=made["id"], content="It runs on host db9 now")
    recall.call("correct", id=chosen, content="Production runs on host db9 now")
    assert "db7" in made["tags"]
    assert recall.listed(tags=["db9"]) == [made["id"]]
    assert recall.listed(tags=["db7"]) == [chosen]
    assert recall.found("host", tags=["db9"]) == [made["id"]]
    assert recall.rows("check_index") == []
