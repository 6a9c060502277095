"""Where passages lie: immutable segments and the fresh block, behind one interface."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np

from pg_recall_udf.index import pack
from pg_recall_udf.index.pack import DamagedIndex, Posting

NO_ORDINALS = np.empty(0, dtype=np.intp)


class Source:
    """Passages addressed by ordinal 0..size-1. Columns are loaded on first use, since a search rarely needs
    them all.

    size: number of passages, dead ones included. total_length: sum of their lengths in words.
    load(name): bytes of a column. dead: ordinals that are no longer part of the index.
    """

    def __init__(
        self,
        size: int,
        total_length: int,
        load: Callable[[str], bytes],
        dead: Sequence[int] | np.ndarray = (),
    ) -> None:
        self.size = size
        self.total_length = total_length
        self.dead = np.unique(np.asarray(dead, dtype=np.intp)) if len(dead) else NO_ORDINALS
        if len(self.dead) and not 0 <= self.dead[0] <= self.dead[-1] < size:
            raise DamagedIndex(f"a dead passage is none of {size}")
        self._load = load

    def posting(self, term: str) -> Posting | None:
        """Posting of a term, dead ordinals included, or None."""
        raise NotImplementedError

    def column(self, name: str) -> np.ndarray:
        """Array of a column by its name in pack.COLUMN_TYPES."""
        return pack.decode_column(name, self._load(name), self.size)

    @cached_property
    def nos(self) -> np.ndarray:
        return self.column("nos")

    @cached_property
    def lengths(self) -> np.ndarray:
        return self.column("lengths")

    @cached_property
    def codes(self) -> np.ndarray:
        return self.column("codes")

    @cached_property
    def scales(self) -> np.ndarray:
        return self.column("scales")

    @cached_property
    def dead_mask(self) -> np.ndarray | None:
        """True at dead ordinals, or None when there are none."""
        if not len(self.dead):
            return None
        mask = np.zeros(self.size, dtype=bool)
        mask[self.dead] = True
        return mask

    @property
    def living(self) -> int:
        return self.size - len(self.dead)

    @property
    def living_length(self) -> int:
        """Sum of the lengths of living passages; loads the lengths only if something is dead."""
        if not len(self.dead):
            return self.total_length
        return self.total_length - int(self.lengths[self.dead].sum(dtype=np.int64))

    def living_count(self, docs: np.ndarray) -> int:
        """How many of these ascending ordinals are living."""
        if not len(self.dead) or not len(docs):
            return len(docs)
        if len(docs) < len(self.dead):
            return len(docs) - int(np.count_nonzero(self.dead_mask[docs]))
        # The dead are few: look them up among the ordinals, in the ordinals' own type so that nothing is
        # converted.
        wanted = self.dead.astype(docs.dtype)
        at = np.searchsorted(docs, wanted)
        at[at == len(docs)] = 0
        return len(docs) - int(np.count_nonzero(docs[at] == wanted))

    def locate(self, nos: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which of these passage numbers (int64, any order) live here: their positions in nos, and
        ordinals.
        """
        if not self.size or not len(nos):
            return NO_ORDINALS, NO_ORDINALS
        at = np.searchsorted(self.nos, nos)
        at[at == self.size] = 0
        here = self.nos[at] == nos
        if self.dead_mask is not None:
            here &= ~self.dead_mask[at]
        return np.flatnonzero(here), at[here]


class Segment(Source):
    """An immutable segment. postings: term to its stored (docs, freqs) bytes; terms that are absent have no
    documents.
    """

    def __init__(
        self,
        size: int,
        total_length: int,
        postings: Mapping[str, tuple[bytes, bytes]],
        load: Callable[[str], bytes],
        dead: Sequence[int] | np.ndarray = (),
    ) -> None:
        super().__init__(size, total_length, load, dead)
        self._postings = postings

    def posting(self, term: str) -> Posting | None:
        row = self._postings.get(term)
        return None if row is None else pack.decode_posting(*row, self.size)


class Fresh(Source):
    """Passages not in a segment yet: one bytea per column, the rows concatenated by ascending number.

    Columns: nos, lengths, times, counts (terms per row, int32), hashes and freqs (all rows' terms), codes and
    scales (a row without a vector has zeros there).
    """

    def __init__(self, load: Callable[[str], bytes], dead: Sequence[int] | np.ndarray = ()) -> None:
        lengths = pack.decode_column("lengths", load("lengths"))
        super().__init__(len(lengths), int(lengths.sum(dtype=np.int64)), load, dead)
        self.lengths = lengths
        if (np.diff(self.nos) <= 0).any():
            raise DamagedIndex("fresh rows are not in ascending order of their numbers")

    def column(self, name: str) -> np.ndarray:
        size = None if name in ("hashes", "freqs") else self.size
        return pack.decode_column(name, self._load(name), size)

    @cached_property
    def hashes(self) -> np.ndarray:
        return self.column("hashes")

    @cached_property
    def freqs(self) -> np.ndarray:
        return self.column("freqs")

    @cached_property
    def owners(self) -> np.ndarray:
        """Ordinal of the row that each hash belongs to."""
        counts = self.column("counts")
        if counts.sum() != len(self.hashes) or len(self.hashes) != len(self.freqs):
            raise DamagedIndex(
                f"{counts.sum()} terms counted, {len(self.hashes)} hashes, {len(self.freqs)} frequencies"
            )
        return np.repeat(np.arange(self.size, dtype=np.intp), counts)

    def posting(self, term: str) -> Posting | None:
        found = np.flatnonzero(self.hashes == np.uint64(pack.term_hash(term)))
        if not len(found):
            return None
        return Posting(self.owners[found], None if pack.is_filter(term) else self.freqs[found])
