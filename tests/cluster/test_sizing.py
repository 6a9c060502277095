"""Settings for small and large machines."""

import pytest

from pg_recall.cluster.sizing import Machine, fitted

GB = 1024**3


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        (Machine(GB // 2, 1), {"shared_buffers": "64MB", "work_mem": "8MB", "max_worker_processes": "12"}),
        (Machine(16 * GB, 8), {"shared_buffers": "2048MB", "work_mem": "32MB", "max_worker_processes": "16"}),
        (
            Machine(512 * GB, 64),
            {"shared_buffers": "4096MB", "work_mem": "64MB", "max_worker_processes": "72"},
        ),
    ],
)
def test_memory_follows_the_machine_within_bounds(machine, expected):
    assert expected.items() <= fitted(machine).items()
