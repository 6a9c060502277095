"""BM25 against bm25s, an independent implementation."""

import bm25s
import numpy as np
import pytest

from pg_recall_udf.index import lexical

K1, B = 1.2, 0.75


@pytest.fixture(scope="module")
def corpus() -> list[list[str]]:
    random = np.random.default_rng(7)
    weights = 1 / np.arange(1, 801)
    vocabulary = [f"t{i}" for i in range(800)]
    return [
        random.choice(vocabulary, size=random.integers(1, 30), p=weights / weights.sum()).tolist()
        for _ in range(2000)
    ]


@pytest.fixture(scope="module")
def oracle(corpus):
    index = bm25s.BM25(method="lucene", k1=K1, b=B, dtype="float64")
    index.index(corpus, show_progress=False)
    return index


def same_top(result, expected: np.ndarray, limit: int) -> None:
    """Scores of the best equal the oracle's, and every returned passage has its own oracle score."""
    best = np.sort(expected)[::-1][:limit]
    best = best[best > 0]
    assert len(result.ranking.nos) == len(best)
    np.testing.assert_allclose(result.ranking.scores, best, atol=1e-4)
    np.testing.assert_allclose(result.ranking.scores, expected[result.ranking.nos], atol=1e-4)


def queries(corpus, count=60):
    random = np.random.default_rng(11)
    known = sorted({token for tokens in corpus for token in tokens})
    return [random.choice(known, size=random.integers(1, 9), replace=False).tolist() for _ in range(count)]


@pytest.mark.parametrize("segments", [1, 4])
def test_the_best_ten_equal_bm25s_over_segments_and_fresh(place, corpus, oracle, segments):
    rows = [place.document(no, " ".join(tokens)) for no, tokens in enumerate(corpus)]
    places = [no % (segments + 1) if no % 7 else 0 for no in range(len(rows))]
    sources = place.spread(rows, places)
    for query in queries(corpus):
        result = lexical.score(sources, [[term] for term in query], 10, K1, B)
        same_top(result, oracle.get_scores(query), 10)


def test_dead_passages_leave_no_trace_in_any_score(place, corpus):
    dead = {no for no in range(len(corpus)) if no % 5 == 1}
    living = [no for no in range(len(corpus)) if no not in dead]
    index = bm25s.BM25(method="lucene", k1=K1, b=B, dtype="float64")
    index.index([corpus[no] for no in living], show_progress=False)
    sources = []
    for start in (0, 900):
        rows = [place.document(no, " ".join(corpus[no])) for no in range(start, min(start + 900, 1800))]
        gone = [i for i, row in enumerate(rows) if row.no in dead]
        sources.append(place.as_segment(place.build(rows, 0), gone))
    rows = [place.document(no, " ".join(corpus[no])) for no in range(1800, 2000)]
    sources.append(place.as_fresh(rows, [i for i, row in enumerate(rows) if row.no in dead]))
    for query in queries([corpus[no] for no in living]):
        result = lexical.score(sources, [[term] for term in query], 10, K1, B)
        scores = np.zeros(len(corpus))
        scores[living] = index.get_scores(query)
        same_top(result, scores, 10)


def test_a_word_scores_the_best_of_its_terms(place, corpus, oracle):
    sources = place.spread(
        [place.document(no, " ".join(tokens)) for no, tokens in enumerate(corpus)], [1] * len(corpus)
    )
    words = [["t3", "t40"], ["t7"], ["t100", "t5", "t60"]]
    expected = sum(np.max([oracle.get_scores([term]) for term in word], axis=0) for word in words)
    same_top(lexical.score(sources, words, 10, K1, B), expected, 10)
