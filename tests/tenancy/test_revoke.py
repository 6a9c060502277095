"""Taking a tenant's last grant away, or deleting its only project, opens nothing."""

import psycopg
import pytest

TENANT = "tenancy_revoked"
SEARCH = "select content from recall.search('secret lantern', project => %s)"


@pytest.fixture
def tenant(database, connect):
    """A login role with a grant on one of two projects; the owner's session, and a way to ask as the tenant."""
    owner = connect("postgres")
    owner.execute(f"create role {TENANT} login")
    owner.execute(f"grant recall_writer to {TENANT}")
    for name in ("alpha", "beta"):
        owner.execute("select recall.create_project(%s)", [name])
        owner.execute("select recall.remember(%s, project => %s)", [f"The secret of {name} is a lantern.", name])
    owner.execute(
        "insert into recall.project_grant (role_name, project_id, level) select %s, id, 'writer' from recall.project where name = 'beta'",
        [TENANT],
    )
    yield owner
    owner.execute(f"drop owned by {TENANT}; drop role {TENANT}")


def found(owner: psycopg.Connection, project: str, role: str = TENANT) -> list[str]:
    with owner.transaction(force_rollback=True):
        owner.execute(f"set local session authorization {role}")
        try:
            with owner.transaction():
                return [row[0] for row in owner.execute(SEARCH, [project])]
        except psycopg.Error as error:
            assert error.sqlstate == "RC005"  # as if there were no such project
            return []


@pytest.mark.parametrize(
    "end",
    [
        f"delete from recall.project_grant where role_name = '{TENANT}'",
        "delete from recall.project where name = 'beta'",
    ],
)
def test_without_its_last_grant_a_tenant_sees_nothing(tenant, end):
    assert found(tenant, "beta") == ["The secret of beta is a lantern."]
    assert found(tenant, "alpha") == []
    tenant.execute(end)
    assert found(tenant, "alpha") == []
    with tenant.transaction(force_rollback=True):
        tenant.execute(f"set local session authorization {TENANT}")
        with pytest.raises(psycopg.Error) as refused, tenant.transaction():
            tenant.execute("select recall.remember('A bell.', project => 'alpha')")
        assert refused.value.sqlstate == "RC005"


def test_a_role_that_is_no_tenant_any_more_is_free(tenant):
    tenant.execute("delete from recall.tenant where role_name = %s", [TENANT])
    assert found(tenant, "alpha") == ["The secret of alpha is a lantern."]


def test_a_tenant_that_makes_a_project_is_told_which_ones_it_may_use(tenant):
    with tenant.transaction(force_rollback=True):
        tenant.execute(f"set local session authorization {TENANT}")
        with pytest.raises(psycopg.Error) as refused, tenant.transaction():
            tenant.execute("select recall.create_project('gamma')")
        assert refused.value.sqlstate == "42501"
        assert refused.value.diag.message_hint == "Granted: beta."


def test_a_tenant_is_known_again_after_its_role_was_renamed(tenant):
    tenant.execute(f"alter role {TENANT} rename to tenancy_renamed")
    try:
        assert found(tenant, "beta", "tenancy_renamed") == ["The secret of beta is a lantern."]
        assert found(tenant, "alpha", "tenancy_renamed") == []
    finally:
        tenant.execute(f"alter role tenancy_renamed rename to {TENANT}")


def test_a_tenant_does_not_learn_by_renaming_which_names_are_taken(tenant):
    for taken in ("alpha", "gamma"):
        with pytest.raises(psycopg.Error) as refusal, tenant.transaction():
            tenant.execute(f"set local session authorization {TENANT}")
            tenant.execute("select recall.rename_project('beta', %s)", [taken])
        assert refusal.value.sqlstate == "42501"
