-- What the tools read besides the public functions. All are STABLE and see one project.

-- _tool_place: whose memory a call is about. The open session counts only when it was opened by name: a key that
-- merely came along with a memory chooses nothing.
create or replace function recall._tool_place(argument text default null, session text default null, fallback text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _session jsonb;
    _name text;
    _known text;
begin
    if _tool_place.session is not null then
        perform set_config('recall.scope', coalesce((select array_agg(p.id) from recall.project p), '{}')::text, true);
        select recall._session_json(s.project_id, s.id) || jsonb_build_object('project', p.name) into _session
        from recall.session s
        join recall.project p on p.id = s.project_id
        where s.key = _tool_place.session and s.ended_at is null and s.name is not null
        order by s.started_at desc, s.id desc
        limit 1;
    end if;
    _name := coalesce(nullif(btrim(_tool_place.argument), ''), _session ->> 'project', _tool_place.fallback);
    select p.name into _known from recall.project p where p.name_key = recall.name_key(_name);
    return jsonb_build_object('project', coalesce(_known, _name), 'exists', _known is not null, 'session', _session);
end
$$;

comment on function recall._tool_place(text, text, text) is
'The project of a tool call (argument, else open session, else fallback), whether it exists, and the open session.';

create or replace function recall._tool_entity(name text, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    return recall._entity_get(recall._enter(_tool_entity.project), _tool_entity.name);
end
$$;

comment on function recall._tool_entity(text, text) is 'recall.entity(''get'', …) for those who only read.';

create or replace function recall._tool_traverse(start_entity text, max_depth int default 3, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    return recall._traverse(recall._enter(_tool_traverse.project), _tool_traverse.start_entity, _tool_traverse.max_depth);
end
$$;

comment on function recall._tool_traverse(text, int, text) is 'recall.relate(''traverse'', …) for those who only read.';

create or replace function recall._tool_neighbours(names text[], max_results bigint default 5, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(_tool_neighbours.project);
begin
    return (
        select coalesce(jsonb_object_agg(n.name, near.list), '{}')
        from unnest(_tool_neighbours.names) as n (name)
        cross join lateral (select recall._entity_id(_project, n.name) as id) as e
        cross join lateral (
            select jsonb_agg(
                jsonb_build_object('name', r.name, 'relation', r.type, 'importance', r.importance) order by r.strength desc, r.name_key
            ) as list
            from (
                select other.name, other.name_key, other.importance, rel.type, rel.strength
                from recall.relation rel
                join recall.entity other
                    on other.project_id = rel.project_id
                    and other.id = case when rel.from_id = e.id then rel.to_id else rel.from_id end
                where rel.project_id = _project and e.id in (rel.from_id, rel.to_id)
                order by rel.strength desc, other.name_key, rel.type
                limit _tool_neighbours.max_results
            ) as r
        ) as near
        where near.list is not null
    );
end
$$;

comment on function recall._tool_neighbours(text[], bigint, text) is
'The strongest neighbours of each entity named, as {name: [{name, relation, importance}]}.';

create or replace function recall._tool_counts(project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(_tool_counts.project);
begin
    return (
        select jsonb_build_object(
            'memories', count(*),
            'observations', count(*) filter (where m.kind not in ('episode', 'error')),
            'episodes', count(*) filter (where m.kind = 'episode'),
            'errors', count(*) filter (where m.kind = 'error'),
            'pending', count(*) filter (where m.metadata -> 'capture' ->> 'state' = 'pending')
        )
        from recall.memory_record m
        where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
    ) || jsonb_build_object(
        'entities', (select count(*) from recall.entity e where e.project_id = _project),
        'relations', (select count(*) from recall.relation r where r.project_id = _project),
        'sessions', (select count(*) from recall.session s where s.project_id = _project),
        'events', (select count(*) from recall.event e where e.project_id = _project),
        'event_bytes', (select coalesce(sum(octet_length(e.content)), 0) from recall.event e where e.project_id = _project)
    );
end
$$;

comment on function recall._tool_counts(text) is 'How many memories, entities, relations, sessions and events a project holds.';

create or replace function recall._tool_schemas(project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(_tool_schemas.project);
begin
    return (
        with known as (
            select m.type, m.tags, m.metadata -> 'capture' ->> 'domain' as domain
            from recall.memory_record m
            where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
        ),
        domain as (
            select k.domain as name, count(*) as facts from known k where k.domain is not null
            group by k.domain order by facts desc, name limit 200
        ),
        tag as (
            select t.name, count(*) as facts from known k cross join lateral unnest(k.tags) as t (name)
            group by t.name order by facts desc, t.name limit 50
        ),
        type as (
            select k.type as name, count(*) as facts from known k group by k.type
        )
        select jsonb_build_object(
            'domains', (
                select coalesce(jsonb_agg(
                    jsonb_build_object('name', d.name, 'facts', d.facts, 'subdomains', '[]'::jsonb) order by d.facts desc, d.name
                ), '[]') from domain d
            ),
            'types', (
                select coalesce(jsonb_agg(to_jsonb(t) order by t.facts desc, t.name), '[]') from type t
            ),
            'tags', (
                select coalesce(jsonb_agg(to_jsonb(t) order by t.facts desc, t.name), '[]') from tag t
            )
        )
    );
end
$$;

comment on function recall._tool_schemas(text) is 'Domains, types and tags in use, most used first.';

create or replace function recall._tool_briefing(project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(_tool_briefing.project);
begin
    return (
        with known as (
            select
                m.id, m.content, m.created_at, st.importance,
                coalesce(m.metadata -> 'capture' ->> 'domain', nullif(m.type, 'fact')) as label,
                coalesce(m.metadata -> 'capture' ->> 'state' = 'pending', false) as is_pending
            from recall.memory_record m
            join recall.memory_state st on st.project_id = m.project_id and st.memory_id = m.id
            where m.project_id = _project and m.status = 'live' and m.trust = 'trusted' and m.kind in ('fact', 'note', 'procedure')
        ),
        entry as (
            select
                k.*,
                row_number() over (partition by k.is_pending order by k.importance desc, k.created_at desc, k.id desc) as by_importance,
                row_number() over (partition by k.is_pending order by k.created_at desc, k.id desc) as by_time
            from known k
        ),
        document as (
            select e.*, jsonb_build_object('id', e.id, 'content', e.content, 'label', e.label) as memory from entry e
        )
        select jsonb_build_object(
            'key_facts', coalesce(
                jsonb_agg(d.memory order by d.by_importance) filter (where not d.is_pending and d.by_importance <= 15), '[]'
            ),
            'recent', coalesce(
                jsonb_agg(d.memory order by d.by_time)
                    filter (where not d.is_pending and d.by_time <= 20 and d.by_importance > 15), '[]'
            ),
            'pending', coalesce(jsonb_agg(d.memory order by d.by_time) filter (where d.is_pending and d.by_time <= 10), '[]'),
            'memories', count(*),
            'pending_count', count(*) filter (where d.is_pending)
        )
        from document d
    );
end
$$;

comment on function recall._tool_briefing(text) is 'Key facts by importance, recent knowledge and pending facts of a project.';

create or replace function recall._tool_document(path text, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(_tool_document.project);
begin
    return (
        select coalesce(
            jsonb_agg(
                jsonb_build_object('id', m.id, 'content', m.content) order by m.thread, m.position, m.created_at, m.id
            ), '[]'
        )
        from recall.memory_record m
        where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
            and (m.reference = _tool_document.path or m.metadata ->> 'path' = _tool_document.path)
    );
end
$$;

comment on function recall._tool_document(text, text) is 'The memories stored under a path or reference, in order.';
