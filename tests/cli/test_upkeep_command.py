"""Upkeep, the worker and doctor."""

import json
import signal

import psycopg
import pytest

from pg_recall import health
from pg_recall.api import Memory
from pg_recall.home import Home


def test_maintain_empties_the_queue_and_reports_each_task(rows):
    rows("save", "Staging runs on host db7", "--embed", "later")
    assert rows("stats")[0]["embedding_queue"] == 1
    assert {row["task"] for row in rows("maintain")} == {"embed", "access", "compact", "graph", "trim"}
    assert rows("stats")[0]["embedding_queue"] == 0
    assert [row["task"] for row in rows("maintain", "trim")] == ["trim"]


def test_an_unknown_task_is_wrong_usage(recall):
    recall("maintain", "everything", code=2)


def test_an_exact_index_is_status_0_and_a_damaged_one_status_1(recall, rows, cli_dsn, project):
    rows("save", "Staging runs on host db7")
    assert "exact" in recall("check-index").stderr
    with psycopg.connect(cli_dsn.replace("recall_local", "postgres"), autocommit=True) as owner:
        owner.execute(
            "delete from recall.index_fresh where project_id = (select id from recall.project where name = %s)",
            [project],
        )
    assert rows("check-index", code=1)


def test_a_worker_embeds_what_is_queued_and_ends_on_a_signal(start, rows):
    worker = start("work")
    assert json.loads(worker.stdout.readline())["task"] == "embed"
    rows("save", "Staging runs on host db7", "--embed", "later")
    assert json.loads(worker.stdout.readline()) == {"task": "embed", "done": 1, "failed": 0}
    assert rows("stats")[0]["embedding_queue"] == 0
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(20) == 0


def test_a_worker_can_empty_the_queue_and_end(rows):
    rows("save", "Staging runs on host db7", "--embed", "later")
    assert rows("work", "--once")[0]["task"] == "embed"
    assert rows("stats")[0]["embedding_queue"] == 0


def test_doctor_checks_versions_processes_model_and_index(rows, cluster, cli_dsn, project, monkeypatch):
    monkeypatch.setenv("PG_RECALL_HOME", str(cluster.home.path))
    rows("save", "Staging runs on host db7")
    found = {row["check"]: row for row in rows("doctor")}
    assert found.keys() >= {
        "client", "extension", "server code", "server process", "sidecar", "server", "encoding", "locale", "role",
        "row security", "upkeep", "pg_cron", "model", "model files", "known vector", "embeddings", "index", "disk",
    }  # fmt: skip
    assert [row for row in found.values() if row["status"] == "fail"] == []
    assert found["role"]["found"] == "recall_local"
    assert all(row["advice"] for row in found.values() if row["status"] == "warn" and row["check"] != "upkeep errors")


def test_doctor_warns_of_a_superuser(recall, cli_dsn):
    result = recall("--dsn", cli_dsn.replace("recall_local", "postgres"), "doctor")
    role = next(row for row in map(json.loads, result.stdout.splitlines()) if row["check"] == "role")
    assert (role["status"], bool(role["advice"])) == ("warn", True)


def test_doctor_fails_without_a_server_and_says_what_to_do(recall):
    result = recall("--dsn", "host=/nonexistent", "doctor", code=1)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["check"], row["status"]) for row in rows] == [("client", "ok"), ("connection", "fail")]
    assert rows[1]["advice"]


@pytest.fixture
def memory(cli_dsn):
    with psycopg.connect(cli_dsn, autocommit=True) as session:
        yield Memory(session)


def test_a_model_file_that_is_not_the_pinned_one_fails(memory, cluster, tmp_path):
    model = memory.active_model()
    directory = tmp_path / "models" / model["name"]
    directory.mkdir(parents=True)
    (directory / "model.onnx").write_bytes(b"something else")
    rows = {row["check"]: row for row in health.examine(memory, Home(tmp_path))}
    assert rows["model files"]["status"] == "fail"
    assert "model.onnx is not the pinned file" in rows["model files"]["found"]
    assert "tokenizer.json is missing" in rows["model files"]["found"]


def test_a_vector_that_is_not_the_known_one_fails(memory, monkeypatch):
    monkeypatch.setattr(Memory, "embed", lambda self, content: [0.5] * 384)
    rows = {row["check"]: row for row in health.examine(memory, None)}
    assert rows["known vector"]["status"] == "fail"
    monkeypatch.setattr(Memory, "embed", lambda self, content: [0.5] * 3)
    rows = {row["check"]: row for row in health.examine(memory, None)}
    assert "3 dimensions" in rows["known vector"]["found"]


def test_older_code_in_the_server_is_named(memory, tmp_path):
    (tmp_path / "data").mkdir()
    rows = {row["check"]: row for row in health.examine(memory, Home(tmp_path))}
    assert rows["server code"]["status"] == "warn"
    assert rows["server process"]["status"] == "fail"
