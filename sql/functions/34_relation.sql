-- Typed relations between entities.

create or replace function recall._relate(project_id int, from_entity text, to_entity text, type text, bidirectional boolean)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _from uuid;
    _to uuid;
    _step float8 := (recall._settings(_relate.project_id) ->> 'relation.restated_step')::float8;
    _id uuid;
    _strength float8;
    _is_new boolean;
    _held int;
begin
    if coalesce(btrim(_relate.type), '') = '' or length(_relate.type) > 100 then
        raise exception 'a relation type has 1 to 100 characters' using errcode = 'RC003', hint = 'For example uses, depends_on, related_to.';
    end if;
    -- An entity that is merged at this moment is looked up again: its name leads to the one that took it in.
    loop
    _from := recall._known_entity_id(_relate.project_id, _relate.from_entity);
    _to := recall._known_entity_id(_relate.project_id, _relate.to_entity);
    if _from = _to then
        raise exception 'an entity cannot be related to itself' using errcode = 'RC009', hint = 'Name two different entities.';
    end if;
    -- In one order, as everyone locks entities.
    select count(*) into _held
    from (
        select from recall.entity e
        where e.project_id = _relate.project_id and e.id in (_from, _to)
        order by e.id for key share
    ) as l;
    exit when _held = 2;
    end loop;
    insert into recall.relation as r (project_id, id, from_id, to_id, type, is_bidirectional, hlc, node_id)
    values (
        _relate.project_id, recall._uuid7(clock_timestamp()), _from, _to, _relate.type, _relate.bidirectional,
        recall.hlc_next(null, clock_timestamp()), recall._node_id()
    )
    on conflict on constraint relation_from_to_type_key do update
    set strength = recall.strengthened(r.strength, _step),
        is_bidirectional = r.is_bidirectional or excluded.is_bidirectional,
        provenance = 'extracted'
    returning r.id, r.strength, r.xmax = 0 into _id, _strength, _is_new;
    return jsonb_build_object('id', _id, 'outcome', case when _is_new then 'added' else 'strengthened' end, 'strength', _strength);
end
$$;

comment on function recall._relate(int, text, text, text, boolean) is 'Relates two entities, or strengthens a relation stated again.';

create or replace function recall._unrelate(project_id int, from_entity text, to_entity text, type text)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _from uuid := recall._known_entity_id(_unrelate.project_id, _unrelate.from_entity);
    _to uuid := recall._known_entity_id(_unrelate.project_id, _unrelate.to_entity);
    _id uuid;
    _hlc bigint;
begin
    delete from recall.relation r
    where r.project_id = _unrelate.project_id and r.from_id = _from and r.to_id = _to and r.type = _unrelate.type
    returning r.id, r.hlc into _id, _hlc;
    if _id is not null then
        insert into recall.tombstone (project_id, table_name, row_id, hlc, node_id, reason)
        values (_unrelate.project_id, 'relation', _id, recall.hlc_next(_hlc, clock_timestamp()), recall._node_id(), 'deleted')
        on conflict on constraint tombstone_pkey do nothing;
    end if;
    return jsonb_build_object('deleted', _id is not null);
end
$$;

comment on function recall._unrelate(int, text, text, text) is 'Deletes one relation; says whether there was one.';

-- _traverse: breadth first. `union` keeps an entity once per depth, so that a cycle ends and a dense graph stays small.
create or replace function recall._traverse(project_id int, start_entity text, max_depth int)
returns jsonb
language plpgsql stable parallel restricted
set search_path = pg_catalog, pg_temp
as $$
declare
    _project int := _traverse.project_id;
    _start uuid := recall._known_entity_id(_project, _traverse.start_entity);
    _depth int := least(greatest(coalesce(_traverse.max_depth, 3), 1), 5);
begin
    return (
        with recursive edge as (
            select r.from_id, r.to_id, r.type, r.strength, r.provenance
            from recall.relation r where r.project_id = _project
            union all
            select r.to_id, r.from_id, r.type, r.strength, r.provenance
            from recall.relation r where r.project_id = _project and r.is_bidirectional
        ),
        walk (id, depth) as (
            select _start, 0
            union
            select edge.to_id, walk.depth + 1
            from walk
            join edge on edge.from_id = walk.id
            where walk.depth < _depth
        ),
        shortest as (
            select walk.id, min(walk.depth) as depth from walk group by walk.id
        ),
        nearest as (
            select distinct on (s.id) s.id, s.depth, edge.type, edge.strength, edge.provenance
            from shortest s
            join shortest before on before.depth = s.depth - 1
            join edge on edge.from_id = before.id and edge.to_id = s.id
            order by s.id, edge.strength desc, edge.type
        )
        select jsonb_build_object(
            'start', recall._entity_json(_project, _start) -> 'name',
            'nodes', coalesce(jsonb_agg(
                jsonb_build_object(
                    'name', n.name, 'relation', n.type, 'strength', n.strength, 'depth', n.depth, 'provenance', n.provenance
                )
                order by n.depth, n.strength desc, n.name_key
            ), '[]')
        )
        from (
            select e.name, e.name_key, nearest.type, nearest.strength, nearest.depth, nearest.provenance
            from nearest
            join recall.entity e on e.project_id = _project and e.id = nearest.id
            order by nearest.depth, nearest.strength desc, e.name_key
            limit 50
        ) as n
    );
end
$$;

comment on function recall._traverse(int, text, int) is 'Entities reached from one entity along its relations, nearest first.';

create or replace function recall.relate(
    action text,
    from_entity text default null,
    to_entity text default null,
    type text default 'related_to',
    bidirectional boolean default false,
    start_entity text default null,
    max_depth int default 3,
    project text default null
)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
declare
    _project int := case
        when relate.action = 'traverse' then recall._enter(relate.project) else recall._enter_to_write(relate.project)
    end;
begin
    case relate.action
        when 'create' then
            return recall._relate(
                _project, relate.from_entity, relate.to_entity, relate.type, coalesce(relate.bidirectional, false)
            );
        when 'delete' then return recall._unrelate(_project, relate.from_entity, relate.to_entity, relate.type);
        when 'traverse' then
            return recall._traverse(_project, coalesce(relate.start_entity, relate.from_entity), relate.max_depth);
        else
            raise exception 'unknown action %', coalesce(quote_literal(left(relate.action, 60)), 'null')
                using errcode = 'RC003', hint = 'Actions: create, delete, traverse.';
    end case;
end
$$;

comment on function recall.relate(text, text, text, text, boolean, text, int, text) is
'Creates, deletes or walks the typed relations between entities.';
