"""The server: connections on the event loop, one thread that runs the model."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from pg_recall_sidecar import wire
from pg_recall_sidecar.work import Queue, Request, run
from pg_recall_udf.embed.encode import Encoder
from pg_recall_udf.embed.preset import Mode
from pg_recall_udf.embed.vector import Vectors
from pg_recall_udf.errors import RecallError

CONTRACT = 1
MAX_TEXTS = 256
# Up to here tokenising takes about a millisecond: less than handing it to another thread may wait.
_INLINE_CHARACTERS = 4_096


class Sidecar:
    """The models, the queue before them, and the worker thread behind it."""

    def __init__(self, encoders: Mapping[str, Encoder], facts: Mapping[str, object], queue: Queue) -> None:
        self.encoders = encoders
        self.draining = False
        self.connections: set[Connection] = set()
        self._facts = facts
        self._queue = queue
        self._ready = threading.Condition()
        self._stopping = False
        self._started = time.monotonic()
        self._served = {"requests": 0, "texts": 0, "refused": 0}
        self._tokenising = ThreadPoolExecutor(1, "tokenise")
        self._worker = threading.Thread(target=self._work, name="model")
        self._worker.start()

    def tokenise(self, encoder: Encoder, texts: list[str], mode: Mode) -> "asyncio.Future[list[list[int]]]":
        """Token ids, at once for a few short texts, else from a thread so that the loop stays free."""
        loop = asyncio.get_running_loop()
        if sum(map(len, texts)) > _INLINE_CHARACTERS:
            return loop.run_in_executor(self._tokenising, encoder.tokeniser.ids, texts, mode)
        future = loop.create_future()
        future.set_result(encoder.tokeniser.ids(texts, mode))
        return future

    def submit(self, request: Request) -> bool:
        """Queue the request; False when the queue is full."""
        with self._ready:
            accepted = self._queue.add(request)
            if accepted:
                self._served["requests"] += 1
                self._served["texts"] += len(request.ids)
                self._ready.notify()
            else:
                self._served["refused"] += 1
            return accepted

    def health(self) -> dict[str, object]:
        """The document of GET /health."""
        with self._ready:
            waiting = {"interactive": self._queue.texts(True), "bulk": self._queue.texts(False)}
            served = dict(self._served)
        return {
            "contract": CONTRACT,
            **self._facts,
            "uptime_s": round(time.monotonic() - self._started, 3),
            "models": {name: encoder.preset.fingerprint for name, encoder in self.encoders.items()},
            "queue": waiting,
            "served": served,
            "draining": self.draining,
        }

    def stop(self) -> None:
        """End the worker after what is queued."""
        with self._ready:
            self._stopping = True
            self._ready.notify()
        self._worker.join()
        self._tokenising.shutdown()

    def _work(self) -> None:
        while True:
            with self._ready:
                while not (batch := self._queue.next()):
                    if self._stopping:
                        return
                    self._ready.wait()
            run(batch)


class Connection(asyncio.Protocol):
    """One client: requests answered one after the other; a client that leaves takes its request along."""

    def __init__(self, sidecar: Sidecar) -> None:
        self._sidecar = sidecar
        self._buffer = bytearray()
        self._request: Request | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a request is being answered."""
        return self._task is not None

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._sidecar.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._sidecar.connections.discard(self)
        if self._request:
            self._request.cancelled = True
        if self._task:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.busy:
            self._next()
        elif len(self._buffer) > wire.MAX_BODY_BYTES:
            # A client that sends on without reading answers must not fill the memory.
            self._transport.close()

    def _next(self) -> None:
        try:
            request = wire.parse(self._buffer)
        except wire.Refused as error:
            self._transport.write(wire.error_answer(error.status, RecallError("RC003", str(error)), False))
            self._transport.close()
            return
        if request:
            self._task = asyncio.get_running_loop().create_task(self._serve(request))

    async def _serve(self, request: wire.HttpRequest) -> None:
        keep_alive = request.keep_alive and not self._sidecar.draining
        self._transport.write(await self._answer(request, keep_alive))
        self._task = self._request = None
        if keep_alive and not self._sidecar.draining:
            self._next()
        else:
            self._transport.close()

    async def _answer(self, request: wire.HttpRequest, keep_alive: bool) -> bytes:
        match request.method, request.path:
            case "GET", "/health":
                return wire.json_answer(200, self._sidecar.health(), keep_alive)
            case "POST", "/embed":
                return await self._embed(request.body, keep_alive)
            case _, "/health" | "/embed":
                return wire.error_answer(405, RecallError("RC003", "wrong method"), keep_alive)
        return wire.error_answer(404, RecallError("RC003", f"no such path: {request.path}"), keep_alive)

    async def _embed(self, body: bytes, keep_alive: bool) -> bytes:
        try:
            if self._sidecar.draining:
                raise RecallError("RC012", "the sidecar is stopping")
            name, mode, texts = _fields(body)
            encoder = self._sidecar.encoders.get(name)
            if encoder is None:
                raise RecallError("RC011", f"model {name!r} is not loaded in the sidecar")
            vectors = await self._vectors(encoder, texts, mode)
        except RecallError as error:
            return wire.error_answer(_STATUS[error.sqlstate], error, keep_alive)
        headers = {
            "content-type": "application/octet-stream",
            "x-recall-contract": str(CONTRACT),
            "x-recall-model": f"{name}/{encoder.preset.fingerprint}",
            "x-recall-rows": str(vectors.shape[0]),
            "x-recall-dim": str(vectors.shape[1]),
        }
        return wire.answer(200, vectors.astype("<f4", copy=False).tobytes(), headers, keep_alive)

    async def _vectors(self, encoder: Encoder, texts: list[str], mode: Mode) -> Vectors:
        ids = await self._sidecar.tokenise(encoder, texts, mode)
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Vectors] = loop.create_future()

        def done(vectors: Vectors) -> None:
            loop.call_soon_threadsafe(_settle, result, result.set_result, vectors)

        def failed(error: Exception) -> None:
            if not isinstance(error, RecallError):
                error = RecallError("RC010", f"the model failed: {error}")
            loop.call_soon_threadsafe(_settle, result, result.set_exception, error)

        self._request = Request(encoder, ids, done, failed)
        if not self._sidecar.submit(self._request):
            raise RecallError("RC012", "the sidecar is busy", hint="Try again later.")
        return await result


_STATUS = {"RC003": 400, "RC010": 500, "RC011": 503, "RC012": 503}


def _settle(result: "asyncio.Future[Vectors]", setter: Callable[[object], None], value: object) -> None:
    """Give the result to a caller that still waits."""
    if not result.done():
        setter(value)


def _fields(body: bytes) -> tuple[str, Mode, list[str]]:
    """Model, mode and texts of an /embed body.

    Raises: RC003 for anything the contract does not allow.
    """
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RecallError("RC003", "the body is not JSON", detail=str(error)) from error
    if not isinstance(document, dict) or document.get("v") != CONTRACT:
        raise RecallError("RC003", f"the body is not an object with v = {CONTRACT}")
    name, mode, texts = document.get("model"), document.get("mode"), document.get("texts")
    if not isinstance(name, str) or mode not in ("query", "passage"):
        raise RecallError("RC003", "model or mode is missing or unknown")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise RecallError("RC003", "texts is not an array of strings")
    if not 1 <= len(texts) <= MAX_TEXTS:
        raise RecallError("RC003", f"{len(texts)} texts, expected 1 to {MAX_TEXTS}")
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        raise RecallError("RC003", "a text holds a lone surrogate") from error
    return name, mode, texts
