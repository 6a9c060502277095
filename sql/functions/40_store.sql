-- The one place where a memory is written. Items arrive prepared (cleaned, tokenised, embedded) from pg_recall_udf.write:
-- no model runs while a lock is held here.

-- _enqueue: a job for each memory that waits for its vectors, and a knock for whoever works the queue.
create or replace function recall._enqueue(project_id int, memory_ids uuid[])
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    if cardinality(memory_ids) = 0 then
        return;
    end if;
    insert into recall.job (project_id, kind, target_id)
    select _enqueue.project_id, 'embed', u.id from unnest(memory_ids) as u (id) order by u.id
    on conflict (project_id, kind, target_id) where target_id is not null do nothing;
    -- Whose it is would tell a tenant of the others.
    perform pg_notify('recall_job', '');
end
$$;

comment on function recall._enqueue(int, uuid[]) is 'Queues memories for embedding and notifies the channel recall_job.';

-- _store: one set-based insert. Answers per item, in the order given: {index, id, outcome}.
create or replace function recall._store(project_id int, items jsonb, model_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    _project int := _store.project_id;
    _node uuid := recall._node_id();
    _prior jsonb := recall._settings(_project) -> 'importance.prior';
    _started timestamptz := clock_timestamp();
    _added jsonb;
begin
    perform recall._hold_index(_project);
    with item as materialized (
        select
            i.*,
            coalesce(i.chosen_id, recall._uuid7(_started + i.index * interval '1 microsecond')) as id,
            coalesce(
                i.importance,
                recall.importance_prior(
                    (_prior -> i.type ->> 'base')::float8, i.density,
                    (_prior -> i.type ->> 'low')::float8, (_prior -> i.type ->> 'high')::float8
                )
            ) as settled_importance
        from jsonb_to_recordset(items) as i (
            index int, chosen_id uuid, content text, kind text, type text, dedupe_key bytea, language text, tags text[], source text,
            reference text, session_id uuid, entity_id uuid, thread text, place int, speaker text, role text,
            pool text, agent text, trust text, valid_from timestamptz, valid_until timestamptz, parent_id uuid,
            occurred_at timestamptz, metadata jsonb, importance float8, density float8, is_queued boolean, passages jsonb
        )
    ),
    record as (
        insert into recall.memory_record (
            project_id, id, kind, type, content, dedupe_key, language, tags, source, reference, session_id, thread,
            position, speaker, role, pool, agent, trust, valid, parent_id, occurred_at, hlc, node_id, metadata
        )
        select
            _project, i.id, i.kind, i.type, i.content, i.dedupe_key, i.language, i.tags, i.source, i.reference,
            i.session_id, i.thread, i.place, i.speaker, i.role, i.pool, i.agent, i.trust,
            tstzrange(i.valid_from, i.valid_until), i.parent_id, i.occurred_at,
            recall.hlc_next(null, clock_timestamp()), _node, i.metadata
        from (select distinct on (dedupe_key) * from item order by dedupe_key, index) as i
        -- One order for every writer, also over the inserts of a large batch: two that overlap cannot wait for each other.
        order by i.dedupe_key
        on conflict (project_id, dedupe_key) where status = 'live' do nothing
        returning id
    ),
    new as (
        select i.* from item i join record r on r.id = i.id
    ),
    state as (
        insert into recall.memory_state (project_id, memory_id, importance, density)
        select _project, n.id, n.settled_importance, n.density from new n
    ),
    about as (
        insert into recall.memory_entity (project_id, memory_id, entity_id, role)
        select _project, n.id, n.entity_id, 'subject' from new n where n.entity_id is not null
    ),
    piece as (
        select n.id as memory_id, n.occurred_at, p.*
        from new n
        cross join lateral jsonb_to_recordset(n.passages) as p (
            ordinal int, first int, last int, language text, length int, terms text[], counts int[],
            hashes bytea, frequencies bytea, vector text, text_hash bytea, code bytea, scale float4
        )
    ),
    passage as (
        insert into recall.passage (project_id, collection, memory_id, version, ordinal, span, language)
        select _project, 'live', p.memory_id, 1, p.ordinal, case when p.first is not null then int4range(p.first, p.last) end, p.language
        from piece p
        order by p.memory_id, p.ordinal
        returning no, memory_id, ordinal
    ),
    fresh as (
        insert into recall.index_fresh (
            project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies, model_id, code, scale
        )
        select
            _project, 'live', s.no, p.length,
            (extract(epoch from coalesce(p.occurred_at, now())) * 1000000)::bigint,
            p.terms, p.counts, p.hashes, p.frequencies,
            case when p.code is not null then _store.model_id end, p.code, p.scale
        from piece p
        join passage s on s.memory_id = p.memory_id and s.ordinal = p.ordinal
    )
    select jsonb_build_object(
        'records', coalesce((
            select jsonb_agg(jsonb_build_object('index', n.index, 'id', n.id, 'importance', n.settled_importance)) from new n
        ), '[]'),
        'queued', coalesce((select jsonb_agg(n.id) from new n where n.is_queued), '[]'),
        'vectors', coalesce((
            select jsonb_agg(jsonb_build_object('no', s.no, 'vector', p.vector, 'text_hash', p.text_hash))
            from piece p
            join passage s on s.memory_id = p.memory_id and s.ordinal = p.ordinal
            where p.vector is not null
        ), '[]')
    )
    into _added;

    if jsonb_array_length(_added -> 'vectors') > 0 then
        perform recall._store_vectors(_project, 'live', _added -> 'vectors', _store.model_id);
    end if;
    perform recall._enqueue(_project, array(select jsonb_array_elements_text(_added -> 'queued')::uuid));
    if jsonb_array_length(_added -> 'records') < jsonb_array_length(items) then
        -- Said again, what had ended holds again.
        with ended as (
            select m.id, i.valid_until
            from jsonb_to_recordset(items) as i (dedupe_key bytea, valid_until timestamptz)
            join recall.memory_record m
                on m.project_id = _project and m.dedupe_key = i.dedupe_key and m.status = 'live' and m.expires_at <= now()
            where i.valid_until is null or i.valid_until > now()
            order by m.dedupe_key
            for update of m
        )
        update recall.memory_record m
        set valid = tstzrange(lower(m.valid), e.valid_until),
            updated_at = greatest(clock_timestamp(), m.updated_at),
            hlc = recall.hlc_next(m.hlc, clock_timestamp())
        from ended e
        where m.project_id = _project and m.id = e.id;
    end if;
    -- A new snapshot: rows that another session committed meanwhile are seen here.
    return (
        select jsonb_agg(
            jsonb_build_object(
                'index', i.index,
                'id', coalesce(a.id, m.id),
                'importance', a.importance,
                'outcome', case when a.id is not null then 'added' when m.id is not null then 'duplicate' end,
                -- The place of a turn can be taken by another text.
                'differs', a.id is null and m.content is distinct from i.content
            )
            order by i.index
        )
        from jsonb_to_recordset(items) as i (index int, dedupe_key bytea, content text)
        left join jsonb_to_recordset(_added -> 'records') as a (index int, id uuid, importance float8) on a.index = i.index
        left join recall.memory_record m
            on m.project_id = _project and m.dedupe_key = i.dedupe_key and m.status = 'live'
    );
end
$$;

comment on function recall._store(int, jsonb, int) is
'Inserts prepared items in one statement; says for each whether it was added or is a duplicate, and of which id.';

create or replace function recall._store_vectors(project_id int, collection text, vectors jsonb, model_id int)
returns bigint
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _count bigint;
begin
    -- Where there is a graph, upkeep enters the vectors of whole segments (recall._extend_graph).
    execute format(
        'insert into recall.%I as e (project_id, passage_no, collection, embedding, text_hash, in_graph)
         select $1, v.no, $2, v.vector::public.halfvec, v.text_hash, $4
         from jsonb_to_recordset($3) as v (no bigint, vector text, text_hash bytea)
         on conflict (project_id, passage_no) do update
         set collection = excluded.collection, embedding = excluded.embedding, text_hash = excluded.text_hash,
             in_graph = excluded.in_graph',
        'embedding_' || _store_vectors.model_id
    ) using
        _store_vectors.project_id, _store_vectors.collection, _store_vectors.vectors,
        to_regclass('recall.' || recall._graph_name(_store_vectors.model_id, _store_vectors.project_id)) is null;
    get diagnostics _count = row_count;
    return _count;
end
$$;

comment on function recall._store_vectors(int, text, jsonb, int) is 'Writes vectors of passages into the table of their model.';

-- _revise: the new text takes the row, the old one becomes a version. Its passages move to the history collection.
create or replace function recall._revise(project_id int, id uuid, item jsonb, history jsonb, reason text, model_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _project int := _revise.project_id;
    _id uuid := _revise.id;
    _old recall.memory_record;
    _moved bigint[];
    _vectors jsonb;
    _at timestamptz := clock_timestamp();
    _entity text;
begin
    -- Its name is part of the texts that were prepared.
    _entity := recall._lock_subject(_project, _id);
    select m.* into _old from recall.memory_record m
    where m.project_id = _project and m.id = _id and m.status = 'live'
    for update;
    if _old.id is null then
        raise exception 'there is no memory %', _id using errcode = 'RC007', hint = 'It may have been forgotten or superseded.';
    end if;
    if _old.version <> (item ->> 'from_version')::int or _entity is distinct from item ->> 'entity' then
        raise exception 'memory % was changed by another session meanwhile', _id
            using errcode = '40001', hint = 'Read it again and repeat the correction.';
    end if;
    insert into recall.memory_version (project_id, memory_id, version, content, type, tags, valid, known, reason, hlc, node_id)
    values (
        _project, _id, _old.version, _old.content, _old.type, _old.tags, _old.valid,
        tstzrange(_old.updated_at, greatest(_at, _old.updated_at)), _revise.reason, _old.hlc, _old.node_id
    );
    begin
        update recall.memory_record m
        set content = item ->> 'content',
            tags = array(select jsonb_array_elements_text(item -> 'tags')),
            dedupe_key = (item ->> 'dedupe_key')::bytea,
            language = item ->> 'language',
            version = m.version + 1,
            updated_at = greatest(_at, m.updated_at),
            hlc = recall.hlc_next(m.hlc, _at)
        where m.project_id = _project and m.id = _id;
    exception when unique_violation then
        raise exception 'another memory says exactly this already'
            using errcode = 'RC009',
                detail = (
                    select 'id ' || m.id from recall.memory_record m
                    where m.project_id = _project and m.status = 'live' and m.dedupe_key = (item ->> 'dedupe_key')::bytea
                ),
                hint = 'Forget one of the two.';
    end;
    update recall.memory_state s set density = (item ->> 'density')::float8
    where s.project_id = _project and s.memory_id = _id;

    select coalesce(array_agg(p.no order by p.no), '{}') into _moved
    from recall.passage p
    where p.project_id = _project and p.memory_id = _id and p.collection = 'live';
    perform recall._unindex(_project, _moved);
    update recall.passage p set collection = 'history'
    where p.project_id = _project and p.no = any (_moved);
    perform recall._move_vectors(_project, _moved, 'history');
    insert into recall.index_fresh (project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies)
    select
        _project, 'history', p.no, h.length,
        (extract(epoch from coalesce(_old.occurred_at, _old.created_at)) * 1000000)::bigint,
        h.terms, h.counts, h.hashes, h.frequencies
    from jsonb_to_recordset(history) as h (ordinal int, length int, terms text[], counts int[], hashes bytea, frequencies bytea)
    join recall.passage p
        on p.project_id = _project and p.memory_id = _id and p.version = _old.version and p.ordinal = h.ordinal;

    with piece as (
        select p.* from jsonb_to_recordset(item -> 'passages') as p (
            ordinal int, first int, last int, language text, length int, terms text[], counts int[],
            hashes bytea, frequencies bytea, vector text, text_hash bytea, code bytea, scale float4
        )
    ),
    passage as (
        insert into recall.passage as s (project_id, collection, memory_id, version, ordinal, span, language)
        select _project, 'live', _id, _old.version + 1, p.ordinal, case when p.first is not null then int4range(p.first, p.last) end, p.language
        from piece p order by p.ordinal
        returning s.no, s.ordinal
    ),
    fresh as (
        insert into recall.index_fresh (
            project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies, model_id, code, scale
        )
        select
            _project, 'live', s.no, p.length,
            (extract(epoch from coalesce(_old.occurred_at, _old.created_at)) * 1000000)::bigint,
            p.terms, p.counts, p.hashes, p.frequencies,
            case when p.code is not null then _revise.model_id end, p.code, p.scale
        from piece p join passage s on s.ordinal = p.ordinal
    )
    select jsonb_agg(jsonb_build_object('no', s.no, 'vector', p.vector, 'text_hash', p.text_hash))
    into _vectors
    from piece p join passage s on s.ordinal = p.ordinal
    where p.vector is not null;
    if _vectors is not null then
        perform recall._store_vectors(_project, 'live', _vectors, _revise.model_id);
    end if;
    perform recall._note_languages(_project, array[item ->> 'language']);
    if (item ->> 'is_queued')::boolean then
        perform recall._enqueue(_project, array[_id]);
    else
        -- What waited was the old text.
        delete from recall.job j where j.project_id = _project and j.kind = 'embed' and j.target_id = _id;
    end if;
    return jsonb_build_object('id', _id, 'outcome', 'corrected', 'version', _old.version + 1, 'previous_version', _old.version);
end
$$;

comment on function recall._revise(int, uuid, jsonb, jsonb, text, int) is
'Replaces the text of a memory, files the old text as a version and moves its passages to the history.';

create or replace function recall._move_vectors(project_id int, passages bigint[], collection text)
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _model int;
begin
    for _model in select m.id from recall.model m where m.role = 'embed' loop
        execute format(
            'update recall.%I e set collection = $3 from unnest($2) as moved (no)
             where e.project_id = $1 and e.passage_no = moved.no', 'embedding_' || _model
        ) using _move_vectors.project_id, _move_vectors.passages, _move_vectors.collection;
    end loop;
end
$$;

comment on function recall._move_vectors(int, bigint[], text) is 'Vectors follow their passages into another collection.';
