"""recall.check_index: the stored index against what the texts say it should hold."""

from collections.abc import Iterator, Mapping
from typing import Any

from pg_recall_udf import formula
from pg_recall_udf.collection import graph, read, rebuild
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index import pack
from pg_recall_udf.index.check import StoredSegment, compare
from pg_recall_udf.index.compact import Row
from pg_recall_udf.index.source import Fresh
from pg_recall_udf.write import recipe
from pg_recall_udf.write.embedding import Model, active_model

_PAGE = 500
_TEXTS = Statement(
    "select * from recall._passage_text where project_id = $1 and collection = $2 and no > $3 order by no limit $4",
    ("int4", "text", "int8", "int4"),
)
_SEGMENTS = Statement(
    """
    select id, size, total_length, nos, lengths, happened from recall.segment
    where project_id = $1 and collection = $2 order by id
    """,
    ("int4", "text"),
)
_CODES = Statement(
    "select codes, scales from recall.segment_code where project_id = $1 and segment_id = $2 and model_id = $3",
    ("int4", "int8", "int4"),
)
_FRESH_TERMS = Statement(
    """
    select passage_no, terms, counts, hashes, frequencies from recall.index_fresh
    where project_id = $1 and collection = $2
    order by passage_no
    """,
    ("int4", "text"),
)
_IN_GRAPH = Statement(
    """
    select s.id, s.nos
    from recall.segment s
    join recall.segment_code c on c.project_id = s.project_id and c.segment_id = s.id
    where s.project_id = $1 and s.collection = $2 and c.model_id = $3 and c.in_graph
    order by s.id
    """,
    ("int4", "text", "int4"),
)
_TERMS = Statement(
    "select term, docs, frequencies from recall.segment_term where project_id = $1 and segment_id = $2 order by term",
    ("int4", "int8"),
)
_DEAD = Statement(
    "select ordinal from recall.segment_dead where project_id = $1 and segment_id = $2", ("int4", "int8")
)

_EMPTY_FRESH = dict.fromkeys(("nos", "lengths", "times", "counts", "hashes", "freqs", "codes", "scales"), b"")


def check(database: Database, project_id: int) -> list[dict[str, Any]]:
    """Every difference, as {collection, problem, detail}; none when the index is exact."""
    model = active_model(database)
    found = []
    for collection in ("live", "history", "event"):
        expected = _expected(database, project_id, collection, model)
        stored = read.fresh(database, [project_id], collection, (model.id, model.dim) if model else None)
        for difference in compare(
            expected, _segments(database, project_id, collection, model), stored or Fresh(_EMPTY_FRESH.__getitem__),
            ("lengths", "times", "codes", "scales") if model else ("lengths", "times"),
        ):  # fmt: skip
            found.append({
                "collection": collection,
                "problem": difference.what,
                "detail": f"{difference.where}, passage {difference.no}: expected {str(difference.expected)[:200]}, "
                f"found {str(difference.found)[:200]}",
            })  # fmt: skip
        found += _two_forms(database, project_id, collection)
        if model is not None:
            found += _outside_graph(database, project_id, collection, model)
    return found


def _two_forms(database: Database, project_id: int, collection: str) -> Iterator[dict[str, Any]]:
    """Fresh passages whose terms, which a fold reads, are not those of their hashes, which a search reads."""
    for row in database.rows(_FRESH_TERMS, project_id, collection):
        terms = dict(zip(row["terms"], row["counts"], strict=False))
        if pack.encode_fresh_terms(terms) != (row["hashes"], row["frequencies"]):
            yield {
                "collection": collection,
                "problem": "terms",
                "detail": f"fresh, passage {row['passage_no']}: a fold would not keep what a search finds now",
            }


def _outside_graph(
    database: Database, project_id: int, collection: str, model: Model
) -> Iterator[dict[str, Any]]:
    """Vectors that a segment claims to have entered into the graph of its project, and that are not marked."""
    for row in database.rows(_IN_GRAPH, project_id, collection, model.id):
        for no in graph.unmarked(database, project_id, model.id, pack.decode_column("nos", row["nos"]).tolist()):
            yield {
                "collection": collection,
                "problem": "outside graph",
                "detail": f"segment {row['id']}, passage {no}: a search by HNSW does not find it",
            }


def _expected(database: Database, project_id: int, collection: str, model: Model | None) -> Iterator[Row]:
    last = -1
    while page := database.rows(_TEXTS, project_id, collection, last, _PAGE):
        texts = {row["no"]: recipe.passage_text(row["text"], row["entity"]) for row in page}
        vectors = (
            rebuild.stored_vectors(database, project_id, list(texts), model) if collection == "live" else {}
        )
        for row in page:
            columns = rebuild.index_columns(row, texts[row["no"]])
            code, scale = formula.quantise(vectors[row["no"]][0]) if row["no"] in vectors else (None, 0)
            yield Row(
                no=row["no"], length=columns["length"], time=row["happened_us"],
                terms=dict(zip(columns["terms"], columns["counts"], strict=True)),
                code=b"" if code is None else code.tobytes(), scale=float(scale),
            )  # fmt: skip
        last = page[-1]["no"]
        database.pause()


def _segments(
    database: Database, project_id: int, collection: str, model: Model | None
) -> Iterator[StoredSegment]:
    for row in database.rows(_SEGMENTS, project_id, collection):
        columns = {"nos": row["nos"], "lengths": row["lengths"], "times": row["happened"]}
        if model is not None:
            columns |= _codes(database, project_id, row, model)
        yield StoredSegment(
            name=f"segment {row['id']}", size=row["size"], total_length=row["total_length"], columns=columns,
            term_rows=[
                (term["term"], term["docs"], term["frequencies"])
                for term in database.rows(_TERMS, project_id, row["id"])
            ],
            dead=[dead["ordinal"] for dead in database.rows(_DEAD, project_id, row["id"])],
        )  # fmt: skip


def _codes(database: Database, project_id: int, row: Mapping[str, Any], model: Model) -> dict[str, bytes]:
    stored = database.rows(_CODES, project_id, row["id"], model.id)
    if stored:
        return {"codes": stored[0]["codes"], "scales": stored[0]["scales"]}
    return {"codes": bytes(row["size"] * model.dim), "scales": bytes(row["size"] * 4)}
