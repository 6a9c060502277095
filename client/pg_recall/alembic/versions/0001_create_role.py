"""Create role."""

from pg_recall.alembic.run import run_sql

revision = "0001"
down_revision = None


def upgrade() -> None:
    run_sql("0001_create_role.sql")
