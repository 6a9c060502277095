"""What an evaluation asks about: items to remember and questions with the items that answer them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Question:
    """One query; `relevant` holds keys of items, or memory ids where the corpus has no items."""

    query: str
    relevant: tuple[str, ...]
    category: str = ""


@dataclass(frozen=True)
class Corpus:
    """One project's worth of items and questions.

    `items` maps a key to an item of recall.ingest, which carries the key in its metadata under `key_field`.
    No items: the project is loaded already and the questions name memory ids. `project` None: the project
    of the connection.
    """

    project: str | None
    questions: Sequence[Question]
    items: Mapping[str, dict] = field(default_factory=dict)
    key_field: str = ""


@dataclass(frozen=True)
class QuestionSet:
    """One or more corpora reported together.

    `groups` maps a line of the report to the categories it averages over; `metrics` are the columns.
    """

    name: str
    corpora: Sequence[Corpus]
    groups: Mapping[str, frozenset[str]]
    metrics: Sequence[str]
