-- entity: Creates, gets, renames, deletes, merges, aliases or lists entities.
select recall.entity(
    action => %(action)s::text, name => %(name)s::text, type => %(type)s::text, new_name => %(new_name)s::text,
    alias => %(alias)s::text, "into" => %(into)s::text, confirm => %(confirm)s::boolean,
    max_results => %(max_results)s::bigint, project => %(project)s::text
)

-- relate: Creates, deletes or walks typed relations between entities.
select recall.relate(
    action => %(action)s::text, from_entity => %(from_entity)s::text, to_entity => %(to_entity)s::text,
    type => %(type)s::text, bidirectional => %(bidirectional)s::boolean, start_entity => %(start_entity)s::text,
    max_depth => %(max_depth)s::int, project => %(project)s::text
)

-- chosen_project: The project that this session's views show, or an empty text.
select coalesce(current_setting('recall.project', true), '')

-- choose_project: Gives the session's views back the project they showed before.
select set_config('recall.project', %(project)s::text, false)

-- relations: Relations in scope of the session, by name, the strongest first.
select from_entity, type, to_entity, strength, is_bidirectional, provenance, created_at
from recall.relation_summary
where %(entity)s::text is null or %(entity)s::text in (from_entity, to_entity)
order by strength desc, from_entity, type, to_entity
limit %(max_results)s::bigint
