"""The client in the checkout's `.venv`, editable, with the tools for development and tests."""

import hashlib

from provision import ROOT
from provision.console import run, say
from provision.server_python import PIP_HINT, REQUIREMENTS, SERVER_PYTHON, install_requirements

VENV = ROOT / ".venv"


def provide_client() -> None:
    """Made again whenever one of the files that say what is in it has changed.

    The server's packages are there too, in the same versions: unit tests import the server's code.
    """
    sources = [ROOT / "client/pyproject.toml", ROOT / "extension/pg_recall.control", *REQUIREMENTS]
    stamp = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    done = VENV / "complete"
    if done.exists() and done.read_text() == stamp:
        say("the client in .venv: there")
        return
    say("installing the client and the test tools into .venv")
    run([SERVER_PYTHON, "-m", "venv", VENV], "install python3-venv")
    python = VENV / "bin/python"
    options = ["--quiet", "--disable-pip-version-check", "-c", REQUIREMENTS[0]]
    run([python, "-m", "pip", "install", *options, "-e", f"{ROOT}/client[dev]"], PIP_HINT)
    install_requirements(python)
    done.write_text(stamp)
