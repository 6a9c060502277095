"""Progress on the screen, running commands, and failures that say what to do."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class StepFailed(Exception):
    """A step could not be done; `hint` says what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def say(text: str) -> None:
    """One line of progress, at once also when the output is a pipe."""
    print(f"==> {text}", flush=True)


def fail(error: StepFailed) -> None:
    """Print a failure the way every tool here does, and leave with status 1."""
    print(f"\nfailed: {error.message}\nwhat to do: {error.hint}", file=sys.stderr)
    raise SystemExit(1)


def run(
    command: Sequence[object], hint: str, *, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> str:
    """Run a command quietly and return its output; a failure shows the end of it with `hint`."""
    words = [str(word) for word in command]
    name = next(Path(word).name for word in words if word not in ("sudo", "env") and "=" not in word)
    started = time.monotonic()
    process = subprocess.Popen(
        words, env={**os.environ, **(env or {})}, cwd=cwd, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    while True:
        try:
            output, _ = process.communicate(timeout=20)
            break
        except subprocess.TimeoutExpired:
            print(f"    … {name} still works ({time.monotonic() - started:.0f} s)", flush=True)
    if process.returncode:
        tail = "\n".join(output.splitlines()[-20:])
        raise StepFailed(f"{' '.join(words)}\n{tail}", hint)
    return output


def run_as_root(command: Sequence[object], hint: str, *, env: Mapping[str, str] | None = None) -> str:
    """Run a command as root, through sudo where the caller is somebody else (sudo asks on the terminal)."""
    variables = [f"{name}={value}" for name, value in (env or {}).items()]
    prefix = ["env", *variables] if os.geteuid() == 0 else ["sudo", "env", *variables]
    if prefix[0] == "sudo":
        try:
            subprocess.run(["sudo", "-v"], check=True)
        except (FileNotFoundError, subprocess.CalledProcessError) as refused:
            raise StepFailed(
                f"root's rights are needed for: {' '.join(map(str, command))}",
                "run this as root, or as a user with sudo",
            ) from refused
    return run([*prefix, *command], hint)
