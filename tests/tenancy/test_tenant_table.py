"""A tenant with SQL of its own reaches the tables too: what it writes there stays its own."""

import psycopg
import pytest

TENANTS = {"table_alpha": ("recall_admin", "alpha", "admin"), "table_beta": ("recall_writer", "beta", "writer")}


@pytest.fixture
def owner(database, connect):
    """The superuser's session in a database with two projects and a tenant of each; beta's writes to `shared` as well."""
    session = connect("postgres")
    for name in ("alpha", "beta"):
        session.execute("select recall.create_project(%s)", [name])
        session.execute("select recall.remember(%s, project => %s)", [f"The secret of {name} is a lantern.", name])
    for role, (group, project, level) in TENANTS.items():
        session.execute(f"create role {role} login")
        session.execute(f"grant {group} to {role}")
        _grant(session, role, project, level)
    _grant(session, "table_beta", "shared", "writer")
    yield session
    for role in TENANTS:
        session.execute(f"drop owned by {role}; drop role {role}")


def _grant(session, role, project, level):
    session.execute(
        "insert into recall.project_grant (role_name, project_id, level) select %s, id, %s from recall.project where name = %s",
        [role, level, project],
    )


def run(owner, role, *statements):
    """The rows of the last statement; what was done is kept."""
    with owner.transaction():
        owner.execute(f"set local session authorization {role}")
        for statement in statements:
            cursor = owner.execute(statement)
        return cursor.fetchall() if cursor.description else cursor.rowcount


def code(owner, role, *statements):
    with pytest.raises(psycopg.Error) as refused:
        run(owner, role, *statements)
    return refused.value.sqlstate


def project_id(owner, name):
    return owner.execute("select id from recall.project where name = %s", [name]).fetchone()[0]


@pytest.mark.parametrize("right", ["truncate", "trigger", "references"])
def test_no_role_of_ours_has_a_right_over_a_table_that_row_security_does_not_hold(owner, right):
    # Those made at run time as well: TRUNCATE and a trigger would reach the rows of everyone.
    tables = owner.execute("""
        select c.oid::regclass::text, r.rolname, has_table_privilege(r.rolname, c.oid, %s)
        from pg_class c
        cross join unnest('{recall_reader,recall_writer,recall_admin,recall_auditor,recall_cron}'::text[]) as r (rolname)
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p')
    """, [right]).fetchall()
    assert any(name.startswith("recall.embedding_") for name, *_ in tables)
    assert [row for row in tables if row[2]] == []


def test_a_tenant_cannot_change_its_project_through_the_table(owner):
    update = "update recall.project set name = '{0}', name_key = '{0}'"
    answers = []
    for name in ("beta", "gamma"):
        with owner.transaction(force_rollback=True):
            owner.execute("set local session authorization table_alpha")
            answers.append(owner.execute(update.format(name)).rowcount)
    assert answers == [0, 0]


def test_a_tenant_does_not_learn_by_inserting_which_names_are_taken(owner):
    own = project_id(owner, "alpha")
    insert = f"insert into recall.project (id, name, name_key) overriding system value values ({own}, 'q', '%s')"
    assert [code(owner, "table_alpha", insert % name) for name in ("beta", "gamma")] == ["42501", "42501"]


def test_a_tenant_that_makes_its_own_project_is_told_that_it_is_there(owner):
    ((answer,),) = run(owner, "table_alpha", "select recall.create_project('alpha')")
    assert answer == {"project": "alpha", "already_existed": True}


def test_who_may_write_to_the_shared_project_can(owner):
    ((answer,),) = run(owner, "table_beta", "select recall.remember('The kiln is hot.', project => 'shared')")
    assert answer["outcome"] == "added"
    assert code(owner, "table_alpha", "select recall.remember('A bell.', project => 'shared')") == "42501"


