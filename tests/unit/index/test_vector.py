import tracemalloc

import numpy as np
import pytest

from pg_recall_udf import formula
from pg_recall_udf.index import vector
from pg_recall_udf.index.compact import Row

DIM = 64


def rows(vectors: np.ndarray, start: int = 0) -> list[Row]:
    codes, scales = formula.quantise(vectors)
    return [
        Row(start + i, 1, 0, {"x": 1}, code.tobytes() if scale else b"", float(scale))
        for i, (code, scale) in enumerate(zip(codes, scales, strict=True))
    ]


def halfvec_send(vectors: np.ndarray) -> bytes:
    head = vectors.shape[1].to_bytes(2, "big") + b"\0\0"
    return b"".join(head + vector.astype(">f2").tobytes() for vector in vectors)


def collections() -> dict[str, np.ndarray]:
    random = np.random.default_rng(5)
    centres = random.standard_normal((30, DIM))
    clustered = centres[random.integers(0, 30, 4000)] + 0.15 * random.standard_normal((4000, DIM))
    return {"random": random.standard_normal((4000, DIM)), "clustered": clustered}


@pytest.mark.parametrize("kind", ["random", "clustered"])
def test_rescoring_four_times_as_many_candidates_finds_every_neighbour(place, kind):
    vectors = collections()[kind].astype(np.float16)
    sources = [
        place.as_segment(place.build(rows(vectors[:2500]), DIM)),
        place.as_segment(place.build(rows(vectors[2500:3500], 2500), DIM)),
        place.as_fresh(rows(vectors[3500:], 3500)),
    ]
    exact = formula.unit(vectors)
    random = np.random.default_rng(6)
    for query in vectors[::80] + 0.3 * random.standard_normal((50, DIM)).astype(np.float16):
        wanted = np.argsort(-(exact @ formula.unit(query)), kind="stable")[:10]
        candidates = vector.scan(query, sources, 40).nos
        cosines = vector.rescore(query, halfvec_send(vectors[candidates]))
        assert set(candidates[np.argsort(-cosines)[:10]]) == set(wanted)


def test_masked_dead_and_absent_vectors_are_not_returned(place):
    vectors = np.random.default_rng(1).standard_normal((20, DIM))
    vectors[[3, 14]] = 0
    query = vectors[0]
    segment = place.as_segment(place.build(rows(vectors[:10]), DIM), dead=[5])
    fresh = place.as_fresh(rows(vectors[10:], 10))
    mask = np.ones(10, dtype=bool)
    mask[[0, 7]] = False
    found = vector.scan(query, [segment, fresh], 50, [mask, None])
    assert set(found.nos.tolist()) == set(range(20)) - {0, 7, 5, 3, 14}
    assert (np.diff(found.scores) <= 0).all()


def test_a_mask_changes_no_score(place):
    vectors = np.random.default_rng(2).standard_normal((1500, DIM))
    source = place.as_segment(place.build(rows(vectors), DIM))
    mask = np.arange(1500) % 3 == 0
    everything = dict(vector.scan(vectors[1], [source], 1500).pairs())
    for no, score in vector.scan(vectors[1], [source], 1500, [mask]).pairs():
        assert no % 3 == 0
        assert score == pytest.approx(everything[no], abs=1e-6)


def test_equal_vectors_are_ordered_by_number(place):
    vectors = np.tile(np.random.default_rng(3).standard_normal(DIM), (7, 1))
    sources = [place.as_segment(place.build(rows(vectors[:4]), DIM)), place.as_fresh(rows(vectors[4:], 4))]
    query = np.random.default_rng(4).standard_normal(DIM)
    cosines = vector.rescore(query, halfvec_send(vectors))
    assert len(set(cosines.tolist())) == 1
    assert set(vector.scan(query, sources, 7).nos.tolist()) == set(range(7))


def test_a_scan_needs_little_memory_beside_the_codes(place):
    vectors = np.random.default_rng(8).standard_normal((30_000, DIM)).astype(np.float32)
    source = place.as_segment(place.build(rows(vectors), DIM))
    tracemalloc.start()
    vector.scan(vectors[0], [source], 100)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32_000_000


def test_rescoring_gives_the_cosine():
    vectors = np.array([[3, 4], [0, 0], [-1, 0]])
    np.testing.assert_allclose(vector.rescore([2, 0], halfvec_send(vectors)), [0.6, 0, -1], atol=1e-7)
    assert vector.rescore([2, 0], b"").tolist() == []


def test_bad_vectors_are_refused(place):
    source = place.as_segment(place.build(rows(np.ones((2, DIM))), DIM))
    with pytest.raises(ValueError, match="not zero"):
        vector.scan(np.zeros(DIM), [source], 5)
    with pytest.raises(ValueError, match="NaN"):
        vector.scan(np.full(DIM, np.nan), [source], 5)
    with pytest.raises(ValueError, match="dimensions"):
        vector.scan(np.ones(3), [source], 5)
    with pytest.raises(ValueError, match="dimensions"):
        vector.rescore(np.ones(3), halfvec_send(np.ones((2, 4))))
    with pytest.raises(ValueError, match="dimensions"):
        vector.rescore(np.ones(4), halfvec_send(np.ones((1, 2))) * 2 + bytes(8))
    with pytest.raises(ValueError, match="below 1"):
        vector.scan(np.ones(DIM), [source], 0)


def test_sources_without_vectors_find_nothing(place):
    sources = [place.as_segment(place.build([place.document(1, "a")], 0)), place.as_fresh([])]
    assert vector.scan(np.ones(DIM), sources, 5).pairs() == []
