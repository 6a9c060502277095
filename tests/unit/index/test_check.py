import dataclasses

import numpy as np
import pytest

from pg_recall_udf import formula
from pg_recall_udf.index import check, compact
from pg_recall_udf.index.check import StoredSegment

DIM = 3


@pytest.fixture
def rows(place):
    codes, scales = formula.quantise(np.random.default_rng(0).standard_normal((8, DIM)))
    return [
        dataclasses.replace(
            place.document(no, f"w{no} w{no % 3} common common", time=no, filters=(f"#tag:{no % 2}",)),
            code=codes[no].tobytes(),
            scale=float(scales[no]),
        )
        for no in range(8)
    ]


def stored(rows, dead=(), **changes) -> StoredSegment:
    image = compact.build(rows, DIM)
    segment = StoredSegment(
        "segment 1", image.size, image.total_length, image.column_bytes(), list(image.term_rows()), list(dead)
    )
    return dataclasses.replace(segment, **changes)


def differences(expected, segments, fresh):
    return [(d.where, d.no, d.what) for d in check.compare(expected, segments, fresh)]


def test_an_index_that_holds_its_passages_has_no_difference(place, rows):
    assert differences(rows, [stored(rows[:3]), stored(rows[3:5])], place.as_fresh(rows[5:])) == []


def test_a_dead_passage_that_lives_on_in_fresh_is_no_difference(place, rows):
    changed = dataclasses.replace(rows[1], terms={"#tag:new": 0, **rows[1].terms})
    expected = [rows[0], changed, rows[2]]
    assert differences(expected, [stored(rows[:3], dead=[1])], place.as_fresh([changed])) == []
    assert differences(expected, [stored(rows[:3])], place.as_fresh([changed])) == [
        ("segment 1", 1, "terms"),
        ("fresh", 1, "indexed twice"),
    ]


def test_missing_and_unexpected_passages_are_named(place, rows):
    assert differences(rows[1:4], [stored(rows[:3], dead=[2])], place.as_fresh([])) == [
        ("segment 1", 0, "unexpected"),
        ("index", 2, "missing"),
        ("index", 3, "missing"),
    ]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"length": 99}, ["lengths"]),
        ({"time": 99}, ["times"]),
        ({"code": bytes(DIM)}, ["codes"]),
        ({"scale": 0.25}, ["scales"]),
        ({"terms": {"other": 1}}, ["terms"]),
    ],
)
def test_every_field_is_compared_in_segments_and_in_fresh(place, rows, change, what):
    expected = [dataclasses.replace(rows[0], **change), *rows[1:]]
    assert differences(expected, [stored(rows)], place.as_fresh([])) == [("segment 1", 0, w) for w in what]
    assert differences(expected, [], place.as_fresh(rows)) == [("fresh", 0, w) for w in what]


def test_another_frequency_is_told_with_both_values(place, rows):
    expected = [dataclasses.replace(rows[0], terms={**rows[0].terms, "common": 300})]
    (difference,) = check.compare(expected, [stored(rows[:1])], place.as_fresh([]))
    assert (difference.expected, difference.found) == ({"common": 300}, {"common": 2})


def test_a_segment_that_cannot_be_read_is_reported_with_its_passages(place, rows):
    term, docs, freqs = next(r for r in stored(rows).term_rows if r[0] == "common")
    broken = [
        {"columns": {**stored(rows).columns, "nos": bytes(8)}},
        {"term_rows": [(term, docs, freqs[:-1])]},
        {"term_rows": [(term, docs[2:] + docs[:2], freqs)]},
        {"term_rows": [(term, b"\xff\xff", b"\x01")]},
        {"dead": [8]},
    ]
    for change in broken:
        found = differences(rows, [stored(rows, **change)], place.as_fresh([]))
        assert found == [("segment 1", None, "malformed"), *[("index", no, "missing") for no in range(8)]]


def test_wrong_totals_of_a_segment_are_reported(place, rows):
    assert differences(rows, [stored(rows, total_length=1)], place.as_fresh([])) == [
        ("segment 1", None, "total length")
    ]


def test_columns_that_are_not_stored_are_not_compared(place, rows):
    kept = {name: data for name, data in stored(rows).columns.items() if name in ("nos", "lengths")}
    expected = [dataclasses.replace(row, time=5, scale=0, code=b"") for row in rows]
    assert differences(expected, [stored(rows, columns=kept)], place.as_fresh([])) == []
