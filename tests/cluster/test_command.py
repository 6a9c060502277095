"""The commands up, down, status, dsn, env and psql as a shell runs them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pg_recall.cluster import environment
from pg_recall.home import Home

COMMAND = Path(sys.executable).with_name("pg-recall")


def run(home: Home, *arguments: str, **extra: str) -> subprocess.CompletedProcess:
    inherited = {name: value for name, value in os.environ.items() if name != "PG_RECALL_DSN"}
    variables = inherited | {"PG_RECALL_HOME": str(home.path)} | extra
    return subprocess.run([COMMAND, *arguments], env=variables, capture_output=True, text=True)


def test_status_is_0_while_the_server_runs_and_1_otherwise(make_cluster):
    cluster = make_cluster()
    assert run(cluster.home, "status").returncode == 1
    up = run(cluster.home, "up")
    assert (up.returncode, up.stderr) == (0, f"home {cluster.home.path}\n")
    assert "next:" in up.stdout
    running = run(cluster.home, "status")
    assert running.returncode == 0
    assert "server     running" in running.stdout
    assert "sidecar    healthy" in running.stdout
    assert "older" not in running.stdout
    assert run(cluster.home, "down").stdout == "stopped\n"
    assert run(cluster.home, "down").stdout == "was not running\n"
    assert run(cluster.home, "status").returncode == 1


def test_env_prints_what_the_server_is_started_with(make_home):
    home = make_home()
    printed = dict(line.split(" = ", 1) for line in run(home, "env").stdout.splitlines())
    assert {name: value.strip("'") for name, value in printed.items()} == environment.runtime(home)


def test_dsn_is_the_private_cluster_unless_the_variable_names_another(make_home):
    home = make_home()
    assert run(home, "dsn").stdout == f"{home.dsn()}\n"
    assert run(home, "dsn", PG_RECALL_DSN="host=elsewhere").stdout == "host=elsewhere\n"


def test_psql_takes_its_own_options_and_connects_as_the_local_role(cluster, shared_database):
    dsn = cluster.home.dsn(database=shared_database)
    answer = run(cluster.home, "psql", "-At", "-c", "select current_user", PG_RECALL_DSN=dsn)
    assert (answer.returncode, answer.stdout) == (0, "recall_local\n")


def test_a_refusal_is_a_message_with_a_hint_not_a_traceback(make_home):
    home = make_home()
    home.data.mkdir()
    (home.data / "mine").touch()
    refused = run(home, "up")
    assert refused.returncode == 1
    assert "Hint: choose another home" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("name", ["up", "down", "status", "dsn", "env", "psql"])
def test_the_help_of_every_server_command_has_an_example(make_home, name):
    assert "Example:" in run(make_home(), name, "--help").stdout
