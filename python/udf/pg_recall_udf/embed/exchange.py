"""One request to the sidecar over a kept connection: it waits in slices, and an error leaves nothing."""

import json
import os
import select
import socket
import time
from collections.abc import Callable, Sequence

from pg_recall_udf.embed.answer import parse
from pg_recall_udf.embed.preset import Mode, Preset
from pg_recall_udf.embed.vector import Vectors
from pg_recall_udf.errors import RecallError

Pause = Callable[[], None]

SLICE_S = 0.02

_RECEIVE_BYTES = 1 << 18

# The idle connections of this process, (process id, path, socket): in a backend there is one. Taken with pop
# and given back with append, both atomic, so that threads of another program may embed as well.
_idle: list[tuple[int, str, socket.socket]] = []


class Exchange:
    """A request under way. `finish` once, or `close`; leaving it to the garbage collector closes it too."""

    def __init__(self, texts: Sequence[str], mode: Mode, model: Preset, path: str, deadline: float) -> None:
        self._rows, self._model, self._path, self._deadline = len(texts), model, path, deadline
        self._message = _message(texts, mode, model)
        self._received = bytearray()
        self._socket: socket.socket | None = _take_idle(path)
        self._reused = self._socket is not None
        self._unsent = memoryview(self._message)
        try:
            self._advance()
        except BaseException:
            self.close()
            raise

    def finish(self, pause: Pause) -> Vectors:
        """Wait for the answer: float32 of shape (texts, dim).

        `pause` is called after each wait of at most 20 ms; what it raises closes the connection first.
        Raises: RC012 when the sidecar is absent, busy, slow or talks nonsense; RC010 for unusable vectors.
        """
        try:
            while (answer := parse(self._received)) is None:
                if time.monotonic() >= self._deadline:
                    raise unavailable("the sidecar did not answer in time")
                self._wait()
                pause()
                self._advance()
            vectors = answer.vectors(self._rows, self._model)
        except BaseException:
            self.close()
            raise
        if answer.keep_alive and self._socket is not None:
            _idle.append((os.getpid(), self._path, self._socket))
            self._socket = None
        self.close()
        return vectors

    def close(self) -> None:
        """Drop the connection; the sidecar then drops the request."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _wait(self) -> None:
        """Wait for the socket, a slice at most."""
        slice_s = max(0.0, min(SLICE_S, self._deadline - time.monotonic()))
        if self._socket is None:
            time.sleep(slice_s)
            return
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        poll.poll(slice_s * 1000)

    def _advance(self) -> None:
        """Connect, send and receive as far as it goes without waiting."""
        try:
            if self._socket is None:
                self._socket = _connected(self._path)
                if self._socket is None:
                    return
            while self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent) :]
            if block := self._socket.recv(_RECEIVE_BYTES):
                self._received += block
            else:
                self._ended()
        except BlockingIOError:
            return
        except (BrokenPipeError, ConnectionResetError):
            self._ended()
        except OSError as error:
            raise unavailable("the sidecar cannot be reached", f"{self._path}: {error.strerror}") from error

    def _ended(self) -> None:
        """The peer closed: complete, or a restart between two requests (sent again once), or a fault."""
        if parse(self._received) is not None:
            return
        if not self._reused or self._received:
            raise unavailable("the sidecar closed the connection before it answered")
        self.close()
        self._reused = False
        self._unsent = memoryview(self._message)
        self._advance()


def disconnect() -> None:
    """Close the idle connections of this process."""
    while _idle:
        _idle.pop()[2].close()


def unavailable(message: str, detail: str | None = None) -> RecallError:
    """The RC012 of everything that keeps the sidecar from answering."""
    return RecallError("RC012", message, detail=detail, hint="Look at `pg-recall status`.")


def _message(texts: Sequence[str], mode: Mode, model: Preset) -> bytes:
    model.prefix(mode)
    document = {"v": 1, "model": model.name, "mode": mode, "texts": list(texts)}
    body = json.dumps(document, ensure_ascii=False).encode()
    return (
        b"POST /embed HTTP/1.1\r\nhost: sidecar\r\ncontent-type: application/json\r\n"
        b"content-length: %d\r\n\r\n" % len(body)
    ) + body


def _connected(path: str) -> socket.socket | None:
    """A connection, or None while the server's backlog is full (it lives, but does not accept)."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.setblocking(False)
    try:
        link.connect(path)
    except BlockingIOError:
        link.close()
        return None
    except BaseException:
        link.close()
        raise
    return link


def _take_idle(path: str) -> socket.socket | None:
    """An idle connection of this process to that path, still open and quiet; the others are closed."""
    poll = select.poll()
    while _idle:
        process, kept_path, link = _idle.pop()
        poll.register(link, select.POLLIN)
        # Readable while nothing was asked: the end of the connection, or an answer that is not ours.
        if process == os.getpid() and kept_path == path and not poll.poll(0):
            return link
        poll.unregister(link)
        link.close()
    return None
