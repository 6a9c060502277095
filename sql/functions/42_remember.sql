-- Doors to pg_recall_udf.write.

create or replace function recall.remember(
    content text,
    entity text default null,
    type text default 'fact',
    tags text[] default null,
    source text default 'agent',
    importance float8 default null,
    occurred_at timestamptz default null,
    session text default null,
    thread text default null,
    "position" int default null,
    speaker text default null,
    metadata jsonb default null,
    embed text default 'auto',
    project text default null,
    kind text default null,
    role text default null,
    reference text default null,
    pool text default null,
    agent text default null,
    valid_from timestamptz default null,
    valid_until timestamptz default null
)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set enable_hashjoin = off
set enable_mergejoin = off
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import remember

return door.call(plpy, remember.remember, project, {
    "content": content, "entity": entity, "type": type, "tags": tags, "source": source, "importance": importance,
    "occurred_at": occurred_at, "session": session, "thread": thread, "position": position, "speaker": speaker,
    "metadata": metadata, "kind": kind, "role": role, "reference": reference, "pool": pool, "agent": agent,
    "valid_from": valid_from, "valid_until": valid_until, "embed": embed,
})
$python$;

comment on function recall.remember(
    text, text, text, text[], text, float8, timestamptz, text, text, int, text, jsonb, text, text, text, text, text, text, text,
    timestamptz, timestamptz
) is
'Remembers one thing and says what happened: added, or a duplicate of which id; embedded now, or queued.';

create or replace function recall.ingest(items jsonb, atomic boolean default false, project text default null)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set enable_hashjoin = off
set enable_mergejoin = off
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import ingest

return door.call(plpy, ingest.ingest, project, items, atomic)
$python$;

comment on function recall.ingest(jsonb, boolean, text) is
'Remembers many things in one set-based insert. Items are objects with the parameter names of remember; the outcome is given by position.';

create or replace function recall.correct(id text, content text, reason text default null, project text default null)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set enable_hashjoin = off
set enable_mergejoin = off
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import correct

return door.call(plpy, correct.correct, project, id, content, reason)
$python$;

comment on function recall.correct(text, text, text, text) is
'Replaces the text of a memory; the old text stays readable as a version.';

create or replace function recall._rekey(project_id int, memory_ids uuid[])
returns int
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import rekey

return door.rows(plpy, rekey.rekey, project_id, memory_ids)
$python$;

comment on function recall._rekey(int, uuid[]) is
'Makes the duplicate keys of memories anew after their entity changed; forgets those that another memory repeats, and counts them.';

create or replace function recall._ingest_lines(lines text[], project text)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set enable_hashjoin = off
set enable_mergejoin = off
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import ingest

return door.call(plpy, ingest.ingest_lines, project, lines)
$python$;

comment on function recall._ingest_lines(text[], text) is
'Ingests one JSON object a line; a line that cannot be read fails alone.';

-- Bulk loading from psql: start_load, COPY, finish_load. The lines are text, so that one that is no JSON does not undo the
-- others. In COPY's text format a backslash is its own, not JSON's.
-- A pooled session may hold a table of that name which another role made, with triggers that would see what is loaded.
create or replace function recall._own_load()
returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if exists (
        select from pg_class c
        where c.oid = to_regclass('pg_temp.recall_load') and pg_get_userbyid(c.relowner) <> current_user
    ) then
        raise exception 'the table recall_load of this session belongs to another role'
            using errcode = '42501', hint = 'Run discard temp as that role, or load in another session.';
    end if;
end
$$;

comment on function recall._own_load() is '42501 when the session''s load table is not the caller''s own.';

create or replace function recall.start_load(project text default null)
returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    -- The session keeps it until finish_load, and a transaction that is undone undoes it.
    perform set_config('recall.load_project', recall._enter_to_write(start_load.project)::text, false);
    perform recall._own_load();
    drop table if exists pg_temp.recall_load;
    create temporary table recall_load (no bigint generated always as identity, item text not null);
    return 'recall_load';
end
$$;

comment on function recall.start_load(text) is
'Makes the session table recall_load for COPY recall_load (item) … with (format csv, quote e''\x01'', delimiter e''\x02''), one JSON object a line.';

create or replace function recall.finish_load(batch int default 1000, project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _size int := least(greatest(coalesce(batch, 1000), 1), 10000);
    _started text := current_setting('recall.load_project', true);
    _project text;
    _total bigint;
    _done bigint := 0;
    _answer jsonb;
    _counts bigint[] := array[0, 0, 0];
    _errors jsonb := '[]';
    _lines text[];
begin
    if to_regclass('pg_temp.recall_load') is null then
        raise exception 'nothing was loaded in this session'
            using errcode = 'RC003', hint = 'Run select recall.start_load(), then \copy recall_load (item) from ''file.jsonl'' with (format csv, quote e''\x01'', delimiter e''\x02'').';
    end if;
    perform recall._own_load();
    select p.name into _project from recall.project p where p.id::text = _started;
    if _started <> '' and _project is null then
        raise exception 'the project that the load was started for is gone'
            using errcode = 'RC005', hint = 'Start it again with recall.start_load(project).';
    elsif recall.name_key(finish_load.project) <> recall.name_key(_project) then
        raise exception 'the load was started for project %', quote_literal(_project)
            using errcode = 'RC003', hint = 'Leave the project out, or start the load again with recall.start_load(project).';
    end if;
    _project := coalesce(_project, finish_load.project);
    -- Batches of one load come in the order of the file, not of the keys: two loads could wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('recall.load ' || recall._enter_to_write(_project), 0));
    select count(*) into _total from pg_temp.recall_load;
    while _done < _total loop
        select array_agg(b.item order by b.no) into _lines
        from (select l.no, l.item from pg_temp.recall_load l order by l.no offset _done limit _size) as b;
        _answer := recall._ingest_lines(_lines, _project);
        _counts := array[
            _counts[1] + (_answer ->> 'added')::bigint,
            _counts[2] + (_answer ->> 'duplicates')::bigint,
            _counts[3] + (_answer ->> 'failed')::bigint
        ];
        _errors := _errors || coalesce((
            select jsonb_agg(r || jsonb_build_object('position', (r ->> 'position')::bigint + _done))
            from jsonb_array_elements(_answer -> 'results') as r
            where r ->> 'outcome' = 'error'
        ), '[]');
        _done := _done + cardinality(_lines);
        raise notice '% of %', _done, _total;
    end loop;
    drop table pg_temp.recall_load;
    perform set_config('recall.load_project', '', false);
    return jsonb_build_object('added', _counts[1], 'duplicates', _counts[2], 'failed', _counts[3], 'errors', _errors);
end
$$;

comment on function recall.finish_load(int, text) is
'Ingests what was copied into recall_load, in batches with progress, into the project of start_load, and drops it.';
