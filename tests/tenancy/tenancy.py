"""The roles of the matrix, and the filled database they are tried on."""

from dataclasses import dataclass
from typing import Any

import psycopg
from attempt import Role, Trial
from tenant import OWN, Marks, Tenant

ROLES = [
    Role("tenancy_reader", "recall_reader"),
    Role("tenancy_writer", "recall_writer"),
    Role("tenancy_admin", "recall_admin"),
    Role("tenancy_stranger", None),
    Role("tenancy_granted_reader", "recall_reader", "reader"),
    Role("tenancy_granted_writer", "recall_writer", "writer"),
    Role("tenancy_granted_admin", "recall_admin", "admin"),
    # May write by its group, and only read by its grant.
    Role("tenancy_looker", "recall_writer", "reader"),
]


@dataclass(frozen=True)
class Tenancy:
    """The filled database: whose rows are hidden, whose are one's own, and how to try."""

    database: str
    owner: psycopg.Connection
    trial: Trial
    marks: Marks
    values: dict[str, dict[str, Any]]

    def place(self, tenant: Tenant, objects: Tenant) -> dict[str, Any]:
        """The values of a call about one tenant's objects in the project of another."""
        return self.values[objects.project] | {
            "project": tenant.project,
            "project_id": tenant.first_project_id,
            "own_id": OWN.first_project_id,
        }
