"""Items to rows: language, passages, terms, vectors. Everything slow happens here, before the first write."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.index import pack
from pg_recall_udf.text import analyse, chunk, describe, language
from pg_recall_udf.text.analyse import Analysis
from pg_recall_udf.write import item as items
from pg_recall_udf.write import recipe
from pg_recall_udf.write.item import Item
from pg_recall_udf.write.tokens import counts

Pause = Callable[[], object]

# Work between two looks for a cancel: a few hundredths of a second.
_STEPS = 32
_TEXTS = 512


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of an item's content (None: all of it) with the text that is embedded and indexed."""

    ordinal: int
    first: int | None
    last: int | None
    text: str


@dataclass(eq=False)
class Draft:
    """An item on its way to a row. Ids and vectors are filled in as they become known; what follows from the text alone
    is found out when it is first asked for, so that it can be done while the embedder works.
    """

    item: Item
    passages: list[Passage]
    # As the entity is called, which may be another way than the item names it.
    entity: str | None
    vectors: np.ndarray | None = None
    entity_id: str | None = None
    session_id: str | None = None
    # None: the id is made when the row is.
    id: str | None = None
    is_queued: bool = False

    @cached_property
    def language(self) -> str:
        return language.detect(self.item.content).code

    @cached_property
    def density(self) -> float:
        return describe.density(self.item.content)

    @cached_property
    def tags(self) -> list[str]:
        return self.item.tags if self.item.tags is not None else describe.auto_tags(self.item.content)

    @cached_property
    def analyses(self) -> list[Analysis]:
        """The terms of each passage."""
        return [analyse.analyse(passage.text, self.language) for passage in self.passages]

    @cached_property
    def vector_rows(self) -> list[dict[str, Any]]:
        """The vector of each passage as columns; asked for when the vectors are there."""
        return [vector_row(self.vectors[passage.ordinal], passage.text) for passage in self.passages]

    def rename(self, entity: str) -> None:
        """The texts speak of the entity by this name. Vectors made of other texts are left to the queue."""
        if entity == self.entity:
            return
        self.entity = entity
        renamed = [
            replace(passage, text=recipe.passage_text(self.item.content[passage.first : passage.last], entity))
            for passage in self.passages
        ]
        if renamed == self.passages:
            return
        if self.vectors is not None and self.item.embedding is None:
            _ = self.vector_rows  # with the hash of the text that they were made of
            self.is_queued = True
        self.passages = renamed
        self.__dict__.pop("analyses", None)

    def describe(self) -> Iterator[None]:
        """Find out all that follows from the text, in steps of a passage at most."""
        _ = self.language, self.density, self.tags
        if "analyses" not in self.__dict__:
            analyses = []
            for passage in self.passages:
                analyses.append(analyse.analyse(passage.text, self.language))
                yield
            self.analyses = analyses


def draft(item: Item, settings: Mapping[str, Any], pause: Pause) -> Draft:
    """An item with its passages. `pause` is called often enough for a cancel to be honoured."""
    return Draft(item, passages(item.content, item.entity, settings, pause), item.entity)


def complete(drafts: Iterable[Draft], pause: Pause) -> None:
    """Find out all that follows from the texts of drafts, before anything is locked."""
    for number, _ in enumerate(step for draft in drafts for step in draft.describe()):
        if number % _STEPS == _STEPS - 1:
            pause()


def passages(content: str, entity: str | None, settings: Mapping[str, Any], pause: Pause) -> list[Passage]:
    """Sentence-aware, overlapping spans that fit the embedder's window; most memories are one."""
    size = settings["passage.tokens"]
    # A token has at least one character: such a text needs no counting.
    if len(content) <= size:
        return [Passage(0, None, None, recipe.passage_text(content, entity))]

    def count_tokens(texts: Sequence[str]) -> list[int]:
        counted: list[int] = []
        for start in range(0, len(texts), _TEXTS):
            pause()
            counted += counts(texts[start : start + _TEXTS])
        return counted

    spans = chunk.split(content, count_tokens, size, settings["passage.overlap"], settings["passage.minimum"])
    if len(spans) == 1:
        return [Passage(0, None, None, recipe.passage_text(content, entity))]
    return [
        Passage(number, span.start, span.end, recipe.passage_text(content[span.start : span.end], entity))
        for number, span in enumerate(spans)
    ]


