-- Row security of every table with a project: the scope of the call, and within it the grants of the role.

-- _secure_table: also for tables made at run time. The policies are written out, not wrapped in a function:
-- only so does the planner see the projects, and choose the plan for their size.
create or replace function recall._secure_table(target regclass)
returns void
language plpgsql volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
    _policy name;
    _scope text := 'project_id = any (coalesce('
        'nullif(current_setting(''recall.scope'', true), '''')::int[], (select recall._default_scope())))';
    _grants text := '(select recall._is_unrestricted()) or project_id = any ((select recall._granted_projects())::int[])';
    _is_nullable boolean := (
        select not a.attnotnull from pg_attribute a where a.attrelid = target and a.attname = 'project_id'
    );
begin
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    for _policy in select p.polname from pg_policy p where p.polrelid = target and p.polname in ('scope', 'grants') loop
        execute format('drop policy %I on %s', _policy, target);
    end loop;
    if target = 'recall.project_grant'::regclass then
        -- Asked by the policies of all other tables: it cannot ask them in turn.
        execute format('create policy scope on %s to recall_owner, recall_admin using (true)', target);
        return;
    elsif target = 'recall.project'::regclass then
        -- A name has to be resolved before there is a scope.
        _scope := 'true';
        _grants := replace(_grants, 'project_id', 'id');
    elsif _is_nullable then
        -- Without a project a row belongs to the installation; who may write it, privileges say.
        _scope := 'project_id is null or ' || _scope;
        _grants := 'project_id is null or ' || _grants;
    end if;
    execute format('create policy scope on %s using (%s)', target, _scope);
    execute format('create policy grants on %s as restrictive using (%s)', target, _grants);
end
$$;

comment on function recall._secure_table(regclass) is
'Enables and forces row security on a table with a project_id, and makes its policies anew.';

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
    execute format('grant all on %s to recall_admin', target);
end
$$;

comment on function recall._open_table(regclass) is
'Gives a table made at run time to recall_owner, and its contents to readers and writers.';

select recall._secure_table(c.oid)
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p')
union all
select recall._secure_table('recall.project'::regclass);
