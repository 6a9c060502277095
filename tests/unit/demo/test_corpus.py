"""The demo's own data: whole, and able to answer its questions."""

from datetime import datetime

from pg_recall.demo import corpus


def test_every_question_is_answered_by_a_note() -> None:
    keys = {item["metadata"]["note"] for item in corpus.items()}
    assert len(keys) == len(corpus.items())
    assert {question.answer for question in corpus.questions()} <= keys


def test_every_note_has_a_time_with_a_zone() -> None:
    assert all(datetime.fromisoformat(item["occurred_at"]).tzinfo for item in corpus.items())


def test_the_time_filter_hides_the_older_of_two_contradicting_decisions() -> None:
    by_key = {item["metadata"]["note"]: item for item in corpus.items()}
    filtered = next(question for question in corpus.questions() if question.after)
    assert filtered.after < by_key[filtered.answer]["occurred_at"] < filtered.before
    assert by_key["n02"]["occurred_at"] < filtered.after


def test_the_question_by_meaning_shares_no_telling_word_with_its_answer() -> None:
    by_key = {item["metadata"]["note"]: item["content"].casefold() for item in corpus.items()}
    question = corpus.questions()[0]
    assert not [word for word in ("client", "bill", "twice") if word in by_key[question.answer]]


def test_the_fact_asked_for_lies_deep_in_the_handbook() -> None:
    handbook = corpus.items()[-1]["content"]
    before, found, _ = handbook.partition("180 grey blankets")
    assert found
    assert len(before.split()) > 800
