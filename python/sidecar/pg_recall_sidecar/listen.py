"""The unix socket of the sidecar: at most one live process behind a path, no stale file in the way."""

import fcntl
import os
import socket
from pathlib import Path

# sun_path has 108 bytes, one of them for the terminating zero.
_MAX_PATH_BYTES = 107
BACKLOG = 128


class CannotListen(Exception):
    """The socket cannot be had; the message says why."""


class Listener:
    """A bound, listening socket with its lock; `close` gives both back and removes the file.

    Raises: CannotListen when another process serves the path or the path is unusable.
    """

    def __init__(self, path: Path, mode: int = 0o600) -> None:
        if len(os.fsencode(path)) > _MAX_PATH_BYTES:
            raise CannotListen(f"{path}: longer than {_MAX_PATH_BYTES} bytes")
        self.path = path
        try:
            self._lock = _locked(path.with_name(path.name + ".lock"))
        except OSError as error:
            raise CannotListen(f"{path}: {error.strerror}") from error
        try:
            _remove_stale(path)
            self.socket = _bound(path, mode)
        except BaseException:
            os.close(self._lock)
            raise
        self._inode = path.stat().st_ino

    def close(self) -> None:
        """Stop listening. The file goes only if it is still ours."""
        self.socket.close()
        try:
            if self.path.stat().st_ino == self._inode:
                self.path.unlink()
        except FileNotFoundError:
            pass
        os.close(self._lock)


def _locked(path: Path) -> int:
    """A descriptor that holds the lock until it is closed, also by the death of this process."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise CannotListen(f"another sidecar already runs on {path.with_suffix('')}") from None
    return descriptor


def _remove_stale(path: Path) -> None:
    """Remove a socket file nobody listens on; a live server of any kind, or another file, stays."""
    if not os.path.lexists(path):
        return
    if not path.is_socket():
        raise CannotListen(f"{path} exists and is not a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except BlockingIOError:
            pass  # its backlog is full: somebody listens
    raise CannotListen(f"another server already answers on {path}")


def _bound(path: Path, mode: int) -> socket.socket:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # Bound without any rights first: the file must not be open to others for a moment.
    umask = os.umask(0o777)
    try:
        server.bind(str(path))
    except OSError as error:
        server.close()
        raise CannotListen(f"{path}: {error.strerror}") from error
    finally:
        os.umask(umask)
    path.chmod(mode)
    server.listen(BACKLOG)
    server.setblocking(False)
    return server
