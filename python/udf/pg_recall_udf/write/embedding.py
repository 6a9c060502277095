"""Vectors for drafts: given by the caller, made now, or left to the queue."""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.embed import provider
from pg_recall_udf.errors import RecallError
from pg_recall_udf.write.prepare import Draft

# Work done in one pause: shorter than the slices in which the embedder is waited for.
_WORK_S = 1 / 100
_GROUP_PASSAGES = 256

_ACTIVE = Statement(
    "select id, name, spec ->> 'dim' as dim from recall.model where role = 'embed' and is_active"
)


@dataclass(frozen=True, slots=True)
class Model:
    """The active embedding model of this database."""

    id: int
    name: str
    dim: int


def active_model(database: Database) -> Model | None:
    """The model whose vectors are searched, or None when none was added yet."""
    rows = database.rows(_ACTIVE)
    return Model(rows[0]["id"], rows[0]["name"], int(rows[0]["dim"])) if rows else None


def fill(
    database: Database, drafts: Sequence[Draft], model: Model | None, settings: Mapping[str, Any]
) -> dict[str, str]:
    """Give every draft its vectors, or mark it queued. Returns what did not take part, by name, with the reason.

    An item's `embed` decides: 'later' only queues, 'auto' queues what is long or cannot be made now, 'now' raises.
    Raises: RC010 for a given vector of another model or dimension, or one that is not finite or is zero.
    """
    missing = []
    for draft in drafts:
        if draft.item.embedding is not None:
            draft.vectors = given(draft, model)
        elif draft.item.embed == "later" or (
            draft.item.embed == "auto" and len(draft.passages) > settings["write.embed_now_passages"]
        ):
            draft.is_queued = True
        else:
            missing.append(draft)
    if not missing:
        return {}
    is_needed = any(draft.item.embed == "now" for draft in missing)
    if model is None:
        if is_needed:
            raise RecallError(
                "RC011", "no embedding model was added", hint="select recall.add_model('minilm-int8')."
            )
        return _queue(missing, "no embedding model was added")
    work = _Work(database)
    try:
        for group in _groups(missing):
            work.add(step for draft in group for step in draft.describe())
            texts = [passage.text for draft in group for passage in draft.passages]
            vectors = provider.embed(texts, "passage", model.name, settings, work.pause).vectors
            start = 0
            for draft in group:
                draft.vectors = vectors[start : start + len(draft.passages)]
                start += len(draft.passages)
            work.add(draft.vector_rows for draft in group)
    except RecallError as error:
        # An embedder that answers nonsense is no fault of the text either: it waits for a better one.
        if is_needed or error.sqlstate not in ("RC010", "RC011", "RC012"):
            raise
        return _queue([draft for draft in missing if draft.vectors is None], error.reason)
    return {}


def _groups(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    """Drafts of about a request of the sidecar each."""
    group: list[Draft] = []
    count = 0
    for draft in drafts:
        group.append(draft)
        count += len(draft.passages)
        if count >= _GROUP_PASSAGES:
            yield group
            group, count = [], 0
    if group:
        yield group


class _Work:
    """What is done between looks at the embedder: a cancel is honoured, and rows are prepared."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._left: deque[Iterator[object]] = deque()

    def add(self, steps: Iterator[object]) -> None:
        """Lazy: each step is work, done when it is asked for."""
        self._left.append(steps)

    def pause(self) -> None:
        self._database.pause()
        until = time.monotonic() + _WORK_S
        while self._left and time.monotonic() < until:
            if next(self._left[0], self) is self:
                self._left.popleft()


def given(draft: Draft, model: Model | None) -> np.ndarray:
    """The caller's own vector, proved to fit. A bulk load of short items brings its vectors along."""
    embedding = draft.item.embedding
    if model is None or embedding["model"] != model.name:
        raise RecallError(
            "RC010",
            f"a vector of model {str(embedding['model'])[:80]!r} cannot be stored",
            detail=f"active model: {model.name if model else 'none'}",
            hint="Vectors are only compared within one model. Leave embedding out to have it made here.",
        )
    if len(draft.passages) > 1:
        raise RecallError(
            "RC010", "content of several passages needs several vectors", hint="Leave embedding out."
        )
    try:
        # Wider than what is stored: the length of huge and of tiny numbers has to fit.
        vector = np.asarray(embedding["vector"], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise RecallError(
            "RC010", "the vector holds something that is not a number", hint="Pass a list of numbers."
        ) from error
    if vector.shape != (model.dim,):
        raise RecallError(
            "RC010",
            f"the vector has shape {vector.shape}, model {model.name} has dimension {model.dim}",
            hint="Use the active model.",
        )
    length = float(np.linalg.norm(vector))
    if not np.isfinite(length) or length == 0:
        raise RecallError(
            "RC010", "the vector is zero or not finite", hint="Check the embedder that made it."
        )
    return (vector / length).astype(np.float32)[None, :]


def _queue(drafts: Sequence[Draft], reason: str) -> dict[str, str]:
    for draft in drafts:
        draft.is_queued = True
    return {"embedding": reason}
