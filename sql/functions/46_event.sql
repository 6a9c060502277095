-- The raw log: append, read back, searchable by words (scope => 'events').

create or replace function recall.log_event(
    event_type text,
    content text default null,
    role text default null,
    session text default null,
    thread text default null,
    content_type text default 'text',
    content_ref text default null,
    occurred_at timestamptz default null,
    speaker text default null,
    metadata jsonb default null,
    project text default null
)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
as $python$
from pg_recall_udf import door
from pg_recall_udf.write import event

return door.call(plpy, event.log, project, {
    "event_type": event_type, "content": content, "role": role, "session": session, "thread": thread,
    "content_type": content_type, "content_ref": content_ref, "occurred_at": occurred_at, "speaker": speaker,
    "metadata": metadata,
})
$python$;

comment on function recall.log_event(text, text, text, text, text, text, text, timestamptz, text, jsonb, text) is
'Appends one event to the raw log of a conversation; it is never edited.';

create or replace function recall._store_event(project_id int, item jsonb)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _project int := _store_event.project_id;
    _id uuid := recall._uuid7(clock_timestamp());
    _thread text := item ->> 'thread';
    _position int;
    _no bigint;
begin
    -- Positions are gapless inside a thread; appenders to one thread take turns, others do not notice.
    perform pg_advisory_xact_lock(hashtextextended('recall.event ' || _project || ' ' || _thread, 0));
    select coalesce(max(e.position) + 1, 0) into _position
    from recall.event e where e.project_id = _project and e.thread = _thread;
    insert into recall.event (
        project_id, id, session_id, thread, position, event_type, role, speaker, content_type, content, content_ref,
        occurred_at, metadata
    )
    values (
        _project, _id, (item ->> 'session_id')::uuid, _thread, _position, item ->> 'event_type', item ->> 'role',
        item ->> 'speaker', item ->> 'content_type', item ->> 'content', item ->> 'content_ref',
        (item ->> 'occurred_at')::timestamptz, coalesce(item -> 'metadata', '{}')
    );
    if jsonb_typeof(item -> 'passage') = 'object' then
        perform recall._hold_index(_project);
        insert into recall.passage as p (project_id, collection, event_id, language)
        values (_project, 'event', _id, item -> 'passage' ->> 'language')
        returning p.no into _no;
        insert into recall.index_fresh (project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies)
        select
            _project, 'event', _no, f.length,
            (extract(epoch from coalesce((item ->> 'occurred_at')::timestamptz, now())) * 1000000)::bigint,
            f.terms, f.counts, f.hashes, f.frequencies
        from jsonb_to_record(item -> 'passage') as f (length int, terms text[], counts int[], hashes bytea, frequencies bytea);
        perform recall._note_languages(_project, array[item -> 'passage' ->> 'language']);
    end if;
    return jsonb_build_object('event_id', _id, 'thread', _thread, 'position', _position);
end
$$;

comment on function recall._store_event(int, jsonb) is 'Appends a prepared event at the end of its thread.';

create or replace function recall.events(
    session text default null,
    thread text default null,
    after_position int default null,
    max_results bigint default 50,
    project text default null
)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    _project int := recall._enter(events.project);
    _answer jsonb;
begin
    -- Read twice rather than kept: a page needs few of a project's events, and their number none of their texts.
    with chosen as not materialized (
        select e.*
        from recall.event e
        left join recall.session s on s.project_id = e.project_id and s.id = e.session_id
        where e.project_id = _project
            and (events.session is null or s.key = events.session)
            and (events.thread is null or e.thread = events.thread)
    ),
    page as (
        select c.* from chosen c
        where events.after_position is null or c.position > events.after_position
        order by c.thread, c.position
        limit least(greatest(coalesce(events.max_results, 50), 1), 1000)
    )
    select jsonb_build_object(
        'total_events', (select count(*) from chosen),
        'returned', (select count(*) from page),
        'events', coalesce((
            select jsonb_agg(
                jsonb_build_object(
                    'id', p.id, 'thread', p.thread, 'position', p.position, 'event_type', p.event_type, 'role', p.role,
                    'speaker', p.speaker, 'content_type', p.content_type, 'content', p.content,
                    'content_ref', p.content_ref, 'occurred_at', p.occurred_at, 'created_at', p.created_at,
                    'metadata', p.metadata
                )
                order by p.thread, p.position
            ) from page p
        ), '[]')
    )
    into _answer;
    return _answer;
end
$$;

comment on function recall.events(text, text, int, bigint, text) is 'Reads the raw log back, by session or thread, in order.';
