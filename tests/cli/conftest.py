"""The command line on one database for all its tests, each test in a project of its own."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result
from psycopg import sql

from pg_recall.cli import main

NAME = "recall_cli"
PROGRAM = Path(__file__).parents[2] / ".venv" / "bin" / "pg-recall"

_numbers = count(1)


@pytest.fixture(scope="session")
def cli_dsn(cluster, admin_dsn, copy_template) -> Iterator[str]:
    copy_template(NAME)
    yield cluster.home.dsn(database=NAME)
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(NAME)))


@pytest.fixture
def project(cli_dsn) -> str:
    name = f"test-{next(_numbers)}"
    with psycopg.connect(cli_dsn, autocommit=True) as session:
        session.execute("select recall.create_project(%s)", [name])
    return name


@pytest.fixture
def environment(cli_dsn) -> dict[str, str]:
    return {"PG_RECALL_DSN": cli_dsn, "COLUMNS": "200"}


@pytest.fixture
def recall(environment, project) -> Callable[..., Result]:
    """Runs a command in the test's project: `recall("save", "text", input=None, code=0)`."""

    def run(*arguments: str, input: str | bytes | None = None, code: int = 0) -> Result:
        result = CliRunner(env=environment).invoke(main, ["--project", project, *arguments], input=input)
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def rows(recall) -> Callable[..., list[dict[str, Any]]]:
    """What a command prints, one document a line."""

    def run(*arguments: str, **options: Any) -> list[dict[str, Any]]:
        return [json.loads(line) for line in recall(*arguments, **options).stdout.splitlines()]

    return run


@pytest.fixture
def start(environment) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the installed program; what is still running at the end of the test is ended."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: str, **variables: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment, **variables},
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()
