import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.text import sentence


def pieces(text: str) -> list[str]:
    found = [0, *sentence.ends(text)]
    return [text[start:end] for start, end in zip(found, found[1:], strict=False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("No stop at all", ["No stop at all"]),
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ('He said "Go!" Then left.', ['He said "Go!" ', "Then left."]),
        ("你好。再见！好吗？是的", ["你好。", "再见！", "好吗？", "是的"]),
        ("他说「好。」然后走了。", ["他说「好。」", "然后走了。"]),
        ("First line\nsecond line\n\nthird", ["First line\n", "second line\n\n", "third"]),
        ("Wait... what?! Yes.", ["Wait... ", "what?! ", "Yes."]),
    ],
)
def test_a_text_falls_into_sentences_and_lines(text, expected):
    assert pieces(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith met J. Doe",
        "It costs 3.50 now",
        "See parser.py today",
        "Fruit, e.g. apples",
        "El Sr. López",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text):
    assert pieces(text) == [text]


@given(st.text(max_size=80))
def test_sentences_put_together_are_the_text(text):
    assert "".join(pieces(text)) == text
    assert all(pieces(text))


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("Short.", 10, "Short."),
        ("One here. Two there. Three.", 21, "One here. Two there."),
        ("One here. Two there. Three.", 20, "One here. Two there."),
        ("One here. Two there. Three.", 18, "One here."),
        ("No. The rest is one long sentence", 20, "No. The rest is one"),
        ("Donaudampfschifffahrt", 5, "Donau"),
        ("你好。再见！好吗？", 7, "你好。再见！"),
        ("anything", 0, ""),
    ],
)
def test_a_text_is_cut_at_a_sentence_else_a_word_else_anywhere(text, limit, expected):
    assert sentence.cut(text, limit) == expected


@given(st.text(max_size=80), st.integers(0, 90))
def test_what_is_cut_fits_and_begins_the_text(text, limit):
    kept = sentence.cut(text, limit)
    assert len(kept) <= limit or kept == text
    assert text.startswith(kept)


@pytest.mark.parametrize("unit", [".", "!?", "\n", "。", "a.", '"', " "])
def test_a_megabyte_is_read_once(unit):
    text = unit * (1_000_000 // len(unit))
    assert sentence.ends(text)[-1] == len(text)
