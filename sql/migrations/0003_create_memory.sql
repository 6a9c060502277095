create table recall.session (
    project_id int not null references recall.project on delete cascade,
    id uuid not null,
    key text not null,
    name text,
    goals text[] not null default '{}',
    agent text,
    client text,
    summary text,
    outcome text,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    constraint session_pkey primary key (project_id, id),
    constraint session_project_id_key_key unique (project_id, key),
    constraint session_key_check check (length(key) between 1 and 400),
    constraint session_outcome_check check (outcome in ('success', 'partial', 'failed', 'abandoned'))
);
create index session_project_id_started_at_idx on recall.session (project_id, started_at desc);
-- A tool call knows the key of its session before it knows the project.
create index session_key_idx on recall.session (key) where ended_at is null and name is not null;

-- The current row of one remembered thing. What only one kind has lives in a satellite table.
create table recall.memory_record (
    project_id int not null references recall.project on delete cascade,
    id uuid not null,
    kind text not null,
    type text not null,
    content text not null,
    dedupe_key bytea not null,
    language text not null default 'und',
    tags text[] not null default '{}',
    source text not null default 'agent',
    reference text,
    session_id uuid,
    thread text,
    position int,
    speaker text,
    role text,
    pool text,
    agent text,
    trust text not null default 'trusted',
    evidence text not null default 'asserted',
    status text not null default 'live',
    valid tstzrange not null default tstzrange(null, null),
    -- A column of its own: under row security no index can be asked about upper(valid).
    expires_at timestamptz generated always as (upper(valid)) stored,
    -- No foreign key: a table that refers to itself cannot be dumped alone, and a parent that comes back finds its children.
    parent_id uuid,
    occurred_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version int not null default 1,
    hlc bigint not null,
    node_id uuid not null,
    metadata jsonb not null default '{}',
    constraint memory_record_pkey primary key (project_id, id),
    constraint memory_record_session_id_fkey foreign key (project_id, session_id) references recall.session (project_id, id),
    constraint memory_record_kind_check check (kind in ('fact', 'turn', 'episode', 'error', 'procedure', 'document', 'note')),
    constraint memory_record_type_check check (
        type in ('fact', 'decision', 'lesson', 'preference', 'error', 'solution', 'context', 'tool_usage')
    ),
    constraint memory_record_source_check check (source in ('agent', 'error_detection', 'user', 'consolidation', 'inference')),
    constraint memory_record_trust_check check (trust in ('trusted', 'quarantined')),
    constraint memory_record_evidence_check check (evidence in ('asserted', 'observed', 'verified')),
    constraint memory_record_status_check check (status in ('live', 'superseded')),
    constraint memory_record_content_check check (content <> ''),
    constraint memory_record_metadata_check check (jsonb_typeof(metadata) = 'object')
);
-- Exact duplicates are stopped here, under any concurrency.
create unique index memory_record_dedupe_key_key on recall.memory_record (project_id, dedupe_key) where status = 'live';
create index memory_record_project_id_created_at_idx on recall.memory_record (project_id, created_at desc, id desc);
create index memory_record_project_id_expires_at_idx on recall.memory_record (project_id, expires_at) where expires_at is not null;
create index memory_record_project_id_thread_position_idx on recall.memory_record (project_id, thread, position) where thread is not null;
create index memory_record_project_id_session_id_idx on recall.memory_record (project_id, session_id) where session_id is not null;
create index memory_record_project_id_parent_id_idx on recall.memory_record (project_id, parent_id) where parent_id is not null;

-- Versions that are no longer current. The range `known` says from when to when this database held each to be true.
create table recall.memory_version (
    project_id int not null,
    memory_id uuid not null,
    version int not null,
    content text not null,
    type text not null,
    tags text[] not null,
    valid tstzrange not null,
    known tstzrange not null,
    reason text,
    hlc bigint not null,
    node_id uuid not null,
    constraint memory_version_pkey primary key (project_id, memory_id, version),
    constraint memory_version_memory_id_fkey foreign key (project_id, memory_id)
        references recall.memory_record (project_id, id) on delete cascade
);

-- Narrow and hot. Strength is a formula of (anchor, now) at read.
create table recall.memory_state (
    project_id int not null,
    memory_id uuid not null,
    importance float8 not null,
    density float8 not null,
    access_count int not null default 0,
    last_access_at timestamptz,
    decay_anchor_at timestamptz not null default now(),
    constraint memory_state_pkey primary key (project_id, memory_id),
    constraint memory_state_memory_id_fkey foreign key (project_id, memory_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint memory_state_importance_check check (importance between 0 and 1)
) with (fillfactor = 80);

-- What was forgotten and may still be undone. Nothing that reads memories looks here; erasure empties it.
create table recall.forgotten (
    project_id int not null references recall.project on delete cascade,
    memory_id uuid not null,
    payload jsonb not null,
    reason text,
    forgotten_at timestamptz not null default now(),
    constraint forgotten_pkey primary key (project_id, memory_id)
);
