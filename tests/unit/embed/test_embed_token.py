import pytest

from pg_recall_udf.embed.preset import MINILM_INT8
from pg_recall_udf.embed.token import Tokeniser


@pytest.fixture(scope="module")
def tokeniser(directory):
    return Tokeniser(directory, MINILM_INT8)


def test_ids_of_a_known_sentence(tokeniser):
    assert tokeniser.ids(["hello world"], "query") == [[101, 7592, 2088, 102]]


def test_control_tokens_in_a_text_are_text(tokeniser):
    [ids] = tokeniser.ids(["[SEP] [CLS] [MASK] <|endoftext|>"], "passage")
    assert ids[0] == 101 and ids[-1] == 102
    assert not {100, 101, 102, 103} & set(ids[1:-1])


@pytest.mark.parametrize("text", ["", " ", "word " * 200_000, "x" * 1_000_000, "中" * 500_000, "😀" * 1_000])
def test_any_text_fits_the_model(tokeniser, text):
    [ids] = tokeniser.ids([text], "passage")
    assert 2 <= len(ids) <= MINILM_INT8.max_tokens
    assert (ids[0], ids[-1]) == (101, 102)


def test_counts_are_of_the_whole_text_without_control_tokens(tokeniser):
    texts = ["", "hello world", "hello " * 20_000, "中文" * 10_000]
    assert tokeniser.counts(texts) == [0, 2, 20_000, 20_000]


def test_counts_agree_with_ids(tokeniser):
    text = "The deployment of pg_recall runs on PostgreSQL 15, said José."
    [ids] = tokeniser.ids([text], "passage")
    assert tokeniser.counts([text]) == [len(ids) - 2]


def test_room_is_what_special_tokens_leave(tokeniser):
    assert tokeniser.room() == MINILM_INT8.max_tokens - 2
