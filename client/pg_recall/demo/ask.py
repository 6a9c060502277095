"""Loads the demo and asks its questions: two statements, the same that any client would send."""

import time
from dataclasses import dataclass

import psycopg
from psycopg.types.json import Jsonb

from pg_recall.demo import corpus
from pg_recall.demo.corpus import DemoQuestion

SHOWN = 3

SEARCH = """
select rank, content, entity, speaker, coalesce(occurred_at, created_at), arms, flags, metadata ->> 'note'
from recall.search(
    %(query)s, max_results => %(shown)s, project => %(project)s, after => %(after)s, before => %(before)s
)
order by rank
"""


@dataclass(frozen=True)
class Loaded:
    """What recall.ingest said about the notes, and how long it took in seconds."""

    added: int
    duplicates: int
    failed: int
    seconds: float


@dataclass(frozen=True)
class Hit:
    """One row of recall.search. `arms` maps an arm to its {score, rank}; `note` is the demo's own key."""

    rank: int
    content: str
    entity: str | None
    speaker: str | None
    when: object
    arms: dict
    flags: dict
    note: str | None


@dataclass(frozen=True)
class Answer:
    """The hits of one question. The search's time includes that of embedding the question."""

    question: DemoQuestion
    hits: list[Hit]
    embedding_ms: float
    total_ms: float


def load(connection: psycopg.Connection) -> Loaded:
    """Put the notes into project `demo`; done again, every note is a duplicate."""
    started = time.perf_counter()
    connection.execute("select recall.create_project(%s)", [corpus.PROJECT])
    (answer,) = connection.execute(
        "select recall.ingest(%s, project => %s)", [Jsonb(corpus.items()), corpus.PROJECT]
    ).fetchone()
    elapsed = time.perf_counter() - started
    return Loaded(answer["added"], answer["duplicates"], answer["failed"], elapsed)


def ask(connection: psycopg.Connection, question: DemoQuestion) -> Answer:
    """Search for one question and time it; the embedding alone is timed with a call of its own."""
    started = time.perf_counter()
    connection.execute("select recall.embed(%s)", [question.question]).fetchone()
    embedded = time.perf_counter()
    arguments = {
        "query": question.question,
        "shown": SHOWN,
        "project": corpus.PROJECT,
        "after": question.after,
        "before": question.before,
    }
    rows = connection.execute(SEARCH, arguments).fetchall()
    ended = time.perf_counter()
    return Answer(
        question, [Hit(*row) for row in rows], (embedded - started) * 1000, (ended - embedded) * 1000
    )
