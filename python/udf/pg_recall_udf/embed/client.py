"""Vectors from the sidecar for any number of texts, in requests of bounded size."""

import time
from collections.abc import Sequence

import numpy as np

from pg_recall_udf.embed.exchange import Exchange, Pause
from pg_recall_udf.embed.preset import Mode, Preset, preset
from pg_recall_udf.embed.vector import Vectors

QUERY_TIMEOUT_S = 2.0
# A slow core embeds a full-length passage in about 0.1 s; other bulk callers may be served in between.
PASSAGE_TIMEOUT_S = 0.5
# One request's share: below the contract's bounds, and large enough that the model seldom waits for the next.
REQUEST_TEXTS = 256
REQUEST_CHARACTERS = 1 << 20


class Pending:
    """Texts on their way; the first request is already sent. `finish` once, or `close`."""

    def __init__(
        self, texts: Sequence[str], mode: Mode, model: Preset, socket_path: str, deadline: float
    ) -> None:
        self._mode, self._model, self._path, self._deadline = mode, model, socket_path, deadline
        first, *self._rest = _requests(texts) or [[]]
        self._exchange = self._send(first) if first else None

    def finish(self, pause: Pause) -> Vectors:
        """Wait for all vectors, float32 of shape (texts, dim), in the order of the texts.

        `pause` is called after each wait of at most 20 ms; what it raises closes the connection and passes
        through.
        Raises: RC012 when the sidecar is absent, busy, slow or talks nonsense; RC010 for unusable vectors.
        """
        if self._exchange is None:
            return np.empty((0, self._model.dim), np.float32)
        parts = [self._exchange.finish(pause)]
        parts += [self._send(texts).finish(pause) for texts in self._rest]
        return np.concatenate(parts)

    def close(self) -> None:
        """Drop the request under way."""
        if self._exchange is not None:
            self._exchange.close()

    def _send(self, texts: Sequence[str]) -> Exchange:
        return Exchange(texts, self._mode, self._model, self._path, self._deadline)


def start(
    texts: Sequence[str], mode: Mode, model: str, *, socket_path: str, deadline: float | None = None
) -> Pending:
    """Send the texts, or the first of several requests, without waiting for the answer.

    `deadline` is an instant of time.monotonic(); the default is `default_deadline`.
    Raises: RC012 when the sidecar cannot be reached, RC010 for an unknown model.
    """
    until = default_deadline(len(texts), mode) if deadline is None else deadline
    return Pending(texts, mode, preset(model), socket_path, until)


def embed(
    texts: Sequence[str],
    mode: Mode,
    model: str,
    *,
    socket_path: str,
    pause: Pause,
    deadline: float | None = None,
) -> Vectors:
    """`start` and `finish` in one: float32 of shape (texts, dim).

    Raises: as start and Pending.finish.
    """
    return start(texts, mode, model, socket_path=socket_path, deadline=deadline).finish(pause)


def default_deadline(count: int, mode: Mode, query_timeout_s: float = QUERY_TIMEOUT_S) -> float:
    """When to give up on `count` texts, as an instant of time.monotonic(); later the more passages."""
    passages = count if mode == "passage" else 0
    return time.monotonic() + query_timeout_s + PASSAGE_TIMEOUT_S * passages


def _requests(texts: Sequence[str]) -> list[list[str]]:
    """The texts in order, cut so that each part fits one request."""
    parts: list[list[str]] = []
    room = 0
    for text in texts:
        if not parts or len(parts[-1]) == REQUEST_TEXTS or len(text) > room:
            parts.append([])
            room = REQUEST_CHARACTERS
        parts[-1].append(text)
        room -= len(text)
    return parts
