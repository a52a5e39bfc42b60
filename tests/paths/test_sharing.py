"""Who gets how much of a shared capacity, and when they leave."""

from simulator.network.distribution import constant
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Serve
from tests.paths.scripts import asks, play, scripted, seed_for_clients, told

GATE = MultiServer("gate", 1)
PASS = Serve("gate", constant(1.0))  # Lets one session through a second, the first at second 2.


def test_two_jobs_share_a_processor(engine):
    network = scripted((SharedCapacity("cpu", 1.0, (1.0,), "cores"),), asks(Serve("cpu", constant(1.0))), sessions=2)
    assert told(play(engine, network)) == [(0, 0, 1.0, 3.0), (1, 0, 1.0, 3.0)]


def test_a_core_is_all_that_a_job_can_use(engine):
    network = scripted((SharedCapacity("cpu", 4.0, (1.0,), "cores"),), asks(Serve("cpu", constant(2.0))), sessions=2)
    assert told(play(engine, network)) == [(0, 0, 1.0, 3.0), (1, 0, 1.0, 3.0)]


def test_a_link_is_shared_beyond_its_capacity(engine):
    network = scripted((SharedCapacity("link", 4.0, (1.0,), "bytes"),), asks(Serve("link", constant(2.0))), sessions=8)
    assert told(play(engine, network)) == [(session, 0, 1.0, 5.0) for session in range(8)]


def test_a_late_joiner_gets_no_credit(engine):
    # Session 0 has the core alone from 2 to 3 and half of it until its two core-seconds are done at 5. Session 1 has
    # half a core from 3 to 5 and then all of it, until 6.
    resources = (GATE, SharedCapacity("cpu", 1.0, (1.0,), "cores"))
    network = scripted(resources, asks(PASS, Serve("cpu", constant(2.0))), sessions=2)
    assert told(play(engine, network)) == [(0, 0, 1.0, 5.0), (1, 0, 1.0, 6.0)]


def test_a_joiner_after_an_idle_time_gets_no_credit(engine):
    # Session 0 is done at 2.5, so the core idles until session 1 comes at 3.
    resources = (GATE, SharedCapacity("cpu", 1.0, (1.0,), "cores"))
    network = scripted(resources, asks(PASS, Serve("cpu", constant(0.5))), sessions=2)
    assert told(play(engine, network)) == [(0, 0, 1.0, 2.5), (1, 0, 1.0, 3.5)]


def test_what_slow_clients_cannot_use_goes_to_fast_ones(engine):
    # Of 4 a second the slow client takes 1 and leaves 3: the fast one has its 6 in two seconds, the slow one in six.
    network = scripted(
        (SharedCapacity("link", 4.0, (1.0, 8.0), "bytes"),),
        asks(Serve("link", constant(6.0))),
        sessions=2,
        client_shares=(0.5, 0.5),
    )
    tally = play(engine, network, seed_for_clients([0, 1], 2))
    assert told(tally) == [(1, 0, 1.0, 3.0), (0, 0, 1.0, 7.0)]


def test_where_there_is_plenty_a_client_is_held_to_its_cap_only(engine):
    network = scripted(
        (SharedCapacity("link", 32.0, (1.0, 8.0), "bytes"),),
        asks(Serve("link", constant(4.0))),
        sessions=3,
        client_shares=(0.5, 0.5),
    )
    tally = play(engine, network, seed_for_clients([1, 0, 1], 2))
    assert told(tally) == [(0, 0, 1.0, 1.5), (2, 0, 1.0, 1.5), (1, 0, 1.0, 5.0)]
