import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.text import chunk


def characters(texts):
    return [len(text) for text in texts]


def tokens(texts):
    return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]


def split(text, count=tokens, size=20, overlap=0, minimum=0):
    return [text[start:end] for start, end in chunk.split(text, count, size, overlap, minimum)]


def test_an_empty_text_has_no_span():
    assert chunk.split("", tokens, 10, 2, 2) == []


def test_a_text_that_fits_is_one_span():
    assert chunk.split("One. Two. Three.\n\nFour.", tokens, 8, 2, 2) == [(0, 23)]


@given(
    st.lists(
        st.sampled_from(["a", "bb ", ". ", "\n", "\n\n", "# ", "。", "今天", "x" * 40, " ", "! "]),
        max_size=200,
    ),
    st.sampled_from([characters, tokens]),
    st.data(),
)
def test_spans_fit_cover_the_text_and_go_forward(parts, count, data):
    text = "".join(parts)
    size = data.draw(st.integers(1, 50))
    overlap = data.draw(st.integers(0, size - 1))
    spans = chunk.split(text, count, size, overlap, data.draw(st.integers(0, size // 2)))
    assert all(tokens <= size for tokens in count([text[start:end] for start, end in spans]))
    if text:
        assert (spans[0].start, spans[-1].end) == (0, len(text))
    for one, other in pairwise(spans):
        assert one.start < other.start <= one.end < other.end


@given(st.integers(21, 400), st.integers(0, 19), st.integers(0, 10))
def test_the_last_span_has_at_least_the_minimum(length, overlap, minimum):
    assert len(split("word " * length, characters, 20, overlap, minimum)[-1]) >= minimum


def test_spans_end_at_sentences():
    text = "One two three four five six. " * 9
    assert all(passage.endswith(("six. ", "six.")) for passage in split(text, size=16))


def test_spans_end_at_chinese_sentences():
    text = "今天天气很好我们去公园玩。" * 9
    assert all(passage.endswith("。") for passage in split(text, characters, size=30))


def test_paragraphs_are_kept_together_where_they_fit():
    text = "Alpha is one. Beta is two.\n\nGamma is three. Delta is four.\n\nLast."
    assert split(text, size=14) == [
        "Alpha is one. Beta is two.\n\n",
        "Gamma is three. Delta is four.\n\nLast.",
    ]


def test_a_heading_begins_a_span():
    text = "Some words here now.\n\nMore words here now.\n\n# Title\n\nBody of it is here. And some more."
    assert split(text, size=14)[1].startswith("# Title\n")


def test_a_span_repeats_the_end_of_the_one_before():
    text = " ".join(f"Sentence number {n} stands here." for n in range(30))
    spans = chunk.split(text, tokens, 24, 8, 0)
    repeated = [tokens([text[other.start : one.end]])[0] for one, other in pairwise(spans)]
    assert set(repeated) == {6}


def test_a_word_longer_than_a_span_is_cut():
    assert [len(passage) for passage in split("x" * 1000, characters, 100)] == [100] * 10


def test_a_line_without_sentences_is_cut_between_words():
    assert all(passage.endswith("word ") for passage in split("word " * 200, characters, 50))


def test_marks_that_a_tokenizer_adds_to_every_text_do_not_make_spans_too_long():
    def marked(texts):
        return [count + 2 for count in tokens(texts)]

    text = "One two three four five six. " * 20
    assert max(marked(split(text, marked, size=24))) <= 24


def test_a_tokenizer_that_counts_more_for_the_whole_than_for_its_parts_is_believed():
    def growing(texts):
        return [count + count // 10 for count in tokens(texts)]

    text = "one two three four. " * 50
    assert max(growing(split(text, growing, size=30))) <= 30


def test_a_character_of_more_tokens_than_fit_stands_alone():
    assert split("ab", lambda texts: [3 * len(text) for text in texts], size=2) == ["a", "b"]


@pytest.mark.parametrize(
    ("size", "overlap", "minimum"), [(0, 0, 0), (10, 10, 0), (10, -1, 0), (10, 0, 6), (10, 0, -1)]
)
def test_sizes_that_cannot_be_kept_are_refused(size, overlap, minimum):
    with pytest.raises(ValueError):
        chunk.split("text", tokens, size, overlap, minimum)


@pytest.mark.parametrize("unit", ["a", "a ", "a.\n", " ", ".", "今天好。", "😀", "# h\n\n"])
def test_a_megabyte_is_counted_a_few_times_only(unit):
    counted = 0

    def counting(texts):
        nonlocal counted
        counted += sum(map(len, texts))
        return characters(texts)

    text = unit * (1_000_000 // len(unit))
    spans = chunk.split(text, counting, 200, 30, 40)
    assert spans[-1].end == len(text)
    assert counted <= 12 * len(text)
