-- Upkeep by pg_cron, where the extension is present. Scheduling by name again replaces the job.

create or replace function recall.schedule_upkeep(every text default '* * * * *')
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _job bigint;
begin
    if to_regnamespace('cron') is null then
        raise exception 'pg_cron is not installed in this database'
            using errcode = 'RC0A0', hint = 'Run pg-recall maintain from any scheduler instead.';
    end if;
    if not has_schema_privilege(to_regnamespace('cron'), 'usage') then
        raise exception 'only a superuser schedules upkeep'
            using errcode = '42501', hint = 'pg-recall up does it on the private server; elsewhere run it as the superuser.';
    end if;
    execute 'select cron.schedule($1, $2, $3)' into _job using 'recall-maintain', every, 'call recall.maintain()';
    execute 'update cron.job set username = $1 where jobid = $2' using 'recall_cron', _job;
    return jsonb_build_object('job', _job, 'schedule', every, 'role', 'recall_cron');
end
$$;

comment on function recall.schedule_upkeep(text) is
'Registers upkeep with pg_cron as role recall_cron; running it again replaces the job. For a superuser.';

create or replace function recall.unschedule_upkeep()
returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    _done bigint;
begin
    if to_regnamespace('cron') is null then
        return false;
    end if;
    execute 'delete from cron.job where jobname = $1' using 'recall-maintain';
    get diagnostics _done = row_count;
    return _done > 0;
end
$$;

comment on function recall.unschedule_upkeep() is 'Removes the pg_cron job of schedule_upkeep; says whether there was one.';
