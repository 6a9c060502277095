-- Working sessions. A key is the client's own text; the row is made when the key is first used.

create or replace function recall._resolve_sessions(project_id int, keys text[])
returns uuid[]
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    insert into recall.session (project_id, id, key)
    select _resolve_sessions.project_id, recall._uuid7(clock_timestamp()), missing.key
    from (select distinct k.key from unnest(keys) as k (key) where k.key is not null) as missing
    where not exists (
        select from recall.session s where s.project_id = _resolve_sessions.project_id and s.key = missing.key
    )
    -- In one order, as everyone who makes several.
    order by missing.key
    on conflict (project_id, key) do nothing;
    return (
        select array_agg(s.id order by k.ordinality)
        from unnest(keys) with ordinality as k (key, ordinality)
        left join recall.session s on s.project_id = _resolve_sessions.project_id and s.key = k.key
    );
end
$$;

comment on function recall._resolve_sessions(int, text[]) is
'Ids of the sessions named, in the order given (null for null); sessions not known yet are made.';

create or replace function recall._session_json(project_id int, id uuid)
returns jsonb
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object(
        'id', s.id, 'session', s.key, 'name', s.name, 'goals', to_jsonb(s.goals), 'agent', s.agent, 'client', s.client,
        'started_at', s.started_at, 'ended_at', s.ended_at, 'outcome', s.outcome, 'summary', s.summary,
        'memories', (
            select count(*) from recall.memory_record m
            where m.project_id = s.project_id and m.session_id = s.id and m.status = 'live' and m.trust = 'trusted'
        )
    )
    from recall.session s
    where s.project_id = _session_json.project_id and s.id = _session_json.id
$$;

comment on function recall._session_json(int, uuid) is 'One session as a document.';

create or replace function recall.start_session(
    key text,
    name text default null,
    goals text[] default null,
    agent text default null,
    client text default null,
    project text default null
)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter_to_write(start_session.project);
    _id uuid;
begin
    if coalesce(btrim(start_session.key), '') = '' or length(start_session.key) > 400 then
        raise exception 'a session key has 1 to 400 characters' using errcode = 'RC003', hint = 'Any text that is unique to the session.';
    end if;
    insert into recall.session as s (project_id, id, key, name, goals, agent, client)
    values (
        _project, recall._uuid7(clock_timestamp()), start_session.key, coalesce(start_session.name, 'unnamed'),
        coalesce(start_session.goals, '{}'), start_session.agent, start_session.client
    )
    on conflict on constraint session_project_id_key_key do update
    set name = coalesce(start_session.name, s.name, excluded.name),
        goals = case when start_session.goals is null then s.goals else excluded.goals end,
        agent = coalesce(excluded.agent, s.agent),
        client = coalesce(excluded.client, s.client),
        ended_at = null,
        outcome = null
    returning s.id into _id;
    return recall._session_json(_project, _id) || jsonb_build_object(
        'previous_session', (
            select jsonb_build_object('session', p.key, 'name', p.name, 'summary', p.summary, 'outcome', p.outcome)
            from recall.session p
            where p.project_id = _project and p.ended_at is not null and p.id <> _id
            order by p.ended_at desc
            limit 1
        )
    );
end
$$;

comment on function recall.start_session(text, text, text[], text, text, text) is
'Opens (or reopens) a working session and answers with the one that ended last.';

create or replace function recall.end_session(
    key text,
    outcome text default 'success',
    summary text default null,
    project text default null
)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter_to_write(end_session.project);
    _id uuid;
begin
    if end_session.outcome is null or end_session.outcome not in ('success', 'partial', 'failed', 'abandoned') then
        raise exception 'unknown outcome %', coalesce(quote_literal(left(end_session.outcome, 60)), 'null')
            using errcode = 'RC004', hint = 'Outcomes: success, partial, failed, abandoned.';
    end if;
    update recall.session s
    set ended_at = now(), outcome = end_session.outcome, summary = coalesce(end_session.summary, s.summary)
    where s.project_id = _project and s.key = end_session.key
    returning s.id into _id;
    if _id is null then
        raise exception 'there is no session %', coalesce(quote_literal(left(end_session.key, 200)), 'null')
            using errcode = 'RC007', hint = 'recall.start_session(key) opens one.';
    end if;
    return recall._session_json(_project, _id) || jsonb_build_object('session_diff', (
        select coalesce(jsonb_object_agg(d.type, d.n), '{}')
        from (
            select m.type, count(*) as n
            from recall.memory_record m
            where m.project_id = _project and m.session_id = _id and m.status = 'live'
            group by m.type
        ) as d
    ));
end
$$;

comment on function recall.end_session(text, text, text, text) is
'Closes a session with its outcome and summary, and counts what was remembered in it by type.';

create or replace function recall.sessions(max_results bigint default 20, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(sessions.project);
begin
    return (
        select coalesce(jsonb_agg(recall._session_json(_project, l.id) order by l.started_at desc, l.id desc), '[]')
        from (
            select s.id, s.started_at from recall.session s
            where s.project_id = _project
            order by s.started_at desc, s.id desc
            limit least(greatest(coalesce(sessions.max_results, 20), 1), 1000)
        ) as l
    );
end
$$;

comment on function recall.sessions(bigint, text) is 'The newest sessions of a project.';
