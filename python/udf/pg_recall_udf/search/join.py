"""The final join: passages to what a caller sees, always under the caller's own row security."""

from collections.abc import Mapping, Sequence
from typing import Any

from pg_recall_udf.door import Database, Statement

# "offset 0", outer joins, and a condition that leaves them so, keep the planner to it: each table is looked up for a
# wanted passage. One without statistics, as after a load, seems to have one visible row, and would be read first.
_MEMORY = Statement(
    """
    select
        p.no, m.id, m.kind, m.type, e.name as entity, pr.name as project, m.tags, st.importance, m.source, m.speaker,
        s.key as session, m.thread, m.position, m.occurred_at, m.created_at, m.metadata, m.version,
        case when p.span is null then m.content
            else substring(m.content from lower(p.span) + 1 for upper(p.span) - lower(p.span)) end as content,
        case when p.span is not null then jsonb_build_object(
            'ordinal', p.ordinal, 'first', lower(p.span), 'last', upper(p.span)
        ) end as passage
    from unnest($2) as wanted (no)
    cross join lateral (select * from recall.passage p where p.project_id = any ($1) and p.no = wanted.no offset 0) p
    left join recall.memory_record m on m.project_id = p.project_id and m.id = p.memory_id
    left join recall.memory_state st on st.project_id = m.project_id and st.memory_id = m.id
    left join recall.project pr on pr.id = m.project_id
    left join recall.session s on s.project_id = m.project_id and s.id = m.session_id
    left join recall.memory_entity me on me.project_id = m.project_id and me.memory_id = m.id and me.role = 'subject'
    left join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
    where coalesce(p.collection = 'live' and m.status = 'live' and m.trust = 'trusted', false)
    """,
    ("int4[]", "int8[]"),
)
_HISTORY = Statement(
    """
    select
        p.no, m.id, m.kind, v.type, e.name as entity, pr.name as project, v.tags, st.importance, m.source, m.speaker,
        s.key as session, m.thread, m.position, m.occurred_at, m.created_at, m.metadata, v.version,
        case when p.span is null then v.content
            else substring(v.content from lower(p.span) + 1 for upper(p.span) - lower(p.span)) end as content,
        jsonb_build_object('ordinal', p.ordinal, 'known', v.known, 'is_current', false) as passage
    from unnest($2) as wanted (no)
    cross join lateral (select * from recall.passage p where p.project_id = any ($1) and p.no = wanted.no offset 0) p
    left join recall.memory_version v
        on v.project_id = p.project_id and v.memory_id = p.memory_id and v.version = p.version
    left join recall.memory_record m on m.project_id = p.project_id and m.id = p.memory_id
    left join recall.memory_state st on st.project_id = m.project_id and st.memory_id = m.id
    left join recall.project pr on pr.id = m.project_id
    left join recall.session s on s.project_id = m.project_id and s.id = m.session_id
    left join recall.memory_entity me on me.project_id = m.project_id and me.memory_id = m.id and me.role = 'subject'
    left join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
    where coalesce(p.collection = 'history' and v.version = p.version and m.trust = 'trusted', false)
    """,
    ("int4[]", "int8[]"),
)
_EVENT = Statement(
    """
    select
        p.no, ev.id, 'event' as kind, ev.event_type as type, null::text as entity, pr.name as project,
        '{}'::text[] as tags, null::float8 as importance, ev.role as source, ev.speaker, s.key as session, ev.thread,
        ev.position, ev.occurred_at, ev.created_at, ev.metadata, 1 as version, ev.content, null::jsonb as passage
    from unnest($2) as wanted (no)
    cross join lateral (select * from recall.passage p where p.project_id = any ($1) and p.no = wanted.no offset 0) p
    left join recall.event ev on ev.project_id = p.project_id and ev.id = p.event_id
    left join recall.project pr on pr.id = ev.project_id
    left join recall.session s on s.project_id = ev.project_id and s.id = ev.session_id
    where coalesce(p.collection = 'event' and ev.id = p.event_id, false)
    """,
    ("int4[]", "int8[]"),
)
_ENTITY = Statement(
    """
    select
        e.id, 'entity' as kind, e.type, e.name as content, e.name as entity, pr.name as project, '{}'::text[] as tags,
        e.importance, null::text as source, null::text as speaker, null::text as session, null::text as thread,
        null::int as position, null::timestamptz as occurred_at, e.created_at, e.metadata
    from unnest($2) as wanted (id)
    join recall.entity e on e.project_id = any ($1) and e.id = wanted.id
    join recall.project pr on pr.id = e.project_id
    """,
    ("int4[]", "uuid[]"),
)
_STATEMENTS = {"live": _MEMORY, "history": _HISTORY, "event": _EVENT}


def passages(
    database: Database, project_ids: list[int], collection: str, nos: Sequence[int]
) -> dict[int, Mapping[str, Any]]:
    """The row behind each passage that the caller may see."""
    if not nos:
        return {}
    return {row["no"]: row for row in database.rows(_STATEMENTS[collection], project_ids, list(nos))}


def entities(database: Database, project_ids: list[int], ids: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The row behind each entity that the caller may see."""
    if not ids:
        return {}
    return {row["id"]: row for row in database.rows(_ENTITY, project_ids, list(ids))}
