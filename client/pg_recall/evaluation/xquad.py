"""XQuAD: the same paragraphs and questions in several languages.

Protocol: one project per language, one memory per paragraph, the question is the query, recall@1 and @5.
"""

import json
from pathlib import Path

from pg_recall.evaluation.corpus import Corpus, Question, QuestionSet

KEY_FIELD = "paragraph"


def load(path: Path, language: str) -> QuestionSet:
    """Read one language's file (the layout of SQuAD)."""
    items: dict[str, dict] = {}
    questions: list[Question] = []
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            key = str(len(items))
            items[key] = {"content": paragraph["context"], "metadata": {KEY_FIELD: key}}
            questions += [Question(qa["question"], (key,)) for qa in paragraph["qas"]]
    name = f"xquad-{language}"
    corpus = Corpus(f"eval-{name}", questions, items, KEY_FIELD)
    return QuestionSet(name, [corpus], {"all": frozenset([""])}, ["recall@1", "recall@5", "mrr", "ndcg@10"])
