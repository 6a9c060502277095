"""What `make setup` and `make install` do, in order."""

import os
from collections.abc import Callable

from pg_recall.home import Home, default_home
from provision import client, debian, extension, server_python
from provision.console import StepFailed, fail, say


def setup() -> None:
    """Everything that does not change with our own sources; quick when nothing is missing."""

    def steps(home: Home) -> None:
        debian.provide_packages()
        server_python.provide_dependencies(home)
        server_python.provide_models(home)
        client.provide_client()
        say(f"set up; home: {home.path}")

    _carry_out(steps)


def install() -> None:
    """The built extension and the server's Python code."""

    def steps(home: Home) -> None:
        server_python.require_dependencies(home)
        extension.install_extension(home)
        server_python.install_code(home)

    _carry_out(steps)


def _carry_out(steps: Callable[[Home], None]) -> None:
    os.umask(0o022)  # the server's user has to be able to read what is written here
    try:
        steps(default_home())
    except StepFailed as error:
        fail(error)
