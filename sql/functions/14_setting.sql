-- Policy values. Defaults are code; the table setting holds overrides, for the installation or for one project.

create or replace function recall._setting_default()
returns jsonb
language sql immutable parallel safe
return '{
    "write.max_bytes": 2097152,
    "write.max_metadata_bytes": 65536,
    "write.max_tags": 64,
    "write.embed_now_passages": 64,
    "passage.tokens": 240,
    "passage.overlap": 32,
    "passage.minimum": 24,
    "importance.prior": {
        "decision": {"base": 0, "low": 0.8, "high": 0.8},
        "lesson": {"base": 0, "low": 0.75, "high": 0.75},
        "error": {"base": 0, "low": 0.7, "high": 0.7},
        "solution": {"base": 0, "low": 0.7, "high": 0.7},
        "fact": {"base": 0.6, "low": 0.1, "high": 0.9},
        "preference": {"base": 0.6, "low": 0.1, "high": 0.9},
        "context": {"base": 0.4, "low": 0.1, "high": 0.7},
        "tool_usage": {"base": 0.4, "low": 0.1, "high": 0.7}
    },
    "relation.restated_step": 0.1,
    "index.fresh_limit": 2000,
    "index.cache_bytes": 67108864,
    "search.candidates": 100,
    "search.max_results": 200,
    "search.max_query_bytes": 16384,
    "search.fusion": "score",
    "search.weights": {"vector": 0.5, "bm25": 0.5, "names": 0.2},
    "search.rrf_k": 60,
    "search.foreign_vector_trust": 0.25,
    "search.exact_vectors": 50000,
    "search.name_similarity": 0.5,
    "graph.batch": 200,
    "search.compact_chars": 1200,
    "search.ef_search": 100,
    "bm25.k1": 1.2,
    "bm25.b": 0.75,
    "embed.provider": "auto",
    "embed.in_backend": true,
    "embed.timeout_ms": 2000,
    "job.batch": 64,
    "job.retry_first": "30 seconds",
    "job.retry_ceiling": "6 hours",
    "history.run_rows": 500,
    "history.failure_rows": 1000
}'::jsonb;

comment on function recall._setting_default() is 'Every setting with its default value.';

-- PL/pgSQL, so that its plan is kept: every search and every write asks.
create or replace function recall._settings(project_id int)
returns jsonb
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
    return recall._setting_default() || coalesce(
        (
            select jsonb_object_agg(s.name, s.value order by s.project_id nulls first)
            from recall.setting s
            where s.project_id is null or s.project_id = _settings.project_id
        ),
        '{}'
    );
end
$$;

comment on function recall._settings(int) is 'All settings in force for a project: its own, else the installation''s, else the default.';

create or replace function recall.setting(name text, project text default null)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := case when project is not null then recall._enter(project) end;
begin
    if not recall._setting_default() ? setting.name then
        raise exception 'there is no setting %', setting.name
            using errcode = 'RC003', hint = 'select key from jsonb_each(recall._setting_default()) lists them.';
    end if;
    return recall._settings(_project) -> setting.name;
end
$$;

comment on function recall.setting(text, text) is 'The value of a setting in force, for a project or for the installation.';

-- The least and the most of every number, and of the numbers inside a document. A value outside would fail each call later.
create or replace function recall._setting_range(name text)
returns numrange
language sql immutable parallel safe
return case
    when name in ('bm25.b', 'search.weights', 'search.foreign_vector_trust', 'search.name_similarity', 'relation.restated_step',
        'importance.prior') then '[0,1]'::numrange
    when name = 'bm25.k1' then '[0,10]'::numrange
    when name = 'passage.tokens' then '[64,250]'::numrange
    when name in ('passage.overlap', 'passage.minimum') then '[0,32]'::numrange
    when name = 'search.ef_search' then '[1,1000]'::numrange
    when name in ('search.max_results', 'search.candidates') then '[1,10000]'::numrange
    when name = 'index.cache_bytes' then '[0,1073741824]'::numrange
    when name = 'write.embed_now_passages' then '[0,10000]'::numrange
    else '[1,2147483647]'::numrange
end;

comment on function recall._setting_range(text) is 'The numbers that a setting takes.';

create or replace function recall._check_setting(name text, value jsonb)
returns void
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    _default jsonb := recall._setting_default() -> name;
    _range numrange := recall._setting_range(name);
    _number numeric;
begin
    if _default is null then
        raise exception 'there is no setting %', name
            using errcode = 'RC003', hint = 'select key from jsonb_each(recall._setting_default()) lists them.';
    elsif jsonb_typeof(value) <> jsonb_typeof(_default) then
        raise exception 'setting % takes a %, not a %', name, jsonb_typeof(_default), jsonb_typeof(value)
            using errcode = 'RC003', hint = format('The default is %s.', _default);
    elsif jsonb_typeof(value) = 'object' and exists (
        select from jsonb_each(_default) as d (key, part)
        where jsonb_typeof(value -> d.key) is distinct from jsonb_typeof(d.part)
            or jsonb_typeof(d.part) = 'object' and exists (
                select from jsonb_object_keys(d.part) as k (key)
                where jsonb_typeof(value -> d.key -> k.key) is distinct from 'number'
            )
    ) then
        raise exception 'setting % takes a number for each of its keys', name
            using errcode = 'RC003', hint = format('The default is %s.', _default);
    end if;
    for _number in select n::text::numeric from jsonb_path_query(value, 'strict $.** ? (@.type() == "number")') as n loop
        if jsonb_typeof(_default) = 'number' and scale(trim_scale(_default::numeric)) = 0 and scale(trim_scale(_number)) > 0 then
            raise exception 'setting % takes whole numbers, not %', name, _number
                using errcode = 'RC003', hint = format('The default is %s.', _default);
        elsif not _number <@ _range then
            raise exception 'setting % takes numbers from % to %, not %', name, lower(_range), upper(_range), _number
                using errcode = 'RC003', hint = format('The default is %s.', _default);
        end if;
    end loop;
    if name in ('job.retry_first', 'job.retry_ceiling') then
        begin
            perform (value #>> '{}')::interval;
        exception when invalid_datetime_format or datetime_field_overflow then
            raise exception 'setting % takes an interval, not %', name, value
                using errcode = 'RC003', hint = format('The default is %s.', _default);
        end;
    elsif (name = 'search.fusion' and value #>> '{}' not in ('score', 'rrf'))
        or (name = 'embed.provider' and value #>> '{}' not in ('auto', 'sidecar', 'backend', 'none'))
    then
        raise exception 'setting % does not take %', name, value
            using errcode = 'RC003', hint = format('The default is %s.', _default);
    end if;
end
$$;

comment on function recall._check_setting(text, jsonb) is 'RC003 for a value with which calls would fail.';

create or replace function recall.set_setting(name text, value jsonb, project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := case when project is not null then recall._enter(project) end;
begin
    perform recall._require_writable();
    perform recall._check_setting(set_setting.name, coalesce(value, recall._setting_default() -> set_setting.name));
    if value is null then
        delete from recall.setting s
        where s.name = set_setting.name and s.project_id is not distinct from _project;
        return recall._settings(_project) -> set_setting.name;
    end if;
    insert into recall.setting as s (name, project_id, value)
    values (set_setting.name, _project, set_setting.value)
    on conflict on constraint setting_project_id_name_key
        do update set value = excluded.value, changed_at = now();
    return set_setting.value;
end
$$;

comment on function recall.set_setting(text, jsonb, text) is
'Overrides a setting for the installation or for one project; a null value returns it to the default.';
