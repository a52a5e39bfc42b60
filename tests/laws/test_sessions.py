"""Partly-open sessions: how many are open, how many requests they send, how long they think."""

from dataclasses import replace

import pytest

from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.session_source import SessionSource
from simulator.network.steps import Release, Seize, Serve
from tests.laws.observing import ENGINES, agrees, jobs, observe, ratio, replications, request

RATE, SERVICE, THINK = 5.0, 0.5, 3.7
WIDE = SharedCapacity("clients", 1e9, (1.0,), "flows")
LENGTHS = {"geometric": Distribution(Family.GEOMETRIC, 20.0), "constant": constant(20.0)}
OPEN = (("sessions", "open"), ("sessions", "open moment"))


def partly_open(length: Distribution, open_at_start: int = 0, nodes: int = 1) -> Network:
    """Sessions of 20 requests, each served for half a second and followed by a pause, but for the last."""
    source = SessionSource(RATE, length, exponential(THINK), (1.0,), open_at_start=open_at_start)
    return Network(nodes, (WIDE,), (request((Serve("clients", exponential(SERVICE)),)),), source)


@pytest.mark.parametrize("length", LENGTHS)
def test_open_sessions_are_their_rate_times_their_length(length):
    """Little's law: a session lasts 20 services and 19 pauses."""
    steady = observe(partly_open(LENGTHS[length]), 5_000.0, 600.0)
    expected = RATE * (20.0 * SERVICE + 19.0 * THINK)
    agrees(steady.estimate(lambda tally: steady.level(tally, *OPEN), ""), expected, within=0.1)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_sessions_that_are_open_at_the_start_are_joined_by_as_many_as_leave(observer):
    """In a short run too: as many as there are on average begin it, and think or are served once a cycle has passed."""
    average = RATE * (20.0 * SERVICE + 19.0 * THINK)
    steady = observe(partly_open(LENGTHS["geometric"], round(average)), 500.0, 15.0, windows=10, observer=observer)
    agrees(steady.estimate(lambda tally: steady.level(tally, *OPEN), ""), average, within=0.15)
    agrees(steady.rate("requests", "issued", unit="/s"), 20.0 * RATE, within=0.15)
    agrees(jobs(steady, "clients"), 20.0 * RATE * SERVICE, within=0.15)


@pytest.mark.parametrize("length", LENGTHS)
def test_sessions_send_as_many_requests_as_they_should(length):
    steady = observe(partly_open(LENGTHS[length]), 5_000.0, 600.0)
    agrees(steady.rate("requests", "issued", unit="/s"), 20.0 * RATE, within=0.05)
    agrees(ratio(steady, ("requests", "completed"), ("sessions", "completed")), 20.0, within=0.05)


def test_sessions_think_for_their_share_of_the_time():
    """In service is a session for 10 s of the 80.3 s it lasts."""
    steady = observe(partly_open(LENGTHS["geometric"]), 5_000.0, 600.0)

    def thinking(tally) -> float:
        served = steady.total(tally, "shared", "clients", "jobs") / steady.seconds
        return 1.0 - served / steady.level(tally, *OPEN)

    agrees(steady.estimate(thinking, ""), 19.0 * THINK / (20.0 * SERVICE + 19.0 * THINK), within=0.02)


def test_sessions_open_at_the_start_put_the_system_into_its_steady_state():
    """Pauses and lengths are memoryless, so those that open the run are as far on as any found later."""
    thinking = round(RATE * 19.0 * THINK)
    steady = observe(partly_open(LENGTHS["geometric"], open_at_start=thinking), 200.0, 20.0)
    agrees(steady.rate("requests", "issued", unit="/s"), 20.0 * RATE, within=0.15)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_a_backlog_turns_nobody_away_who_is_open_at_the_start(observer):
    """300 sessions are there at once, through a backlog of 5 that everybody else takes 10 ms to pass."""
    backlog, places = (TokenPool(name, size, "refuse", "") for name, size in (("backlog", 5.0), ("places", 1e4)))
    knock = (Seize("backlog", 1.0), Serve("clients", constant(0.01)), Release("backlog", 1.0))
    for opened, refused in (((Seize("places", 1.0),), False), (None, True)):
        network = partly_open(LENGTHS["geometric"], open_at_start=300)
        steps = {"connect": (*knock, Seize("places", 1.0)), "opened": opened, "close": (Release("places", 1.0),)}
        source = replace(network.source, **steps)
        network = replace(network, resources=(WIDE, backlog, places), source=source)
        steady = observe(network, 5.0, 0.0, windows=5, observer=observer)
        turned_away = sum(tally.column("cause", "backlog", "gave up")[-1] for tally in steady.tallies)
        assert turned_away > 250 * len(steady.tallies) if refused else turned_away == 0.0


def test_nodes_get_equal_parts_of_the_sessions():
    steady = observe(partly_open(LENGTHS["geometric"], nodes=4), 5_000.0, 600.0)
    for node in range(4):
        offered = steady.tallies[0].columns.index(("sessions", "offered"))
        rate = steady.estimate(lambda tally, n=node, c=offered: growth(steady, tally.edges[:, n, c]), "/s")
        agrees(rate, RATE / 4, within=0.1)


def test_replications_differ_and_repeat_themselves():
    """No two replications are alike, and the same one repeats itself."""
    first, again = (replications.__wrapped__(partly_open(LENGTHS["geometric"]), 100.0) for _ in range(2))
    offered = [tally.column("sessions", "offered")[-1] for tally in first.tallies]
    assert offered == [tally.column("sessions", "offered")[-1] for tally in again.tallies]
    assert len({tally.column("requests", "response time")[-1] for tally in first.tallies}) == len(first.tallies)


def growth(steady, edges) -> float:
    """How fast a column grew in the measured part."""
    return float(edges[-1] - edges[steady.first]) / steady.seconds
