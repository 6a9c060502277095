"""From the arms to one order: each arm names candidates, every arm scores every candidate, then they are joined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.collection import read as collections
from pg_recall_udf.collection.read import Collection
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.embed import provider
from pg_recall_udf.embed.preset import preset
from pg_recall_udf.embed.provider import Ticket
from pg_recall_udf.errors import RecallError
from pg_recall_udf.index import filter as filters
from pg_recall_udf.index.filter import Filter, Range
from pg_recall_udf.index.lexical import Query
from pg_recall_udf.rank import fuse
from pg_recall_udf.rank.fuse import Hit
from pg_recall_udf.search import entity, names, question, vector
from pg_recall_udf.search.names import NamedEntity
from pg_recall_udf.search.question import Question
from pg_recall_udf.search.request import Request
from pg_recall_udf.write.embedding import Model, active_model

Pairs = list[tuple[int, float]]

_IS_INCOMPLETE = Statement(
    """
    select exists (
        select from unnest($1) as p (id)
        where not exists (select from recall.index_complete c where c.project_id = p.id)
            and exists (select from recall.passage s where s.project_id = p.id and s.collection = $2)
    )
    """,
    ("int4[]", "text"),
)
# Looked up by the column's own index, project by project.
_EXPIRED = Statement(
    """
    select p.no
    from unnest($1) as scope (id)
    cross join lateral (
        select m.id from recall.memory_record m
        where m.project_id = scope.id and m.expires_at <= now()
        offset 0
    ) m
    cross join lateral (
        select p.no from recall.passage p
        where p.project_id = scope.id and p.memory_id = m.id and p.collection = 'live'
        offset 0
    ) p
    """,
    ("int4[]",),
)
_INCOMPLETE = "the index lacks passages, as after a restore: select recall.rebuild_index()"
_NO_MODEL = "no embedding model was added: select recall.add_model('minilm-int8')"


@dataclass(slots=True)
class Ranking:
    """Passages in order; `degraded` names every arm that should have taken part and did not, with the reason."""

    hits: list[Hit] = field(default_factory=list)
    degraded: dict[str, str] = field(default_factory=dict)
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the arms need to score any passage."""

    collection: Collection
    words: Query
    named: Sequence[NamedEntity]
    vector: np.ndarray | None
    model: Model | None


def rank(
    database: Database,
    project_ids: list[int],
    request: Request,
    entity_ids: Sequence[str],
    settings: Mapping[str, Any],
) -> Ranking:
    """All candidates of a request in fused order. entity_ids: the entity filter, resolved."""
    answer = Ranking()
    asked = question.read(database, project_ids, request.query)
    if not asked.words:
        answer.reason = (
            "the query is empty" if not request.query.strip() else "the query holds no word to search by"
        )
        return answer
    # Only live passages are embedded; in the history and the log the words decide.
    arms = [arm for arm in request.arms if arm != "vector" or request.collection == "live"]
    model = active_model(database) if "vector" in arms else None
    ticket = None
    if "vector" in arms and model is None:
        answer.degraded["vector"] = _NO_MODEL
    elif model is not None:
        ticket = provider.start([request.query], "query", model.name, settings)
    # While the embedder works, the words are looked up.
    named = (
        names.named(database, project_ids, request.query, settings["search.name_similarity"])
        if "names" in arms
        else []
    )
    condition = _condition(request, entity_ids, _expired(database, project_ids, request))
    terms = [*asked.terms, *map(entity.term, named), *(term for group in condition.groups for term in group)]
    collection = collections.load(
        database, project_ids, request.collection, terms, (model.id, model.dim) if model else None, settings
    )
    masks = [filters.allowed(source, condition) for source in collection.sources]
    limit = max(settings["search.candidates"], request.limit)
    words = question.query(collection, asked, settings)
    pools: dict[str, Pairs] = {}
    if "bm25" in arms:
        pools["bm25"] = words.best(limit, masks).pairs()
    if named:
        pools["names"] = entity.passages(collection, named, masks, limit)
    meaning = _finish(database, ticket, answer)
    if meaning is not None and model is not None:
        pools["vector"] = vector.arm(database, collection, model, meaning, masks, limit, settings)
        if waiting := vector.waiting(collection):
            answer.degraded["vector"] = (
                f"{waiting} of {collection.living} passages wait for their vectors: call recall.maintain('embed')"
            )
    if database.value(_IS_INCOMPLETE, project_ids, request.collection):
        answer.degraded |= dict.fromkeys(arms, _INCOMPLETE)
    evidence = _Evidence(collection, words, named, meaning, model)
    if request.fusion == "rrf":
        weights = formula.routed_weights(formula.entropy([terms[0] for terms in asked.words]))
        answer.hits = fuse.rrf(pools, weights, settings["search.rrf_k"])
    else:
        scored, unknown = _scored(database, pools, evidence)
        trust = _trust(asked, model, settings)
        answer.hits = fuse.score_aware(scored, settings["search.weights"], trust, unknown)
    return answer


