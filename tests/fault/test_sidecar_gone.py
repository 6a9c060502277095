"""Without the sidecar, where no backend may embed: what is said, and what happens when it is back."""

import os
import signal
import threading
from pathlib import Path

import pytest
from crowd import value

TEXT = "The quarterly invoice was paid on Friday."
MEANING = "When did we settle the bill?"


def test_without_it_words_are_searched_and_writes_wait_and_when_it_is_back_all_is_as_ever(lonely):
    lonely.start_sidecar()
    first = lonely.remember(TEXT, "now")["id"]
    lonely.stop_sidecar()
    for _ in range(5):
        (hit,) = lonely.search("invoice")
        assert (hit["id"], set(hit["arms"])) == (first, {"bm25"})
        assert "the sidecar" in hit["flags"]["degraded"]["vector"]
    told = lonely.search_json("zebra")
    assert (told["count"], set(told["degraded"])) == (0, {"vector"})
    second = lonely.remember("The dentist called on Monday.")
    assert (second["outcome"], second["embedding"]) == ("added", "queued")
    assert "the sidecar" in second["degraded"]["embedding"]
    batch = value(lonely.session, "select recall.ingest('[{\"content\": \"Lunch is at noon.\"}]')")
    assert (batch["added"], batch["queued"]) == (1, 1)
    assert "the sidecar" in batch["degraded"]["embedding"]
    corrected = value(lonely.session, "select recall.correct(%s, %s)", first, f"{TEXT} In cash.")
    assert corrected["embedding"] == "queued"
    assert "the sidecar" in corrected["degraded"]["embedding"]
    counts = lonely.maintain()
    assert (counts["done"], counts["failed"]) == (0, 0)
    assert "the sidecar" in counts["unavailable"]
    assert len(lonely.jobs()) == 3

    lonely.start_sidecar()
    assert "the sidecar" not in str(lonely.search_json("invoice"))
    counts = lonely.maintain()
    assert (counts["done"], counts["failed"], counts.get("unavailable")) == (3, 0, None)
    assert lonely.jobs() == []
    assert "degraded" not in lonely.search_json("invoice")
    assert lonely.search("Who rang about my teeth?")[0]["id"] == second["id"]
    assert lonely.search(MEANING)[0]["id"] == first
    assert lonely.has_exact_index()


@pytest.mark.parametrize("call", ["search", "remember"])
def test_kill_9_in_mid_request_is_survived_and_named(lonely, call):
    lonely.start_sidecar()
    memory = lonely.remember(TEXT, "later")["id"]
    pid = lonely.sidecar_pid()
    os.kill(pid, signal.SIGSTOP)  # it takes requests and does not work on them
    before = _connections(lonely.home.sidecar_socket)

    def kill() -> None:
        while _connections(lonely.home.sidecar_socket) == before:
            pass
        os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    if call == "search":
        (hit,) = lonely.search("invoice")
        assert (hit["id"], set(hit["arms"])) == (memory, {"bm25"})
        assert "closed the connection" in hit["flags"]["degraded"]["vector"]
    else:
        answer = lonely.remember("The dentist called on Monday.")
        assert (answer["outcome"], answer["embedding"]) == ("added", "queued")
        assert "closed the connection" in answer["degraded"]["embedding"]
    killer.join()
    assert lonely.vectors() == []

    lonely.start_sidecar()
    assert lonely.maintain()["done"] == (1 if call == "search" else 2)
    assert lonely.search(MEANING)[0]["id"] == memory
    assert "degraded" not in lonely.search_json(MEANING)
    assert lonely.has_exact_index()


def _connections(path: Path) -> int:
    """How many sockets carry this path: the listener's and one a connection, accepted or not yet."""
    lines = Path("/proc/net/unix").read_text().splitlines()
    return sum(line.endswith(f" {path}") for line in lines)
