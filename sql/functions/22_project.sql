-- Definer: the row says which installation wrote, and every writer needs it once.
create or replace function recall._node_id()
returns uuid
language plpgsql volatile
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    _id uuid;
begin
    select n.id into _id from recall.node n where n.is_here;
    if _id is null then
        insert into recall.node (system_identifier)
        select s.system_identifier from pg_control_system() s
        on conflict (is_here) where is_here do nothing;
        select n.id into _id from recall.node n where n.is_here;
    end if;
    return _id;
end
$$;

comment on function recall._node_id() is 'The identity of this installation, made on first use.';

create or replace function recall._make_project(name text)
returns int
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _id int;
begin
    insert into recall.project as p (name, name_key)
    values (_make_project.name, recall.name_key(_make_project.name))
    on conflict on constraint project_name_key_key do nothing
    returning p.id into _id;
    if _id is not null then
        perform set_config('recall.scope', array[_id]::text, true);
        insert into recall.index_complete (project_id) values (_id);
    end if;
    return _id;
end
$$;

comment on function recall._make_project(text) is 'Makes a project with an empty index; null when there is one of that name.';

-- The project shared exists always: it comes with the first one.
create or replace function recall.create_project(name text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _name text;
    _id int;
begin
    perform recall._require_writable();
    _name := recall._clean_name(create_project.name, 'a project name', 'Give a name such as ''my-project''.');
    if not recall._is_unrestricted() and not exists (select from recall.project p where p.name_key = recall.name_key(_name)) then
        raise exception 'this role is held to the projects that were granted to it'
            using errcode = 'insufficient_privilege',
                hint = coalesce(
                    'Granted: ' || (
                        select string_agg(p.name, ', ' order by p.name_key)
                        from recall.project p where p.id = any (recall._granted_projects())
                    ) || '.',
                    'None is granted now; ask an administrator.'
                );
    end if;
    if not exists (select from recall.project p where p.name_key = recall.name_key(_name)) then
        perform recall._node_id();
        _id := recall._make_project(_name);
    end if;
    if recall._is_unrestricted() and not exists (select from recall.project p where p.name_key = 'shared') then
        perform recall._make_project('shared');
    end if;
    return jsonb_build_object('project', _name, 'already_existed', _id is null);
end
$$;

comment on function recall.create_project(text) is
'Makes a project, the unit of isolation; says so when it already existed.';

create or replace function recall.use_project(name text)
returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text;
begin
    select p.name into _name from recall.project p where p.name_key = recall.name_key(use_project.name);
    if _name is null then
        raise exception 'there is no project %', quote_literal(left(coalesce(use_project.name, ''), 200))
            using errcode = 'RC005', hint = 'select recall.create_project(''name'') makes one; recall.projects() lists them.';
    end if;
    perform set_config('recall.project', _name, false);
    return _name;
end
$$;

comment on function recall.use_project(text) is 'Chooses the project of this database session.';

create or replace function recall.projects()
returns table (name text, memories bigint, entities bigint, created_at timestamptz)
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    -- The projects listed are those that the caller may see; counting them needs them in scope.
    perform set_config('recall.scope', coalesce((select array_agg(p.id) from recall.project p), '{}')::text, true);
    return query
        select
            p.name,
            (select count(*) from recall.memory_record m where m.project_id = p.id and m.status = 'live'),
            (select count(*) from recall.entity e where e.project_id = p.id),
            p.created_at
        from recall.project p
        order by p.name_key;
end
$$;

comment on function recall.projects() is 'The projects that the caller may see, with the number of live memories.';

create or replace function recall.rename_project(name text, new_name text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _id int := recall._enter_to_write(rename_project.name);
    _name text := recall._clean_name(new_name, 'a project name', 'Give another name.');
    _old text;
begin
    if not recall._is_unrestricted() then
        raise exception 'this role is held to the projects that were granted to it, by their names'
            using errcode = 'insufficient_privilege', hint = 'Ask an administrator to rename the project.';
    elsif (select p.name_key from recall.project p where p.id = _id) = 'shared' then
        raise exception 'the project shared keeps its name' using errcode = 'RC009', hint = 'Searches add it by that name.';
    end if;
    select p.name into _old from recall.project p where p.id = _id for update;
    update recall.project p set name = _name, name_key = recall.name_key(_name) where p.id = _id;
    return jsonb_build_object('project', _name, 'renamed_from', _old);
exception when unique_violation then
    raise exception 'there is a project % already', quote_literal(_name)
        using errcode = 'RC009', hint = 'Choose another name.';
end
$$;

comment on function recall.rename_project(text, text) is 'Renames a project; its memories stay where they are.';
