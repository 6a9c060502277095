"""Settings fitted to the machine: memory, processors, and the limits a container sets on both."""

import os
from dataclasses import dataclass
from pathlib import Path

MB = 1024 * 1024
CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Machine:
    """What the server may use: bytes of memory and whole processors."""

    memory: int
    processors: int


def this_machine() -> Machine:
    """The machine's size, or the control group's where that is smaller (versions 1 and 2)."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [
        int(text)
        for name in ("memory.max", "memory/memory.limit_in_bytes")
        if (text := _read(CGROUP / name)) and text.isdigit()
    ]
    return Machine(min([total, *limits]), max(1, min(len(os.sched_getaffinity(0)), _processor_quota())))


def _processor_quota() -> int:
    quota, _, period = _read(CGROUP / "cpu.max").partition(" ")
    if not period:
        quota = _read(CGROUP / "cpu/cpu.cfs_quota_us")
        period = _read(CGROUP / "cpu/cpu.cfs_period_us")
    if quota.isdigit() and period.isdigit():
        return -(-int(quota) // int(period))
    return os.cpu_count() or 1


def _read(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


def fitted(machine: Machine) -> dict[str, str]:
    """Memory and parallelism settings for a server that shares the machine with the agent it serves.

    An eighth of memory for shared buffers (the packed index is read mostly through the system's cache),
    small sort memory (a backend that holds Python already takes some 100 MB), and workers for pg_cron's
    background jobs besides one per processor.
    """
    memory = machine.memory // MB
    return {
        "shared_buffers": f"{_within(memory // 8, 64, 4096)}MB",
        "effective_cache_size": f"{_within(memory // 2, 256, 65536)}MB",
        "work_mem": f"{_within(memory // 512, 8, 64)}MB",
        "maintenance_work_mem": f"{_within(memory // 16, 64, 1024)}MB",
        "max_worker_processes": str(max(12, machine.processors + 8)),
        "max_parallel_workers": str(machine.processors),
        "max_parallel_workers_per_gather": str(min(2, machine.processors // 2)),
        "max_parallel_maintenance_workers": str(min(4, max(1, machine.processors // 2))),
    }


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))
