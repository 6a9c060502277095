"""The names arm: passages about an entity that the question names."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from pg_recall_udf.collection.read import Collection
from pg_recall_udf.search.names import NamedEntity

Masks = Sequence[np.ndarray | None]


def term(entity: NamedEntity) -> str:
    """The filter term under which an entity's passages are indexed."""
    return f"#entity:{entity.id}"


def passages(
    collection: Collection, named: Sequence[NamedEntity], masks: Masks, limit: int
) -> list[tuple[int, float]]:
    """(passage, similarity of the name), best first, the newest first among equals.

    An entity with more passages than `limit` names no candidates of its own: its name does not say which are meant.
    """
    found: dict[int, float] = {}
    for entity in named:
        nos = [no for own in _postings(collection, entity, masks) for no in own.tolist()]
        if len(nos) <= limit:
            found |= {no: max(entity.similarity, found.get(no, 0)) for no in nos}
    return sorted(found.items(), key=lambda pair: (-pair[1], -pair[0]))[:limit]


def scores_of(
    collection: Collection, named: Sequence[NamedEntity], nos: Sequence[int]
) -> Mapping[int, float]:
    """The similarity of the best name for each of these passages that is about a named entity."""
    wanted = np.array(nos, dtype=np.int64)
    found: dict[int, float] = {}
    everything: Masks = [None] * len(collection.sources)
    for entity in named:
        for own in _postings(collection, entity, everything):
            for no in own[np.isin(own, wanted)].tolist():
                found[no] = max(entity.similarity, found.get(no, 0))
    return found


def _postings(collection: Collection, entity: NamedEntity, masks: Masks) -> Iterator[np.ndarray]:
    """Per source the living, allowed passages about an entity."""
    for source, mask in zip(collection.sources, masks, strict=True):
        posting = source.posting(term(entity))
        if posting is None:
            continue
        docs = posting.docs.astype(np.intp)
        keep = mask if mask is not None else None if source.dead_mask is None else ~source.dead_mask
        yield source.nos[docs if keep is None else docs[keep[docs]]]
