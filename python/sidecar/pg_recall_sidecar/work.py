"""What waits for the model, and in which order it runs: a pure structure, one per process."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pg_recall_udf.embed.encode import PIECE_TOKENS, Encoder, pieces
from pg_recall_udf.embed.vector import Vectors

# While bulk work waits, it gets at least every fourth forward pass.
_BULK_EVERY = 4


@dataclass(eq=False)
class Request:
    """One accepted request: token ids in, `done(vectors)` or `failed(error)` called once by the worker."""

    encoder: Encoder
    ids: list[list[int]]
    done: Callable[[Vectors], None]
    failed: Callable[[Exception], None]
    cancelled: bool = False
    _waiting: deque[list[int]] = field(init=False)
    _vectors: Vectors = field(init=False)
    _missing: int = field(init=False)

    def __post_init__(self) -> None:
        self._waiting = deque(pieces([len(row) for row in self.ids]))
        self._vectors = np.empty((len(self.ids), self.encoder.preset.dim), np.float32)
        self._missing = len(self.ids)

    @property
    def interactive(self) -> bool:
        """Whether one forward pass answers it."""
        return self.width * len(self.ids) <= PIECE_TOKENS

    @property
    def width(self) -> int:
        """Length of the longest text, in tokens."""
        return max(len(row) for row in self.ids)

    @property
    def exhausted(self) -> bool:
        """Whether no piece is left to run."""
        return not self._waiting

    def take(self) -> list[int]:
        """The rows of the next piece."""
        return self._waiting.popleft()

    def put(self, rows: list[int], vectors: Vectors) -> None:
        """Store the vectors of these rows; the last ones answer the request."""
        self._vectors[rows] = vectors
        self._missing -= len(rows)
        if self._missing == 0:
            self.done(self._vectors)


Batch = list[tuple[Request, list[int]]]


class Queue:
    """Requests in arrival order, short ones first; bounded by texts. Not thread-safe: the caller locks."""

    def __init__(self, interactive_texts: int = 512, bulk_texts: int = 16_384) -> None:
        self._limits = {True: interactive_texts, False: bulk_texts}
        self._requests: dict[bool, deque[Request]] = {True: deque(), False: deque()}
        self._turn = 0

    def add(self, request: Request) -> bool:
        """Accept the request, or refuse it (False) when its lane is full."""
        lane = request.interactive
        if self.texts(lane) + len(request.ids) > self._limits[lane]:
            return False
        self._requests[lane].append(request)
        return True

    def texts(self, interactive: bool) -> int:
        """Texts of the requests that wait in that lane."""
        return sum(len(request.ids) for request in self._requests[interactive])

    def next(self) -> Batch:
        """What the next forward pass runs, of one model; empty when nothing waits."""
        for lane in self._requests.values():
            while lane and lane[0].cancelled:
                lane.popleft()
        self._turn += 1
        short, bulk = self._requests[True], self._requests[False]
        if bulk and (not short or self._turn % _BULK_EVERY == 0):
            return self._bulk_piece()
        return self._short_requests()

    def _short_requests(self) -> Batch:
        lane, batch, width, rows = self._requests[True], [], 0, 0
        while lane:
            request = lane[0]
            wider, more = max(width, request.width), rows + len(request.ids)
            if batch and (wider * more > PIECE_TOKENS or request.encoder is not batch[0][0].encoder):
                break
            lane.popleft()
            if not request.cancelled:
                batch.append((request, list(range(len(request.ids)))))
                width, rows = wider, more
        return batch

    def _bulk_piece(self) -> Batch:
        """One piece of the oldest request, which then goes to the back: bulk callers share the model."""
        lane = self._requests[False]
        request = lane.popleft()
        rows = request.take()
        if not request.exhausted:
            lane.append(request)
        return [(request, rows)]


def run(batch: Batch) -> None:
    """One forward pass for the batch; every request in it gets its own rows, or its own error."""
    encoder = batch[0][0].encoder
    try:
        vectors = encoder.vectors([request.ids[row] for request, rows in batch for row in rows])
    except Exception as error:  # noqa: BLE001 - whatever fails belongs to the callers, and the worker lives on
        if len(batch) == 1:
            batch[0][0].cancelled = True
            batch[0][0].failed(error)
        else:
            # One caller's text must not fail another caller's query.
            for item in batch:
                run([item])
        return
    start = 0
    for request, rows in batch:
        request.put(rows, vectors[start : start + len(rows)])
        start += len(rows)
