-- Upkeep. Each task is one function over one project, called in a transaction of its own; a run is recorded with its counts.

create or replace function recall._drain_embed(project_id int)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
import json

from pg_recall_udf import door
from pg_recall_udf.maintain import embed

settings = json.loads(plpy.execute(plpy.prepare("select recall._settings($1) as s", ["int4"]), [project_id])[0]["s"])
return door.call(plpy, embed.drain, project_id, settings)
$python$;

comment on function recall._drain_embed(int) is 'Embeds one batch of a project''s queue.';

create or replace function recall._fold_access(project_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _project int := _fold_access.project_id;
    _folded bigint;
begin
    with taken as (
        delete from recall.access a where a.project_id = _project returning a.memory_ids, a.accessed_at
    ),
    counted as (
        select u.id, count(*) as n, max(t.accessed_at) as last_at
        from taken t cross join lateral unnest(t.memory_ids) as u (id)
        group by u.id
    ),
    -- In one order, as a deletion of several goes through them.
    held as (
        select s.memory_id, c.n, c.last_at
        from recall.memory_state s
        join counted c on c.id = s.memory_id
        where s.project_id = _project
        order by s.memory_id
        for update of s
    )
    update recall.memory_state s
    set access_count = s.access_count + h.n, last_access_at = greatest(s.last_access_at, h.last_at)
    from held h
    where s.project_id = _project and s.memory_id = h.memory_id;
    get diagnostics _folded = row_count;
    return jsonb_build_object('done', _folded);
end
$$;

comment on function recall._fold_access(int) is 'Adds the appended access records of a project to the counts of its memories.';

create or replace function recall._trim_history(project_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _settings jsonb := recall._settings(null);
    _runs bigint;
    _failures bigint;
begin
    delete from recall.maintain_run r
    where r.id <= (
        select n.id from recall.maintain_run n order by n.id desc offset (_settings ->> 'history.run_rows')::int limit 1
    );
    get diagnostics _runs = row_count;
    delete from recall.call_failure f
    where f.id <= (
        select n.id from recall.call_failure n order by n.id desc offset (_settings ->> 'history.failure_rows')::int limit 1
    );
    get diagnostics _failures = row_count;
    return jsonb_build_object('done', _runs + _failures);
end
$$;

comment on function recall._trim_history(int) is 'Keeps the newest rows of the run and failure logs.';

-- _maintain: one task on one project, with its project in scope. Another session at the same task makes it answer busy.
create or replace function recall._maintain(task text, project_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    if not pg_try_advisory_xact_lock(hashtextextended('recall.maintain ' || task || ' ' || project_id, 0)) then
        return jsonb_build_object('busy', true, 'done', 0);
    end if;
    perform set_config('recall.scope', array[project_id]::text, true);
    case task
        when 'embed' then return recall._drain_embed(project_id);
        when 'access' then return recall._fold_access(project_id);
        when 'compact' then return recall._compact(project_id);
        when 'graph' then return recall._extend_graph(project_id);
        when 'trim' then return recall._trim_history(project_id);
    end case;
end
$$;

comment on function recall._maintain(text, int) is 'Runs one upkeep task on one project.';

create or replace function recall._maintain_tasks()
returns text[]
language sql immutable parallel safe
return array['embed', 'access', 'compact', 'graph', 'trim'];

comment on function recall._maintain_tasks() is 'The upkeep tasks in the order in which they run.';

create or replace procedure recall.maintain(task text default null)
language plpgsql
as $$
declare
    _task text;
    _project int;
    _projects int[];
    _unfinished int[];
    _answer jsonb;
    _counts jsonb;
    _run bigint;
    _state text;
    _message text;
begin
    perform recall._require_writable();
    if task is not null and task <> all (recall._maintain_tasks()) then
        raise exception 'unknown task %', quote_literal(left(task, 60))
            using errcode = 'RC003', hint = 'Tasks: ' || array_to_string(recall._maintain_tasks(), ', ') || '.';
    end if;
    foreach _task in array case when task is null then recall._maintain_tasks() else array[task] end loop
        _run := null;
        if recall._is_unrestricted() then  -- the log is the installation's
            insert into recall.maintain_run (task) values (_task) returning id into _run;
        end if;
        commit;
        _counts := '{}';
        _message := null;
        _projects := array(select p.id from recall.project p order by p.id);
        -- Batch by batch, each project in its turn: a long queue keeps no other one waiting.
        while cardinality(_projects) > 0 loop
            _unfinished := '{}';
            foreach _project in array _projects loop
                begin
                    _answer := recall._maintain(_task, _project);
                exception when others then
                    -- One project's fault is recorded with its code and does not keep the others waiting.
                    get stacked diagnostics _state = returned_sqlstate, _message = message_text;
                    _message := format('project %s: %s %s', _project, _state, recall._redacted(_message));
                    _answer := '{}';
                end;
                commit;
                _counts := jsonb_build_object(
                    'done', coalesce((_counts ->> 'done')::bigint, 0)
                        + coalesce((_answer ->> 'done')::bigint, (_answer ->> 'folded')::bigint, 0),
                    'failed', coalesce((_counts ->> 'failed')::bigint, 0) + coalesce((_answer ->> 'failed')::bigint, 0)
                ) || jsonb_strip_nulls(jsonb_build_object(
                    'unavailable', coalesce(_answer ->> 'unavailable', _counts ->> 'unavailable')
                ));
                if _task in ('embed', 'graph') and _answer ->> 'unavailable' is null
                    and coalesce((_answer ->> 'done')::bigint, 0) + coalesce((_answer ->> 'failed')::bigint, 0)
                        + coalesce((_answer ->> 'passages')::bigint, 0) > 0
                then
                    _unfinished := _unfinished || _project;
                end if;
                exit when _task = 'trim';
            end loop;
            _projects := _unfinished;
            update recall.maintain_run r set counts = _counts where r.id = _run;
            commit;
        end loop;
        update recall.maintain_run r
        set finished_at = clock_timestamp(), counts = _counts, error = left(_message, 500)
        where r.id = _run;
        commit;
    end loop;
end
$$;

comment on procedure recall.maintain(text) is
'Upkeep: embeds the queue, folds accesses, compacts the index, extends its graphs, trims logs; one row per task in recall.maintain_run.';
