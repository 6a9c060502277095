-- Entities: one per name key and project. An alias resolves on every read and write.

-- _entity_id: null when there is no such entity.
create or replace function recall._entity_id(project_id int, name text)
returns uuid
language sql stable parallel safe
return coalesce(
    (
        select e.id from recall.entity e
        where e.project_id = _entity_id.project_id and e.name_key = recall.name_key(_entity_id.name)
    ),
    (
        select a.entity_id from recall.entity_alias a
        where a.project_id = _entity_id.project_id and a.alias_key = recall.name_key(_entity_id.name)
    )
);

comment on function recall._entity_id(int, text) is 'The entity of a name or alias.';

create or replace function recall._known_entity_id(project_id int, name text)
returns uuid
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    _id uuid := recall._entity_id(_known_entity_id.project_id, _known_entity_id.name);
begin
    if _id is null then
        raise exception 'there is no entity %', coalesce(quote_literal(left(_known_entity_id.name, 200)), 'null')
            using errcode = 'RC008', hint = 'Action list of entity lists the entities of the project.';
    end if;
    return _id;
end
$$;

comment on function recall._known_entity_id(int, text) is 'The entity of a name or alias; RC008 when there is none.';

-- _resolve_entities: names to ids, in the order given; what is missing is made. `known` holds ids looked up before, so
-- that a name is not normalised twice. The rows stay locked: none is renamed, merged or deleted before it is referred to.
create or replace function recall._resolve_entities(project_id int, names text[], known uuid[] default null)
returns table (id uuid, name text)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    _project int := _resolve_entities.project_id;
    _ids uuid[] := coalesce(known, array_fill(null::uuid, array[cardinality(names)]));
    _held uuid[];
begin
    loop
        select coalesce(array_agg(l.id), '{}') into _held
        from (
            select e.id from recall.entity e
            where e.project_id = _project and e.id = any (_ids)
            order by e.id for key share
        ) as l;
        exit when not exists (
            select from unnest(names, _ids) as n (name, id) where n.name is not null and (n.id = any (_held)) is not true
        );
        select array_agg(
            case when n.id = any (_held) then n.id else recall._entity_id(_project, n.name) end order by n.ordinality
        )
        into _ids
        from unnest(names, _ids) with ordinality as n (name, id, ordinality);
        continue when array_position(_ids, null) is null;
        insert into recall.entity (project_id, id, name, name_key, hlc, node_id)
        select
            _project, recall._uuid7(clock_timestamp()), missing.name, missing.name_key,
            recall.hlc_next(null, clock_timestamp()), recall._node_id()
        from (
            select distinct on (recall.name_key(n.name)) n.name, recall.name_key(n.name) as name_key
            from unnest(names, _ids) with ordinality as n (name, id, ordinality)
            where n.name is not null and n.id is null
            order by recall.name_key(n.name), n.ordinality
        ) as missing
        on conflict (project_id, name_key) do nothing;
    end loop;
    return query
        select e.id, e.name
        from unnest(_ids) with ordinality as i (id, ordinality)
        left join recall.entity e on e.project_id = _project and e.id = i.id
        order by i.ordinality;
end
$$;

comment on function recall._resolve_entities(int, text[], uuid[]) is
'The entities named, in the order given (null for null), locked against a change; those not known yet are made.';

-- _lock_subject: before the memory itself, as everyone locks them. A rename that indexes its memories anew is waited for.
create or replace function recall._lock_subject(project_id int, memory_id uuid)
returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text;
begin
    select e.name into _name
    from recall.memory_entity me
    join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
    where me.project_id = _lock_subject.project_id and me.memory_id = _lock_subject.memory_id and me.role = 'subject'
    for key share of e;
    return _name;
end
$$;

comment on function recall._lock_subject(int, uuid) is
'The name of the entity that a memory is about, locked against a change; null when it is about none.';

create or replace function recall._entity_json(project_id int, id uuid)
returns jsonb
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object(
        'id', e.id,
        'name', e.name,
        'entity_type', e.type,
        'importance', e.importance,
        'access_count', e.access_count,
        'aliases', coalesce((
            select jsonb_agg(a.alias order by a.alias_key)
            from recall.entity_alias a
            where a.project_id = e.project_id and a.entity_id = e.id
        ), '[]'),
        'created_at', e.created_at
    )
    from recall.entity e
    where e.project_id = _entity_json.project_id and e.id = _entity_json.id
$$;

comment on function recall._entity_json(int, uuid) is 'One entity as a document.';

create or replace function recall._entity_get(project_id int, name text)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
declare
    _id uuid := recall._known_entity_id(_entity_get.project_id, _entity_get.name);
begin
    return jsonb_build_object(
        'entity', recall._entity_json(_entity_get.project_id, _id),
        'observations', coalesce((
            select jsonb_agg(
                jsonb_build_object(
                    'id', m.id, 'content', m.content, 'type', m.type, 'kind', m.kind,
                    'importance', st.importance, 'source', m.source, 'created_at', m.created_at
                )
                order by st.importance desc, m.created_at desc, m.id desc
            )
            from recall.memory_entity me
            join recall.memory_record m on m.project_id = me.project_id and m.id = me.memory_id
            join recall.memory_state st on st.project_id = m.project_id and st.memory_id = m.id
            where me.project_id = _entity_get.project_id and me.entity_id = _id and me.role = 'subject'
                and m.status = 'live' and m.trust = 'trusted'
        ), '[]'),
        'relations', coalesce((
            select jsonb_agg(
                jsonb_build_object(
                    'entity', other.name, 'type', r.type, 'strength', r.strength,
                    'direction', case when r.from_id = _id then 'outgoing' else 'incoming' end
                )
                order by r.strength desc, other.name_key, r.type
            )
            from recall.relation r
            join recall.entity other
                on other.project_id = r.project_id
                and other.id = case when r.from_id = _id then r.to_id else r.from_id end
            where r.project_id = _entity_get.project_id and _id in (r.from_id, r.to_id)
        ), '[]')
    );
end
$$;

comment on function recall._entity_get(int, text) is 'An entity with what is known about it and what it is related to.';
