-- One queue for all work that can wait. A row that keeps failing sinks: due_at moves with its attempts.
create table recall.job (
    project_id int not null references recall.project on delete cascade,
    id bigint generated always as identity,
    kind text not null,
    target_id uuid,
    payload jsonb not null default '{}',
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    last_error text,
    created_at timestamptz not null default now(),
    constraint job_pkey primary key (project_id, id),
    constraint job_kind_check check (kind in ('embed', 'import', 'consolidate', 'upkeep'))
);
create unique index job_project_id_kind_target_id_key on recall.job (project_id, kind, target_id) where target_id is not null;
create index job_kind_due_at_idx on recall.job (kind, due_at, id);

-- One row per upkeep run.
create table recall.maintain_run (
    id bigint generated always as identity primary key,
    task text not null,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    counts jsonb not null default '{}',
    error text
);
create index maintain_run_task_started_at_idx on recall.maintain_run (task, started_at desc);

-- What was shown to whom, appended by recall.call and folded into memory_state by upkeep.
create table recall.access (
    project_id int not null references recall.project on delete cascade,
    id bigint generated always as identity,
    memory_ids uuid[] not null,
    tool text not null,
    session_key text,
    client text,
    accessed_at timestamptz not null default now(),
    constraint access_pkey primary key (project_id, id)
);

-- Calls that failed, redacted: code and tool, never the arguments.
create table recall.call_failure (
    project_id int references recall.project on delete cascade,
    -- Not unique: a number that somebody took must not keep another's failure from being filed.
    id bigint generated always as identity,
    tool text not null,
    client text,
    code text not null,
    message text not null,
    failed_at timestamptz not null default now()
);

create index call_failure_id_idx on recall.call_failure (id);

-- Overrides of the tool catalogue, which is code.
create table recall.tool (
    name text primary key,
    is_enabled boolean not null default true,
    description text,
    changed_at timestamptz not null default now()
);
