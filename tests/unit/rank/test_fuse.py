import pytest

from pg_recall_udf.rank import fuse

ARMS = {"bm25": [(1, 9.0), (2, 5.0), (3, 1.0)], "vector": [(3, 0.8), (4, 0.6)]}


def scores(hits):
    return [(hit.id, round(hit.score, 9)) for hit in hits]


def test_rrf_sums_weight_over_k_plus_place():
    hits = fuse.rrf(ARMS, {"bm25": 0.5, "vector": 1}, 60)
    expected = {1: 0.5 / 61, 2: 0.5 / 62, 3: 0.5 / 63 + 1 / 61, 4: 1 / 62}
    assert scores(hits) == [(id, round(expected[id], 9)) for id in (3, 4, 1, 2)]


def test_score_aware_sums_scaled_scores():
    hits = fuse.score_aware(ARMS, {"bm25": 0.5, "vector": 1.5}, {})
    # bm25 has a quarter: 1, 0.5, 0; vector three quarters: 1, 0.
    assert scores(hits) == [(3, 0.75), (1, 0.25), (2, 0.125), (4, 0)]


def test_trust_lowers_the_share_of_an_arm():
    hits = fuse.score_aware(ARMS, {"bm25": 1, "vector": 1}, {"vector": 0.25})
    assert scores(hits) == [(1, 0.8), (2, 0.4), (3, 0.2), (4, 0)]


def test_an_arm_without_trust_only_adds_candidates():
    hits = fuse.score_aware(ARMS, {"bm25": 1, "vector": 1}, {"vector": 0})
    assert scores(hits) == [(1, 1), (2, 0.5), (3, 0), (4, 0)]


def test_an_arm_that_found_nothing_leaves_its_weight_to_the_others():
    alone = fuse.score_aware({"bm25": ARMS["bm25"], "vector": []}, {"bm25": 1, "vector": 9}, {})
    assert scores(alone) == [(1, 1), (2, 0.5), (3, 0)]


def test_a_single_candidate_outranks_what_its_arm_did_not_find():
    hits = fuse.score_aware(
        {"bm25": [(7, 0.1)], "vector": [(8, 0.9), (9, 0.8)]}, {"bm25": 0.6, "vector": 0.4}, {}
    )
    assert scores(hits) == [(7, 0.6), (8, 0.4), (9, 0)]


def test_every_hit_tells_what_each_arm_said():
    hits = fuse.rrf(ARMS, {"bm25": 1, "vector": 1}, 60)
    assert hits[0].arms == {"bm25": {"score": 1.0, "rank": 2}, "vector": {"score": 0.8, "rank": 0}}


@pytest.mark.parametrize(
    "join", [lambda a: fuse.rrf(a, {"x": 1, "y": 1}, 60), lambda a: fuse.score_aware(a, {"x": 1, "y": 1}, {})]
)
def test_equal_scores_are_ordered_by_id_whatever_the_order_of_the_arms(join):
    one = join({"x": [(5, 1.0), (2, 0.5)], "y": [(2, 1.0), (5, 0.5)]})
    two = join({"y": [(2, 1.0), (5, 0.5)], "x": [(5, 1.0), (2, 0.5)]})
    assert [hit.id for hit in one] == [hit.id for hit in two] == [2, 5]
    assert one == two


def test_no_arms_give_no_hits():
    assert fuse.rrf({}, {}, 60) == []
    assert fuse.score_aware({"x": []}, {"x": 1}, {}) == []


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="negative"):
        fuse.rrf(ARMS, {"bm25": -1}, 60)
    with pytest.raises(ValueError, match="outside"):
        fuse.score_aware(ARMS, {"bm25": 1}, {"bm25": 1.5})
    with pytest.raises(ValueError, match="twice"):
        fuse.rrf({"x": [(1, 1.0), (1, 0.5)]}, {"x": 1}, 60)
