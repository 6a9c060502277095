"""The circuit breaker before the sidecar: a few bytes in a file beside its socket that every backend shares.

A file, not a table, so that it works on a standby and in a read-only transaction. It is read and written, not
mapped: touching a mapped file that somebody cut short would kill the backend.
"""

import fcntl
import math
import os
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

# magic and layout version, consecutive failures, current hold in s, open until, probe until (clock instants)
_LAYOUT = struct.Struct("<8sQddd")
_MAGIC = b"pgrecal1"

THRESHOLD = 3
FIRST_HOLD_S = 1.0
LONGEST_HOLD_S = 30.0
# A prober that was cancelled never reports; after this long another may try.
PROBE_S = 5.0


@dataclass(frozen=True)
class _State:
    failures: int = 0
    hold: float = 0.0
    open_until: float = 0.0
    probe_until: float = 0.0


class Breaker:
    """Closed: calls go through. Open: they are refused. Half open: one call probes, and decides.

    After THRESHOLD consecutive failures it opens for `hold` seconds; each failed probe doubles the hold up to
    LONGEST_HOLD_S. `clock` must be one for all processes of the machine, as CLOCK_MONOTONIC is. Without a
    path, or where the file cannot be made, the state is this process's own (`shared` is False).
    """

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._own = b""
        self._file: int | None = None
        if path is not None:
            with suppress(OSError):
                self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)

    @property
    def shared(self) -> bool:
        """Whether other processes see this state."""
        return self._file is not None

    def allow(self) -> bool:
        """Whether a call may be made now; True while half open makes the caller the one prober."""
        if self._read().failures < THRESHOLD:
            return True
        with self._locked() as held:
            state, now = self._read(), self._clock()
            if state.failures < THRESHOLD:
                return True
            if not held or now < state.open_until or now < state.probe_until:
                return False
            self._write(_State(state.failures, state.hold, state.open_until, now + PROBE_S))
            return True

    def success(self) -> None:
        """Report an answered call: closes the breaker."""
        if self._read() != _State():
            self.reset()

    def failure(self) -> None:
        """Report a failed call: the THRESHOLD-th in a row opens, a failed probe doubles the hold."""
        with self._locked():
            state, now = self._read(), self._clock()
            failures = min(state.failures + 1, THRESHOLD)
            if failures < THRESHOLD:
                self._write(_State(failures))
            elif state.probe_until or state.failures < THRESHOLD:
                hold = min(max(FIRST_HOLD_S, 2 * state.hold), LONGEST_HOLD_S)
                self._write(_State(failures, hold, now + hold))

    def reset(self) -> None:
        """Close the breaker, as a new sidecar does when it begins to serve."""
        with self._locked():
            self._write(_State())

    def wait(self) -> float:
        """Seconds until a probe is allowed; 0 when calls go through."""
        state = self._read()
        if state.failures < THRESHOLD:
            return 0.0
        return max(0.0, max(state.open_until, state.probe_until) - self._clock())

    def _read(self) -> _State:
        content = self._own if self._file is None else os.pread(self._file, _LAYOUT.size, 0)
        if len(content) != _LAYOUT.size:
            return _State()
        magic, failures, hold, open_until, probe_until = _LAYOUT.unpack(content)
        if magic != _MAGIC or not all(map(math.isfinite, (hold, open_until, probe_until))):
            return _State()
        if max(open_until, probe_until) > self._clock() + LONGEST_HOLD_S:
            # Instants of a clock before a reboot.
            return _State()
        return _State(failures, hold, open_until, probe_until)

    def _write(self, state: _State) -> None:
        content = _LAYOUT.pack(_MAGIC, state.failures, state.hold, state.open_until, state.probe_until)
        if self._file is None:
            self._own = content
        else:
            os.pwrite(self._file, content, 0)

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        """Hold the file's lock if it is free: a stopped process that holds it must not stop the others."""
        if self._file is None:
            yield True
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        try:
            yield True
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)


def breaker_path(socket_path: Path) -> Path:
    """The breaker's file of the sidecar behind that socket."""
    return socket_path.with_name(socket_path.name + ".breaker")