def test_numbers_that_a_tenant_has_taken_keep_nothing_from_another(owner):
    alpha = project_id(owner, "alpha")
    for table, column in (("job", "kind"), ("call_failure", "tool, code, message")):
        values = "'upkeep'" if table == "job" else "'x', 'x', 'x'"
        run(
            owner, "table_alpha", "select recall.use_project('alpha')",
            f"insert into recall.{table} (id, project_id, {column}) overriding system value "
            f"select g, {alpha}, {values} from generate_series(1, 500) g",
        )
    stored = "select recall.remember('The bell rings.', embed => 'later', project => 'beta') ->> 'id'"
    ((memory,),) = run(owner, "table_beta", stored)
    ((detail,),) = run(owner, "table_beta", f"select recall.get('{memory}', 'beta')")
    assert detail["is_embedding_queued"] is True
    ((answer,),) = run(owner, "table_beta", "select recall.call('no such tool', '{}', '{\"project\": \"beta\"}')")
    assert answer["error"]["code"] == "RC014"


def test_the_runs_of_upkeep_are_not_for_tenants(owner):
    owner.execute("call recall.maintain('trim')")
    assert run(owner, "table_alpha", "select * from recall.maintain_run") == []
    assert run(owner, "table_alpha", "delete from recall.maintain_run") == 0
    assert run(owner, "table_alpha", "update recall.maintain_run set error = 'forged'") == 0
    assert code(owner, "table_alpha", "insert into recall.maintain_run (task) values ('embed')") == "42501"
    assert owner.execute("select count(*) from recall.maintain_run").fetchone() == (1,)
    ((rows,),) = run(owner, "table_alpha", "select recall.doctor('alpha')")
    assert ["operator" in row["found"] for row in rows if row["check"] == "upkeep"] == [True]


def test_upkeep_of_a_tenant_does_its_work_and_does_not_speak_for_the_installation(owner, connect):
    run(owner, "table_beta", "select recall.remember('The bell rings.', embed => 'later', project => 'beta')")
    run(owner, "table_alpha", "select recall.remember('The bell tolls.', embed => 'later', project => 'alpha')")
    owner.execute("set session authorization table_alpha")
    owner.execute("call recall.maintain('embed')")
    owner.execute("reset session authorization")
    waiting = owner.execute("select p.name from recall.job j join recall.project p on p.id = j.project_id").fetchall()
    assert waiting == [("beta",)]
    assert owner.execute("select count(*) from recall.maintain_run").fetchone() == (0,)


def test_a_backend_that_served_one_tenant_shows_another_nothing_that_the_first_put_there(owner):
    for project in ("alpha", "beta"):
        owner.execute("select recall.ingest(jsonb_agg(jsonb_build_object('content', 'Lamp ' || g || ' is lit.')), project => %s) "
                      "from generate_series(1, 5) g", [project])
    owner.execute("select recall.compact('alpha')")
    top = owner.execute("select max(id) from recall.segment").fetchone()[0]
    forged = [
        "select recall.use_project('alpha')",
        f"""insert into recall.segment select (jsonb_populate_record(s, jsonb_build_object('id', {top} + g))).*
            from recall.segment s, generate_series(1, 9) g where s.id = {top}""",
    ]
    with owner.transaction(force_rollback=True):
        owner.execute("set local session authorization table_alpha")
        owner.execute(forged[0])
        owner.execute(forged[1].replace("insert into recall.segment ", "insert into recall.segment overriding system value "))
        owner.execute("select * from recall.search('lamp lit')")
    owner.execute("select recall.compact('beta')")
    hits = run(owner, "table_beta", "select content from recall.search('lamp lit', project => 'beta')")
    assert {content for (content,) in hits} >= {f"Lamp {n} is lit." for n in range(1, 6)}
    run(owner, "table_beta", "select recall.forget((select id from recall.list(project => 'beta') limit 1), project => 'beta')")
    assert owner.execute("select * from recall.check_index('beta')").fetchall() == []


def test_a_load_table_that_another_role_made_is_not_loaded_into(owner):
    with owner.transaction(force_rollback=True):
        owner.execute("set local session authorization table_alpha")
        owner.execute("create temp table recall_load (no bigint generated always as identity, item text)")
        owner.execute("grant all on recall_load to public")
        owner.execute("set local session authorization table_beta")
        with pytest.raises(psycopg.Error) as refused:
            owner.execute("select recall.start_load('beta')")
    assert refused.value.sqlstate == "42501"
    assert "discard temp" in refused.value.diag.message_hint
