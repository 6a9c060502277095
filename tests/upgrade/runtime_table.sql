-- Of the tables made at run time, what a dump could lose.
select format(
    '%s of %s, row security %s forced %s, policies %s, grants %s, indexes %s',
    c.relname, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity,
    array(select p.polname || ' ' || pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid order by 1),
    array(select a.grantee::regrole || ' ' || a.privilege_type from aclexplode(c.relacl) a order by 1),
    array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid order by 1)
)
from pg_class c
where c.relnamespace = 'recall'::regnamespace and c.relname ~ '^embedding_\d+$'
order by 1
