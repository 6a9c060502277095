create table recall.entity (
    project_id int not null references recall.project on delete cascade,
    id uuid not null,
    name text not null,
    name_key text not null,
    type text not null default 'concept',
    importance float8 not null default 0.5,
    access_count int not null default 0,
    is_self boolean not null default false,
    metadata jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    hlc bigint not null,
    node_id uuid not null,
    constraint entity_pkey primary key (project_id, id),
    constraint entity_project_id_name_key_key unique (project_id, name_key),
    constraint entity_name_check check (length(name) between 1 and 200 and btrim(name) <> ''),
    constraint entity_importance_check check (importance between 0 and 1)
);
create unique index entity_is_self_key on recall.entity (project_id) where is_self;

-- Another name of an entity. It resolves on every read and write.
create table recall.entity_alias (
    project_id int not null,
    alias_key text not null,
    alias text not null,
    entity_id uuid not null,
    created_at timestamptz not null default now(),
    constraint entity_alias_pkey primary key (project_id, alias_key),
    constraint entity_alias_entity_id_fkey foreign key (project_id, entity_id)
        references recall.entity (project_id, id) on delete cascade
);
create index entity_alias_project_id_entity_id_idx on recall.entity_alias (project_id, entity_id);

create table recall.relation (
    project_id int not null,
    id uuid not null,
    from_id uuid not null,
    to_id uuid not null,
    type text not null,
    strength float8 not null default 1,
    is_bidirectional boolean not null default false,
    provenance text not null default 'extracted',
    last_traversed_at timestamptz,
    created_at timestamptz not null default now(),
    hlc bigint not null,
    node_id uuid not null,
    constraint relation_pkey primary key (project_id, id),
    constraint relation_from_to_type_key unique (project_id, from_id, to_id, type),
    constraint relation_from_id_fkey foreign key (project_id, from_id) references recall.entity (project_id, id) on delete cascade,
    constraint relation_to_id_fkey foreign key (project_id, to_id) references recall.entity (project_id, id) on delete cascade,
    constraint relation_self_check check (from_id <> to_id),
    constraint relation_strength_check check (strength between 0 and 1),
    constraint relation_type_check check (length(type) between 1 and 100),
    constraint relation_provenance_check check (provenance in ('extracted', 'inferred', 'predicted'))
);
create index relation_project_id_to_id_idx on recall.relation (project_id, to_id);

-- Which entities a memory is about, mentions, or was uttered by.
create table recall.memory_entity (
    project_id int not null,
    memory_id uuid not null,
    entity_id uuid not null,
    role text not null,
    constraint memory_entity_pkey primary key (project_id, memory_id, entity_id, role),
    constraint memory_entity_memory_id_fkey foreign key (project_id, memory_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint memory_entity_entity_id_fkey foreign key (project_id, entity_id)
        references recall.entity (project_id, id) on delete cascade,
    constraint memory_entity_role_check check (role in ('subject', 'mentioned', 'uttered_by'))
);
create index memory_entity_project_id_entity_id_idx on recall.memory_entity (project_id, entity_id, role);
create unique index memory_entity_subject_key on recall.memory_entity (project_id, memory_id) where role = 'subject';

create table recall.memory_link (
    project_id int not null,
    from_id uuid not null,
    to_id uuid not null,
    kind text not null,
    reason text,
    created_at timestamptz not null default now(),
    constraint memory_link_pkey primary key (project_id, from_id, to_id, kind),
    constraint memory_link_from_id_fkey foreign key (project_id, from_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint memory_link_to_id_fkey foreign key (project_id, to_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint memory_link_kind_check check (kind in ('supersedes', 'contradicts', 'derived_from', 'duplicate_of'))
);
create index memory_link_project_id_to_id_idx on recall.memory_link (project_id, to_id);
