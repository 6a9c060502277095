"""Looking at running processes through /proc: a number alone does not say whose process it is."""

import os
import signal
import time
from pathlib import Path

PROC = Path("/proc")


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended but was not yet waited for (a zombie) does not."""
    try:
        state = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def environment(pid: int) -> dict[str, str]:
    """The variables a process was started with; empty when it has gone."""
    pairs = _strings(pid, "environ")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def arguments(pid: int) -> list[str]:
    """The command line of a process; empty when it has gone."""
    return _strings(pid, "cmdline")


def _strings(pid: int, name: str) -> list[str]:
    try:
        return (PROC / str(pid) / name).read_bytes().decode(errors="replace").split("\0")[:-1]
    except (FileNotFoundError, ProcessLookupError):
        return []


def working_in(directory: Path) -> list[int]:
    """Processes whose working directory this is: for a PGDATA, its postmaster and all its children."""
    found = []
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            inside = os.readlink(entry / "cwd") == str(directory.resolve())
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if inside and alive(int(entry.name)):
            found.append(int(entry.name))
    return found


def wait_until_gone(pids: list[int], seconds: float) -> list[int]:
    """Wait for processes to end; the answer is who is left."""
    deadline = time.monotonic() + seconds
    while (left := [pid for pid in pids if alive(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def end(pids: list[int], first: signal.Signals, seconds: float) -> None:
    """Ask processes to end, and kill those still there after `seconds`."""
    for sig, patience in ((first, seconds), (signal.SIGKILL, 5.0)):
        for pid in pids:
            try:
                os.kill(pid, sig)
            except ProcessLookupError:
                continue
        pids = wait_until_gone(pids, patience)
        if not pids:
            return
