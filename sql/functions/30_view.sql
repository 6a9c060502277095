-- Stable views for BI. They run with the reader's own rights and rows.

create or replace view recall.memory
with (security_invoker = true, security_barrier = false)
as
select
    m.id,
    m.project_id,
    p.name as project,
    m.kind,
    m.type,
    m.content,
    m.tags,
    e.name as entity,
    m.source,
    m.reference,
    m.speaker,
    m.role,
    s.key as session,
    m.thread,
    m.position,
    m.pool,
    m.agent,
    st.importance,
    st.density,
    st.access_count,
    m.language,
    m.trust,
    m.evidence,
    m.status,
    m.version,
    m.valid,
    m.occurred_at,
    m.created_at,
    m.updated_at,
    m.metadata
from recall.memory_record m
join recall.project p on p.id = m.project_id
join recall.memory_state st on st.project_id = m.project_id and st.memory_id = m.id
left join recall.session s on s.project_id = m.project_id and s.id = m.session_id
left join recall.memory_entity me on me.project_id = m.project_id and me.memory_id = m.id and me.role = 'subject'
left join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id
where m.trust = 'trusted' and m.status = 'live';

comment on view recall.memory is 'Every live, trusted memory in scope, with the names of its project, entity and session.';

create or replace view recall.entity_summary
with (security_invoker = true)
as
select
    e.id,
    p.name as project,
    e.name,
    e.type,
    e.importance,
    (select array_agg(a.alias order by a.alias_key) from recall.entity_alias a
        where a.project_id = e.project_id and a.entity_id = e.id) as aliases,
    (select count(*) from recall.memory_entity me
        join recall.memory_record m on m.project_id = me.project_id and m.id = me.memory_id
        where me.project_id = e.project_id and me.entity_id = e.id and me.role = 'subject'
            and m.status = 'live' and m.trust = 'trusted') as memories,
    e.created_at,
    e.updated_at
from recall.entity e
join recall.project p on p.id = e.project_id;

comment on view recall.entity_summary is 'Entities in scope with their aliases and the number of live memories about them.';

create or replace view recall.relation_summary
with (security_invoker = true)
as
select
    r.id,
    p.name as project,
    f.name as from_entity,
    r.type,
    t.name as to_entity,
    r.strength,
    r.is_bidirectional,
    r.provenance,
    r.created_at
from recall.relation r
join recall.project p on p.id = r.project_id
join recall.entity f on f.project_id = r.project_id and f.id = r.from_id
join recall.entity t on t.project_id = r.project_id and t.id = r.to_id;

comment on view recall.relation_summary is 'Typed relations in scope, by name.';

-- _passage_text: the text behind a passage, with all that decides by what it can be found. One definition for
-- indexing, rebuilding, checking and embedding.
create or replace view recall._passage_text
with (security_invoker = true)
as
select
    p.project_id,
    p.no,
    p.collection,
    p.memory_id,
    p.event_id,
    p.language,
    case
        when p.span is null then source.content
        else substring(source.content from lower(p.span) + 1 for upper(p.span) - lower(p.span))
    end as text,
    source.kind,
    source.type,
    source.tags,
    source.pool,
    source.agent,
    me.entity_id,
    e.name as entity,
    (extract(epoch from source.happened_at) * 1000000)::bigint as happened_us
from recall.passage p
cross join lateral (
    select m.content, m.kind, m.type, m.tags, m.pool, m.agent, coalesce(m.occurred_at, m.created_at) as happened_at
    from recall.memory_record m
    where p.collection = 'live' and m.project_id = p.project_id and m.id = p.memory_id
    union all
    select v.content, m.kind, v.type, v.tags, m.pool, m.agent, coalesce(m.occurred_at, m.created_at)
    from recall.memory_record m
    join recall.memory_version v on v.project_id = m.project_id and v.memory_id = m.id and v.version = p.version
    where p.collection = 'history' and m.project_id = p.project_id and m.id = p.memory_id
    union all
    select ev.content, null, ev.event_type, '{}', null, null, coalesce(ev.occurred_at, ev.created_at)
    from recall.event ev
    where p.collection = 'event' and ev.project_id = p.project_id and ev.id = p.event_id
) as source
left join recall.memory_entity me on me.project_id = p.project_id and me.memory_id = p.memory_id and me.role = 'subject'
left join recall.entity e on e.project_id = me.project_id and e.id = me.entity_id;

comment on view recall._passage_text is 'The text of every passage in scope, with what it can be filtered by.';
