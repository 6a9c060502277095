-- Row security of every table with a project: the scope of the call, and within it the grants of the caller.

-- _secure_table: also for tables made at run time. The policies are written out, not wrapped in a function:
-- only so does the planner see the projects, and choose the plan for their size.
-- Most tables have three: scope and grants hold for all commands; removal, because a deleted row has no new state that
-- a check could refuse. The table project has two more, because one is looked up and made before it can be in scope.
create or replace function recall._secure_table(target regclass)
returns void
language plpgsql volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
    _policy name;
    _scope text := 'project_id = any (coalesce('
        'nullif(current_setting(''recall.scope'', true), '''')::int[], (select recall._default_scope())))';
    -- Null, so true, for a caller without grants and for a row of the installation.
    _read text := 'coalesce(project_id = any ((select recall._granted_projects())::int[]), true)';
    _write text := 'coalesce(project_id = any ((select recall._writable_projects())::int[]), true)';
    _no_grants constant text := '(select recall._is_unrestricted())';
    _is_nullable boolean := (
        select not a.attnotnull from pg_attribute a
        where a.attrelid = target and a.attname = 'project_id' and not a.attisdropped
    );
begin
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    for _policy in
        select p.polname from pg_policy p
        where p.polrelid = target and p.polname in ('scope', 'grants', 'removal', 'names', 'making', 'naming', 'founding')
    loop
        execute format('drop policy %I on %s', _policy, target);
    end loop;
    if target in ('recall.project_grant'::regclass, 'recall.tenant'::regclass) then
        -- Asked by the policies of all other tables: its owner, as whom they ask, is not asked in turn.
        execute format('create policy scope on %s to recall_owner, recall_admin using (true)', target);
        execute format('create policy grants on %s as restrictive to recall_admin using (%s)', target, _no_grants);
        return;
    elsif target = 'recall.project'::regclass then
        _scope := replace(_scope, 'project_id', 'id');
        _read := replace(_read, 'project_id', 'id');
        _write := replace(_write, 'project_id', 'id');
        execute format('create policy names on %s for select using (true)', target);
        execute format('create policy making on %s for insert with check (true)', target);
        -- Whether a name is taken would tell a tenant of other tenants' projects.
        execute format('create policy founding on %s as restrictive for insert with check (%s)', target, _no_grants);
        execute format('create policy naming on %s as restrictive for update using (%s)', target, _no_grants);
    elsif _is_nullable is null then
        -- Models, tools: a grant on one project gives no right over what all projects use.
        _scope := 'true';
        -- Upkeep counts and fails over all projects.
        _read := case when target = to_regclass('recall.maintain_run') then _no_grants else 'true' end;
        _write := _no_grants;
    elsif _is_nullable then
        -- Without a project a row belongs to the installation; who may write it, privileges say.
        _scope := 'project_id is null or ' || _scope;
        if target = to_regclass('recall.call_failure') then
            -- What failed elsewhere is not for a role with grants, though its own calls may fail too.
            _read := format('(project_id is not null or %s) and %s', _no_grants, _read);
        else
            _write := format('(project_id is not null or %s) and %s', _no_grants, _write);
        end if;
    end if;
    execute format('create policy scope on %s using (%s)', target, _scope);
    execute format('create policy grants on %s as restrictive using (%s) with check (%s)', target, _read, _write);
    execute format('create policy removal on %s as restrictive for delete using (%s)', target, _write);
end
$$;

comment on function recall._secure_table(regclass) is
'Enables and forces row security on a table, and makes its policies anew.';

-- _open_table: tables made at run time belong to no extension and are dumped with their privileges, so these are given
-- once, when such a table is made. (What an upgrade script grants, pg_dump takes for part of the extension.)
create or replace function recall._open_table(target regclass)
returns void
language plpgsql volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
    execute format('alter table %s owner to recall_owner', target);
    execute format('grant select on %s to recall_reader', target);
    execute format('grant select, insert, update, delete on %s to recall_writer', target);
    execute format('grant select, insert, update, delete on %s to recall_admin', target);
end
$$;

comment on function recall._open_table(regclass) is
'Gives a table made at run time to recall_owner, and its contents to readers and writers.';

select recall._secure_table(c.oid)
from pg_class c
where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p') and (
    c.relname in ('project', 'tenant', 'model', 'tool', 'node', 'maintain_run')
    or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    )
);
