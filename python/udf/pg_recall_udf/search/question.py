"""A query as words: which terms it asks for under the analysers of the projects in scope."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.collection.read import Collection
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index.lexical import Query
from pg_recall_udf.text import analyse, language
from pg_recall_udf.text.language import Language

_LANGUAGES = Statement(
    "select distinct language from recall.index_language where project_id = any ($1) order by language",
    ("int4[]",),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query as words; each word with the terms that stand for it under every analyser of the project."""

    language: Language
    words: list[tuple[str, ...]]

    @property
    def terms(self) -> list[str]:
        return sorted({term for terms in self.words for term in terms})


def read(database: Database, project_ids: list[int], query: str) -> Question:
    """Analyse a query the way the passages of these projects were analysed."""
    detected = language.detect(query)
    present = [row["language"] for row in database.rows(_LANGUAGES, project_ids)]
    return Question(detected, [word.terms for word in analyse.query_words(query, present, detected)])


def query(collection: Collection, question: Question, settings: Mapping[str, Any]) -> Query:
    """The question against a collection: its postings and statistics, read once."""
    return Query(collection.sources, question.words, settings["bm25.k1"], settings["bm25.b"])
