"""Asks recall.search every question in every configuration and scores the answers."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import psycopg

from pg_recall.evaluation import metric
from pg_recall.evaluation.configuration import Configuration
from pg_recall.evaluation.corpus import Corpus, QuestionSet
from pg_recall.evaluation.error import EvaluationError
from pg_recall.evaluation.load import existing, load

DEPTH = 10

METRICS: Mapping[str, Callable[[Sequence[str], Sequence[str]], float]] = {
    "recall@1": lambda ranked, relevant: metric.recall_at(ranked, relevant, 1),
    "recall@5": lambda ranked, relevant: metric.recall_at(ranked, relevant, 5),
    "recall@10": lambda ranked, relevant: metric.recall_at(ranked, relevant, DEPTH),
    "ndcg@10": lambda ranked, relevant: metric.ndcg_at(ranked, relevant, DEPTH),
    "mrr": metric.reciprocal_rank,
}

SEARCH = """
select id::text, flags -> 'degraded'
from recall.search(
    %(query)s, max_results => %(depth)s, project => %(project)s,
    arms => %(arms)s::text[], fusion => %(fusion)s::text
)
order by rank
"""


@dataclass
class Scores:
    """One configuration's answers to one set: lists run parallel to the questions of the set."""

    metrics: dict[str, list[float]]
    milliseconds: list[float] = field(default_factory=list)
    degraded: int = 0


@dataclass(frozen=True)
class Outcome:
    """Every configuration's scores on one set. `categories` runs parallel to the scores."""

    question_set: QuestionSet
    categories: Sequence[str]
    scores: Mapping[str, Scores]
    # Relevant ids that are no memory (any more), and questions that were left out for want of any.
    missing_ids: int
    skipped_questions: int


@dataclass(frozen=True)
class _Asked:
    query: str
    relevant: tuple[str, ...]
    category: str
    project: str | None


def run(
    connection: psycopg.Connection,
    question_set: QuestionSet,
    configurations: Sequence[Configuration],
    progress: Callable[[str, int, int], None] = lambda label, done, total: None,
) -> Outcome:
    """Load what is missing, then search. `progress` is told a label and how much of it is done.

    Raises: EvaluationError when a corpus cannot be loaded or no question is left.
    """
    asked: list[_Asked] = []
    missing = skipped = 0
    for done, corpus in enumerate(question_set.corpora):
        progress("loading", done, len(question_set.corpora))
        found, lost = _resolve(connection, corpus)
        asked += found
        missing += lost
        skipped += len(corpus.questions) - len(found)
    if not asked:
        raise EvaluationError(
            f"{question_set.name}: no question has a relevant memory in this database",
            "check the ids in relevant_ids against recall.memory",
        )
    scores = {
        configuration.name: _search(connection, asked, configuration, progress)
        for configuration in configurations
    }
    return Outcome(question_set, [question.category for question in asked], scores, missing, skipped)


def _resolve(connection: psycopg.Connection, corpus: Corpus) -> tuple[list[_Asked], int]:
    """Questions with memory ids in place of item keys, and how many relevant ids lead nowhere."""
    wanted = {key for question in corpus.questions for key in question.relevant}
    if corpus.items:
        ids = load(connection, corpus)
    else:
        ids = {key: key for key in existing(connection, corpus.project, sorted(wanted))}
    asked = []
    for question in corpus.questions:
        # Two items can be one memory (exact duplicates); it counts once.
        relevant = tuple(dict.fromkeys(ids[key] for key in question.relevant if key in ids))
        if relevant:
            asked.append(_Asked(question.query, relevant, question.category, corpus.project))
    return asked, len(wanted - set(ids))


def _search(
    connection: psycopg.Connection,
    asked: Sequence[_Asked],
    configuration: Configuration,
    progress: Callable[[str, int, int], None],
) -> Scores:
    scores = Scores({name: [] for name in METRICS})
    arms = list(configuration.arms) if configuration.arms else None
    for done, question in enumerate(asked):
        progress(configuration.name, done, len(asked))
        arguments = {"query": question.query, "depth": DEPTH, "project": question.project, "arms": arms}
        started = time.perf_counter()
        rows = connection.execute(SEARCH, {**arguments, "fusion": configuration.fusion}).fetchall()
        scores.milliseconds.append((time.perf_counter() - started) * 1000)
        scores.degraded += any(row[1] for row in rows)
        ranked = [row[0] for row in rows]
        for name, score in METRICS.items():
            scores.metrics[name].append(score(ranked, question.relevant))
    return scores
