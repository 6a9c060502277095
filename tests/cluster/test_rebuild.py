"""A database that another build of the same version made."""

import psycopg

SOURCE = "select pg_get_functiondef(oid) from pg_proc where oid = 'recall.name_key(text)'::regprocedure"
ROWS = "select count(*) from recall.memory_record"
COMMENT = "select obj_description(oid, 'pg_extension') from pg_extension where extname = 'pg_recall'"


def test_up_brings_a_database_of_another_build_of_this_version_to_this_build_and_keeps_its_rows(make_cluster):
    cluster = make_cluster()
    cluster.up()
    with psycopg.connect(cluster.home.dsn("postgres"), autocommit=True) as owner:
        expected = owner.execute(SOURCE).fetchone()
        build = owner.execute(COMMENT).fetchone()
        assert "(build " in build[0]
        owner.execute("select recall.remember('The parser drops commas', project => 'default')")
        owner.execute(
            "create or replace function recall.name_key(name text) returns text language sql immutable as $$ select 'old' $$"
        )
        owner.execute("comment on extension pg_recall is 'an earlier build'")
        cluster.up()
        assert owner.execute(SOURCE).fetchone() == expected
        assert owner.execute(COMMENT).fetchone() == build
        assert owner.execute(ROWS).fetchone() == (1,)
        owned = "select count(*) from pg_depend d join pg_extension e on e.oid = d.refobjid where e.extname = 'pg_recall'"
        members = owner.execute(owned).fetchone()
        cluster.up()
        assert owner.execute(owned).fetchone() == members
