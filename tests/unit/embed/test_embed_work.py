"""Which request runs next: a pure queue, with a model that is only arithmetic."""

import dataclasses

import numpy as np

from pg_recall_sidecar.work import Queue, Request, run
from pg_recall_udf.embed.encode import PIECE_TOKENS
from pg_recall_udf.embed.preset import MINILM_INT8


class Arithmetic:
    """Its vector of a row is the row's first token; it refuses the token 13."""

    preset = dataclasses.replace(MINILM_INT8, dim=1)

    def vectors(self, ids):
        if any(row[0] == 13 for row in ids):
            raise ValueError("unlucky")
        return np.array([[row[0]] for row in ids], np.float32)


MODEL = Arithmetic()


class Caller:
    def __init__(self, queue, *first_tokens, length=10, model=MODEL):
        self.answer = self.error = None
        ids = [[token] * length for token in first_tokens]
        self.request = Request(model, ids, self._done, self._failed)
        self.accepted = queue.add(self.request)

    def _done(self, vectors):
        assert self.answer is None
        self.answer = vectors[:, 0].tolist()

    def _failed(self, error):
        assert self.error is None
        self.error = error


def members(batch):
    return [request for request, _ in batch]


def run_all(queue):
    while batch := queue.next():
        run(batch)


def test_what_is_queued_runs_together_and_everybody_gets_their_own():
    queue = Queue()
    callers = [Caller(queue, number, number + 100) for number in range(1, 6)]
    batch = queue.next()
    assert members(batch) == [caller.request for caller in callers]
    run(batch)
    assert [caller.answer for caller in callers] == [[number, number + 100] for number in range(1, 6)]
    assert queue.next() == []


def test_batch_of_short_requests_keeps_within_the_budget():
    queue = Queue()
    for number in range(1, 10):
        Caller(queue, number, length=PIECE_TOKENS // 4)
    assert [len(queue.next()) for _ in range(3)] == [4, 4, 1]


def test_short_request_overtakes_a_long_one():
    queue = Queue()
    long = Caller(queue, *range(100, 140), length=250)
    run(queue.next())
    short = Caller(queue, 1)
    run(queue.next())
    assert short.answer == [1]
    assert long.answer is None
    run_all(queue)
    assert long.answer == list(range(100, 140))


def test_bulk_work_moves_on_under_a_stream_of_short_requests():
    queue = Queue()
    long = Caller(queue, *range(100, 108), length=250)
    passes = 0
    while long.answer is None:
        Caller(queue, 1)
        run(queue.next())
        passes += 1
        assert passes <= 4 * 4 + 4


def test_long_requests_take_turns():
    queue = Queue()
    one, other = Caller(queue, *range(100, 106), length=250), Caller(queue, *range(200, 206), length=250)
    order = [members(queue.next())[0] for _ in range(6)]
    assert order == [one.request, other.request] * 3


def test_full_lane_refuses_and_the_other_lane_does_not():
    queue = Queue(interactive_texts=2, bulk_texts=8)
    assert Caller(queue, *range(100, 108), length=250).accepted
    assert not Caller(queue, *range(100, 108), length=250).accepted
    assert Caller(queue, 1, 2).accepted
    assert not Caller(queue, 3).accepted
    assert (queue.texts(True), queue.texts(False)) == (2, 8)


def test_cancelled_request_is_not_run():
    queue = Queue()
    callers = [Caller(queue, number) for number in range(1, 4)]
    long = Caller(queue, *range(100, 140), length=250)
    run(queue.next())
    callers = [Caller(queue, number) for number in range(1, 4)]
    callers[1].request.cancelled = long.request.cancelled = True
    run_all(queue)
    assert [caller.answer for caller in callers] == [[1], None, [3]]
    assert long.answer is None


def test_one_callers_fault_is_not_anothers():
    queue = Queue()
    callers = [Caller(queue, 1), Caller(queue, 13), Caller(queue, 3)]
    run_all(queue)
    assert [caller.answer for caller in callers] == [[1], None, [3]]
    assert isinstance(callers[1].error, ValueError)


def test_failed_bulk_request_is_reported_once_and_dropped():
    queue = Queue()
    unlucky = Caller(queue, *range(8, 20), length=250)
    run_all(queue)
    assert isinstance(unlucky.error, ValueError)
    assert unlucky.answer is None


def test_models_are_not_mixed_in_a_batch():
    queue = Queue()
    one, other = Caller(queue, 1), Caller(queue, 2, model=Arithmetic())
    assert [members(queue.next()) for _ in range(2)] == [[one.request], [other.request]]
