"""Sizes on disk and memory of a backend."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg

SIZES = """
select
    case
        when c.relname like 'segment%' or c.relname like 'index\\_fresh%' then 'index'
        when c.relname like 'embedding\\_%' then 'vectors'
        when c.relname like 'passage%' then 'passages'
        when c.relname like 'memory%' then 'memories'
        else 'other'
    end as part,
    sum(pg_total_relation_size(c.oid))::bigint
from pg_class c
where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'm')
group by 1
"""


@dataclass(frozen=True)
class Memory:
    """Resident memory of a backend in MiB: all of it, and what is its own (shared buffers left out)."""

    total: float
    anonymous: float


def sizes(connection: psycopg.Connection) -> Mapping[str, int]:
    """Bytes by part, indexes and TOAST included, and of the whole database."""
    found = dict(connection.execute(SIZES).fetchall())
    (whole,) = connection.execute("select pg_database_size(current_database())").fetchone()
    return {**dict(sorted(found.items())), "database": whole}


def backend_memory(connection: psycopg.Connection) -> Memory | None:
    """Memory of this connection's backend; None when the server is another machine."""
    status = Path(f"/proc/{connection.info.backend_pid}/status")
    try:
        text = status.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    if not text.startswith("Name:\tpostgres"):
        return None
    return Memory(_mebibytes(text, "VmRSS"), _mebibytes(text, "RssAnon"))


def _mebibytes(status: str, field: str) -> float:
    found = re.search(rf"^{field}:\s+(\d+) kB$", status, re.MULTILINE)
    if found is None:
        raise ValueError(f"no {field} in the kernel's status of a process")
    return round(int(found[1]) / 1024, 1)
