-- Whose rows a call may touch. The row-security policies ask the functions of this file.

-- The role that called, also inside a definer function.
create or replace function recall._caller()
returns name
language sql stable parallel safe
return coalesce(nullif(current_setting('role', true), 'none'), session_user::text)::name;

comment on function recall._caller() is 'The role in use by the caller.';

-- _grants: null for a caller to whom nothing was ever granted.
-- Definer: the grants of one role must not be readable by another, but every policy has to ask for them. The role that
-- logged in counts beside the one in use: `set role` does not shake off a grant. Membership is read from the catalogue:
-- for pg_has_role a superuser is a member of every role, and a role that was dropped is an error.
create or replace function recall._grants(levels text[])
returns int[]
language plpgsql stable parallel safe
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    _role name;
    _held name[];
    _projects int[];
begin
    if not exists (select from recall.tenant) then
        return null;
    end if;
    foreach _role in array array[recall._caller(), session_user] loop
        with recursive held (oid) as (
            select to_regrole(quote_ident(_role))::oid
            union
            select m.roleid from pg_auth_members m join held on m.member = held.oid
        )
        select array_agg(t.role_name) into _held
        from recall.tenant t
        join held on pg_get_userbyid(held.oid) = t.role_name
            or (held.oid = t.role_oid and to_regrole(quote_ident(t.role_name)) is null);
        if _held is not null then
            select array_agg(g.project_id) into _projects
            from recall.project_grant g
            where g.role_name = any (_held) and g.level = any (levels);
            return coalesce(_projects, '{}');
        end if;
    end loop;
    return null;
end
$$;

comment on function recall._grants(text[]) is
'Projects granted to the caller at one of these levels; null for a caller without grants.';

create or replace function recall._granted_projects()
returns int[]
language sql stable parallel safe
return recall._grants('{reader,writer,admin}');

comment on function recall._granted_projects() is
'Projects that the caller''s grants let it see; null for a caller without grants.';

create or replace function recall._writable_projects()
returns int[]
language sql stable parallel safe
return recall._grants('{writer,admin}');

comment on function recall._writable_projects() is
'Projects that the caller''s grants let it write; null for a caller without grants.';

create or replace function recall._is_unrestricted()
returns boolean
language sql stable parallel safe
return recall._granted_projects() is null;

comment on function recall._is_unrestricted() is
'True for a caller without grants: its settings alone choose the project.';

-- _hold_tenant: before a grant is made, by a trigger.
create or replace function recall._hold_tenant()
returns trigger
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into recall.tenant as t (role_name, role_oid)
    values (new.role_name, to_regrole(quote_ident(new.role_name)))
    on conflict on constraint tenant_pkey do update set role_oid = coalesce(excluded.role_oid, t.role_oid);
    return new;
end
$$;

comment on function recall._hold_tenant() is 'Makes a role to which something is granted a tenant.';

create or replace trigger hold_tenant
before insert or update of role_name on recall.project_grant
for each row execute function recall._hold_tenant();

-- What a plain query on a view sees: the project named by recall.project, and nothing when none is named.
create or replace function recall._default_scope()
returns int[]
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
    select array_agg(p.id)
    from recall.project p
    where p.name_key = recall.name_key(nullif(current_setting('recall.project', true), ''))
$$;

comment on function recall._default_scope() is 'The project of the setting recall.project, as an array.';

create or replace function recall._scope()
returns int[]
language sql stable parallel safe
return coalesce(nullif(current_setting('recall.scope', true), '')::int[], recall._default_scope());

comment on function recall._scope() is 'The projects in scope, before grants.';

-- _enter: the first statement of every public function. The caller carries `set recall.scope`, so that what is set
-- here ends with the call. Argument, else setting, else an error: never "all".
create or replace function recall._enter(project text, include_shared boolean default false)
returns int
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text := coalesce(project, nullif(btrim(current_setting('recall.project', true)), ''));
    _id int;
    _shared int;
begin
    if _name is null then
        raise exception 'no project is chosen'
            using errcode = 'RC006',
                hint = 'Pass project => ''name'', or run select recall.use_project(''name'').';
    elsif btrim(_name) = '' then
        raise exception 'the project name is blank'
            using errcode = 'RC003', hint = 'Leave the argument out to use the project of the setting recall.project.';
    end if;
    select p.id into _id from recall.project p where p.name_key = recall.name_key(_name);
    if _id is null then
        raise exception 'there is no project %', quote_literal(left(_name, 200))
            using errcode = 'RC005', hint = 'select recall.create_project(''name'') makes one; recall.projects() lists them.';
    end if;
    if include_shared then
        select p.id into _shared from recall.project p where p.name_key = 'shared' and p.id <> _id;
    end if;
    perform set_config('recall.scope', array_remove(array[_id, _shared], null)::text, true);
    return _id;
end
$$;

comment on function recall._enter(text, boolean) is
'Resolves a project name and puts it in scope until the calling function ends.';

create or replace function recall._require_writable()
returns void
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
begin
    if current_setting('transaction_read_only')::boolean then
        raise exception 'nothing can be written here: %',
            case when pg_is_in_recovery() then 'this server is a standby' else 'the transaction is read-only' end
            using errcode = 'RC016', hint = 'Connect to the primary, or use a transaction that may write.';
    end if;
end
$$;

comment on function recall._require_writable() is 'RC016 on a standby and in a read-only transaction.';

create or replace function recall._enter_to_write(project text)
returns int
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
begin
    perform recall._require_writable();
    return recall._enter(project);
end
$$;

comment on function recall._enter_to_write(text) is 'Resolves a project name for a function that writes, before any work is done.';
