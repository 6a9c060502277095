-- Reading memories without ranking.

create or replace function recall.get(id text, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
#variable_conflict use_variable
declare
    _project int := recall._enter(get.project);
    _id uuid := recall._uuid(get.id, 'id');
    _memory jsonb;
begin
    select to_jsonb(v) into _memory
    from recall.memory v
    where v.project_id = _project and v.id = _id;
    if _memory is null then
        raise exception 'there is no memory %', coalesce(_id::text, 'null')
            using errcode = 'RC007', hint = 'Ids come from remember, search and list; it may have been forgotten.';
    end if;
    return _memory || jsonb_build_object(
        'previous_versions', coalesce((
            select jsonb_agg(
                jsonb_build_object('version', v.version, 'content', v.content, 'known', v.known, 'reason', v.reason)
                order by v.version desc
            )
            from recall.memory_version v where v.project_id = _project and v.memory_id = _id
        ), '[]'),
        'entities', coalesce((
            select jsonb_agg(jsonb_build_object('name', e.name, 'role', me.role) order by me.role, e.name_key)
            from recall.memory_entity me
            join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
            where me.project_id = _project and me.memory_id = _id
        ), '[]'),
        'links', coalesce((
            select jsonb_agg(jsonb_build_object('kind', l.kind, 'from', l.from_id, 'to', l.to_id) order by l.created_at)
            from recall.memory_link l where l.project_id = _project and _id in (l.from_id, l.to_id)
        ), '[]'),
        'passages', (
            select count(*) from recall.passage p
            where p.project_id = _project and p.memory_id = _id and p.collection = 'live'
        ),
        'is_embedding_queued', exists (
            select from recall.job j where j.project_id = _project and j.kind = 'embed' and j.target_id = _id
        )
    );
end
$$;

comment on function recall.get(text, text) is 'One memory with its versions, entities and links.';

create or replace function recall._list_tags(project_id int, kind text, type text, tags text[])
returns text[]
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
as $python$
import json

from pg_recall_udf import door
from pg_recall_udf.search import request


def run(database, project_id):
    settings = database.value(door.Statement("select recall._settings($1)", ("int4",)), project_id)
    return request.list_tags(kind, type, tags, json.loads(settings))


return door.rows(plpy, run, project_id)
$python$;

comment on function recall._list_tags(int, text, text, text[]) is
'The tags of a filter as they are stored; refuses an unknown kind or type (RC004), as search does.';

create or replace function recall.list(
    kind text default null,
    type text default null,
    tags text[] default null,
    entity text default null,
    session text default null,
    after timestamptz default null,
    before timestamptz default null,
    max_results bigint default 20,
    "offset" bigint default 0,
    project text default null,
    include_shared boolean default false
)
returns setof recall.memory
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
-- Planned for the filters that are given: one plan for all of them could use the index of none.
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    _project int := recall._enter(list.project, coalesce(list.include_shared, false));
    _scope int[] := recall._scope();
    _limit bigint := least(greatest(coalesce(list.max_results, 20), 1), 1000);
    _offset bigint := least(greatest(coalesce(list."offset", 0), 0), 9223372036854775807 - 1000);
    _entities uuid[] := array(select recall._entity_id(s.id, list.entity) from unnest(_scope) as s (id));
    _sessions uuid[] := array(
        select s.id from recall.session s where s.project_id = any (_scope) and s.key = list.session
    );
    _tags text[];
begin
    if coalesce(list.kind, list.type) is not null or list.tags is not null then
        _tags := recall._list_tags(_project, list.kind, list.type, list.tags);
    end if;
    return query
        select v.*
        from (
            select m.project_id, m.id
            from unnest(_scope) as s (id)
            -- One project at a time is read in the order of its index.
            cross join lateral (
                select m.project_id, m.id, m.created_at
                from recall.memory_record m
                where m.project_id = s.id and m.status = 'live' and m.trust = 'trusted'
                    and (list.kind is null or m.kind = list.kind)
                    and (list.type is null or m.type = list.type)
                    and (_tags is null or m.tags @> _tags)
                    and (m.expires_at is null or m.expires_at > now())
                    and (list.after is null or coalesce(m.occurred_at, m.created_at) >= list.after)
                    and (list.before is null or coalesce(m.occurred_at, m.created_at) < list.before)
                    and (list.session is null or m.session_id = any (_sessions))
                    and (list.entity is null or exists (
                        select from recall.memory_entity me
                        where me.project_id = m.project_id and me.memory_id = m.id
                            and me.entity_id = any (_entities)
                    ))
                order by m.created_at desc, m.id desc
                limit _limit + _offset
            ) as m
            order by m.created_at desc, m.id desc
            limit _limit
            offset _offset
        ) as page
        join recall.memory v on v.project_id = page.project_id and v.id = page.id
        order by v.created_at desc, v.id desc;
end
$$;

comment on function recall.list(text, text, text[], text, text, timestamptz, timestamptz, bigint, bigint, text, boolean) is
'Memories that are valid now by filter, newest first. Kinds, types and tags are checked as in search.';

create or replace function recall.timeline(
    entity text default null,
    session text default null,
    thread text default null,
    after timestamptz default null,
    before timestamptz default null,
    max_results bigint default 100,
    project text default null
)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    _project int := recall._enter(timeline.project);
    _limit bigint := least(greatest(coalesce(timeline.max_results, 100), 1), 1000);
    _entity uuid := case when timeline.entity is not null then recall._known_entity_id(_project, timeline.entity) end;
begin
    return (
        with moment as (
            select coalesce(m.occurred_at, m.created_at) as at, m.id, false as is_event
            from recall.memory_record m
            left join recall.session s on s.project_id = m.project_id and s.id = m.session_id
            where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
                and (timeline.session is null or s.key = timeline.session)
                and (timeline.thread is null or m.thread = timeline.thread)
                and (_entity is null or exists (
                    select from recall.memory_entity me
                    where me.project_id = _project and me.memory_id = m.id and me.entity_id = _entity
                ))
            union all
            select coalesce(e.occurred_at, e.created_at), e.id, true
            from recall.event e
            left join recall.session s on s.project_id = e.project_id and s.id = e.session_id
            where e.project_id = _project and _entity is null
                and (timeline.session is null or s.key = timeline.session)
                and (timeline.thread is null or e.thread = timeline.thread)
        ),
        newest as (
            select m.* from moment m
            where (timeline.after is null or m.at >= timeline.after) and (timeline.before is null or m.at < timeline.before)
            order by m.at desc, m.id desc
            limit _limit
        ),
        told as (
            select
                n.at, n.id,
                jsonb_build_object(
                    'kind', m.kind, 'id', m.id, 'type', m.type, 'content', m.content, 'speaker', m.speaker,
                    'thread', m.thread, 'position', m.position, 'version', m.version,
                    'previous_versions', (
                        select jsonb_agg(
                            jsonb_build_object('version', v.version, 'content', v.content, 'known', v.known) order by v.version desc
                        )
                        from recall.memory_version v where v.project_id = m.project_id and v.memory_id = m.id
                    )
                ) as entry
            from newest n
            join recall.memory_record m on m.project_id = _project and m.id = n.id
            where not n.is_event
            union all
            select
                n.at, n.id,
                jsonb_build_object(
                    'kind', 'event', 'id', e.id, 'type', e.event_type, 'content', e.content, 'speaker', e.speaker,
                    'role', e.role, 'thread', e.thread, 'position', e.position
                )
            from newest n
            join recall.event e on e.project_id = _project and e.id = n.id
            where n.is_event
        )
        select coalesce(
            jsonb_agg(jsonb_build_object('at', t.at) || jsonb_strip_nulls(t.entry) order by t.at, t.id), '[]'
        )
        from told t
    );
end
$$;

comment on function recall.timeline(text, text, text, timestamptz, timestamptz, bigint, text) is
'What was remembered and logged, oldest first, with earlier versions; the newest max_results entries.';
