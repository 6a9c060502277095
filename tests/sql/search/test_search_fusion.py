"""Fusion end to end against values worked out by hand, on memories whose cosines and words are chosen."""

import math
from collections.abc import Callable

import numpy as np
import pytest

# A word with a digit has no stem in any language, so that its score can be worked out by hand.
QUERY = "copper7 lantern7"
MODEL = "minilm-int8"

# content: (cosine with the query, how often it says copper, lantern, words that count)
CORPUS = {
    "copper7 lantern7": (0.2, 1, 1, 2),
    "copper7 copper7 kettle7": (0.5, 2, 0, 3),
    "lantern7 oil7 shelf7 row7": (0.9, 0, 1, 4),
    "harbour7 ferry7": (0.7, 0, 0, 2),
    "window7": (0.1, 0, 0, 1),
}


@pytest.fixture
def vector_at(recall) -> Callable[[float], list[float]]:
    """Makes vectors that have a given cosine with the query's."""
    query = np.array(recall.value("select recall.embed(%s)::text", QUERY)[1:-1].split(","), dtype=np.float64)
    query /= np.linalg.norm(query)
    other = np.random.default_rng(5).standard_normal(query.size)
    other -= query * (other @ query)
    other /= np.linalg.norm(other)
    return lambda cosine: (cosine * query + math.sqrt(1 - cosine**2) * other).tolist()


@pytest.fixture(autouse=True)
def corpus(recall, vector_at):
    recall.set("search.weights", {"vector": 0.4, "bm25": 0.6, "names": 0.2})
    recall.set("search.foreign_vector_trust", 1)
    recall.ingest(
        [
            {"content": content, "tags": [], "embedding": {"model": MODEL, "vector": vector_at(cosine)}}
            for content, (cosine, *_) in CORPUS.items()
        ]
    )


def bm25(content):
    """Lucene's BM25 by hand: idf * f / (f + k1 * (1 - b + b * length / average))."""
    _, copper, lantern, length = CORPUS[content]
    average = sum(words for *_, words in CORPUS.values()) / len(CORPUS)
    idf = math.log(1 + (5 - 2 + 0.5) / (2 + 0.5))
    norm = 1.2 * (1 - 0.75 + 0.75 * length / average)
    return idf * (copper / (copper + norm) + lantern / (lantern + norm))


def scaled(values):
    low, high = min(values.values()), max(values.values())
    return {key: (value - low) / (high - low) for key, value in values.items()}


def scores(hits):
    return {hit["content"]: hit["score"] for hit in hits}


def test_score_fusion_is_the_weighted_sum_of_scaled_scores(recall):
    words = scaled({content: bm25(content) for content in CORPUS})
    meaning = scaled({content: cosine for content, (cosine, *_) in CORPUS.items()})
    expected = {content: 0.6 * words[content] + 0.4 * meaning[content] for content in CORPUS}
    hits = recall.hits(QUERY, fusion="score")
    assert scores(hits) == pytest.approx(expected, abs=1e-3)
    assert [hit["content"] for hit in hits] == sorted(CORPUS, key=lambda content: -expected[content])
    assert [hit["rank"] for hit in hits] == [1, 2, 3, 4, 5]


def test_each_arm_tells_its_own_score_and_place(recall):
    by_words = sorted(CORPUS, key=lambda content: -bm25(content))
    by_meaning = sorted(CORPUS, key=lambda content: -CORPUS[content][0])
    for hit in recall.hits(QUERY):
        content, arms = hit["content"], hit["arms"]
        assert arms["vector"]["score"] == pytest.approx(CORPUS[content][0], abs=1e-3)
        assert arms["vector"]["rank"] == by_meaning.index(content) + 1
        assert ("bm25" in arms) == (bm25(content) > 0)
        if "bm25" in arms:
            assert arms["bm25"]["score"] == pytest.approx(bm25(content), abs=1e-6)
            assert arms["bm25"]["rank"] == by_words.index(content) + 1


