import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.index import filter
from pg_recall_udf.index.filter import Filter, Range

TAGS = ["#tag:a", "#tag:b", "#type:fact"]


@pytest.fixture(params=["segment", "fresh"])
def source(request, place):
    rows = [
        place.document(10, "one", time=100, filters=("#tag:a", "#type:fact")),
        place.document(20, "two", time=200, filters=("#tag:a", "#tag:b")),
        place.document(30, "three", time=300, filters=("#tag:b",)),
        place.document(40, "four", time=400),
    ]
    return (
        place.as_fresh(rows, [3]) if request.param == "fresh" else place.as_segment(place.build(rows, 0), [3])
    )


def chosen(source, condition):
    return source.nos[filter.allowed(source, condition)].tolist()


def test_no_condition_is_no_mask(source):
    assert Filter().is_empty
    assert filter.allowed(source, Filter()) is None


def test_one_group_needs_any_of_its_terms(source):
    assert chosen(source, Filter(groups=[["#tag:a", "#tag:b"]])) == [10, 20, 30]


def test_several_groups_are_needed_together(source):
    assert chosen(source, Filter(groups=[["#tag:a"], ["#tag:b"]])) == [20]


def test_an_empty_group_allows_nothing(source):
    assert chosen(source, Filter(groups=[[]])) == []
    assert chosen(source, Filter(groups=[["#tag:absent"]])) == []


def test_excluded_terms_remove_passages(source):
    assert chosen(source, Filter(excluded=["#type:fact", "#tag:absent"])) == [20, 30]


def test_a_range_includes_its_low_end_and_not_its_high_end(source):
    assert chosen(source, Filter(ranges=[Range("times", 100, 300)])) == [10, 20]
    assert chosen(source, Filter(ranges=[Range("times", low=200)])) == [20, 30]
    assert chosen(source, Filter(ranges=[Range("times", high=200)])) == [10]


def test_a_list_of_numbers_limits_to_them(source):
    assert chosen(source, Filter(only=np.array([20, 40, 99]))) == [20]
    assert chosen(source, Filter(only=np.array([], dtype=np.int64))) == []


def test_the_dead_are_never_allowed(source):
    assert 40 not in chosen(source, Filter(ranges=[Range("times", 0)]))


def test_allowed_passages_are_counted(source):
    masks = [filter.allowed(source, Filter(groups=[["#tag:a"]])), None]
    assert filter.count_allowed([source, source], masks) == 2 + 3


@given(
    st.lists(st.sets(st.sampled_from(TAGS)), min_size=1, max_size=12),
    st.lists(st.sets(st.sampled_from(TAGS), min_size=1), max_size=3),
    st.sets(st.sampled_from(TAGS)),
)
def test_a_mask_says_what_the_condition_says(place, passages, groups, excluded):
    rows = [place.document(no, "x", filters=tuple(tags)) for no, tags in enumerate(passages)]
    expected = [
        no
        for no, tags in enumerate(passages)
        if all(tags & group for group in groups) and not tags & excluded
    ]
    condition = Filter(groups=[sorted(group) for group in groups], excluded=sorted(excluded))
    for source in (place.as_fresh(rows), place.as_segment(place.build(rows, 0))):
        mask = filter.allowed(source, condition)
        assert (list(range(len(rows))) if mask is None else np.flatnonzero(mask).tolist()) == expected
