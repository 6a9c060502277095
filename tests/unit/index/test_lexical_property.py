"""What must hold for any documents, any spread over sources, any deletion, any filter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.index import lexical

K1, B = 1.2, 0.75
TERMS = ["a", "b", "c", "d", "e"]

texts = st.lists(
    st.lists(st.sampled_from(TERMS), min_size=0, max_size=6).map(" ".join), min_size=1, max_size=25
)
queries = st.lists(
    st.lists(st.sampled_from([*TERMS, "absent"]), min_size=1, max_size=3), min_size=0, max_size=5
)


def answer(sources, words, limit=10, allowed=None):
    result = lexical.score(sources, words, limit, K1, B, allowed)
    return result.ranking.pairs(), result.statistics


@given(st.data(), texts, queries, st.integers(1, 12))
def test_any_spread_over_segments_and_fresh_gives_identical_results(place, data, texts, words, limit):
    rows = [place.document(no * 3, text) for no, text in enumerate(texts)]
    places = data.draw(st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows)))
    whole = answer(place.spread(rows, [1] * len(rows)), words, limit)
    assert answer(place.spread(rows, places), words, limit) == whole


@given(st.data(), texts, queries)
def test_a_dead_passage_is_as_if_it_had_never_been_indexed(place, data, texts, words):
    rows = [place.document(no, text) for no, text in enumerate(texts)]
    dead = data.draw(st.sets(st.integers(0, len(rows) - 1)))
    middle = len(rows) // 2
    sources = [
        place.as_segment(place.build(rows[:middle], 0), sorted(i for i in dead if i < middle)),
        place.as_fresh(rows[middle:], sorted(i - middle for i in dead if i >= middle)),
    ]
    living = [row for row in rows if row.no not in dead]
    assert answer(sources, words) == answer([place.as_fresh(living)], words)


@given(st.data(), texts, queries)
def test_a_filter_changes_neither_scores_nor_statistics(place, data, texts, words):
    rows = [place.document(no, text) for no, text in enumerate(texts)]
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    sources = place.spread(rows, [1] * len(rows))
    everything, statistics = answer(sources, words, limit=len(rows))
    filtered, same = answer(sources, words, limit=len(rows), allowed=[mask])
    assert filtered == [(no, score) for no, score in everything if mask[no]]
    assert same == statistics


@given(st.data(), texts, queries)
def test_asking_for_a_passage_gives_the_score_it_has_in_the_ranking(place, data, texts, words):
    rows = [place.document(no * 2, text) for no, text in enumerate(texts)]
    places = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    query = lexical.Query(place.spread(rows, places), words, K1, B)
    ranking = dict(query.best(len(rows)).pairs())
    nos = data.draw(st.permutations(range(2 * len(rows) + 2)))
    assert query.of(np.array(nos)).tolist() == [ranking.get(no, 0) for no in nos]


def test_a_dead_passage_has_no_score(place):
    rows = [place.document(no, "a b") for no in range(3)]
    query = lexical.Query([place.as_segment(place.build(rows, 0), [1])], [["a"]], K1, B)
    assert (query.of(np.array([0, 1, 2])) > 0).tolist() == [True, False, True]


def test_pruned_and_exhaustive_scoring_agree_on_many_sources(place):
    random = np.random.default_rng(3)
    weights = 1 / np.arange(1, 301)
    names = [f"t{i}" for i in range(300)]
    rows = [
        place.document(
            no, " ".join(random.choice(names, size=random.integers(1, 20), p=weights / weights.sum()))
        )
        for no in range(4000)
    ]
    sources = place.spread(rows, [no % 5 for no in range(len(rows))])
    for _ in range(40):
        words = [random.choice(names, size=random.integers(1, 4), replace=False).tolist() for _ in range(8)]
        everything, _ = answer(sources, words, limit=len(rows))
        mask = random.random(len(rows)) < random.choice([0.01, 0.5])
        masks = [mask[source.nos] for source in sources]
        assert answer(sources, words, 10)[0] == everything[:10]
        chosen = random.choice(len(rows), 60, replace=False)
        expected = [dict(everything).get(no, 0) for no in chosen.tolist()]
        assert lexical.Query(sources, words, K1, B).of(chosen).tolist() == expected
        assert answer(sources, words, 10, masks)[0] == [pair for pair in everything if mask[pair[0]]][:10]


def test_equal_scores_are_ordered_by_passage_number(place):
    rows = [place.document(no, "same words") for no in (9, 2, 5, 7)]
    pairs, _ = answer(place.spread(rows, [1, 2, 0, 1]), [["same"]], limit=3)
    assert [no for no, _ in pairs] == [2, 5, 7]


def test_a_word_that_is_asked_twice_counts_twice(place):
    sources = [place.as_fresh([place.document(1, "apple pie"), place.document(2, "pear pie")])]
    once = dict(answer(sources, [["apple"]])[0])[1]
    assert dict(answer(sources, [["apple"], ["apple"]])[0])[1] == 2 * once


def test_nothing_is_found_without_sources_words_or_matches(place):
    assert answer([], [["a"]])[0] == []
    sources = [place.as_fresh([place.document(1, "a b")]), place.as_fresh([])]
    assert answer(sources, [])[0] == []
    assert answer(sources, [["absent"]])[0] == []


def test_a_filter_term_cannot_be_scored(place):
    sources = [place.as_fresh([place.document(1, "a", filters=("#tag:x",))])]
    with pytest.raises(ValueError, match="filter term"):
        lexical.score(sources, [["#tag:x"]], 10, K1, B)


def test_statistics_count_living_passages_only(place):
    rows = [place.document(no, text) for no, text in enumerate(["a a b", "a", "b c d e"])]
    _, statistics = answer([place.as_segment(place.build(rows, 0), [1])], [["a"], ["b"], ["absent"]])
    assert (statistics.count, statistics.average_length) == (2, 3.5)
    assert statistics.df == {"a": 1, "b": 2, "absent": 0}
