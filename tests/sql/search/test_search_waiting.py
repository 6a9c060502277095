"""Memories that wait for their vectors."""


def test_the_words_alone_decide_about_a_memory_without_a_vector(recall):
    recall.remember("Alice likes green tea.")
    recall.remember("Bob repairs bicycles.")
    waiting = recall.remember("The zyxwv gadget is stored in drawer seven.", embed="later")
    first, second, *_ = recall.hits("zyxwv gadget")
    assert str(first["id"]) == waiting
    assert first["score"] > second["score"]
    assert set(first["arms"]) == {"bm25"}
    assert first["flags"]["degraded"] == {"vector": "1 of 3 passages wait for their vectors: call recall.maintain('embed')"}


def test_an_answer_is_not_degraded_when_every_vector_is_there(recall):
    recall.remember("Alice likes green tea.")
    answer = recall.answer("tea")
    assert "degraded" not in answer


def test_what_waits_is_counted_in_segments_too_and_the_forgotten_is_not(recall):
    recall.remember("Alice likes green tea.")
    one, other = (recall.remember(f"Crate {number} holds apples.", embed="later") for number in range(2))
    recall.value("select recall.compact()")
    assert recall.answer("tea")["degraded"]["vector"].startswith("2 of 3 passages")
    recall.value("select recall.forget(%s)", one)
    assert recall.answer("tea")["degraded"]["vector"].startswith("1 of 2 passages")
    recall.value("select recall.correct(%s, 'Crate 1 holds pears.')", other)
    assert "degraded" not in recall.answer("tea")
    assert recall.value("select count(*) from recall.job") == 0
