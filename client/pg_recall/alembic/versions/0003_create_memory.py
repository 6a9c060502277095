"""Create memory."""

from pg_recall.alembic.run import run_sql

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    run_sql("0003_create_memory.sql")
