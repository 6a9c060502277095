"""One home's cluster as a whole: server, sidecar and database, brought up and down together."""

import fcntl
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from pg_recall.cluster import data_directory, database, environment, server, sidecar
from pg_recall.cluster.account import Account, require_reachable, server_account
from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.installation import Installation, installation_for
from pg_recall.home import DATABASE, Home


@dataclass(frozen=True)
class Cluster:
    """The private cluster of a home. `settings` are PostgreSQL settings that win over the fitted ones."""

    home: Home
    settings: Mapping[str, str] = field(default_factory=dict)

    def up(self) -> None:
        """Start everything and prepare the database. Done again it changes nothing, unless newer code was
        installed since: then server and sidecar are restarted with it.

        Raises: ClusterError naming the step that failed and what to do.
        """
        account = self._account()
        with self._lock():
            self._start(account)
            has_cron = database.enable_cron(self.home, DATABASE)
            database.prepare(self.home, DATABASE)
            if has_cron:
                database.schedule_upkeep(self.home, DATABASE)

    def start(self) -> None:
        """Start server and sidecar only, making the cluster first where there is none.

        Raises: ClusterError for a foreign data directory, an unreachable home, or a failing start.
        """
        account = self._account()
        with self._lock():
            self._start(account)

    def stop(self) -> bool:
        """Stop sidecar and server; False when neither ran.

        Raises: ClusterError for a foreign data directory.
        """
        if not data_directory.require_ours(self.home.data):
            return False
        account = server_account()
        with self._lock():
            ended = sidecar.stop(self.home)
            ended = server.stop(self.home, installation_for(self.home.data), account) or ended
            shutil.rmtree(self.home.sockets, ignore_errors=True)
        return ended

    def _account(self) -> Account:
        account = server_account()
        self._require_home(account)
        return account

    def _start(self, account: Account) -> None:
        made = data_directory.require_ours(self.home.data)
        installation = installation_for(self.home.data)
        account.own(self.home.log)
        account.own(self.home.sockets)
        if not made:
            data_directory.create(self.home, installation, account, sync=self.settings.get("fsync") != "off")
        self._start_server(installation, account)
        if sidecar.installed(self.home):
            sidecar.start(self.home, account)

    def _start_server(self, installation: Installation, account: Account) -> None:
        changed = data_directory.write_settings(self.home, installation, account, dict(self.settings))
        pid = server.running_pid(self.home)
        if pid is not None:
            if not changed and not server.differs(pid, environment.runtime(self.home)):
                return
            server.stop(self.home, installation, account)
        server.start(self.home, installation, account)

    def _require_home(self, account: Account) -> None:
        require_reachable(account, self.home.path)
        if not self.home.code.is_dir() or not self.home.deps.is_dir():
            raise ClusterError(
                f"the server's Python code is missing in {self.home.path}", "run: make setup install"
            )
        require_reachable(account, self.home.code, self.home.deps, self.home.models)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Two commands at once take turns."""
        with (self.home.path / "up.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("waiting for another pg-recall command on this home", file=sys.stderr)
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
