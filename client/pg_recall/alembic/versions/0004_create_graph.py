"""Create graph."""

from pg_recall.alembic.run import run_sql

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run_sql("0004_create_graph.sql")
