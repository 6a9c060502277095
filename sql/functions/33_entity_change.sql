-- Making, naming, merging and deleting entities, and the one door to all of it: recall.entity.

create or replace function recall._entity_create(project_id int, name text, type text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text := recall._clean_name(_entity_create.name, 'an entity name', 'Give a shorter, non-blank name.');
    _existing uuid := recall._entity_id(_entity_create.project_id, _name);
    _id uuid;
begin
    if _existing is null then
        select r.id into _id from recall._resolve_entities(_entity_create.project_id, array[_name]) r;
        if _entity_create.type is not null then
            update recall.entity e set type = _entity_create.type
            where e.project_id = _entity_create.project_id and e.id = _id;
        end if;
    end if;
    return jsonb_build_object(
        'already_existed', _existing is not null,
        'entity', recall._entity_json(_entity_create.project_id, coalesce(_existing, _id))
    );
end
$$;

comment on function recall._entity_create(int, text, text) is 'Makes an entity, or answers with the one that has the name or alias.';

-- _lock_entities: whoever writes about an entity has locked it, so that what they wrote is seen afterwards. In one order:
-- two changes at once cannot wait for each other.
create or replace function recall._lock_entities(project_id int, ids uuid[])
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _held int;
begin
    select count(*) into _held
    from (
        select e.id from recall.entity e
        where e.project_id = _lock_entities.project_id and e.id = any (ids)
        order by e.id for update
    ) as l;
    if _held < cardinality(ids) then
        raise exception 'the entity was deleted or merged by another session meanwhile'
            using errcode = 'RC008', hint = 'Action list of entity lists the entities of the project.';
    end if;
end
$$;

comment on function recall._lock_entities(int, uuid[]) is
'Locks entities against every use until the transaction ends; RC008 when one is gone.';

create or replace function recall._entity_alias(project_id int, name text, alias text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _alias text := recall._clean_name(_entity_alias.alias, 'an alias', 'Pass alias => ''other name''.');
    _id uuid;
    _other uuid;
begin
    loop
        -- An entity that is merged at this moment is looked up again: its name leads to the one that took it in.
        _id := recall._known_entity_id(_entity_alias.project_id, _entity_alias.name);
        perform from recall.entity e where e.project_id = _entity_alias.project_id and e.id = _id for key share;
        exit when found;
    end loop;
    if recall._entity_id(_entity_alias.project_id, _alias) is null then
        insert into recall.entity_alias (project_id, alias_key, alias, entity_id)
        values (_entity_alias.project_id, recall.name_key(_alias), _alias, _id)
        on conflict on constraint entity_alias_pkey do nothing;
    end if;
    -- Looked up after the insert: another session may have been first.
    _other := recall._entity_id(_entity_alias.project_id, _alias);
    if _other is distinct from _id then
        raise exception '% already names another entity', quote_literal(_alias)
            using errcode = 'RC009', hint = 'Action merge of entity makes the two one.';
    end if;
    return jsonb_build_object('entity', recall._entity_json(_entity_alias.project_id, _id));
end
$$;

comment on function recall._entity_alias(int, text, text) is 'Gives an entity another name.';

-- The old name stays an alias, so that whoever still writes it reaches the same entity.
create or replace function recall._entity_rename(project_id int, name text, new_name text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _id uuid := recall._known_entity_id(_entity_rename.project_id, _entity_rename.name);
    _name text := recall._clean_name(_entity_rename.new_name, 'an entity name', 'Pass new_name => ''name''.');
    _other uuid := recall._entity_id(_entity_rename.project_id, _name);
    _old text;
begin
    if _other <> _id then
        raise exception '% already names another entity', quote_literal(_name)
            using errcode = 'RC009', hint = 'Action merge of entity makes the two one.';
    end if;
    perform recall._lock_entities(_entity_rename.project_id, array[_id]);
    select e.name into _old from recall.entity e where e.project_id = _entity_rename.project_id and e.id = _id;
    delete from recall.entity_alias a
    where a.project_id = _entity_rename.project_id and a.alias_key = recall.name_key(_name);
    begin
        update recall.entity e
        set name = _name, name_key = recall.name_key(_name), updated_at = now(), hlc = recall.hlc_next(e.hlc, clock_timestamp())
        where e.project_id = _entity_rename.project_id and e.id = _id;
    exception when unique_violation then
        raise exception '% was given to another entity at this moment', quote_literal(_name)
            using errcode = 'RC009', hint = 'Action merge of entity makes the two one.';
    end;
    if recall.name_key(_old) <> recall.name_key(_name) then
        insert into recall.entity_alias (project_id, alias_key, alias, entity_id)
        values (_entity_rename.project_id, recall.name_key(_old), _old, _id)
        on conflict on constraint entity_alias_pkey do nothing;
    end if;
    perform recall._reindex_entity(_entity_rename.project_id, _id);
    return jsonb_build_object('renamed_from', _old, 'entity', recall._entity_json(_entity_rename.project_id, _id));
end
$$;

comment on function recall._entity_rename(int, text, text) is 'Renames an entity; the old name stays as an alias.';

create or replace function recall._entity_delete(project_id int, name text, confirm boolean)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _id uuid := recall._known_entity_id(_entity_delete.project_id, _entity_delete.name);
    _memories uuid[];
    _relations int;
    _memory uuid;
begin
    perform recall._lock_entities(_entity_delete.project_id, array[_id]);
    -- In one order, as upkeep goes through them.
    select coalesce(array_agg(me.memory_id order by me.memory_id), '{}') into _memories
    from recall.memory_entity me
    where me.project_id = _entity_delete.project_id and me.entity_id = _id and me.role = 'subject';
    select count(*) into _relations
    from recall.relation r
    where r.project_id = _entity_delete.project_id and _id in (r.from_id, r.to_id);
    if not coalesce(confirm, false) then
        return jsonb_build_object(
            'deleted', false, 'dry_run', true, 'would_forget', cardinality(_memories), 'would_delete_relations', _relations,
            'hint', 'A plan: confirm => true deletes the entity and forgets the memories about it.'
        );
    end if;
    foreach _memory in array _memories loop
        perform recall._forget(_entity_delete.project_id, _memory, 'entity deleted');
    end loop;
    insert into recall.tombstone (project_id, table_name, row_id, hlc, node_id, reason)
    select r.project_id, 'relation', r.id, recall.hlc_next(r.hlc, clock_timestamp()), recall._node_id(), 'entity deleted'
    from recall.relation r
    where r.project_id = _entity_delete.project_id and _id in (r.from_id, r.to_id)
    on conflict on constraint tombstone_pkey do nothing;
    insert into recall.tombstone (project_id, table_name, row_id, hlc, node_id, reason)
    select e.project_id, 'entity', e.id, recall.hlc_next(e.hlc, clock_timestamp()), recall._node_id(), 'deleted'
    from recall.entity e
    where e.project_id = _entity_delete.project_id and e.id = _id
    on conflict on constraint tombstone_pkey do nothing;
    delete from recall.entity e where e.project_id = _entity_delete.project_id and e.id = _id;
    return jsonb_build_object('deleted', true, 'forgot', cardinality(_memories), 'deleted_relations', _relations);
end
$$;

comment on function recall._entity_delete(int, text, boolean) is
'Deletes an entity and forgets the memories about it; without confirm it only says what would go.';

-- Merging moves everything to the winner and leaves the loser's names as aliases, so that a merged name is not reborn.
create or replace function recall._entity_merge(project_id int, name text, "into" text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
    _project int := _entity_merge.project_id;
    _loser uuid := recall._known_entity_id(_project, _entity_merge.name);
    _winner uuid := recall._known_entity_id(_project, _entity_merge."into");
    _moved bigint;
    _subjects uuid[];
    _repeated int;
begin
    if _loser = _winner then
        raise exception 'both names are the same entity' using errcode = 'RC009', hint = 'Name two different entities.';
    end if;
    perform recall._lock_entities(_project, array[_loser, _winner]);
    select coalesce(array_agg(me.memory_id order by me.memory_id), '{}') into _subjects
    from recall.memory_entity me
    where me.project_id = _project and me.entity_id = _loser and me.role = 'subject';
    update recall.memory_entity me set entity_id = _winner
    where me.project_id = _project and me.entity_id = _loser
        and not exists (
            select from recall.memory_entity w
            where w.project_id = _project and w.memory_id = me.memory_id and w.entity_id = _winner and w.role = me.role
        );
    get diagnostics _moved = row_count;
    update recall.relation r set from_id = _winner
    where r.project_id = _project and r.from_id = _loser and r.to_id <> _winner
        and not exists (
            select from recall.relation w
            where w.project_id = _project and w.from_id = _winner and w.to_id = r.to_id and w.type = r.type
        );
    update recall.relation r set to_id = _winner
    where r.project_id = _project and r.to_id = _loser and r.from_id <> _winner
        and not exists (
            select from recall.relation w
            where w.project_id = _project and w.from_id = r.from_id and w.to_id = _winner and w.type = r.type
        );
    update recall.entity_alias a set entity_id = _winner where a.project_id = _project and a.entity_id = _loser;
    insert into recall.entity_alias (project_id, alias_key, alias, entity_id)
    select e.project_id, e.name_key, e.name, _winner from recall.entity e where e.project_id = _project and e.id = _loser
    on conflict on constraint entity_alias_pkey do update set entity_id = _winner;
    insert into recall.tombstone (project_id, table_name, row_id, hlc, node_id, reason)
    select e.project_id, 'entity', e.id, recall.hlc_next(e.hlc, clock_timestamp()), recall._node_id(), 'merged'
    from recall.entity e where e.project_id = _project and e.id = _loser
    on conflict on constraint tombstone_pkey do nothing;
    delete from recall.entity e where e.project_id = _project and e.id = _loser;
    -- Who the memories are about is part of what makes two the same one.
    _repeated := recall._rekey(_project, _subjects);
    perform recall._reindex_entity(_project, _winner);
    return jsonb_build_object('merged', true, 'moved', _moved, 'repeated', _repeated, 'entity', recall._entity_json(_project, _winner));
end
$$;

comment on function recall._entity_merge(int, text, text) is
'Merges one entity into another; its memories, relations and names follow. What both were told of is kept once.';

create or replace function recall.entity(
    action text,
    name text default null,
    type text default null,
    new_name text default null,
    alias text default null,
    "into" text default null,
    confirm boolean default false,
    max_results bigint default 100,
    project text default null
)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := case
        when entity.action in ('get', 'list') then recall._enter(entity.project) else recall._enter_to_write(entity.project)
    end;
begin
    case entity.action
        when 'create' then return recall._entity_create(_project, entity.name, entity.type);
        when 'get' then return recall._entity_get(_project, entity.name);
        when 'rename' then return recall._entity_rename(_project, entity.name, entity.new_name);
        when 'delete' then return recall._entity_delete(_project, entity.name, entity.confirm);
        when 'merge' then return recall._entity_merge(_project, entity.name, entity."into");
        when 'alias' then return recall._entity_alias(_project, entity.name, entity.alias);
        when 'list' then
            return (
                select coalesce(jsonb_agg(recall._entity_json(_project, l.id) order by l.importance desc, l.name_key), '[]')
                from (
                    select e.id, e.importance, e.name_key from recall.entity e
                    where e.project_id = _project
                        and (entity.name is null or strpos(e.name_key, recall.name_key(entity.name)) > 0)
                    order by e.importance desc, e.name_key
                    limit least(greatest(coalesce(entity.max_results, 100), 1), 1000)
                ) as l
            );
        else
            raise exception 'unknown action %', coalesce(quote_literal(left(entity.action, 60)), 'null')
                using errcode = 'RC003', hint = 'Actions: create, get, rename, delete, merge, alias, list.';
    end case;
end
$$;

comment on function recall.entity(text, text, text, text, text, text, boolean, bigint, text) is
'Creates, gets, renames, deletes, merges, aliases or lists the entities of a project.';
