"""pg_cron on a cluster without TCP."""

import psycopg

from pg_recall.cluster import database
from pg_recall.home import DATABASE


def test_a_scheduled_job_runs_within_its_minute(cluster):
    database.enable_cron(cluster.home, DATABASE)
    with psycopg.connect(cluster.home.dsn("postgres"), autocommit=True) as session:
        session.execute("listen cron_job")
        session.execute(
            "select cron.schedule('say-so', '* * * * *', $$select pg_notify('cron_job', 'ran')$$)"
        )
        heard = [notice.payload for notice in session.notifies(timeout=70, stop_after=1)]
        session.execute("select cron.unschedule('say-so')")
    assert heard == ["ran"]
