"""Whatever listens on the sidecar's socket: no wrong vector is stored or compared, and the answer says what happened."""

import threading

import numpy as np
import psycopg
import pytest
from false_sidecar import answer, listening, refusal, unit

TEXT = "The quarterly invoice was paid on Friday."
SETTINGS = "select name, setting from pg_settings where source = 'session' or name in ('search_path', 'row_security')"


def _with(rows: int, number: float) -> np.ndarray:
    vectors = unit(rows)
    vectors[-1, 7] = number
    return vectors


REPLIES = {
    "bytes that are no HTTP": (lambda rows: b"\x00SSH-2.0\r\n\r\n", "RC012", "cannot be read: it is not HTTP/1.1"),
    "another server's page": (lambda rows: b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", "RC012", "content type"),
    "an endless header": (lambda rows: b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 5000, "RC012", "endless header"),
    "nothing, and the end": (lambda rows: b"", "RC012", "closed the connection"),
    "half of it, and the end": (lambda rows: answer(unit(rows))[:-5], "RC012", "closed the connection"),
    "nothing at all": (lambda rows: None, "RC012", "did not answer in time"),
    "one vector too few": (lambda rows: answer(unit(rows)[1:]), "RC012", "another number of vectors"),
    "a body that is too short": (lambda rows: answer(unit(rows)[:, :9], x_recall_dim=384), "RC012", "body's length"),
    "another contract": (lambda rows: answer(unit(rows), x_recall_contract=2), "RC012", "another version"),
    "an error of its own": (lambda rows: refusal("503 Busy", "RC012", "the sidecar is busy"), "RC012", "is busy"),
    "an error it may not have": (lambda rows: refusal("500 No", "42601", "syntax"), "RC012", "code '42601'"),
    "another model": (lambda rows: answer(unit(rows), x_recall_model="e5/00"), "RC010", "model e5/00"),
    "another dimension": (lambda rows: answer(np.ones((rows, 768)) / 768**0.5), "RC010", "dimension 768"),
    "NaN": (lambda rows: answer(_with(rows, np.nan)), "RC010", "NaN"),
    "infinity": (lambda rows: answer(_with(rows, np.inf)), "RC010", "infinity"),
    "zeros": (lambda rows: answer(unit(rows) * 0), "RC010", "a vector is zero"),
    "a vector of another length": (lambda rows: answer(unit(rows) * 2), "RC010", "length 2.0000"),
}


@pytest.fixture
def known(lonely):
    """A memory with a vector, no sidecar, and nobody who waits long for one."""
    lonely.session.execute("select recall.set_setting('embed.timeout_ms', '200')")
    lonely.stop_sidecar()
    lonely.close_breaker()
    with listening(lonely.home.sidecar_socket, lambda rows: answer(unit(rows))):
        lonely.known = lonely.remember("The invoice of March is lost.", "now")["id"]
    return lonely


@pytest.mark.parametrize("name", REPLIES)
def test_a_search_goes_on_by_words_and_a_write_waits_and_both_say_why(known, name):
    reply, code, reason = REPLIES[name]
    before = known.vectors()
    with listening(known.home.sidecar_socket, reply):
        (hit,) = known.search("invoice")
        assert (hit["id"], set(hit["arms"])) == (known.known, {"bm25"})
        assert reason in hit["flags"]["degraded"]["vector"]
        written = known.remember(TEXT)
        assert (written["outcome"], written["embedding"]) == ("added", "queued")
        assert reason in written["degraded"]["embedding"]
        known.close_breaker()
        counts = known.maintain()
    ((memory, attempts, last_error),) = known.jobs()
    assert memory == written["id"]
    if code == "RC012":  # nobody was there: the row is not to blame
        assert reason in counts["unavailable"]
        assert (attempts, last_error) == (0, None)
    else:
        assert (counts["failed"], attempts) == (1, 1)
        assert last_error.startswith(code)
        assert reason in last_error
    assert known.vectors() == before
    assert known.has_exact_index()


@pytest.mark.parametrize("name", ["nothing, and the end", "NaN", "another model"])
def test_a_write_that_must_have_its_vector_now_is_refused_and_leaves_nothing(known, name):
    reply, code, reason = REPLIES[name]
    with listening(known.home.sidecar_socket, reply), pytest.raises(psycopg.Error) as refused:
        known.remember(TEXT, "now")
    assert refused.value.sqlstate == code
    assert reason in str(refused.value)
    assert known.jobs() == []
    assert [hit["id"] for hit in known.search("invoice")] == [known.known]


def test_after_failures_the_listener_is_left_alone_and_asked_again_by_itself(known):
    with listening(known.home.sidecar_socket, lambda rows: b"no") as server:
        while "left alone" not in known.search_json("invoice")["degraded"]["vector"]:
            assert server.requests.acquire(blocking=False)
        server.reply = lambda rows: answer(unit(rows))
        while "degraded" in (found := known.search_json("invoice")):
            assert "left alone" in found["degraded"]["vector"]
        assert known.remember(TEXT)["embedding"] == "stored"


@pytest.mark.parametrize("call", ["select * from recall.search('invoice')", f"select recall.remember('{TEXT}')"])
@pytest.mark.parametrize("ended_by", ["a cancel", "the statement timeout"])
def test_a_call_that_waits_for_the_sidecar_can_be_ended(known, call, ended_by):
    known.session.execute("select recall.set_setting('embed.timeout_ms', '600000')")
    before = known.session.execute(SETTINGS).fetchall()
    with listening(known.home.sidecar_socket, lambda rows: None) as server:
        if ended_by == "a cancel":
            other = threading.Thread(target=lambda: server.requests.acquire() and known.session.cancel())
            other.start()
            with pytest.raises(psycopg.errors.QueryCanceled):
                known.session.execute(call)
            other.join()
        else:
            known.session.execute("set statement_timeout = '200ms'")
            with pytest.raises(psycopg.errors.QueryCanceled):
                known.session.execute(call)
            known.session.execute("reset statement_timeout")
            assert server.requests.acquire(blocking=False)
    assert known.session.execute(SETTINGS).fetchall() == before
    assert known.jobs() == []
    with listening(known.home.sidecar_socket, lambda rows: answer(unit(rows))):
        assert known.remember(TEXT)["embedding"] == "stored"
        assert "degraded" not in known.search_json("invoice")
