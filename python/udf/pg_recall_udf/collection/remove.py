"""Taking passages out of the index: a fresh row is deleted, an entry of a segment is marked dead."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from pg_recall_udf.collection.cache import COLUMNS
from pg_recall_udf.door import Database, Statement
from pg_recall_udf.index import pack
from pg_recall_udf.index.pack import DamagedIndex

_HOLD = Statement("select recall._hold_index($1)", ("int4",))
_FRESH = Statement(
    "delete from recall.index_fresh where project_id = $1 and passage_no = any ($2) returning passage_no",
    ("int4", "int8[]"),
)
# The lock keeps a merge from dropping a segment between the look and the mark.
_SEGMENTS = Statement(
    """
    select tableoid::bigint as relation, id, size from recall.segment
    where project_id = $1 and first_no <= $3 and last_no >= $2
    order by id
    for key share
    """,
    ("int4", "int8", "int8"),
)
_NOS = Statement("select nos from recall.segment where project_id = $1 and id = $2", ("int4", "int8"))
_MARK = Statement(
    """
    insert into recall.segment_dead (project_id, segment_id, ordinal)
    select $1, $2, o from unnest($3) as o
    on conflict on constraint segment_dead_pkey do nothing
    returning ordinal
    """,
    ("int4", "int8", "int4[]"),
)

# A fold or a merge that commits while this waits replaces what it saw; the next look sees the new place.
_TRIES = 3
_CACHE_BYTES = 8 << 20


def remove(database: Database, project_id: int, nos: Sequence[int] | None) -> None:
    """Passages leave the index in this transaction. One that is not indexed is passed over.

    Raises: RC018 when a segment's numbers are not as they were written.
    """
    left = set(nos or ())
    if not left:
        return
    database.rows(_HOLD, project_id)
    for _ in range(_TRIES):
        left -= {row["passage_no"] for row in database.rows(_FRESH, project_id, sorted(left))}
        if left:
            left -= _mark(database, project_id, np.array(sorted(left), dtype=np.int64))
        if not left:
            return


def _mark(database: Database, project_id: int, nos: np.ndarray) -> set[int]:
    marked: set[int] = set()
    for row in database.rows(_SEGMENTS, project_id, int(nos[0]), int(nos[-1])):
        segment_id = row["id"]
        load = partial(database.value, _NOS, project_id, segment_id)
        data = COLUMNS.get((row["relation"], project_id, segment_id, "nos"), _CACHE_BYTES, load)
        own = pack.decode_column("nos", data, row["size"])
        if not len(own) or not (own[1:] > own[:-1]).all():
            raise DamagedIndex(f"segment {segment_id} is empty or not in order")
        at = np.searchsorted(own, nos)
        at[at == len(own)] = 0
        hits = np.flatnonzero(own[at] == nos)
        if len(hits):
            done = database.rows(_MARK, project_id, segment_id, at[hits].tolist())
            marked.update(int(own[row["ordinal"]]) for row in done)
    return marked
