-- Last in every build: who owns, who may do what, and what a dump contains.

-- Ownership. Nothing in the schema belongs to the superuser who installed it: a definer function of a superuser
-- would not be stopped by any row security.
alter schema recall owner to recall_owner;

do $$
declare
    _statement text;
begin
    for _statement in
        select format('alter %s %s owner to recall_owner', case c.relkind when 'v' then 'view' when 'c' then 'type' else 'table' end, c.oid::regclass)
        from pg_class c
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p', 'v', 'c')
        union all
        select format(
            'alter routine %s owner to %I',
            p.oid::regprocedure,
            case when p.proname like '\_%\_candidate%' then 'recall_door' else 'recall_owner' end
        )
        from pg_proc p
        where p.pronamespace = 'recall'::regnamespace
    loop
        execute _statement;
    end loop;
end
$$;

-- Privileges are given anew each time, so that none outlives the rule that gave it.
grant usage on schema recall to recall_reader, recall_auditor, recall_door;

do $$
declare
    _table record;
    _view regclass;
    _routine record;
    _role name;
    -- Volatile, but of use to those who only read: what they do not write is up to their privileges.
    _reader_routines constant name[] := array['call', '_call_tool', 'embed', 'use_project'];
    _admin_routines constant name[] := array[
        'add_model', 'compact', 'index_vectors', 'maintain', 'rebuild_index', 'schedule_upkeep', 'set_setting',
        'unschedule_upkeep', '_create_embedding_table', '_create_vector_index', '_open_table', '_secure_table'
    ];
    -- Called by the policies and by candidate functions, so by everyone who reads a table.
    _scope_routines constant name[] := array[
        '_caller', '_default_scope', '_granted_projects', '_grants', '_is_unrestricted', '_scope', '_writable_projects',
        'name_key'
    ];
begin
    for _table in
        with rule (name, reader, writer, auditor, is_dumped) as (
            values
                ('migration', 'select', null, null, false),
                ('project', 'select', 'insert, update', null, true),
                ('tenant', null, null, null, true),
                ('project_grant', null, null, null, true),
                ('setting', 'select', null, null, true),
                ('node', 'select', null, null, true),
                ('tombstone', 'select', 'insert, update', null, true),
                ('session', 'select', 'insert, update, delete', null, true),
                ('memory_record', 'select', 'insert, update, delete', null, true),
                ('memory_version', 'select', 'insert', null, true),
                ('memory_state', 'select', 'insert, update, delete', null, true),
                ('forgotten', null, null, null, true),
                ('entity', 'select', 'insert, update, delete', null, true),
                ('entity_alias', 'select', 'insert, update, delete', null, true),
                ('relation', 'select', 'insert, update, delete', null, true),
                ('memory_entity', 'select', 'insert, update, delete', null, true),
                ('memory_link', 'select', 'insert, update, delete', null, true),
                ('event', 'select', 'insert', null, true),
                ('memory_source', 'select', 'insert, update, delete', null, true),
                ('model', 'select', null, null, true),
                ('passage', 'select', 'insert, update, delete', null, true),
                ('index_fresh', 'select', 'insert, update, delete', null, false),
                ('index_complete', 'select', 'insert, update, delete', null, false),
                ('index_language', 'select', 'insert, update, delete', null, false),
                ('segment', 'select', 'insert, update, delete', null, false),
                ('segment_term', 'select', 'insert, update, delete', null, false),
                ('segment_code', 'select', 'insert, update, delete', null, false),
                ('segment_dead', 'select', 'insert, update, delete', null, false),
                ('job', 'select', 'insert, update, delete', null, true),
                ('maintain_run', 'select', null, 'select', true),
                ('access', null, 'insert', 'select', true),
                ('call_failure', null, 'insert', 'select', true),
                ('tool', 'select', null, null, true)
        )
        select c.oid::regclass as name, c.relname, rule.reader, rule.writer, rule.auditor, rule.is_dumped
        from pg_class c
        left join rule on rule.name = c.relname
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p')
            and c.relname not like 'embedding\_%' and c.relname <> 'alembic_version'
    loop
        if _table.is_dumped is null then
            raise exception 'nothing says who may use table %', _table.name
                using hint = 'Add it to the list in extension/tail.sql.';
        end if;
        execute format(
            'revoke all on %s from public, recall_reader, recall_writer, recall_admin, recall_auditor, recall_door', _table.name
        );
        if _table.relname <> 'migration' then
            execute format('grant select, insert, update, delete on %s to recall_admin', _table.name);
        end if;
        if _table.reader is not null then
            execute format('grant %s on %s to recall_reader', _table.reader, _table.name);
        end if;
        if _table.writer is not null then
            execute format('grant %s on %s to recall_writer', _table.writer, _table.name);
        end if;
        if _table.auditor is not null then
            execute format('grant %s on %s to recall_auditor', _table.auditor, _table.name);
        end if;
        -- A table of an extension is dumped only when marked; derived tables are rebuilt by recall.rebuild_index.
        if _table.is_dumped and exists (select from pg_extension e where e.extname = 'pg_recall') then
            perform pg_extension_config_dump(_table.name, '');
            perform pg_extension_config_dump(s.objid::regclass, '')
            from pg_depend s
            join pg_class c on c.oid = s.objid and c.relkind = 'S'
            where s.classid = 'pg_class'::regclass and s.refclassid = 'pg_class'::regclass
                and s.refobjid = _table.name and s.deptype in ('i', 'a');
        end if;
    end loop;

    grant select on recall.project, recall.entity, recall.entity_alias to recall_door;

    for _view in
        select c.oid from pg_class c where c.relnamespace = 'recall'::regnamespace and c.relkind = 'v'
    loop
        execute format('revoke all on %s from public', _view);
        execute format('grant select on %s to recall_reader', _view);
    end loop;

    revoke all on all routines in schema recall
        from public, recall_reader, recall_writer, recall_admin, recall_auditor, recall_door;
    for _routine in
        select p.oid::regprocedure as name, p.proname, p.provolatile
        from pg_proc p
        where p.pronamespace = 'recall'::regnamespace
            and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
            and p.proname <> '_migrate'
    loop
        _role := case
            when _routine.proname = any (_admin_routines) then 'recall_admin'
            when _routine.provolatile <> 'v' or _routine.proname = any (_reader_routines) then 'recall_reader'
            else 'recall_writer'
        end;
        execute format('grant execute on routine %s to %I', _routine.name, _role);
        if _routine.proname = any (_scope_routines) then
            execute format('grant execute on routine %s to recall_auditor, recall_door', _routine.name);
        end if;
    end loop;
end
$$;