def test_rank_fusion_is_the_sum_of_weighted_reciprocal_ranks(recall):
    # Two distinct words: one bit of entropy.
    t = 1 / (1 + math.exp(-2 * (1 - 2.75)))
    by_words = sorted((c for c in CORPUS if bm25(c) > 0), key=lambda content: -bm25(content))
    by_meaning = sorted(CORPUS, key=lambda content: -CORPUS[content][0])
    expected = {content: (0.3 + 0.4 * t) / (60 + place + 1) for place, content in enumerate(by_meaning)}
    for place, content in enumerate(by_words):
        expected[content] += (0.7 - 0.4 * t) / (60 + place + 1)
    hits = recall.hits(QUERY, fusion="rrf")
    assert scores(hits) == pytest.approx(expected, abs=1e-9)
    assert [hit["content"] for hit in hits] == sorted(CORPUS, key=lambda content: -expected[content])


def test_the_constant_of_rank_fusion_and_the_weights_are_settings(recall):
    recall.set("search.rrf_k", 10)
    t = 1 / (1 + math.exp(-2 * (1 - 2.75)))
    assert scores(recall.hits(QUERY, fusion="rrf"))["harbour7 ferry7"] == pytest.approx((0.3 + 0.4 * t) / 12)
    recall.set("search.weights", {"vector": 1, "bm25": 0, "names": 0})
    assert scores(recall.hits(QUERY)) == pytest.approx(
        scaled({content: cosine for content, (cosine, *_) in CORPUS.items()}), abs=1e-3
    )


def test_the_default_fusion_is_a_setting(recall):
    by_score, by_rank = (scores(recall.hits(QUERY, fusion=name)) for name in ("score", "rrf"))
    assert by_score != by_rank
    assert scores(recall.hits(QUERY)) == by_score
    recall.set("search.fusion", "rrf")
    assert scores(recall.hits(QUERY)) == by_rank


def test_an_arm_alone_keeps_its_own_order_and_candidates(recall):
    assert recall.contents(QUERY, arms=["vector"]) == sorted(CORPUS, key=lambda content: -CORPUS[content][0])
    assert recall.contents(QUERY, arms=["bm25"]) == sorted(
        (content for content in CORPUS if bm25(content) > 0), key=lambda content: -bm25(content)
    )
    assert recall.hits(QUERY, arms=["names"]) == []


def test_outside_the_languages_of_the_embedder_its_arm_keeps_a_share_of_its_weight(recall, vector_at):
    spanish = "¿dónde está la linterna de cobre?"
    near = recall.value("select recall.embed(%s)::text", spanish)[1:-1].split(",")
    recall.ingest(
        [
            {"content": "linterna de cobre", "tags": [], "embedding": {"model": MODEL, "vector": vector_at(0.3)}},
            {"content": "marea alta", "tags": [], "embedding": {"model": MODEL, "vector": [float(x) for x in near]}},
        ]
    )
    assert scores(recall.hits(spanish))["marea alta"] == pytest.approx(0.4, abs=1e-6)
    recall.set("search.foreign_vector_trust", 0.25)
    # 0.4 * 0.25 against 0.6: a seventh of the whole.
    assert scores(recall.hits(spanish))["marea alta"] == pytest.approx(1 / 7, abs=1e-6)


@pytest.mark.parametrize("fusion", ["score", "rrf"])
@pytest.mark.parametrize("arms", [["bm25"], ["vector"], ["names"], ["vector", "bm25", "names"]])
def test_equal_evidence_has_one_order_in_every_search(recall, vector_at, fusion, arms):
    vector = {"model": MODEL, "vector": vector_at(0.6)}
    stored = recall.ingest(
        [{"content": f"lantern {n}", "entity": "Copper Guild", "tags": [], "embedding": vector} for n in range(10, 40)]
    )
    query = "lantern of the copper guild"
    found = recall.ids(query, arms=arms, fusion=fusion, max_results=40)
    equal = [id for id in found if id in stored]
    # By rank the newest passages about an entity come first; everywhere else the first stored.
    if fusion == "score" or "names" not in arms:
        assert equal == stored
    elif arms == ["names"]:
        assert equal == stored[::-1]
    recall.session.execute("select recall.compact()")
    for limit in (40, 20, 5):
        assert recall.ids(query, arms=arms, fusion=fusion, max_results=limit) == found[:limit]
