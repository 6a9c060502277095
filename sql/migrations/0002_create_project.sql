-- The unit of isolation. `id` is local to this database, `uid` travels.
create table recall.project (
    id int generated always as identity primary key,
    uid uuid not null default gen_random_uuid(),
    name text not null,
    name_key text not null,
    created_at timestamptz not null default now(),
    constraint project_uid_key unique (uid),
    constraint project_name_key_key unique (name_key),
    constraint project_name_check check (length(name) between 1 and 200 and btrim(name) <> '')
);

-- Roles that are held to their grants, also when none is left: to take the last one away must not open everything.
create table recall.tenant (
    role_name name not null,
    -- By this it is known again after the role was renamed.
    role_oid oid,
    created_at timestamptz not null default now(),
    constraint tenant_pkey primary key (role_name)
);

-- Rights of roles that run their own SQL. A role with rows here sees its projects only, whatever it sets; it becomes a
-- tenant with the first one.
create table recall.project_grant (
    role_name name not null references recall.tenant on delete cascade,
    project_id int not null references recall.project on delete cascade,
    level text not null,
    granted_by name not null default session_user,
    granted_at timestamptz not null default now(),
    constraint project_grant_pkey primary key (role_name, project_id),
    constraint project_grant_level_check check (level in ('reader', 'writer', 'admin'))
);

-- Overrides only: the defaults are code (recall._setting_default).
create table recall.setting (
    name text not null,
    project_id int references recall.project on delete cascade,
    value jsonb not null,
    changed_at timestamptz not null default now(),
    constraint setting_project_id_name_key unique nulls not distinct (project_id, name)
);

-- This installation. The cluster's system identifier tells a restored copy from the original.
create table recall.node (
    id uuid not null default gen_random_uuid() primary key,
    label text,
    system_identifier bigint not null,
    is_here boolean not null default true,
    created_at timestamptz not null default now()
);
create unique index node_is_here_key on recall.node (is_here) where is_here;

-- Identity of deleted rows, never their content.
create table recall.tombstone (
    project_id int not null references recall.project on delete cascade,
    table_name text not null,
    row_id uuid not null,
    hlc bigint not null,
    node_id uuid not null,
    reason text,
    deleted_at timestamptz not null default now(),
    constraint tombstone_pkey primary key (project_id, table_name, row_id)
);
