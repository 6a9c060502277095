import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pg_recall_udf.index import compact
from pg_recall_udf.index.compact import Row, build, merge, merge_postings, plan_merge
from pg_recall_udf.index.pack import PostingTable

DIM = 2


def row(no: int, terms: dict[str, int], vector: bytes = b"") -> Row:
    return Row(no, sum(terms.values()), no * 10, terms, vector, 0.5 if vector else 0)


def stored(image):
    return image.column_bytes(), list(image.term_rows())


def postings(image):
    return {
        term: (image.columns["nos"][np.frombuffer(docs, "<u2")].tolist(), list(freqs))
        for term, docs, freqs in image.term_rows()
    }


def test_a_segment_holds_its_rows_by_number():
    image = build([row(7, {"b": 2, "#tag:x": 0}, b"\x01\x02"), row(3, {"a": 1, "b": 1})], DIM)
    assert (image.size, image.total_length) == (2, 4)
    assert image.columns["nos"].tolist() == [3, 7]
    assert image.columns["times"].tolist() == [30, 70]
    assert image.columns["codes"].tolist() == [[0, 0], [1, 2]]
    assert image.columns["scales"].tolist() == [0, 0.5]
    assert postings(image) == {"#tag:x": ([7], []), "a": ([3], [1]), "b": ([3, 7], [1, 2])}


def test_terms_are_stored_in_code_point_order():
    image = build([row(1, {"ñ": 1, "b": 1, "B": 1, "#k:z": 0})], 0)
    assert [term for term, _, _ in image.term_rows()] == ["#k:z", "B", "b", "ñ"]


rows = st.dictionaries(
    st.integers(0, 60),
    st.tuples(
        st.dictionaries(st.sampled_from("abcd"), st.sampled_from([1, 2, 255, 256, 70_000]), max_size=4),
        st.sets(st.sampled_from(["#tag:x", "#tag:y"])),
        st.sampled_from([b"", b"\x01\x7f", b"\x80\x05"]),
    ),
    max_size=20,
).map(lambda d: [row(no, terms | dict.fromkeys(tags, 0), code) for no, (terms, tags, code) in d.items()])


@given(st.data(), rows)
def test_merging_equals_building_from_what_is_alive(data, rows):
    places = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    gone = data.draw(st.sets(st.sampled_from([row.no for row in rows]))) if rows else set()
    parts = [
        build([row for row, at in zip(rows, places, strict=True) if at == part], DIM) for part in range(4)
    ]
    dead = [np.flatnonzero(np.isin(part.columns["nos"], list(gone))) for part in parts]
    merged = merge(parts, dead)
    assert stored(merged) == stored(build([row for row in rows if row.no not in gone], DIM))


def test_a_merge_in_slices_of_terms_equals_a_merge_at_once():
    parts = [
        build([row(no, {"a": 1, "m": 2, "z": 300}) for no in numbers], 0) for numbers in ([1, 4], [2, 3])
    ]
    plan = plan_merge([part.columns for part in parts], [[], [0]])
    pieces = []
    for low, high in (("", "m"), ("m", "zz")):
        slices = [
            PostingTable.from_rows([r for r in part.term_rows() if low <= r[0] < high]) for part in parts
        ]
        pieces += merge_postings(slices, plan.maps).rows()
    assert pieces == list(merge(parts, [[], [0]]).term_rows())


def test_a_passage_that_died_here_may_live_elsewhere():
    old, new = build([row(1, {"a": 1}), row(2, {"a": 1})], 0), build([row(1, {"b": 1})], 0)
    merged = merge([old, new], [[0], []])
    assert postings(merged) == {"a": ([2], [1]), "b": ([1], [1])}


def test_segments_without_vectors_merge_with_those_that_have_some():
    merged = merge([build([row(1, {"a": 1})], 0), build([row(2, {"a": 1}, b"\x01\x02")], DIM)], [[], []])
    assert merged.columns["codes"].tolist() == [[0, 0], [1, 2]]
    assert merged.columns["scales"].tolist() == [0, 0.5]


def test_what_cannot_become_a_segment_is_refused():
    with pytest.raises(ValueError, match="occurs twice"):
        build([row(1, {}), row(1, {})], 0)
    with pytest.raises(ValueError, match="do not fit"):
        build([row(no, {}) for no in range(65_537)], 0)
    with pytest.raises(ValueError, match="expected 2"):
        build([row(1, {}, b"\x01")], DIM)
    with pytest.raises(ValueError, match="cannot have frequency"):
        build([row(1, {"a": 0})], 0)
    with pytest.raises(ValueError, match="two segments"):
        merge([build([row(1, {})], 0), build([row(1, {})], 0)], [[], []])
    with pytest.raises(ValueError, match="dimensions"):
        merge([build([row(1, {}, b"\x01")], 1), build([row(2, {}, b"\x01\x02")], 2)], [[], []])


def test_nothing_is_merged_while_the_index_is_in_shape():
    assert compact.choose_merge([], [], 4) == []
    assert compact.choose_merge([2000, 2000, 2000, 60_000], [0, 100, 0, 0], 4) == []


def test_segments_of_one_size_merge_once_there_are_enough():
    assert compact.choose_merge([60_000, 2000, 2100, 1900, 2000], [0] * 5, 4) == [3, 1, 4, 2]


def test_a_segment_with_a_quarter_dead_is_rewritten_alone():
    assert compact.choose_merge([60_000, 40_000], [14_999, 10_000], 4) == [1]


def test_a_merge_never_exceeds_a_segment():
    sizes = [20_000, 30_000, 25_000, 16_384]
    group = compact.choose_merge(sizes, [0] * 4, 4)
    assert len(group) > 1
    assert sum(sizes[i] for i in group) <= 65_536


def test_a_fanout_below_two_is_refused():
    with pytest.raises(ValueError, match="below 2"):
        compact.choose_merge([1], [0], 1)


@settings(max_examples=30)
@given(st.lists(st.integers(1, 4000), min_size=1, max_size=300), st.integers(2, 8))
def test_small_segments_never_pile_up(arrivals, fanout):
    sizes: list[int] = []
    for size in arrivals:
        sizes.append(size)
        while group := compact.choose_merge(sizes, [0] * len(sizes), fanout):
            merged = sum(sizes[i] for i in group)
            sizes = [s for i, s in enumerate(sizes) if i not in group] + [merged]
    tiers = 17
    full = 2 * sum(arrivals) // 65_536
    assert len(sizes) <= fanout * tiers + full
