"""Questions of one's own: lines of {"query": text, "relevant_ids": [memory id, …], "category"?: text}."""

import json
from pathlib import Path

from pg_recall.evaluation.corpus import Corpus, Question, QuestionSet


class QuestionFileError(ValueError):
    """A line that is not a question; the message names the file and the line."""


def load(path: Path, project: str | None) -> QuestionSet:
    """Read questions about memories that are in the database already. Blank lines are skipped.

    Raises: QuestionFileError for a line that is no such object, or a file without a question.
    """
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if line.strip():
            questions.append(_question(line, f"{path}:{number}"))
    if not questions:
        raise QuestionFileError(f"{path}: no question in it")
    categories = sorted({question.category for question in questions})
    groups = {"all": frozenset(categories)}
    if len(categories) > 1:
        groups |= {category or "(none)": frozenset([category]) for category in categories}
    metrics = ["recall@1", "recall@5", "recall@10", "ndcg@10", "mrr"]
    return QuestionSet(path.name, [Corpus(project, questions)], groups, metrics)


def _question(line: str, place: str) -> Question:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise QuestionFileError(f"{place}: not JSON: {error}") from error
    query = row.get("query") if isinstance(row, dict) else None
    if not isinstance(query, str) or not query.strip():
        raise QuestionFileError(f"{place}: `query` must be a text")
    relevant = row.get("relevant_ids")
    if not isinstance(relevant, list) or not relevant or not all(isinstance(key, str) for key in relevant):
        raise QuestionFileError(f"{place}: `relevant_ids` must be a list of memory ids, at least one")
    return Question(query, tuple(relevant), str(row.get("category") or ""))
