"""Fills a database with more than 100,000 memories in 5,000 projects: a few thousand go in by recall.ingest, the rest are
copies of those, made by set-based SQL with an index of their own."""

from collections.abc import Sequence

import numpy as np
import psycopg

from pg_recall.benchmark import fill as bulk
from pg_recall.benchmark.synthetic import Source

LARGE, OTHER, GRAPHED, SMALL = "large", "other", "graphed", "small"
SEEDS = 7_000
# Eight segments of one size would be merged by the next compaction.
COPIES = 7
TINY_SEEDS = 3
TINY = 5_000
MODEL = "minilm-int8"

TARGETS = """
create temp table target (n int, project_id int);
create temp table seed_passage (no bigint, memory_id uuid, ordinal bigint);
"""
SEED_PASSAGES = """
insert into seed_passage
select p.no, p.memory_id, row_number() over (order by p.no) - 1
from recall.passage p
where p.project_id = %(source)s and p.collection = 'live'
"""
EVENTS = """
insert into recall.event (project_id, id, thread, position, event_type, content, session_id)
select p.id, md5(p.id || ' event ' || n)::uuid, 'talk ' || n / 100, n %% 100, 'message', 'event ' || n, s.id
from recall.project p
cross join generate_series(0, 19999) as n
join recall.session s on s.project_id = p.id and s.key = 'talk ' || n / 100
where p.name = any (%(names)s);
insert into recall.passage (project_id, collection, event_id)
select e.project_id, 'event', e.id from recall.event e where e.thread like 'talk %%';
"""
SESSIONS = """
insert into recall.session (project_id, id, key)
select p.id, md5(p.id || ' session ' || n)::uuid, 'talk ' || n
from recall.project p cross join generate_series(0, 999) as n where p.name = any (%(names)s)
"""
# Of the memories in sessions and threads, of corrected ones, and of other names.
DETAILS = """
update recall.memory_record m
set session_id = s.id, thread = s.key, position = n.n %% 10
from (
    select project_id, id, row_number() over (partition by project_id order by id) as n
    from recall.memory_record
) as n
join recall.session s on s.project_id = n.project_id and s.key = 'talk ' || n.n / 10
where m.project_id = n.project_id and m.id = n.id and n.n < 10000;
insert into recall.memory_version (project_id, memory_id, version, content, type, tags, valid, known, hlc, node_id)
select project_id, id, 1, content, type, tags, valid, tstzrange('2024-01-01', '2024-02-01'), hlc, node_id
from recall.memory_record m where m.project_id in (select p.id from recall.project p where p.name = any (%(names)s))
    and get_byte(uuid_send(id), 15) < 50
on conflict do nothing;
insert into recall.entity_alias (project_id, alias_key, alias, entity_id)
select project_id, name_key || ' alias', name || ' alias', id from recall.entity
on conflict do nothing;
insert into recall.job (project_id, kind, target_id, due_at)
select project_id, 'embed', id, now() + interval '1 year' from recall.memory_record m
where m.project_id in (select p.id from recall.project p where p.name = any (%(names)s)) and get_byte(uuid_send(id), 15) > 250;
insert into recall.tombstone (project_id, table_name, row_id, hlc, node_id)
select project_id, 'memory_record', gen_random_uuid(), hlc, node_id from recall.memory_record where get_byte(uuid_send(id), 15) > 250;
"""


def fill(owner: psycopg.Connection, local: psycopg.Connection) -> None:
    """Two projects of 49,000 memories, one of 7,000 with a graph, one of 300, and 5,000 of three; statistics gathered."""
    source = Source(384)
    for name in (LARGE, OTHER, GRAPHED, SMALL, "tiny 0"):
        local.execute("select recall.create_project(%s)", [name])
    local.execute("select recall.set_setting('index.fresh_limit', '10000')")  # one segment each
    for name, count, first in ((LARGE, SEEDS, 0), (SMALL, 300, SEEDS), ("tiny 0", TINY_SEEDS, SEEDS + 300)):
        bulk.fill(local, name, source.memories(count, first), MODEL, lambda *_: None, count)
        local.execute("select recall.compact(%s)", [name])
    local.execute("select recall.set_setting('index.fresh_limit', null)")
    owner.execute("set session_replication_role = replica")  # the copies are whole: no key has to be looked up
    owner.execute(TARGETS)
    owner.execute(
        """
        insert into recall.project (name, name_key)
        select n, n from (select 'tiny ' || i as n from generate_series(1, %s) as i) as names
        """,
        [TINY - 1],
    )
    large, other, graphed = (_project(owner, name) for name in (LARGE, OTHER, GRAPHED))
    _copy(owner, large, [large] * (COPIES - 1) + [other] * COPIES + [graphed])
    owner.execute("insert into recall.index_complete (project_id) select id from recall.project on conflict do nothing")
    tiny = [id for (id,) in owner.execute("select id from recall.project where name like 'tiny %' order by id")]
    _copy(owner, tiny[0], tiny[1:])
    owner.execute("analyze")
    _touch(local)
    names = {"names": [LARGE, OTHER]}
    for statements in (SESSIONS, EVENTS, DETAILS):
        for statement in statements.strip().rstrip(";").split(";\n"):
            owner.execute(statement, names)
    owner.execute("set session_replication_role = origin")
    local.execute("select recall.set_setting('search.exact_vectors', '5000', %s)", [GRAPHED])
    local.execute("select recall.index_vectors(%s)", [GRAPHED])
    owner.execute("vacuum analyze")


