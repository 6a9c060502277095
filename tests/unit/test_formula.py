"""Hand-worked values of every array formula."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf import formula


def test_idf_of_a_term_in_two_of_ten_passages():
    # ln(1 + (10 - 2 + 0.5) / (2 + 0.5)) = ln 4.4
    assert formula.idf(2, 10) == pytest.approx(math.log(4.4))


def test_idf_is_positive_even_for_a_term_in_every_passage():
    assert formula.idf(10, 10) == pytest.approx(math.log(1 + 0.5 / 10.5))


def test_length_norm_grows_with_length_from_k1_at_the_average():
    np.testing.assert_allclose(formula.length_norm(np.array([10, 20, 0]), 10, 1.2, 0.75), [1.2, 2.1, 0.3])


def test_length_norm_without_any_word_is_that_of_an_average_passage():
    np.testing.assert_array_equal(formula.length_norm(np.array([0, 0]), 0, 1.2, 0.75), [1.2, 1.2])


def test_term_score_saturates_with_frequency():
    np.testing.assert_allclose(formula.term_score(2, np.array([1, 3]), np.array([1.0, 1.0])), [1, 1.5])


def test_entropy_of_distinct_words_is_log2_of_their_number():
    assert formula.entropy(["a", "b", "c", "d"]) == 2
    assert formula.entropy(["a", "a", "b", "b"]) == 1
    assert formula.entropy(["a"]) == 0
    assert formula.entropy([]) == 0


@pytest.mark.parametrize(
    ("words", "lexical", "vector"),
    [(1, 0.698, 0.302), (4, 0.627, 0.373), (7, 0.489, 0.511), (8, 0.451, 0.549), (16, 0.330, 0.670)],
)
def test_routed_weights_by_number_of_distinct_words(words, lexical, vector):
    weights = formula.routed_weights(formula.entropy(range(words)))
    assert weights["names"] == weights["bm25"] == pytest.approx(lexical, abs=5e-4)
    assert weights["vector"] == pytest.approx(vector, abs=5e-4)


def test_reciprocal_rank_counts_from_zero():
    assert formula.reciprocal_rank(0, 1, 60) == 1 / 61
    assert formula.reciprocal_rank(9, 0.5, 60) == 0.5 / 70


def test_min_max_spans_zero_to_one():
    np.testing.assert_array_equal(formula.min_max([3, 1, 2]), [1, 0, 0.5])


def test_min_max_of_a_constant_list_is_one():
    np.testing.assert_array_equal(formula.min_max([4, 4]), [1, 1])
    np.testing.assert_array_equal(formula.min_max([0]), [1])
    assert formula.min_max([]).size == 0


def test_overlap_coefficient_is_relative_to_the_smaller_set():
    assert formula.overlap_coefficient(frozenset("ab"), frozenset("abcd")) == 1
    assert formula.overlap_coefficient(frozenset("abx"), frozenset("abcd")) == pytest.approx(2 / 3)
    assert formula.overlap_coefficient(frozenset(), frozenset("a")) == 0


def test_quantise_uses_the_whole_int8_range_symmetrically():
    codes, scales = formula.quantise(np.array([[3.0, -4.0, 0.0], [0.0, 0.0, 0.0]]))
    # Of length 1 the row is 0.6, -0.8, 0: 0.8 is code 127, 0.6 is 95.25.
    assert codes.tolist() == [[95, -127, 0], [0, 0, 0]]
    np.testing.assert_allclose(scales, [0.8 / 127, 0])


@given(
    st.lists(st.floats(-1e6, 1e6, width=32), min_size=4, max_size=4).filter(lambda v: max(map(abs, v)) > 1e-3)
)
def test_a_code_is_within_half_a_step_of_the_unit_vector(values):
    vector = np.array(values, dtype=np.float32)
    codes, scales = formula.quantise(vector)
    np.testing.assert_allclose(codes * scales, formula.unit(vector), atol=float(scales) * 0.501)


def test_code_cosine_approximates_the_cosine():
    codes, scales = formula.quantise(np.array([[3.0, 4.0], [0.0, 0.0]]))
    cosines = formula.code_cosine(np.array([1, 0], dtype=np.float32), codes, scales)
    np.testing.assert_allclose(cosines, [0.6, 0], atol=0.005)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_vector_that_is_not_finite_is_refused(bad):
    with pytest.raises(ValueError, match="NaN or infinite"):
        formula.quantise(np.array([[1.0, bad]]))
