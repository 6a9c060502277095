"""Brings a corpus into its project through recall.ingest and says which memory each item became."""

from collections.abc import Mapping, Sequence

import psycopg
from psycopg.types.json import Jsonb

from pg_recall.evaluation.corpus import Corpus
from pg_recall.evaluation.error import EvaluationError

BATCH = 500

KNOWN = """
select metadata ->> %(key_field)s, id::text
from recall.memory
where metadata ? %(key_field)s
"""


def load(connection: psycopg.Connection, corpus: Corpus) -> Mapping[str, str]:
    """Ingest the items that the project lacks, fold the index, and return memory ids by item key.

    The connection must be in autocommit mode: each batch is kept, so that a load can go on where it was cut.

    Raises: EvaluationError when an item is refused or got no vector: figures without it would mislead.
    """
    connection.execute("select recall.create_project(%s)", [corpus.project])
    connection.execute("select recall.use_project(%s)", [corpus.project])
    ids = _known(connection, corpus)
    missing = [key for key in corpus.items if key not in ids]
    for start in range(0, len(missing), BATCH):
        keys = missing[start : start + BATCH]
        ids |= _ingest(connection, corpus, keys)
    if missing:
        connection.execute("select recall.compact(%s)", [corpus.project])
    return ids


def existing(connection: psycopg.Connection, project: str | None, ids: Sequence[str]) -> frozenset[str]:
    """Those of the ids that are live memories of the project; malformed ids are no memories."""
    if project is not None:
        connection.execute("select recall.use_project(%s)", [project])
    rows = connection.execute("select id::text from recall.memory where id::text = any(%s)", [list(ids)])
    return frozenset(row[0] for row in rows)


def _known(connection: psycopg.Connection, corpus: Corpus) -> dict[str, str]:
    rows = connection.execute(KNOWN, {"key_field": corpus.key_field})
    return {key: memory_id for key, memory_id in rows if key in corpus.items}


def _ingest(connection: psycopg.Connection, corpus: Corpus, keys: Sequence[str]) -> dict[str, str]:
    items = Jsonb([corpus.items[key] for key in keys])
    (answer,) = connection.execute(
        "select recall.ingest(%s, project => %s)", [items, corpus.project]
    ).fetchone()
    if answer["failed"]:
        error = next(result["error"] for result in answer["results"] if result["outcome"] == "error")
        raise EvaluationError(
            f"{corpus.project}: {answer['failed']} items were refused, first: {error['message']}",
            error.get("hint") or f"code {error['code']}",
        )
    if answer.get("degraded") or answer.get("queued"):
        raise EvaluationError(
            f"{corpus.project}: items were stored without vectors: {answer.get('degraded') or 'queued'}",
            "start the embedder with `pg-recall up`, run `pg-recall maintain`, then this again",
        )
    return {key: result["id"] for key, result in zip(keys, answer["results"], strict=True)}
