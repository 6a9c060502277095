-- Everything in schema recall, one line of text each, without an OID: two equal databases give equal lists.
with relation as (
    select c.*, c.oid::regclass::text as name
    from pg_class c
    where c.relnamespace = 'recall'::regnamespace
        and c.relname !~ '^(alembic_version|embedding_\d+)'
), privilege as (
    select 'schema' as kind, n.nspname::text as name, n.nspacl as acl, 'n'::"char" as class, n.nspowner as owner
    from pg_namespace n where n.nspname = 'recall'
    union all
    select 'relation', r.name, r.relacl, case r.relkind when 'S' then 's'::"char" else 'r'::"char" end, r.relowner
    from relation r where r.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'routine', p.oid::regprocedure::text, p.proacl, 'f'::"char", p.proowner
    from pg_proc p where p.pronamespace = 'recall'::regnamespace
)
select format('owner of %s %s: %s', p.kind, p.name, p.owner::regrole) as line from privilege p
union all
select format('grant on %s %s to %s: %s', p.kind, p.name, a.grantee::regrole, a.privilege_type)
from privilege p, aclexplode(coalesce(p.acl, acldefault(p.class, p.owner))) a
union all
select format('relation %s: kind %s, options %s, row security %s forced %s', r.name, r.relkind, r.reloptions,
    r.relrowsecurity, r.relforcerowsecurity)
from relation r
union all
select format('column %s.%s: %s %s not null %s, default %s, identity %s, collation %s, storage %s, place %s',
    r.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attgenerated, a.attnotnull,
    pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attcollation::regcollation, a.attstorage,
    row_number() over (partition by r.oid order by a.attnum))
from relation r
join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where r.relkind in ('r', 'p', 'v', 'm', 'c')
union all
select 'index ' || pg_get_indexdef(r.oid) from relation r where r.relkind = 'i'
union all
select format('view %s: %s', r.name, pg_get_viewdef(r.oid)) from relation r where r.relkind in ('v', 'm')
union all
select format('constraint %s of %s: %s, valid %s', c.conname, c.conrelid::regclass, pg_get_constraintdef(c.oid), c.convalidated)
from pg_constraint c join relation r on r.oid = c.conrelid
union all
select format('policy %s of %s: permissive %s, for %s, to %s, using %s, check %s', p.polname, p.polrelid::regclass,
    p.polpermissive, p.polcmd, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
from pg_policy p join relation r on r.oid = p.polrelid
union all
select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal
union all
select 'routine ' || pg_get_functiondef(p.oid)
from pg_proc p where p.pronamespace = 'recall'::regnamespace and p.prokind <> 'a'
union all
select format('comment on %s: %s', i.identity, d.description)
from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
where i.schema = 'recall' or i.identity = 'recall'
union all
select format('dumped: %s where %L', t.oid::regclass, t.condition)
from pg_extension e, unnest(e.extconfig, e.extcondition) t (oid, condition)
where e.extname = 'pg_recall'
union all
select format('migration %s: %s', m.name, m.sha256) from recall.migration m
order by line
