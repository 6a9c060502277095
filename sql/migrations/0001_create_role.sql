-- Roles belong to the cluster, not to the extension: another database may have made them already, and they outlive it.
do $$
declare
    _role text;
begin
    foreach _role in array array[
        'recall_owner', 'recall_door', 'recall_reader', 'recall_writer', 'recall_admin', 'recall_auditor'
    ] loop
        begin
            execute format('create role %I nologin', _role);
        exception when duplicate_object or unique_violation then
            null;   -- made by another database of this cluster, perhaps at this moment
        end;
    end loop;
    -- pg_cron runs a job only as a role that may log in; without a password and a pg_hba line it has no way in from outside.
    begin
        create role recall_cron login;
    exception when duplicate_object or unique_violation then
        null;
    end;
    -- Candidate functions choose rows by operators that row security keeps off an index; they return ids only.
    -- Asked first: two databases that alter one role at once get in each other's way.
    if not (select r.rolbypassrls from pg_roles r where r.rolname = 'recall_door') then
        alter role recall_door bypassrls;
    end if;
end
$$;

grant recall_reader to recall_writer;
grant recall_writer to recall_admin;
grant recall_admin to recall_cron;
