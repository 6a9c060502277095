"""PGDATA of the private cluster: made once, recognised by a marker, its settings written at every start."""

import json
import shutil
import subprocess
from pathlib import Path

from pg_recall import __version__
from pg_recall.cluster.account import Account
from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.installation import Installation
from pg_recall.cluster.sizing import fitted, this_machine
from pg_recall.home import DATABASE, PORT, Home

MARKER = "pg_recall.json"
SETTINGS = "pg_recall.conf"

# The socket's directory is closed to everybody but the server's user (and root), so no password is needed.
HBA = "local all all trust\nlocal replication all trust\n"


def require_ours(data: Path) -> bool:
    """Whether our cluster is there; False where nothing is.

    Raises: ClusterError for a directory with content that pg_recall did not make.
    """
    if (data / MARKER).exists():
        return True
    if data.exists() and any(data.iterdir()):
        raise ClusterError(
            f"{data} holds something that pg_recall did not make ({MARKER} is missing); it is left alone",
            "choose another home with PG_RECALL_HOME, or move that directory away",
        )
    return False


def create(home: Home, installation: Installation, account: Account, *, sync: bool) -> None:
    """initdb beside the final place, then rename: an interrupted attempt leaves no half-made cluster.

    Without `sync` nothing waits for the disk, as fits a server that runs with fsync off.
    """
    draft = home.path / "data.new"
    if draft.exists():
        shutil.rmtree(draft)
    account.own(draft)
    locale = ["-E", "UTF8", "--locale=C.UTF-8"]
    access = ["-U", "postgres", "--auth=trust", "--no-instructions"]
    waiting = [] if sync else ["--no-sync"]
    _run(account, [installation.bin / "initdb", "-D", draft, *locale, *access, *waiting])
    # In single-user mode, before pg_cron's worker first looks for the database it is told to use.
    single = [
        installation.bin / "postgres",
        "--single",
        "-D",
        draft,
        "-c",
        f"fsync={'on' if sync else 'off'}",
    ]
    _run(account, [*single, "postgres"], f"create database {DATABASE};\n")
    configuration = (draft / "postgresql.conf").read_text()
    account.write(
        draft / "postgresql.conf", f"{configuration}\ninclude '{SETTINGS}'  # written by pg-recall up\n"
    )
    account.write(draft / "pg_hba.conf", HBA)
    marker = {"made_by": f"pg_recall {__version__}", "major": installation.major}
    account.write(draft / MARKER, json.dumps(marker) + "\n")
    if home.data.exists():
        home.data.rmdir()
    draft.rename(home.data)


def write_settings(
    home: Home, installation: Installation, account: Account, overrides: dict[str, str]
) -> bool:
    """Write the settings file; True when it says something else than before."""
    settings = _settings(home, installation) | overrides
    text = "".join(f"{name} = '{value}'\n" for name, value in settings.items())
    path = home.data / SETTINGS
    if path.exists() and path.read_text() == text:
        return False
    account.write(path, text)
    return True


def _settings(home: Home, installation: Installation) -> dict[str, str]:
    settings = {
        "listen_addresses": "",
        "port": str(PORT),
        "unix_socket_directories": str(home.sockets),
        "cluster_name": "pg_recall",
        **fitted(this_machine()),
        "huge_pages": "try",
        "random_page_cost": "1.1",
        "effective_io_concurrency": "200",
        "jit": "off",
        "max_wal_size": "2GB",
        "checkpoint_timeout": "15min",
        "wal_compression": "on",
        "logging_collector": "on",
        "log_directory": str(home.log),
        "log_filename": "postgresql-%a.log",
        "log_truncate_on_rotation": "on",
        "log_rotation_age": "1d",
        "log_rotation_size": "0",
        # Forgetting has to be complete: no statement and no DETAIL line (they quote rows) reaches the log.
        "log_error_verbosity": "terse",
        "log_min_error_statement": "panic",
    }
    if installation.has_library("pg_cron"):
        settings |= {
            "shared_preload_libraries": "pg_cron",
            "cron.database_name": DATABASE,
            # By default pg_cron connects over TCP, which this cluster does not have.
            "cron.use_background_workers": "on",
        }
    return settings


def _run(account: Account, command: list[object], text: str | None = None) -> None:
    done = subprocess.run(
        [str(word) for word in command], cwd="/", input=text, capture_output=True, text=True, **account.switch
    )
    if done.returncode:
        raise ClusterError(
            f"{Path(str(command[0])).name} failed:\n{done.stderr.strip()}", "see the message above"
        )
