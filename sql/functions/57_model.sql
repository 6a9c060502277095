-- _create_embedding_table: made at run time and no member of the extension, so that it is dumped like any table.
create or replace function recall._create_embedding_table(model_id int, dim int)
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _table text := 'embedding_' || model_id;
begin
    execute format(
        'create table recall.%1$I (
            project_id int not null,
            passage_no bigint not null,
            collection text not null,
            embedding public.halfvec(%2$s) not null,
            text_hash bytea not null,
            tokens bytea,
            in_graph boolean not null,
            created_at timestamptz not null default now(),
            constraint %3$I primary key (project_id, passage_no),
            constraint %4$I foreign key (project_id, passage_no) references recall.passage (project_id, no) on delete cascade
        )', _table, dim, _table || '_pkey', _table || '_passage_no_fkey'
    );
    -- As for every table with a project (96_statistic.sql).
    execute format('alter table recall.%I alter column project_id set (n_distinct = 20)', _table);
    perform recall._open_table(format('recall.%I', _table)::regclass);
    perform recall._secure_table(format('recall.%I', _table)::regclass);
end
$$;

comment on function recall._create_embedding_table(int, int) is 'Makes the table of a model''s vectors.';

-- Definer: makes a table in the schema of recall_owner. Granted to recall_admin only.
create or replace function recall.add_model(preset text)
returns jsonb
language plpython3u volatile parallel unsafe
security definer
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.model import add

return door.call(plpy, add.add, preset)
$python$;

comment on function recall.add_model(text) is
'Registers a model whose files are installed and proved, and makes the table of its vectors; the first one becomes active.';

create or replace function recall.models()
returns table (id int, role text, name text, is_active boolean, dim int, created_at timestamptz)
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
    select m.id, m.role, m.name, m.is_active, (m.spec ->> 'dim')::int, m.created_at
    from recall.model m
    order by m.role, m.name
$$;

comment on function recall.models() is 'The models of this database.';

create or replace function recall._graph_name(model_id int, project_id int)
returns text
language sql immutable parallel safe
return format('embedding_%s_project_%s_hnsw_idx', model_id, project_id);

comment on function recall._graph_name(int, int) is 'The name of the HNSW index of one project''s vectors of a model.';

-- Definer: an index can only be made by the owner of the table. Granted to recall_admin only.
create or replace function recall._create_vector_index(model_id int, project_id int)
returns text
language plpgsql volatile
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text := recall._graph_name(model_id, project_id);
begin
    -- Row security does not hold CREATE INDEX back, but it hides the project from whom it does not concern.
    perform from recall.project p where p.id = _create_vector_index.project_id;
    if not found then
        raise exception 'there is no project number %', _create_vector_index.project_id
            using errcode = 'RC005', hint = 'select recall.projects() lists those that you may use.';
    end if;
    execute format(
        'create index if not exists %I on recall.%I using hnsw (embedding public.halfvec_cosine_ops)
         where project_id = %s and collection = ''live'' and in_graph',
        _name, 'embedding_' || model_id, project_id
    );
    return _name;
end
$$;

comment on function recall._create_vector_index(int, int) is 'Makes the HNSW index of one project''s marked vectors.';

create or replace function recall._mark_vectors(project_id int, model_id int, passages int8range, at_most bigint)
returns bigint
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _count bigint;
begin
    execute format(
        'update recall.%1$I e set in_graph = true
         where e.project_id = $1 and e.passage_no in (
             select n.passage_no from recall.%1$I n
             where n.project_id = $1 and n.collection = ''live'' and not n.in_graph
                 and ($2 is null or n.passage_no >= $2) and ($3 is null or n.passage_no < $3)
             order by n.passage_no limit $4
         )',
        'embedding_' || model_id
    ) using project_id, lower(passages), upper(passages), at_most;
    get diagnostics _count = row_count;
    return _count;
end
$$;

comment on function recall._mark_vectors(int, int, int8range, bigint) is
'Marks live vectors of a range of passages for the HNSW graph; where there is one, they enter it.';

-- _extend_graph: a write leaves its vectors out of the graph, since entering one takes longer than all the rest of a write.
create or replace function recall._extend_graph(project_id int)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _project int := _extend_graph.project_id;
    _at_most bigint := (recall._settings(_project) ->> 'graph.batch')::bigint;
    _code record;
    _count bigint;
begin
    for _code in
        select c.segment_id, c.model_id, int8range(s.first_no, s.last_no, '[]') as passages
        from recall.segment_code c
        join recall.segment s on s.project_id = c.project_id and s.id = c.segment_id
        where c.project_id = _project and not c.in_graph
            and to_regclass('recall.' || recall._graph_name(c.model_id, _project)) is not null
        order by c.model_id, c.segment_id
    loop
        _count := recall._mark_vectors(_project, _code.model_id, _code.passages, _at_most);
        if _count > 0 then
            return jsonb_build_object('done', _count);
        end if;
        update recall.segment_code c set in_graph = true
        where c.project_id = _project and c.segment_id = _code.segment_id and c.model_id = _code.model_id;
    end loop;
    return jsonb_build_object('done', 0);
end
$$;

comment on function recall._extend_graph(int) is
'Enters one batch of the vectors of a project''s segments into its HNSW graph; those outside are scanned meanwhile.';

create or replace function recall.index_vectors(project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := recall._enter_to_write(index_vectors.project);
    _model int;
begin
    select m.id into _model from recall.model m where m.role = 'embed' and m.is_active;
    if _model is null then
        raise exception 'no embedding model was added' using errcode = 'RC011', hint = 'select recall.add_model(''minilm-int8'').';
    end if;
    -- Before the index is made: building a graph is cheaper than adding to it.
    perform recall._mark_vectors(_project, _model, '(,)', null);
    update recall.segment_code c set in_graph = true
    where c.project_id = _project and c.model_id = _model and not c.in_graph;
    return jsonb_build_object('index', recall._create_vector_index(_model, _project));
end
$$;

comment on function recall.index_vectors(text) is
'Makes the HNSW index that a project needs above the setting search.exact_vectors; writers to its vectors wait meanwhile.';
