import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.index import pack
from pg_recall_udf.index.pack import PostingTable

int64 = st.integers(-(2**63), 2**63 - 1)
frequency = st.one_of(st.integers(1, 3), st.integers(250, 260), st.integers(1, 2**32 - 1))
posting = st.dictionaries(st.integers(0, 65535), frequency, min_size=1, max_size=30).map(
    lambda d: sorted(d.items())
)


@given(st.lists(int64))
def test_numbers_and_times_come_back_from_their_column(values):
    assert pack.decode_column("times", pack.encode_column("times", values), len(values)).tolist() == values


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_lengths_come_back_from_their_column(values):
    assert (
        pack.decode_column("lengths", pack.encode_column("lengths", values), len(values)).tolist() == values
    )


def test_columns_are_little_endian():
    assert pack.encode_column("nos", [1]) == b"\x01" + bytes(7)
    assert pack.encode_column("lengths", [258]) == b"\x02\x01\x00\x00"


def test_codes_come_back_as_rows():
    codes = np.arange(-6, 6, dtype=np.int8).reshape(4, 3)
    assert np.array_equal(pack.decode_column("codes", pack.encode_column("codes", codes), 4), codes)
    assert pack.decode_column("codes", b"", 0).shape == (0, 0)
    assert pack.decode_column("codes", b"", 5).shape == (5, 0)


@pytest.mark.parametrize(
    ("name", "value"), [("lengths", -1), ("lengths", 2**32), ("freqs", 65_536), ("codes", 200)]
)
def test_a_value_that_does_not_fit_its_column_is_refused(name, value):
    with pytest.raises(ValueError, match="does not fit"):
        pack.encode_column(name, [value])


@pytest.mark.parametrize(("name", "size"), [("nos", 3), ("codes", 3), ("codes", 0), ("codes", None)])
def test_a_column_of_another_size_is_refused(name, size):
    with pytest.raises(ValueError, match=name):
        pack.decode_column(name, bytes(16), size)


@given(posting)
def test_a_posting_comes_back_with_its_exact_frequencies(entries):
    docs, freqs = (np.array(values) for values in zip(*entries, strict=True))
    back = pack.decode_posting(*pack.encode_posting(docs, freqs), 65_536)
    assert back.docs.tolist() == docs.tolist()
    assert back.freqs.tolist() == freqs.tolist()


def test_a_large_frequency_is_byte_zero_followed_by_its_value():
    docs, freqs = pack.encode_posting(np.array([3, 258]), np.array([300, 2]))
    assert docs == b"\x03\x00\x02\x01"
    assert freqs == b"\x00\x02" + (300).to_bytes(4, "little")


def test_a_filter_posting_has_no_frequencies():
    back = pack.decode_posting(*pack.encode_posting(np.array([1, 4]), None), 5)
    assert back.docs.tolist() == [1, 4]
    assert back.freqs is None


@pytest.mark.parametrize("freqs", [b"\x01", b"\x01\x02\x03", b"\x00\x02", b"\x00\x02\x00\x00"])
def test_frequencies_that_do_not_belong_to_the_ordinals_are_refused(freqs):
    with pytest.raises(ValueError, match="do not belong"):
        pack.decode_posting(bytes(4), freqs, 5)


def test_a_scored_term_without_frequency_is_refused():
    with pytest.raises(ValueError, match="frequency 0"):
        pack.encode_posting(np.array([1]), np.array([0]))
    with pytest.raises(ValueError, match="cannot have frequency 0"):
        pack.encode_fresh_terms({"word": 0})
    with pytest.raises(ValueError, match="cannot have frequency 2"):
        pack.encode_fresh_terms({"#tag:x": 2})


@given(st.dictionaries(st.text(max_size=3).filter(lambda t: not t.startswith("#")), posting, max_size=6))
def test_a_table_of_postings_comes_back_from_its_rows(postings):
    rows = [("#f", *pack.encode_posting(np.array([0, 9]), None))]
    rows += [
        (term, *pack.encode_posting(np.array([d for d, _ in entries]), np.array([f for _, f in entries])))
        for term, entries in postings.items()
    ]
    assert list(PostingTable.from_rows(rows).rows()) == rows


def test_the_hash_of_a_term_is_fixed():
    assert pack.term_hash("recall") == 0x309718D3A2FE9149
    assert pack.encode_fresh_terms({"#tag:ñ": 0})[0] == (0x3D45F1BA21F575F6).to_bytes(8, "little")
