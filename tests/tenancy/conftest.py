"""A database with two filled projects, and the roles that try to look from one into the other."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from attempt import Role, Trial
from psycopg import sql
from tenancy import ROLES, Tenancy
from tenant import HIDDEN, OWN, Marks, Tenant, fill

from pg_recall.cluster.cluster import Cluster

DATABASE = "recall_tenancy"


@pytest.fixture(scope="session")
def tenancy(cluster: Cluster, admin_dsn: str, copy_template: Callable[[str], None]) -> Iterator[Tenancy]:
    copy_template(DATABASE)
    with (
        psycopg.connect(cluster.home.dsn("postgres", DATABASE), autocommit=True) as owner,
        psycopg.connect(cluster.home.dsn(database=DATABASE), autocommit=True) as local,
    ):
        for tenant in (HIDDEN, OWN):
            fill(owner, local, tenant)
        _make_roles(owner)
        values = {tenant.project: _values(owner, tenant) for tenant in (HIDDEN, OWN)}
        trial = Trial(owner, HIDDEN.first_project_id, OWN.first_project_id)
        yield Tenancy(DATABASE, owner, trial, Marks(owner, HIDDEN), values)
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(DATABASE)))
        for role in (*(role.name for role in ROLES), "tenancy_hidden"):
            admin.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))


def _make_roles(owner: psycopg.Connection) -> None:
    for role in (*ROLES, Role("tenancy_hidden", "recall_writer", "writer")):
        name = sql.Identifier(role.name)
        owner.execute(sql.SQL("create role {} login").format(name))
        if role.group:
            owner.execute(sql.SQL("grant {} to {}").format(sql.Identifier(role.group), name))
        if role.granted:
            project = HIDDEN if role.name == "tenancy_hidden" else OWN
            owner.execute(
                "insert into recall.project_grant (role_name, project_id, level) values (%s, %s, %s)",
                [role.name, project.first_project_id, role.granted],
            )


def _values(owner: psycopg.Connection, tenant: Tenant) -> dict[str, Any]:
    """What a caller would name of a tenant, had the caller seen it."""

    def value(query: str) -> Any:
        return owner.execute(query, {"id": tenant.first_project_id, "path": tenant.path}).fetchone()[0]

    passages = value("select array_agg(no order by no) from recall.passage where project_id = %(id)s")
    return {
        "memory": value("select id::text from recall.memory_record where project_id = %(id)s and reference = %(path)s"),
        "forgotten": value("select memory_id::text from recall.forgotten where project_id = %(id)s"),
        "entity_id": value("select entity_id::text from recall.entity_alias where project_id = %(id)s"),
        "session_id": value("select id::text from recall.session where project_id = %(id)s"),
        "passages": passages,
        "passage": passages[0],
        "entity": tenant.entity,
        "other_entity": tenant.other_entity,
        "alias": tenant.alias,
        "misspelt": f"{tenant.mark[:-1]}e works",
        "session": tenant.session,
        "thread": tenant.thread,
        "path": tenant.path,
    }
