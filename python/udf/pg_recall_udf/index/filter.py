"""Which passages a search may return: filter terms, number lists and ranges, as a mask per source."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf.index.source import Source


@dataclass(frozen=True, slots=True)
class Range:
    """low <= column < high; None leaves an end open. column: a name in pack.COLUMN_TYPES, as times or
    created.
    """

    column: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """All conditions hold together.

    groups: a passage needs at least one term of every group (all-of = several groups of one; an empty group
    allows nothing). excluded: terms it must not have. ranges: see Range. only: if given, its number is one of
    these; without: it is none of these.
    """

    groups: Sequence[Sequence[str]] = ()
    excluded: Sequence[str] = ()
    ranges: Sequence[Range] = ()
    only: np.ndarray | None = None
    without: np.ndarray | None = None

    @property
    def is_empty(self) -> bool:
        """True when every passage is allowed."""
        return not (self.groups or self.excluded or self.ranges) and self.only is None and self.without is None


def allowed(source: Source, condition: Filter) -> np.ndarray | None:
    """Mask of the source's living passages that meet the condition; None for an empty condition.

    With None the dead are not masked: every scorer leaves them out by itself.
    """
    if condition.is_empty:
        return None
    mask = np.ones(source.size, dtype=bool)
    if condition.only is not None:
        mask[:] = False
        mask[source.locate(condition.only)[1]] = True
    if condition.without is not None:
        mask[source.locate(condition.without)[1]] = False
    for group in condition.groups:
        if not mask.any():
            return mask
        mask &= _holding(source, group)
    if condition.excluded:
        mask &= ~_holding(source, condition.excluded)
    for bound in condition.ranges:
        values = source.column(bound.column)
        if bound.low is not None:
            mask &= values >= bound.low
        if bound.high is not None:
            mask &= values < bound.high
    mask[source.dead] = False
    return mask


def _holding(source: Source, terms: Sequence[str]) -> np.ndarray:
    mask = np.zeros(source.size, dtype=bool)
    for term in terms:
        posting = source.posting(term)
        if posting is not None:
            mask[posting.docs] = True
    return mask


def count_allowed(sources: Sequence[Source], masks: Sequence[np.ndarray | None]) -> int:
    """How many living passages the masks leave; divided by the living ones it is the selectivity of a
    filter.
    """
    return sum(
        source.living if mask is None else int(np.count_nonzero(mask))
        for source, mask in zip(sources, masks, strict=True)
    )
