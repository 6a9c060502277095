"""The client in the checkout's `.venv`, editable, with the tools for development and tests."""

import hashlib

from provision import ROOT
from provision.console import run, say
from provision.server_python import PIP_HINT, SERVER_PYTHON

VENV = ROOT / ".venv"


def provide_client() -> None:
    """Made once for each content of client/pyproject.toml and version of the product."""
    sources = [ROOT / "client/pyproject.toml", ROOT / "extension/pg_recall.control"]
    stamp = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    done = VENV / "complete"
    if done.exists() and done.read_text() == stamp:
        say("the client in .venv: there")
        return
    say("installing the client and the test tools into .venv")
    run([SERVER_PYTHON, "-m", "venv", VENV], "install python3-venv")
    python = VENV / "bin/python"
    run(
        [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-e",
            f"{ROOT}/client[dev]",
        ],
        PIP_HINT,
    )
    done.write_text(stamp)
