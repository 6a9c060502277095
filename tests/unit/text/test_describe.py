import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.text import describe


@pytest.mark.parametrize("text", ["", "word", "same same same", "!!!", "😀", "好"])
def test_one_word_or_less_has_no_density(text):
    assert describe.density(text) == 0.0


def test_distinct_words_are_as_dense_as_can_be():
    assert describe.density("every word here differs") == 1.0


def test_density_is_entropy_over_that_of_the_vocabulary():
    # the 2/4, cat 1/4, dog 1/4: 1.5 bits of log2(3)
    assert describe.density("the cat the dog") == pytest.approx(1.5 / math.log2(3))


def test_upper_case_makes_another_word():
    assert describe.density("Word word") == 1.0


def test_chinese_is_measured_by_pairs():
    assert 0 < describe.density("今天天气很好今天天气") < 1


@given(st.text(max_size=60))
def test_density_is_a_share(text):
    assert 0 <= describe.density(text) <= 1


def test_the_most_frequent_words_are_tags_and_the_earlier_first_among_equals():
    text = "Deploy failed. The deploy of billing failed because billing timed out; deploy again"
    assert describe.auto_tags(text) == ["deploy", "failed", "billing", "timed"]
    assert describe.auto_tags(text, 2) == ["deploy", "failed"]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Los gatos negros duermen con los gatos blancos", ["gatos", "negros", "duermen", "blancos"]),
        ("Die Katze schläft nicht auf dem Sofa", ["katze", "schläft", "sofa"]),
        ("use user_name and state-of-the-art tools", ["use", "user_name", "state-of-the-art", "tools"]),
        ("a be é 12 ab", []),
        ("", []),
        ("!!! 😀", []),
        ("don't worry, it's Caroline's", ["worry", "caroline"]),
        ("我们的数据库。他的数据库", ["数据", "据库"]),
        ("データベースを使用するデータベース", ["データベース", "使用"]),
        ("파이썬 코드 파이썬", ["파이썬", "코드"]),
        ("x" * 3000 + " word", ["word"]),
    ],
)
def test_tags_are_words_that_say_something(text, tags):
    assert describe.auto_tags(text) == tags


def test_equal_texts_in_either_composition_have_equal_tags():
    assert describe.auto_tags("café café") == describe.auto_tags("cafe\u0301 cafe\u0301") == ["café"]
