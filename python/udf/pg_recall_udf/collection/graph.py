"""The HNSW graph of a large project: what is in it, and what upkeep has not entered yet (recall._extend_graph)."""

from collections.abc import Sequence

from pg_recall_udf.door import Database, Statement

_EXISTS = Statement("select to_regclass('recall.' || recall._graph_name($1, $2)) is not null", ("int4", "int4"))
_OUTSIDE = Statement(
    "select segment_id from recall.segment_code where project_id = any ($1) and model_id = $2 and not in_graph",
    ("int4[]", "int4"),
)


def exists(database: Database, project_ids: Sequence[int], model_id: int) -> bool:
    """Whether each of these projects has a graph."""
    return all(database.value(_EXISTS, model_id, project_id) for project_id in project_ids)


def outside(database: Database, project_ids: list[int], model_id: int) -> set[int]:
    """Segments with vectors that no graph holds. Fresh passages are never counted on to be in one."""
    return {row["segment_id"] for row in database.rows(_OUTSIDE, project_ids, model_id)}


def is_marked(database: Database, project_id: int, model_id: int, nos: Sequence[int]) -> bool:
    """Whether every live vector of these passages is marked for the graph."""
    return not unmarked(database, project_id, model_id, nos)


def unmarked(database: Database, project_id: int, model_id: int, nos: Sequence[int]) -> list[int]:
    """Those of these passages whose live vector is not marked for the graph."""
    rows = database.rows(_unmarked(model_id), project_id, list(nos))
    return [row["passage_no"] for row in rows]


def _unmarked(model_id: int) -> Statement:
    return Statement(
        f"""
        select e.passage_no
        from unnest($2) as wanted (no)
        join recall.embedding_{model_id:d} e on e.project_id = $1 and e.passage_no = wanted.no
        where e.collection = 'live' and not e.in_graph
        order by e.passage_no
        """,
        ("int4", "int8[]"),
    )
