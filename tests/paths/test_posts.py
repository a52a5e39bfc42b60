"""When jobs begin that are posted, how long they take, and that nobody waits for them."""

from dataclasses import replace

import numpy as np

from simulator.engines.histogram import bin_of
from simulator.network.distribution import constant
from simulator.network.network import Background, Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Post, Release, Seize, Serve
from tests.paths.scripts import asks, play, scripted, told

CPU = SharedCapacity("cpu", 64.0, (1.0,), "cores")
WORKERS = SharedCapacity("workers", 64.0, (1.0,), "cores")
JOB = (Seize("one worker", 1.0), Serve("workers", constant(4.0)), Release("one worker", 1.0))


def posting(sessions: int) -> Network:
    """Requests that work for a second, post a job of four, for which there is one worker, and work for another."""
    work = Serve("cpu", constant(1.0))
    network = scripted((CPU, WORKERS, TokenPool("one worker", 1.0, "wait", "workers")), asks(work), sessions=sessions)
    return replace(
        network,
        classes=(asks(work, Post((("jobs", 1.0),)), work),),
        background=(Background("jobs", 1.0, JOB, of_load=True, posted=True),),
    )


def test_a_request_goes_on_while_its_job_is_worked_on(engine):
    tally = play(engine, posting(1))
    assert told(tally) == [(0, 0, 1.0, 3.0)]
    # Posted at second 2, done at second 6.
    assert tally.column("background", "jobs", "open")[[1, 3, 6, 7]].tolist() == [0.0, 1.0, 1.0, 0.0]
    assert tally.column("background", "jobs", "offered")[-1] == 1.0
    assert np.flatnonzero(tally.jobs[0]).tolist() == [bin_of(4.0)]


def test_jobs_wait_for_their_worker_in_the_order_in_which_they_are_posted(engine):
    """Both are posted at second 2: one is done at 6, the other at 10, after eight seconds."""
    tally = play(engine, posting(2))
    assert told(tally) == [(0, 0, 1.0, 3.0), (1, 0, 1.0, 3.0)]
    assert tally.column("background", "jobs", "completed")[[6, 7, 10, 11]].tolist() == [0.0, 1.0, 1.0, 2.0]
    assert np.flatnonzero(tally.jobs[0]).tolist() == [bin_of(4.0), bin_of(8.0)]
    # One worker for eight seconds.
    assert tally.column("pool", "one worker", "used")[-1] == 8.0