def _expired(database: Database, project_ids: list[int], request: Request) -> np.ndarray | None:
    """Passages of what was true only until some time ago; None when there are none, as mostly."""
    if request.collection != "live":
        return None
    nos = [row["no"] for row in database.rows(_EXPIRED, project_ids)]
    return np.array(nos, dtype=np.int64) if nos else None


def _condition(request: Request, entity_ids: Sequence[str], expired: np.ndarray | None) -> Filter:
    groups = [[f"#tag:{tag}"] for tag in request.tags]
    groups += [[f"#type:{type_}" for type_ in request.types]] if request.types else []
    groups += [[f"#kind:{kind}" for kind in request.kinds]] if request.kinds else []
    groups += [[f"#pool:{pool}" for pool in request.pools]] if request.pools else []
    groups += [[f"#agent:{request.agent}"]] if request.agent else []
    groups += [[f"#entity:{entity_id}" for entity_id in entity_ids]] if request.entity else []
    bounded = request.after_us is not None or request.before_us is not None
    return Filter(
        groups=groups,
        ranges=[Range("times", request.after_us, request.before_us)] if bounded else [],
        without=expired,
    )


def _finish(database: Database, ticket: Ticket | None, answer: Ranking) -> np.ndarray | None:
    if ticket is None:
        return None
    try:
        return ticket.finish(database.pause).vectors[0]
    except RecallError as error:
        if error.sqlstate not in ("RC010", "RC011", "RC012"):
            raise
        answer.degraded["vector"] = error.reason
        return None


def _scored(
    database: Database, pools: Mapping[str, Pairs], evidence: _Evidence
) -> tuple[dict[str, Pairs], dict[str, list[int]]]:
    """Every candidate of any arm with its score in each arm that takes part, best first; and, by arm, the candidates
    of which it can say nothing.

    Fused by place or with gaps counted as nothing, a weak arm would drag a strong one down.
    """
    union = sorted({no for pairs in pools.values() for no, _ in pairs})
    scores: dict[str, Mapping[int, float]] = {}
    unknown: dict[str, list[int]] = {}
    if "bm25" in pools:
        scores["bm25"] = dict(
            zip(union, evidence.words.of(np.array(union, dtype=np.int64)).tolist(), strict=True)
        )
    if "vector" in pools and evidence.vector is not None and evidence.model is not None:
        known = dict(pools["vector"])
        others = [no for no in union if no not in known]
        scores["vector"] = known | vector.cosines_of(
            database, evidence.collection, evidence.model, evidence.vector, others
        )
        unknown["vector"] = [no for no in others if no not in scores["vector"]]
    if "names" in pools:
        scores["names"] = dict.fromkeys(union, 0.0) | entity.scores_of(evidence.collection, evidence.named, union)
    return {name: sorted(own.items(), key=lambda pair: (-pair[1], pair[0])) for name, own in scores.items()}, unknown


def _trust(asked: Question, model: Model | None, settings: Mapping[str, Any]) -> dict[str, float]:
    """Outside the languages that the embedder was trained on, its arm keeps only a share of its weight."""
    if model is None or asked.language.code in ("und", *preset(model.name).languages):
        return {}
    return {"vector": settings["search.foreign_vector_trust"]}
