"""Who is served when by several servers behind one queue."""

from simulator.network.distribution import constant
from simulator.network.resources import MultiServer
from simulator.network.steps import Serve
from tests.paths.scripts import asks, play, scripted, told

READ = asks(Serve("disks", constant(1.0)))


def test_disks_serve_first_in_first_out(engine):
    network = scripted((MultiServer("disks", 2),), READ, sessions=5)
    assert told(play(engine, network)) == [
        (0, 0, 1.0, 2.0),
        (1, 0, 1.0, 2.0),
        (2, 0, 1.0, 3.0),
        (3, 0, 1.0, 3.0),
        (4, 0, 1.0, 4.0),
    ]


def test_a_full_queue_refuses(engine):
    # One is served and two wait: the other two fail at once.
    tally = play(engine, scripted((MultiServer("disks", 1, queue_limit=2),), READ, sessions=5))
    assert told(tally) == [
        (3, 0, 1.0, 1.0),
        (4, 0, 1.0, 1.0),
        (0, 0, 1.0, 2.0),
        (1, 0, 1.0, 3.0),
        (2, 0, 1.0, 4.0),
    ]
    assert tally.log["cause"].tolist() == [0, 0, -1, -1, -1]
    assert tally.column("cause", "disks", "failed")[-1] == 2
    assert tally.column("requests", "lost")[-1] == 2


def test_the_area_of_a_queue_counts_those_who_wait_and_those_who_are_served(engine):
    tally = play(engine, scripted((MultiServer("disks", 2),), READ, sessions=5))
    assert tally.column("queue", "disks", "jobs")[[0, 1, 2, 3, 4, -1]].tolist() == [0, 0, 5, 8, 9, 9]
    assert tally.column("queue", "disks", "busy")[[0, 1, 2, 3, 4, -1]].tolist() == [0, 0, 2, 4, 5, 5]


def test_a_server_is_free_again_before_the_job_that_leaves_it_goes_on(engine):
    # The disk has no queue, and every read is followed by another.
    twice = asks(*READ.steps, *READ.steps)
    tally = play(engine, scripted((MultiServer("disks", 1, queue_limit=0),), twice, sessions=1))
    assert told(tally) == [(0, 0, 1.0, 3.0)]
    assert tally.log["cause"].tolist() == [-1]


def test_whoever_waits_goes_before_the_job_that_leaves_and_comes_back(engine):
    twice = asks(*READ.steps, *READ.steps)
    tally = play(engine, scripted((MultiServer("disks", 1),), twice, sessions=2))
    assert told(tally) == [(0, 0, 1.0, 4.0), (1, 0, 1.0, 5.0)]
