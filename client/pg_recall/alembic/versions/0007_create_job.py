"""Create job."""

from pg_recall.alembic.run import run_sql

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run_sql("0007_create_job.sql")
