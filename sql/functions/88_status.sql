-- How this installation and a project are doing.

create or replace function recall.versions()
returns jsonb
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
as $python$
import json
import os
import sys

import pg_recall_udf

return json.dumps({
    "code": pg_recall_udf.__version__,
    "path": os.path.dirname(pg_recall_udf.__file__),
    "python": sys.version.split()[0],
})
$python$;

comment on function recall.versions() is 'The code that runs in this backend.';

create or replace function recall.status(project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
#variable_conflict use_variable
declare
    _project int := recall._enter(status.project);
    _model recall.model;
    _embedded bigint := 0;
begin
    select m.* into _model from recall.model m where m.role = 'embed' and m.is_active;
    if _model.id is not null then
        execute format('select count(*) from recall.%I e where e.project_id = $1 and e.collection = ''live''', 'embedding_' || _model.id)
        into _embedded using _project;
    end if;
    return jsonb_build_object(
        'project', (select p.name from recall.project p where p.id = _project),
        'memories', (
            select count(*) from recall.memory_record m
            where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
        ),
        'kinds', (
            select coalesce(jsonb_object_agg(k.kind, k.n), '{}')
            from (
                select m.kind, count(*) as n from recall.memory_record m
                where m.project_id = _project and m.status = 'live' and m.trust = 'trusted'
                group by m.kind
            ) as k
        ),
        'entities', (select count(*) from recall.entity e where e.project_id = _project),
        'relations', (select count(*) from recall.relation r where r.project_id = _project),
        'events', (select count(*) from recall.event e where e.project_id = _project),
        'sessions', (select count(*) from recall.session s where s.project_id = _project),
        'passages', (select count(*) from recall.passage p where p.project_id = _project and p.collection = 'live'),
        'model', _model.name,
        'embedded', _embedded,
        'embedding_queue', (select count(*) from recall.job j where j.project_id = _project and j.kind = 'embed'),
        'index', jsonb_build_object(
            'segments', (select count(*) from recall.segment s where s.project_id = _project),
            'fresh', (select count(*) from recall.index_fresh f where f.project_id = _project),
            'dead', (select count(*) from recall.segment_dead d where d.project_id = _project),
            'is_complete', exists (select from recall.index_complete c where c.project_id = _project)
        ),
        'upkeep', (
            select coalesce(jsonb_object_agg(u.task, u.finished_at), '{}')
            from (
                select r.task, max(r.finished_at) as finished_at from recall.maintain_run r
                where r.error is null group by r.task
            ) as u
        )
    );
end
$$;

comment on function recall.status(text) is 'Counts of a project, its model, its index and when each upkeep task last succeeded.';

create or replace function recall._finding(subject text, state text, found text, advice text default null)
returns jsonb
language sql immutable parallel safe
return jsonb_build_object('check', subject, 'status', state, 'found', found, 'advice', advice);

comment on function recall._finding(text, text, text, text) is 'One row of recall.doctor.';

create or replace function recall._doctor_database()
returns jsonb
language sql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_array(
        recall._finding('server', 'ok', current_setting('server_version')),
        recall._finding(
            'encoding', case when getdatabaseencoding() = 'UTF8' then 'ok' else 'fail' end,
            getdatabaseencoding() || ', ' || d.datcollate,
            case when getdatabaseencoding() <> 'UTF8' then 'Create the database with encoding UTF8.' end
        ),
        recall._finding(
            'locale', case when d.datctype in ('C', 'POSIX') then 'fail' else 'ok' end, d.datctype,
            case when d.datctype in ('C', 'POSIX') then 'Use C.UTF-8: in C the names of most languages cannot be searched.' end
        ),
        recall._finding(
            'role', case when r.rolsuper or r.rolbypassrls then 'warn' else 'ok' end,
            current_user || case when r.rolsuper then ' (superuser)' when r.rolbypassrls then ' (bypasses row security)' else '' end,
            case when r.rolsuper or r.rolbypassrls then 'Connect as a member of recall_writer: row security does not hold this role.' end
        ),
        recall._finding(
            'row security', case when u.unsecured is null then 'ok' else 'fail' end,
            coalesce('missing on ' || u.unsecured, 'on for every content table'),
            case when u.unsecured is not null then 'Run alter extension pg_recall update.' end
        ),
        recall._finding(
            'upkeep', case when recall._is_unrestricted() and coalesce(m.at < now() - interval '1 day', true) then 'warn' else 'ok' end,
            case when recall._is_unrestricted() then coalesce('last finished ' || m.at::timestamptz(0), 'never ran')
                else 'the operator of this installation sees it' end,
            case when recall._is_unrestricted() and coalesce(m.at < now() - interval '1 day', true) then
                'Run pg-recall maintain from a scheduler, or, as a superuser with pg_cron, select recall.schedule_upkeep().' end
        ),
        recall._finding(
            'upkeep errors', case when f.error is null then 'ok' else 'warn' end, coalesce(f.error, 'none in the last run of each task')
        ),
        recall._finding(
            'pg_cron', case when c.version is null then 'warn' else 'ok' end, coalesce(c.version, 'not installed'),
            case when c.version is null then 'Optional: any scheduler may call recall.maintain().' end
        )
    )
    from pg_database d
    join pg_roles r on r.rolname = current_user
    cross join lateral (
        select string_agg(t.relname, ', ') as unsecured
        from pg_class t
        where t.relnamespace = 'recall'::regnamespace and t.relkind = 'r' and not t.relrowsecurity
            and t.relname in ('memory_record', 'passage', 'event', 'entity', 'index_fresh', 'segment', 'segment_term')
    ) as u
    cross join lateral (select max(run.finished_at) as at from recall.maintain_run run where run.error is null) as m
    cross join lateral (
        select string_agg(last.task || ': ' || last.error, '; ') as error
        from (
            select distinct on (run.task) run.task, coalesce(run.error, run.counts ->> 'unavailable') as error
            from recall.maintain_run run
            order by run.task, run.started_at desc
        ) as last
        where last.error is not null
    ) as f
    cross join lateral (select max(e.extversion) as version from pg_extension e where e.extname = 'pg_cron') as c
    where d.datname = current_database()
$$;

comment on function recall._doctor_database() is 'What doctor finds about the server, the role and upkeep.';

create or replace function recall._doctor_project(project_id int)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _status jsonb := recall.status((select p.name from recall.project p where p.id = project_id));
    _limit int := (recall._settings(project_id) ->> 'index.fresh_limit')::int;
    _passages bigint := (_status ->> 'passages')::bigint;
    _embedded bigint := (_status ->> 'embedded')::bigint;
    _fresh bigint := (_status -> 'index' ->> 'fresh')::bigint;
    _is_indexed boolean := (_status -> 'index' ->> 'is_complete')::boolean
        and (_fresh > 0 or (_status -> 'index' ->> 'segments')::bigint > 0);
begin
    return jsonb_build_array(
        recall._finding(
            'model', case when _status ->> 'model' is null then 'fail' else 'ok' end, coalesce(_status ->> 'model', 'none'),
            case when _status ->> 'model' is null then 'select recall.add_model(''minilm-int8'').' end
        ),
        recall._finding(
            'embeddings', case when _embedded < _passages then 'warn' else 'ok' end,
            format('%s of %s passages', _embedded, _passages),
            case when _embedded < _passages then 'Run pg-recall maintain; recall.job holds the reason of what failed.' end
        ),
        recall._finding(
            'index', case when _passages > 0 and not _is_indexed then 'fail' when _fresh > 2 * _limit then 'warn' else 'ok' end,
            format('%s fresh, %s segments, %s dead', _fresh, _status -> 'index' ->> 'segments', _status -> 'index' ->> 'dead'),
            case
                when _passages > 0 and not _is_indexed then 'select recall.rebuild_index().'
                when _fresh > 2 * _limit then 'select recall.compact(), or let upkeep run.'
            end
        )
    );
end
$$;

comment on function recall._doctor_project(int) is 'What doctor finds about a project in scope.';

create or replace function recall.doctor(project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter(doctor.project);
begin
    return recall._doctor_database() || recall._doctor_project(_project);
end
$$;

comment on function recall.doctor(text) is
'Checks what can be seen from inside the database: each with its status, what was found and what to do.';