def filter_terms(
    kind: str | None,
    type_: str,
    tags: Sequence[str],
    entity_id: str | None,
    pool: str | None,
    agent: str | None,
) -> list[str]:
    """The postings by which a search filters: they stand in the same index as the words."""
    terms = [f"#type:{type_}", *(f"#tag:{tag}" for tag in tags)]
    terms += [f"#kind:{kind}"] if kind else []
    terms += [f"#entity:{entity_id}"] if entity_id else []
    terms += [f"#pool:{pool}"] if pool else []
    terms += [f"#agent:{agent}"] if agent else []
    return terms


def index_row(text: str, language_code: str, filters: Sequence[str]) -> dict[str, Any]:
    """Terms of one text as columns of index_fresh (bytea as hex text)."""
    return term_columns(analyse.analyse(text, language_code), filters)


def term_columns(analysis: Analysis, filters: Sequence[str]) -> dict[str, Any]:
    """The same of a text that is analysed already."""
    terms = {**analysis.terms, **dict.fromkeys(filters, 0)}
    hashes, frequencies = pack.encode_fresh_terms(terms)
    return {
        "length": analysis.length,
        "terms": list(terms),
        "counts": list(terms.values()),
        "hashes": hex_text(hashes),
        "frequencies": hex_text(frequencies),
    }


def vector_row(vector: np.ndarray, text: str) -> dict[str, Any]:
    """A vector as halfvec text, its int8 code, and the hash of the text it was made of.

    The code is made of what a halfvec keeps, so that it is the same when it is made again from the stored vector.
    """
    vector = vector.astype(np.float16)
    code, scale = formula.quantise(vector)
    return {
        "vector": vector_text(vector),
        "code": hex_text(code.tobytes()),
        "scale": float(scale),
        "text_hash": hex_text(text_hash(text)),
    }


def vector_text(vector: np.ndarray) -> str:
    """A vector in pgvector's text form, with every digit it has."""
    return "[" + ",".join(map(repr, vector.tolist())) + "]"


def text_hash(text: str) -> bytes:
    """Tells whether a stored vector still belongs to its text."""
    return hashlib.sha256(text.encode()).digest()[:16]


def hex_text(data: bytes) -> str:
    """Bytes as PostgreSQL reads them from JSON text."""
    return "\\x" + data.hex()


def passage_rows(draft: Draft) -> list[dict[str, Any]]:
    """The passages of a draft as JSON rows for recall._store and recall._revise."""
    item = draft.item
    filters = filter_terms(item.kind, item.type, draft.tags, draft.entity_id, item.pool, item.agent)
    rows = []
    for passage, analysis in zip(draft.passages, draft.analyses, strict=True):
        row = {
            "ordinal": passage.ordinal,
            "first": passage.first,
            "last": passage.last,
            "language": draft.language,
        }
        row |= term_columns(analysis, filters)
        if draft.vectors is not None:
            row |= draft.vector_rows[passage.ordinal]
        rows.append(row)
    return rows


def row(index: int, draft: Draft) -> dict[str, Any]:
    """A draft as one JSON item for recall._store."""
    item = draft.item
    key = items.dedupe_key(item, draft.entity_id)
    return {
        "index": index, "chosen_id": draft.id, "content": item.content, "kind": item.kind, "type": item.type,
        "dedupe_key": hex_text(key),
        "language": draft.language, "tags": draft.tags, "source": item.source, "reference": item.reference,
        "session_id": draft.session_id, "entity_id": draft.entity_id, "thread": item.thread, "place": item.position,
        "speaker": item.speaker, "role": item.role, "pool": item.pool, "agent": item.agent, "trust": "trusted",
        "valid_from": item.valid_from, "valid_until": item.valid_until, "occurred_at": item.occurred_at,
        "metadata": item.metadata, "importance": item.importance, "density": draft.density,
        "is_queued": draft.is_queued, "passages": passage_rows(draft),
    }  # fmt: skip


def document(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as the jsonb argument of a function."""
    return json.dumps(rows, ensure_ascii=False, allow_nan=False)
