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

create or replace function recall.set_setting(name text, value jsonb, project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := case when project is not null then recall._enter(project) end;
    _default jsonb := recall._setting_default() -> set_setting.name;
begin
    perform recall._require_writable();
    if _default is null then
        raise exception 'there is no setting %', set_setting.name
            using errcode = 'RC003', hint = 'select key from jsonb_each(recall._setting_default()) lists them.';
    end if;
    if value is null then
        delete from recall.setting s
        where s.name = set_setting.name and s.project_id is not distinct from _project;
        return recall._settings(_project) -> set_setting.name;
    end if;
    if jsonb_typeof(value) <> jsonb_typeof(_default) then
        raise exception 'setting % takes a %, not a %', set_setting.name, jsonb_typeof(_default), jsonb_typeof(value)
            using errcode = 'RC003', hint = format('The default is %s.', _default);
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
