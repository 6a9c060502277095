-- The raw log of a conversation. Never edited.
create table recall.event (
    project_id int not null references recall.project on delete cascade,
    id uuid not null,
    session_id uuid,
    thread text not null,
    position int not null,
    event_type text not null,
    role text,
    speaker text,
    content_type text not null default 'text',
    content text,
    content_ref text,
    occurred_at timestamptz,
    created_at timestamptz not null default now(),
    metadata jsonb not null default '{}',
    constraint event_pkey primary key (project_id, id),
    constraint event_thread_position_key unique (project_id, thread, position),
    constraint event_session_id_fkey foreign key (project_id, session_id) references recall.session (project_id, id),
    constraint event_type_check check (event_type in ('message', 'tool_call', 'tool_result', 'artifact')),
    constraint event_role_check check (role in ('user', 'assistant', 'system', 'tool')),
    constraint event_content_type_check check (content_type in ('text', 'json', 'image', 'audio', 'binary')),
    constraint event_content_check check (content is not null or content_ref is not null)
);
create index event_project_id_session_id_idx on recall.event (project_id, session_id) where session_id is not null;

-- Why a memory is believed.
create table recall.memory_source (
    project_id int not null,
    memory_id uuid not null,
    event_id uuid not null,
    kind text not null,
    relevance float8 not null,
    constraint memory_source_pkey primary key (project_id, memory_id, event_id, kind),
    constraint memory_source_memory_id_fkey foreign key (project_id, memory_id)
        references recall.memory_record (project_id, id) on delete cascade,
    constraint memory_source_event_id_fkey foreign key (project_id, event_id)
        references recall.event (project_id, id) on delete cascade,
    constraint memory_source_kind_check check (
        kind in ('primary', 'corroborating', 'restatement', 'assent', 'observation', 'contextual')
    ),
    constraint memory_source_relevance_check check (relevance between 0 and 1)
);
