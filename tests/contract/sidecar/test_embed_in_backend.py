"""The same code inside a real backend: a wait for a hung sidecar obeys PostgreSQL."""

import signal
import tempfile
from pathlib import Path

import psycopg
import pytest

from pg_recall_udf.embed.preset import MINILM_INT8

EMBED = """
do language plpython3u $python$
    from pg_recall_udf.embed import client
    pause = lambda: plpy.execute("select 1")
    vectors = client.embed(["text"], "passage", {model!r}, socket_path={path!r}, pause=pause)
    assert vectors.shape == (1, 384)
$python$
"""


@pytest.fixture
def running(start):
    """A sidecar that the server's user can reach."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        yield start(f"{place}/sidecar.sock", "--mode", "666")


def test_statement_timeout_ends_the_wait_for_a_stopped_sidecar(connect, running):
    embed = EMBED.format(model=MINILM_INT8.name, path=running.socket_path)
    session = connect("postgres")
    session.execute(embed)
    running.process.send_signal(signal.SIGSTOP)
    session.execute("set statement_timeout = 100")
    with pytest.raises(psycopg.errors.QueryCanceled):
        session.execute(embed)
    running.process.send_signal(signal.SIGCONT)
    session.execute("reset statement_timeout")
    session.execute(embed)


def test_statement_timeout_ends_embedding_in_the_backend_between_pieces(connect):
    session = connect("postgres")
    program = """
do language plpython3u $python$
    from pg_recall_udf.embed import provider
    pause = lambda: plpy.execute("select 1")
    texts = ["word " * 250] * {count}
    made = provider.embed(texts, "passage", {model!r}, {{"embed.provider": "backend"}}, pause)
    assert made.maker == "backend"
$python$
"""
    session.execute(program.format(model=MINILM_INT8.name, count=1))
    session.execute("set statement_timeout = 300")
    with pytest.raises(psycopg.errors.QueryCanceled):
        session.execute(program.format(model=MINILM_INT8.name, count=2_000))
