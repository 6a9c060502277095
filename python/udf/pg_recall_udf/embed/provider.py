"""Who makes the vectors: the sidecar, this backend, or nobody. Writes and searches ask here and nowhere else.

Settings (a mapping; what is absent has its default): `embed.provider` is 'auto' or 'sidecar' (the one the
environment names), 'backend' or 'none'; `embed.in_backend` (true) lets this backend embed when the sidecar is
absent or at fault; `embed.timeout_ms` (2000) is how long a query waits for the sidecar. The environment of
the server names the socket, PG_RECALL_SIDECAR, and the directory of the models, PG_RECALL_MODELS.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pg_recall_udf.embed import client, files
from pg_recall_udf.embed.answer import Reported
from pg_recall_udf.embed.breaker import Breaker, breaker_path
from pg_recall_udf.embed.exchange import Pause, unavailable
from pg_recall_udf.embed.preset import Mode, Preset, preset
from pg_recall_udf.embed.vector import Vectors
from pg_recall_udf.errors import RecallError

_PROVIDERS = ("auto", "sidecar", "backend", "none")
# The sidecar's own faults. Anything else is the caller's, and no other embedder would do better.
_FAULTS = frozenset({"RC010", "RC011", "RC012"})

_breakers: dict[str, Breaker] = {}


@dataclass(frozen=True)
class Embedded:
    """Vectors, float32 of shape (n, dim), who made them, and the sidecar's fault if it should have."""

    vectors: Vectors
    maker: Literal["sidecar", "backend"]
    fault: str | None = None


@dataclass(frozen=True)
class Route:
    """Where the settings send a text: a socket or why there is none, and whether this backend may embed."""

    socket: str | None
    why_not: str | None
    in_backend: bool
    query_timeout_s: float


class Ticket:
    """An embedding under way, so that other work can be done meanwhile. Dropping it drops the request."""

    def __init__(
        self, texts: Sequence[str], mode: Mode, model: Preset, route: Route, deadline: float | None
    ) -> None:
        self._texts, self._mode, self._model, self._route = texts, mode, model, route
        self._pending: client.Pending | None = None
        self._fault: RecallError | None = None
        if route.socket is None:
            return
        switch = breaker(route.socket)
        if not switch.allow():
            wait = f"next try in {switch.wait():.1f} s"
            self._fault = unavailable("the sidecar failed repeatedly and is left alone", wait)
            return
        if deadline is None:
            deadline = client.default_deadline(len(texts), mode, route.query_timeout_s)
        try:
            self._pending = client.Pending(texts, mode, model, route.socket, deadline)
        except RecallError as error:
            self._note(error)

    def finish(self, pause: Pause) -> Embedded:
        """Wait for the vectors. `pause` is called after every 20 ms of waiting and every piece of own work.

        Raises: RC012 with the reason when nobody may or can embed; RC010, RC011 when a model is at fault.
        """
        if self._pending is not None:
            try:
                vectors = self._pending.finish(pause)
            except RecallError as error:
                self._note(error)
            else:
                breaker(str(self._route.socket)).success()
                return Embedded(vectors, "sidecar")
        if not self._route.in_backend:
            raise self._fault or unavailable("nobody may embed", self._route.why_not)
        vectors = _in_backend(self._texts, self._mode, self._model, pause)
        return Embedded(vectors, "backend", self._fault.reason if self._fault else None)

    def close(self) -> None:
        """Drop the request."""
        if self._pending is not None:
            self._pending.close()

    def _note(self, error: RecallError) -> None:
        """Remember a fault of the sidecar and tell the breaker; pass every other error on."""
        if error.sqlstate not in _FAULTS:
            raise error
        if not isinstance(error, Reported):
            breaker(str(self._route.socket)).failure()
        self._fault = error


def start(
    texts: Sequence[str],
    mode: Mode,
    model: str,
    settings: Mapping[str, Any],
    deadline: float | None = None,
) -> Ticket:
    """Begin without waiting; whether anybody can embed is reported by `Ticket.finish`.

    `deadline`, an instant of time.monotonic(), binds the sidecar only.
    Raises: RC010 for an unknown model, RC003 for an unknown mode or setting.
    """
    chosen = preset(model)
    chosen.prefix(mode)
    return Ticket(texts, mode, chosen, route(settings), deadline)


def embed(
    texts: Sequence[str],
    mode: Mode,
    model: str,
    settings: Mapping[str, Any],
    pause: Pause,
    deadline: float | None = None,
) -> Embedded:
    """`start` and `finish` in one.

    Raises: as start and Ticket.finish.
    """
    return start(texts, mode, model, settings, deadline).finish(pause)


def route(settings: Mapping[str, Any]) -> Route:
    """What the settings and the environment say.

    Raises: RC003 for an unknown value of embed.provider.
    """
    chosen = settings.get("embed.provider", "auto")
    if chosen not in _PROVIDERS:
        hint = f"Use one of {', '.join(_PROVIDERS)}."
        raise RecallError("RC003", f"embed.provider {chosen!r} is unknown", hint=hint)
    timeout_s = float(settings.get("embed.timeout_ms", client.QUERY_TIMEOUT_S * 1000)) / 1000
    if chosen in ("none", "backend"):
        return Route(None, f"setting embed.provider is {chosen}", chosen == "backend", timeout_s)
    socket_path = os.environ.get("PG_RECALL_SIDECAR") or None
    why_not = None if socket_path else "PG_RECALL_SIDECAR is not set in the server's environment"
    return Route(socket_path, why_not, bool(settings.get("embed.in_backend", True)), timeout_s)


def breaker(socket_path: str) -> Breaker:
    """The circuit breaker before that socket, mapped once per process."""
    found = _breakers.get(socket_path)
    if found is None:
        found = _breakers[socket_path] = Breaker(breaker_path(Path(socket_path)))
    return found


def _in_backend(texts: Sequence[str], mode: Mode, model: Preset, pause: Pause) -> Vectors:
    # Loaded on first use (about 0.6 s and 170 MB): a backend with a sidecar never pays for it.
    from pg_recall_udf.embed.encode import encoder  # noqa: PLC0415

    return encoder(files.models_root() / model.name, model).encode(texts, mode, pause)
