-- A model is a row; its vectors live in the table recall.embedding_<id>, made by recall.add_model.
create table recall.model (
    id int generated always as identity primary key,
    role text not null,
    name text not null,
    spec jsonb not null,
    is_active boolean not null default false,
    created_at timestamptz not null default now(),
    constraint model_role_name_key unique (role, name),
    constraint model_role_check check (role in ('embed', 'rerank', 'entail'))
);
create unique index model_is_active_key on recall.model (role) where is_active;

-- What search sees. `no` is local and dense and never travels. The text is a span of its owner's content: no second copy.
create table recall.passage (
    no bigint generated always as identity,
    project_id int not null references recall.project on delete cascade,
    collection text not null,
    memory_id uuid,
    version int,
    event_id uuid,
    entity_id uuid,
    ordinal int not null default 0,
    span int4range,
    language text not null default 'und',
    constraint passage_pkey primary key (project_id, no),
    constraint passage_memory_id_fkey foreign key (project_id, memory_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint passage_event_id_fkey foreign key (project_id, event_id)
        references recall.event (project_id, id) on delete cascade,
    constraint passage_entity_id_fkey foreign key (project_id, entity_id)
        references recall.entity (project_id, id) on delete cascade,
    constraint passage_collection_check check (collection in ('live', 'history', 'event', 'entity')),
    constraint passage_owner_check check (num_nonnulls(memory_id, event_id, entity_id) = 1)
);
create index passage_project_id_memory_id_idx on recall.passage (project_id, memory_id) where memory_id is not null;
create index passage_project_id_event_id_idx on recall.passage (project_id, event_id) where event_id is not null;
create index passage_project_id_entity_id_idx on recall.passage (project_id, entity_id) where entity_id is not null;

-- The tables below are derived: never dumped, rebuilt by recall.rebuild_index.

-- Passages not yet folded into a segment. `hashes` and `frequencies` are what a search reads, `terms` is what compaction reads.
create table recall.index_fresh (
    project_id int not null references recall.project on delete cascade,
    collection text not null,
    passage_no bigint not null,
    length int not null,
    happened_us bigint not null,
    terms text[] collate "C" not null,
    counts int[] not null,
    hashes bytea not null,
    frequencies bytea not null,
    model_id int,
    code bytea,
    scale float4,
    constraint index_fresh_pkey primary key (project_id, collection, passage_no)
);

-- Immutable: at most 65,536 passages of one project and collection, packed little-endian.
create table recall.segment (
    project_id int not null references recall.project on delete cascade,
    id bigint generated always as identity,
    collection text not null,
    size int not null,
    total_length bigint not null,
    first_no bigint not null,
    last_no bigint not null,
    nos bytea not null,
    lengths bytea not null,
    happened bytea not null,
    constraint segment_pkey primary key (project_id, id),
    constraint segment_size_check check (size between 1 and 65536)
);

create table recall.segment_term (
    project_id int not null,
    term text collate "C" not null,
    segment_id bigint not null,
    docs bytea not null,
    frequencies bytea not null,
    constraint segment_term_pkey primary key (project_id, term, segment_id),
    constraint segment_term_segment_id_fkey foreign key (project_id, segment_id)
        references recall.segment (project_id, id) on delete cascade
);
create index segment_term_project_id_segment_id_idx on recall.segment_term (project_id, segment_id);

create table recall.segment_code (
    project_id int not null,
    segment_id bigint not null,
    model_id int not null references recall.model on delete cascade,
    codes bytea not null,
    scales bytea not null,
    -- Whether the HNSW graph of the project, where there is one, holds every vector of the segment.
    in_graph boolean not null,
    constraint segment_code_pkey primary key (project_id, segment_id, model_id),
    constraint segment_code_segment_id_fkey foreign key (project_id, segment_id)
        references recall.segment (project_id, id) on delete cascade
);

create table recall.segment_dead (
    project_id int not null,
    segment_id bigint not null,
    ordinal int not null,
    constraint segment_dead_pkey primary key (project_id, segment_id, ordinal),
    constraint segment_dead_segment_id_fkey foreign key (project_id, segment_id)
        references recall.segment (project_id, id) on delete cascade
);

-- Projects whose index holds every passage. A restored project has no row here until its index is made again, whatever
-- was written to it since.
create table recall.index_complete (
    project_id int not null references recall.project on delete cascade,
    since timestamptz not null default now(),
    constraint index_complete_pkey primary key (project_id)
);

-- Which analysers a query has to run.
create table recall.index_language (
    project_id int not null references recall.project on delete cascade,
    language text not null,
    constraint index_language_pkey primary key (project_id, language)
);

-- Packed arrays do not compress, and an uncompressed value can be read in slices.
alter table recall.segment
    alter column nos set storage external,
    alter column lengths set storage external,
    alter column happened set storage external;
alter table recall.segment_term
    alter column docs set storage external,
    alter column frequencies set storage external;
alter table recall.segment_code
    alter column codes set storage external,
    alter column scales set storage external;

-- Names are searched by trigram. Row security keeps such an operator off its index, so recall._name_candidate asks.
create index entity_name_key_trgm_idx on recall.entity using gin (name_key public.gin_trgm_ops);
create index entity_alias_alias_key_trgm_idx on recall.entity_alias using gin (alias_key public.gin_trgm_ops);
