-- One line for each object, with the roles that may use it; members of a role have its privileges too.
with role (name, place) as (
    values ('public', 1), ('recall_auditor', 2), ('recall_reader', 3), ('recall_writer', 4), ('recall_admin', 5), ('recall_door', 6)
), held as (
    select 'schema recall' as object, r.name as role, r.place, p.name as privilege
    from role r, unnest(array['usage', 'create']) as p (name)
    where has_schema_privilege(r.name, 'recall', p.name)
    union all
    select case c.relkind when 'v' then 'view ' else 'table ' end || c.oid::regclass, r.name, r.place, p.name
    from pg_class c, role r, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as p (name)
    where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p', 'v')
        and c.relname !~ '^embedding_\d+$'  -- one for each model, and equal: see the test
        and has_table_privilege(r.name, c.oid, p.name)
    union all
    select 'sequence ' || c.oid::regclass, r.name, r.place, p.name
    from pg_class c, role r, unnest(array['usage', 'select', 'update']) as p (name)
    where c.relnamespace = 'recall'::regnamespace and c.relkind = 'S' and has_sequence_privilege(r.name, c.oid, p.name)
    union all
    select 'routine ' || p.oid::regprocedure, r.name, r.place, 'execute'
    from pg_proc p, role r
    where p.pronamespace = 'recall'::regnamespace and has_function_privilege(r.name, p.oid, 'execute')
), granted as (
    select object, role, place, string_agg(privilege, ' ' order by privilege) as privileges
    from held group by object, role, place
)
select object || ': ' || string_agg(replace(role, 'recall_', '') || case privileges when 'execute' then '' else '=' || privileges end, ', ' order by place)
from granted
group by object
order by object collate "C"
