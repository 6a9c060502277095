-- First in every build. Nothing may be found by accident: every name below carries its schema.
set local search_path = pg_catalog, pg_temp;

do $$
declare
    _name text;
    _schema name;
    _version text;
begin
    foreach _name in array array['vector', 'pg_trgm'] loop
        select n.nspname, e.extversion into _schema, _version
        from pg_extension e
        join pg_namespace n on n.oid = e.extnamespace
        where e.extname = _name;
        if _schema is distinct from 'public' then
            raise exception 'extension % must be installed in schema public', _name
                using errcode = 'object_not_in_prerequisite_state',
                    detail = case
                        when _schema is null then 'It is not installed.'
                        else format('It is installed in schema %I.', _schema)
                    end,
                    hint = case
                        when _schema is null then format('create extension %I with schema public;', _name)
                        else format('alter extension %I set schema public;', _name)
                    end;
        end if;
        if _name = 'vector' and (regexp_match(_version, '^(\d+)\.(\d+)'))::int[] < array[0, 8] then
            raise exception 'extension vector must be 0.8 or later, not %', _version
                using errcode = 'object_not_in_prerequisite_state',
                    detail = 'A filtered vector search needs iterative index scans.',
                    hint = 'Install pgvector 0.8 or later, then: alter extension vector update;';
        end if;
    end loop;
end
$$;

-- A schema of that name that is not ours may hold functions planted for us to call.
do $$
declare
    _owner name := (select pg_get_userbyid(n.nspowner) from pg_namespace n where n.nspname = 'recall');
begin
    if _owner is null then
        create schema recall;
    elsif to_regclass('recall.migration') is null or _owner not in ('recall_owner', current_user) then
        raise exception 'there is a schema recall already, and it is not that of pg_recall'
            using errcode = 'duplicate_schema',
                detail = format('It belongs to role %I.', _owner),
                hint = 'Rename it (alter schema recall rename to another_name) or drop it.';
    elsif exists (select from pg_extension e where e.extname = 'pg_recall')
        and not exists (
            select from pg_depend d
            join pg_extension e on e.oid = d.refobjid and d.refclassid = 'pg_extension'::regclass
            where e.extname = 'pg_recall' and d.deptype = 'e'
                and d.classid = 'pg_namespace'::regclass and d.objid = 'recall'::regnamespace
        )
    then
        raise exception 'schema recall was installed without the extension'
            using errcode = 'object_not_in_prerequisite_state',
                hint = 'Upgrade it the way it was installed (alembic), or dump its data and install the extension in another database.';
    end if;
end
$$;

create table if not exists recall.migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
);

comment on table recall.migration is 'Migrations that were run here, with the hash of their text.';

create or replace function recall._migrate(name text, sha256 text, body text)
returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _known text := (select m.sha256 from recall.migration m where m.name = _migrate.name);
begin
    if _known = _migrate.sha256 then
        return false;
    elsif _known is not null then
        raise exception 'migration % was run here with another text', _migrate.name
            using errcode = 'RC013',
                detail = format('Hash of the text that was run: %s; of this one: %s.', _known, _migrate.sha256),
                hint = 'A migration never changes once it was released: put the change into a new one.';
    end if;
    execute body;
    insert into recall.migration (name, sha256) values (_migrate.name, _migrate.sha256);
    return true;
end
$$;

comment on function recall._migrate(text, text, text) is
'Runs a migration unless it was run here already; true when it ran, RC013 when its text has changed since.';
