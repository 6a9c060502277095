"""What a reader is shown of a long passage."""

import pytest

from pg_recall.demo.snippet import snippet

LONG = "The hall is cold. " * 30 + "There are 180 grey blankets in the cage. " + "The hall is cold. " * 30


def test_a_short_text_is_shown_whole_with_its_blanks_collapsed() -> None:
    assert snippet("two\n\n  words", "words", 50) == "two words"


def test_the_window_holds_the_rare_word_of_the_query() -> None:
    found = snippet(LONG, "how many blankets in the hall?", 80)
    assert "blankets" in found
    assert found.startswith("…")
    assert found.endswith("…")


@pytest.mark.parametrize("query", ["blankets", "hall", "nothing of it", "", "cold."])
@pytest.mark.parametrize("width", [20, 80, 300])
def test_a_window_is_never_wider_than_asked(query, width) -> None:
    assert len(snippet(LONG, query, width)) <= width


def test_without_a_match_the_beginning_is_shown() -> None:
    assert snippet(LONG, "penguins", 40).startswith("The hall")


def test_a_text_without_blanks_is_cut() -> None:
    assert len(snippet("x" * 500, "yyyy", 50)) <= 50
