-- _forget: the row goes from every table that is read. What undo needs is kept apart; a tombstone keeps the id.
create or replace function recall._forget(project_id int, id uuid, reason text)
returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _project int := _forget.project_id;
    _id uuid := _forget.id;
    _record recall.memory_record;
begin
    perform recall._lock_subject(_project, _id);
    select m.* into _record from recall.memory_record m where m.project_id = _project and m.id = _id for update;
    if _record.id is null then
        return false;
    end if;
    perform recall._keep_forgotten(_project, _id, jsonb_build_object(
        'record', to_jsonb(_record),
        'state', (select to_jsonb(s) from recall.memory_state s where s.project_id = _project and s.memory_id = _id),
        'versions', (select jsonb_agg(to_jsonb(v)) from recall.memory_version v where v.project_id = _project and v.memory_id = _id),
        'entities', (select jsonb_agg(to_jsonb(e)) from recall.memory_entity e where e.project_id = _project and e.memory_id = _id),
        'links', (
            select jsonb_agg(to_jsonb(l)) from recall.memory_link l
            where l.project_id = _project and _id in (l.from_id, l.to_id)
        ),
        'sources', (select jsonb_agg(to_jsonb(s)) from recall.memory_source s where s.project_id = _project and s.memory_id = _id)
    ), _forget.reason);
    perform recall._unindex(_project, (
        select array_agg(p.no) from recall.passage p where p.project_id = _project and p.memory_id = _id
    ));
    delete from recall.job j where j.project_id = _project and j.kind = 'embed' and j.target_id = _id;
    delete from recall.memory_record m where m.project_id = _project and m.id = _id;
    insert into recall.tombstone as t (project_id, table_name, row_id, hlc, node_id, reason)
    values (
        _project, 'memory', _id, recall.hlc_next(_record.hlc, clock_timestamp()), recall._node_id(), left(_forget.reason, 200)
    )
    on conflict on constraint tombstone_pkey do update
    set hlc = greatest(t.hlc, excluded.hlc), node_id = excluded.node_id, reason = excluded.reason, deleted_at = now();
    return true;
end
$$;

comment on function recall._forget(int, uuid, text) is 'Forgets one memory; false when there is none.';

-- Definer: a writer may put something away here and never read it.
create or replace function recall._keep_forgotten(project_id int, id uuid, payload jsonb, reason text)
returns void
language plpgsql volatile
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into recall.forgotten as f (project_id, memory_id, payload, reason)
    values (_keep_forgotten.project_id, _keep_forgotten.id, _keep_forgotten.payload, left(_keep_forgotten.reason, 200))
    on conflict on constraint forgotten_pkey do update
    set payload = excluded.payload, reason = excluded.reason, forgotten_at = now();
end
$$;

comment on function recall._keep_forgotten(int, uuid, jsonb, text) is 'Keeps what undo needs, out of every read path.';

create or replace function recall.forget(id text, reason text default null, project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter_to_write(forget.project);
    _id uuid := recall._uuid(forget.id, 'id');
begin
    if _id is null or not recall._forget(_project, _id, forget.reason) then
        raise exception 'there is no memory %', coalesce(_id::text, 'null')
            using errcode = 'RC007', hint = 'Ids come from remember, search and list; it may have been forgotten already.';
    end if;
    return jsonb_build_object('id', _id, 'outcome', 'forgotten');
end
$$;

comment on function recall.forget(text, text, text) is
'Forgets a memory: it leaves every read path at once, a tombstone keeps its id.';
