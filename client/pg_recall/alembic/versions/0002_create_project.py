"""Create project."""

from pg_recall.alembic.run import run_sql

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    run_sql("0002_create_project.sql")
