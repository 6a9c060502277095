import numpy as np
import pytest

from pg_recall_udf.index import pack
from pg_recall_udf.index.source import Fresh, Segment


def test_passages_are_located_by_number_in_any_order(place):
    rows = [place.document(no, "a") for no in (10, 20, 30, 40)]
    for source in (place.as_segment(place.build(rows, 0), [2]), place.as_fresh(rows, [2])):
        at, ordinals = source.locate(np.array([99, 40, 30, 10, 5]))
        assert (at.tolist(), ordinals.tolist()) == ([1, 3], [3, 0])


def test_columns_are_loaded_when_they_are_used(place):
    rows = [place.document(no, "a b") for no in range(4)]
    image = place.build(rows, 0)
    asked = []

    def load(name: str) -> bytes:
        asked.append(name)
        return image.column_bytes()[name]

    segment = Segment(image.size, image.total_length, {}, load)
    assert (segment.living, segment.living_length, asked) == (4, 8, [])
    assert segment.nos.tolist() == segment.nos.tolist() == [0, 1, 2, 3]
    assert asked == ["nos"]


def test_the_length_of_the_living_leaves_out_the_dead(place):
    rows = [place.document(no, "a " * (no + 1)) for no in range(4)]
    for source in (place.as_segment(place.build(rows, 0), [3, 1]), place.as_fresh(rows, [1, 3])):
        assert (source.living, source.living_length) == (2, 4)


@pytest.mark.parametrize("dead", [[0], list(range(9)), []])
def test_living_documents_of_a_posting_are_counted(place, dead):
    rows = [place.document(no, "a" if no % 3 == 0 else "b") for no in range(10)]
    for source in (place.as_segment(place.build(rows, 0), dead), place.as_fresh(rows, dead)):
        docs = source.posting("a").docs
        assert source.living_count(docs) == len(set(docs.tolist()) - set(dead))


def test_fresh_columns_that_do_not_belong_together_are_refused(place):
    columns = {
        "nos": pack.encode_column("nos", [1]),
        "lengths": pack.encode_column("lengths", [1]),
        "counts": pack.encode_column("counts", [2]),
        "hashes": bytes(8),
        "freqs": bytes(2),
    }
    with pytest.raises(ValueError, match="2 terms counted"):
        _ = Fresh(columns.__getitem__).owners
    with pytest.raises(ValueError, match="ascending"):
        place.as_fresh([place.document(2, "a"), place.document(1, "a")])