def _project(owner: psycopg.Connection, name: str) -> int:
    return owner.execute("select id from recall.project where name = %s", [name]).fetchone()[0]


def _copy(owner: psycopg.Connection, source: int, targets: Sequence[int]) -> None:
    """One copy of a project's live memories for each target, with one segment; ids are made of the old ones."""
    owner.execute("truncate target, seed_passage")
    owner.execute(SEED_PASSAGES, {"source": source})
    with owner.cursor().copy("copy target (n, project_id) from stdin") as copy:
        for row in enumerate(targets):
            copy.write_row(row)
    size, last = owner.execute("select count(*), (select max(no) from recall.passage) from seed_passage").fetchone()
    first = last + 1
    new = {"id": "md5(s.{} || ' ' || t.n)::uuid", "no": f"{first} + t.n * {size} + p.ordinal"}
    memory_id = new["id"].format("memory_id")
    by_memory, by_passage = "s.memory_id = p.memory_id", "s.passage_no = p.no"
    key = "sha256(s.dedupe_key || int4send(t.n))"
    copies: list[tuple[str, str, dict[str, str]]] = [
        ("memory_record", "s.id = p.memory_id", {"id": new["id"].format("id"), "dedupe_key": key}),
        ("memory_state", by_memory, {"memory_id": memory_id}),
        ("memory_entity", by_memory, {"memory_id": memory_id}),
        ("passage", "s.no = p.no", {"no": new["no"], "memory_id": memory_id}),
        ("embedding_1", by_passage, {"passage_no": new["no"], "in_graph": "false"}),
    ]
    for table, joined, replaced in copies:
        _insert(owner, table, source, f"join seed_passage p on {joined}", replaced)
    for table in ("entity", "index_language"):
        _insert(owner, table, source, "", {}, "on conflict do nothing")
    owner.execute("select setval('recall.passage_no_seq', (select max(no) from recall.passage))")
    _copy_segment(owner, source, targets, first, size)


def _insert(
    owner: psycopg.Connection, table: str, source: int, joined: str, replaced: dict[str, str], conflict: str = ""
) -> None:
    """Rows of the source, once for each target, with these columns replaced."""
    columns = [
        name
        for (name,) in owner.execute(
            """
            select attname from pg_attribute
            where attrelid = %s::regclass and attnum > 0 and attgenerated = '' and not attisdropped
            """,
            [f"recall.{table}"],
        )
    ]
    values = [replaced.get(name, "t.project_id" if name == "project_id" else f"s.{name}") for name in columns]
    owner.execute(
        f"""
        insert into recall.{table} ({", ".join(columns)}) overriding system value
        select {", ".join(values)} from recall.{table} s {joined} cross join target t
        where s.project_id = {source} {conflict}
        """
    )


def _copy_segment(owner: psycopg.Connection, source: int, targets: Sequence[int], first: int, size: int) -> None:
    (old, old_size), *more = owner.execute(
        "select id, size from recall.segment where project_id = %s and collection = 'live'", [source]
    ).fetchall()
    assert (old_size, more) == (size, [])
    owner.execute("create temp table if not exists segment_copy (n int, id bigint, nos bytea); truncate segment_copy")
    (last,) = owner.execute("select max(id) from recall.segment").fetchone()
    with owner.cursor().copy("copy segment_copy from stdin") as copy:
        for n in range(len(targets)):
            start = first + n * size
            copy.write_row((n, last + 1 + n, np.arange(start, start + size, dtype="<i8").tobytes()))
    joined = "join target t using (n) cross join recall."
    owner.execute(
        f"""
        insert into recall.segment (
            project_id, id, collection, size, total_length, first_no, last_no, nos, lengths, happened
        )
        overriding system value
        select t.project_id, c.id, 'live', s.size, s.total_length, {first} + n * s.size,
            {first} + (n + 1) * s.size - 1, c.nos, s.lengths, s.happened
        from segment_copy c {joined}segment s where s.id = {old};
        insert into recall.segment_term (project_id, term, segment_id, docs, frequencies)
        select t.project_id, s.term, c.id, s.docs, s.frequencies
        from segment_copy c {joined}segment_term s where s.project_id = {source} and s.segment_id = {old};
        insert into recall.segment_code (project_id, segment_id, model_id, codes, scales, in_graph)
        select t.project_id, c.id, s.model_id, s.codes, s.scales, false
        from segment_copy c {joined}segment_code s where s.project_id = {source} and s.segment_id = {old};
        select setval('recall.segment_id_seq', (select max(id) from recall.segment));
        """
    )


def _touch(local: psycopg.Connection) -> None:
    """What only the functions make: a history, a searchable log, dead entries and fresh rows."""
    for project in (LARGE, OTHER):
        rows = local.execute(
            "select id, content from recall.list(max_results => 20, project => %s)", [project]
        ).fetchall()
        for n, (id, content) in enumerate(rows):
            text = f"{content} corrected {n}"  # a copy may be among them, and two may not say the same
            local.execute("select recall.correct(%s::text, %s, project => %s)", [id, text, project])
            local.execute("select recall.log_event('message', %s, thread => 'log', project => %s)", [content, project])
