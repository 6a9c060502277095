import os

import pytest

from pg_recall_udf.embed.breaker import (
    FIRST_HOLD_S,
    LONGEST_HOLD_S,
    PROBE_S,
    THRESHOLD,
    Breaker,
    breaker_path,
)


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["shared", "own"])
def breaker(request, tmp_path, clock):
    return Breaker(tmp_path / "breaker" if request.param == "shared" else None, clock)


def fail(breaker, times=THRESHOLD):
    for _ in range(times):
        breaker.failure()


def test_few_failures_leave_it_closed(breaker):
    fail(breaker, THRESHOLD - 1)
    assert breaker.allow()
    assert breaker.wait() == 0


def test_success_forgets_failures(breaker):
    fail(breaker, THRESHOLD - 1)
    breaker.success()
    fail(breaker, THRESHOLD - 1)
    assert breaker.allow()


def test_failures_in_a_row_open_it_for_a_while(breaker, clock):
    fail(breaker)
    assert not breaker.allow()
    assert breaker.wait() == FIRST_HOLD_S
    clock.now += FIRST_HOLD_S - 0.01
    assert not breaker.allow()
    clock.now += 0.01
    assert breaker.allow()


def test_one_probe_at_a_time(breaker, clock):
    fail(breaker)
    clock.now += FIRST_HOLD_S
    assert [breaker.allow() for _ in range(3)] == [True, False, False]


def test_good_probe_closes_it(breaker, clock):
    fail(breaker)
    clock.now += FIRST_HOLD_S
    assert breaker.allow()
    breaker.success()
    assert [breaker.allow() for _ in range(3)] == [True, True, True]


def test_each_bad_probe_doubles_the_hold_up_to_the_longest(breaker, clock):
    fail(breaker)
    holds = []
    for _ in range(8):
        clock.now += breaker.wait()
        assert breaker.allow()
        breaker.failure()
        holds.append(breaker.wait())
    assert holds[:3] == [2 * FIRST_HOLD_S, 4 * FIRST_HOLD_S, 8 * FIRST_HOLD_S]
    assert holds[-1] == LONGEST_HOLD_S


def test_late_failures_of_calls_already_under_way_do_not_prolong_the_hold(breaker):
    fail(breaker, THRESHOLD + 10)
    assert breaker.wait() == FIRST_HOLD_S


def test_probe_that_never_reports_is_followed_by_another(breaker, clock):
    fail(breaker)
    clock.now += FIRST_HOLD_S
    assert breaker.allow()
    clock.now += PROBE_S
    assert breaker.allow()


def test_all_processes_share_one_state(tmp_path, clock):
    one, other = Breaker(tmp_path / "breaker", clock), Breaker(tmp_path / "breaker", clock)
    fail(one)
    assert not other.allow()
    child = os.fork()
    if child == 0:
        Breaker(tmp_path / "breaker", clock).reset()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert one.allow()


def test_without_a_file_the_state_is_the_process_own(tmp_path, clock):
    unwritable = tmp_path / "missing" / "breaker"
    one, other = Breaker(unwritable, clock), Breaker(unwritable, clock)
    fail(one)
    assert (one.shared, one.allow(), other.allow()) == (False, False, True)


def test_link_in_place_of_the_file_is_not_followed(tmp_path, clock):
    target = tmp_path / "target"
    target.write_bytes(b"precious")
    (tmp_path / "breaker").symlink_to(target)
    breaker = Breaker(tmp_path / "breaker", clock)
    fail(breaker)
    assert not breaker.shared
    assert target.read_bytes() == b"precious"


@pytest.mark.parametrize("content", [b"", b"short", os.urandom(16) + b"\xff" * 64])
def test_damaged_file_means_closed_and_is_repaired(tmp_path, clock, content):
    (tmp_path / "breaker").write_bytes(content)
    breaker = Breaker(tmp_path / "breaker", clock)
    assert breaker.allow()
    fail(breaker)
    assert not breaker.allow()


def test_file_cut_short_while_in_use_means_closed(tmp_path, clock):
    breaker = Breaker(tmp_path / "breaker", clock)
    fail(breaker)
    os.truncate(tmp_path / "breaker", 0)
    assert breaker.allow()


def test_instants_from_before_a_reboot_do_not_keep_it_open(tmp_path, clock):
    fail(Breaker(tmp_path / "breaker", clock))
    clock.now = 5.0
    assert Breaker(tmp_path / "breaker", clock).allow()


def test_holder_of_the_lock_that_stands_still_blocks_nobody(tmp_path, clock):
    breaker, other = Breaker(tmp_path / "breaker", clock), Breaker(tmp_path / "breaker", clock)
    fail(breaker)
    clock.now += FIRST_HOLD_S
    with other._locked():
        assert not breaker.allow()
    assert breaker.allow()


def test_its_file_lies_beside_the_socket(tmp_path):
    assert breaker_path(tmp_path / "sidecar.sock") == tmp_path / "sidecar.sock.breaker"
