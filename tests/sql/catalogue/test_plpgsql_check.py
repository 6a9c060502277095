"""plpgsql_check reads every PL/pgSQL function, also the branches that no test enters."""

# What exists only while a load runs, or only where pg_cron is installed.
STAND_INS = (
    "create temp table recall_load (no bigint, item jsonb)",
    "create schema if not exists cron",
    "create table if not exists cron.job (jobid bigint, jobname text, username text)",
    """create or replace function cron.schedule(text, text, text) returns bigint
    language sql return 1::bigint""",
)


def test_plpgsql_check_finds_no_error_and_no_injection(catalogue):
    with catalogue.transaction(force_rollback=True):
        catalogue.execute("create extension plpgsql_check")
        for statement in STAND_INS:
            catalogue.execute(statement)
        found = catalogue.execute("""
            select p.oid::regprocedure::text, c.lineno, c.sqlstate, c.message, c.query
            from pg_proc p
            join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
            cross join lateral plpgsql_check_function_tb(p.oid, security_warnings => true) c
            where p.pronamespace = 'recall'::regnamespace and p.prorettype <> 'trigger'::regtype
                and c.level in ('error', 'security')
                and p.proname <> '_migrate'  -- running a text is its purpose
        """).fetchall()
    assert found == []
