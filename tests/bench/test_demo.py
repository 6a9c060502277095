"""The demo on a real server: every question is answered, and a second run adds nothing."""

import io

import pytest
from rich.console import Console

from pg_recall.demo import ask, corpus, screen


@pytest.fixture
def session(connect):
    return connect()


def test_the_demo_answers_its_questions_and_can_be_run_again(session) -> None:
    notes = len(corpus.items())
    loaded = ask.load(session)
    assert (loaded.added, loaded.duplicates, loaded.failed) == (notes, 0, 0)
    again = ask.load(session)
    assert (again.added, again.duplicates, again.failed) == (0, notes, 0)
    for question in corpus.questions():
        found = ask.ask(session, question)
        assert found.hits[0].note == question.answer, question.question
        console = Console(file=io.StringIO(), width=110)
        console.print(screen.answer(found, 1, 5))
        assert "found by" in console.file.getvalue()
