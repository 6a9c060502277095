-- The doors of agents: the tool catalogue, and one call of a tool.

-- Overrides of the catalogue; the catalogue itself is code.
create or replace function recall._tool_overrides()
returns jsonb
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
    select coalesce(
        jsonb_object_agg(t.name, jsonb_build_object('enabled', t.is_enabled, 'description', t.description)), '{}'
    )
    from recall.tool t
$$;

comment on function recall._tool_overrides() is 'What this installation changed in the tool catalogue.';

create or replace function recall._tools(profile text, overrides jsonb)
returns jsonb
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.tool import service

return door.call(plpy, service.tools, profile, overrides)
$python$;

comment on function recall._tools(text, jsonb) is 'The catalogue of a profile with the overrides given.';

create or replace function recall.tools(profile text default 'native')
returns jsonb
language sql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
    select recall._tools(tools.profile, recall._tool_overrides())
$$;

comment on function recall.tools(text) is
'The tools of a profile (native, cuba, facthouse, spark, all) as {name, description, inputSchema, annotations}.';

-- (PL/Python calls the list of all arguments `args`, so the tool's have another name here.)
create or replace function recall._call_tool(tool text, arguments jsonb, context jsonb, overrides jsonb)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.tool import service

return door.call(plpy, service.call, tool, arguments, context, overrides)
$python$;

comment on function recall._call_tool(text, jsonb, jsonb, jsonb) is
'Runs a tool and answers {result, shown, project, session, client}; errors are raised.';

-- _may_record: a standby, a read-only transaction and a role that only reads leave no record.
create or replace function recall._may_record()
returns boolean
language sql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
    select not pg_is_in_recovery()
        and not current_setting('transaction_read_only')::boolean
        and has_table_privilege('recall.access', 'insert')
$$;

comment on function recall._may_record() is 'Whether this transaction may write the access record and failures.';

-- _redacted: a record of failures must not become a copy of what was given. Values of the arguments go, what is quoted
-- goes, and a URL may carry a password.
create or replace function recall._redacted(message text, args jsonb default null)
returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    _told text := left(message, 500);
    _value text;
begin
    for _value in
        select distinct v #>> '{}' from jsonb_path_query(args, 'strict $.**') as v
        where jsonb_typeof(v) in ('string', 'number') and length(v #>> '{}') >= 3
    loop
        -- A message shows the beginning of a long value: cut there.
        _told := case
            when length(_value) <= 40 then replace(_told, _value, '…')
            else split_part(_told, left(_value, 40), 1)
        end;
    end loop;
    _told := regexp_replace(_told, '"[^"]*("|$)', '"…"', 'g');
    _told := regexp_replace(_told, '''[^'']*(''|$)', '''…''', 'g');
    return left(regexp_replace(_told, '[^\s/]+:[^\s/]*@', '…@', 'g'), 200);
end
$$;

comment on function recall._redacted(text, jsonb) is
'A message without the values of the arguments given, without what it quotes, and without credentials of URLs.';

create or replace function recall._record_access(project text, memory_ids jsonb, tool text, session text, client text)
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    insert into recall.access (project_id, memory_ids, tool, session_key, client)
    select
        recall._enter(_record_access.project), array(select jsonb_array_elements_text(memory_ids)::uuid),
        _record_access.tool, _record_access.session, _record_access.client;
end
$$;

comment on function recall._record_access(text, jsonb, text, text, text) is 'Appends which memories were shown, by which tool, to whom.';

-- call: the one place that catches errors. What a failed tool wrote is undone; cancel and statement_timeout pass through.
create or replace function recall.call(tool text, args jsonb, context jsonb default '{}')
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _answer jsonb;
    _code text;
    _message text;
    _detail text;
    _hint text;
begin
    begin
        _answer := recall._call_tool(call.tool, call.args, call.context, recall._tool_overrides());
        if jsonb_array_length(_answer -> 'shown') > 0 and recall._may_record() then
            perform recall._record_access(
                _answer ->> 'project', _answer -> 'shown', call.tool, _answer ->> 'session', _answer ->> 'client'
            );
        end if;
        return _answer - array['shown', 'project', 'session', 'client'];
    exception when others then
        get stacked diagnostics
            _code = returned_sqlstate, _message = message_text, _detail = pg_exception_detail, _hint = pg_exception_hint;
    end;
    -- Every PL/Python function that an error passes through puts its exception's name in front.
    _message := regexp_replace(_message, '^((plpy|spiexceptions)\.\w+: )+', '');
    if recall._may_record() then
        insert into recall.call_failure (tool, client, code, message)
        values (
            left(coalesce(call.tool, ''), 200), left(call.context ->> 'client', 200), _code, recall._redacted(_message, call.args)
        );
    end if;
    return jsonb_build_object('error', jsonb_build_object(
        'code', _code, 'message', _message, 'detail', nullif(_detail, ''), 'hint', nullif(_hint, '')
    ));
end
$$;

comment on function recall.call(text, jsonb, jsonb) is
'Runs a tool for an agent: {result}, or {error: {code, message, detail, hint}} with everything the tool wrote undone, or {need, continuation}.';
