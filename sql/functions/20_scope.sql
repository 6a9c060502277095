-- Whose rows a call may touch. The row-security policies ask the functions of this file.

-- The role that called, also inside a definer function.
create or replace function recall._caller()
returns name
language sql stable parallel safe
return coalesce(nullif(current_setting('role', true), 'none'), session_user::text)::name;

comment on function recall._caller() is 'The role in use by the caller.';

-- Definer: the grants of one role must not be readable by another, but every policy has to ask for them.
create or replace function recall._granted_projects()
returns int[]
language sql stable parallel safe
security definer
set search_path = pg_catalog, pg_temp
as $$
    select coalesce(array_agg(g.project_id), '{}')
    from recall.project_grant g
    where pg_has_role(recall._caller(), g.role_name, 'member')
$$;

comment on function recall._granted_projects() is 'Projects granted to the caller''s role.';

create or replace function recall._is_unrestricted()
returns boolean
language sql stable parallel safe
security definer
set search_path = pg_catalog, pg_temp
as $$
    select not exists (
        select from recall.project_grant g where pg_has_role(recall._caller(), g.role_name, 'member')
    )
$$;

comment on function recall._is_unrestricted() is 'True for a role without grants: its settings alone choose the project.';

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
