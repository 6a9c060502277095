"""A primary and its hot standby, as an operator sets them up."""

import subprocess
from dataclasses import dataclass

import psycopg

from pg_recall.cluster import server
from pg_recall.cluster.account import server_account
from pg_recall.cluster.cluster import Cluster
from pg_recall.cluster.installation import installation_for
from pg_recall.home import LOCAL_ROLE, Home

POSITION = "select pg_current_wal_flush_lsn()::text"
REPLAYED = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"


def make_standby(primary: Home, home: Home) -> None:
    """Copy the primary's data while it runs, and start a server that follows it."""
    account = server_account()
    account.own(home.log)
    account.own(home.sockets)
    account.own(home.data)
    program = installation_for(primary.data).bin / "pg_basebackup"
    command = [program, "-D", home.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", primary.dsn("postgres", "postgres")]
    subprocess.run([str(word) for word in command], check=True, cwd="/", **account.switch)
    with (home.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"unix_socket_directories = '{home.sockets}'\n")
    server.start(home, installation_for(home.data), account)


@dataclass(frozen=True)
class Pair:
    """The running primary, and the home of the standby that follows it."""

    primary: Cluster
    standby: Home

    def write(self) -> psycopg.Connection:
        """A session on the primary."""
        return psycopg.connect(self.primary.home.dsn(), autocommit=True)

    def read(self) -> psycopg.Connection:
        """A session on the standby, once it has replayed everything that the primary has committed."""
        with psycopg.connect(self.primary.home.dsn("postgres"), autocommit=True) as session:
            (position,) = session.execute(POSITION).fetchone()
        session = psycopg.connect(self.standby.dsn(LOCAL_ROLE), autocommit=True)
        self.catch_up(session, position)
        return session

    def follow(self, session: psycopg.Connection) -> None:
        """Wait until a session's server has replayed what the primary has committed."""
        with psycopg.connect(self.primary.home.dsn("postgres"), autocommit=True) as writing:
            (position,) = writing.execute(POSITION).fetchone()
        self.catch_up(session, position)

    @staticmethod
    def catch_up(session: psycopg.Connection, position: str) -> None:
        while session.execute(REPLAYED, [position]).fetchone() != (True,):
            pass
