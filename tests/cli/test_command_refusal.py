"""What the system or a variable does not allow is said in a line, with status 1."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("pg-recall")


def run(*arguments: str | bytes, **variables: str | bytes) -> subprocess.CompletedProcess:
    environment = {os.fsencode(name): os.fsencode(value) for name, value in {**os.environ, **variables}.items()}
    return subprocess.run([COMMAND, *arguments], env=environment, capture_output=True)


@pytest.mark.parametrize("command", ["status", "up", "doctor"])
def test_a_home_that_is_a_file_is_refused(command):
    done = run(command, PG_RECALL_HOME="/dev/null")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_a_project_that_is_not_utf_8_is_refused():
    done = run("--project", b"\xff\xfe", "search", "lamp", PG_RECALL_DSN="host=/nonexistent")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_doctor_tells_a_database_without_the_extension_from_one_that_cannot_be_reached(admin_dsn):
    for dsn, advice in ((admin_dsn, "create extension pg_recall"), ("bogus", "PG_RECALL_DSN")):
        done = run("doctor", "--json", PG_RECALL_DSN=dsn)
        findings = {row["check"]: row for row in map(json.loads, done.stdout.splitlines())}
        assert (done.returncode, findings["connection"]["status"]) == (1, "fail")
        assert advice in findings["connection"]["advice"]


def test_status_shows_no_password_and_says_which_server_it_is_about(cluster):
    done = run("status", PG_RECALL_DSN="postgresql://u:SECRET@127.0.0.1:1/x", PG_RECALL_HOME=str(cluster.home.path))
    assert b"SECRET" not in done.stdout
    assert b"PG_RECALL_DSN names another server" in done.stdout
