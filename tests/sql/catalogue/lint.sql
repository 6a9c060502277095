-- What is wrong with which function of schema recall: no row means nothing.
-- A procedure that commits cannot pin its search_path: PostgreSQL refuses COMMIT under a SET clause.
select p.oid::regprocedure::text as routine, fault
from pg_proc p
join pg_language l on l.oid = p.prolang
cross join lateral (select coalesce(p.proconfig::text like '%search_path=%', false) as yes) as is_pinned
cross join lateral unnest(array[
    case when obj_description(p.oid, 'pg_proc') is null then 'has no comment' end,
    case when not is_pinned.yes and p.prosqlbody is null and p.prokind <> 'p' then 'has no search_path' end,
    case when is_pinned.yes and p.prosqlbody is not null and p.provolatile = 'i' then 'is never inlined: it pins search_path' end,
    case when is_pinned.yes and not 'search_path=pg_catalog, pg_temp' = any (p.proconfig) then 'pins another search_path' end,
    case when l.lanname = 'plpython3u' and p.provolatile = 'i' then 'is immutable, and its Python code may change' end,
    case when p.proisstrict and p.prosqlbody is not null then 'is strict, so not inlined' end,
    case when p.provolatile = 'v' and p.proparallel <> 'u' and l.lanname <> 'sql' then 'writes, and says it is parallel safe' end,
    case when has_function_privilege('public', p.oid, 'execute') then 'can be executed by PUBLIC' end,
    case when p.prosecdef and (select r.rolsuper from pg_roles r where r.oid = p.proowner) then 'is definer and belongs to a superuser' end,
    case
        when p.proname like '\_%\_candidate%' and p.proowner <> 'recall_door'::regrole then 'does not belong to recall_door'
        when p.proname not like '\_%\_candidate%' and p.proowner <> 'recall_owner'::regrole then 'does not belong to recall_owner'
    end
]) as fault
where p.pronamespace = 'recall'::regnamespace and fault is not null
order by 1, 2
