"""A limit of which requests hold a thousand times what sessions do that think: theory against the kernel.

So it is with socket memory: an open connection keeps some kilobytes, one that sends megabytes.
"""

import pytest

from simulator.engines.theory import largest_load
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import largest_rate
from simulator.errors import UnsupportedByEngine
from simulator.network.distribution import Distribution, Family, exponential
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from simulator.targets import TargetValues
from tests.laws.observing import agrees, observe, one_request
from tests.laws.test_theory_figures import all_measures

IDLE, SENDING, REQUESTS = 5e3, 1e6, 5.0
POOL = "socket memory"


def sockets(rate: float, size: float, work: float, pause: float = 12e-3, cores: float = 8.0) -> Network:
    """Sessions of five requests, which think for 2 s; a request works and pauses, s, and holds 1 MB meanwhile."""
    cpu = SharedCapacity("cpu", cores, (1.0,), "cores")
    steps = (Seize(POOL, SENDING), Serve("cpu", exponential(work)), Delay(exponential(pause)), Release(POOL, SENDING))
    return one_request(
        rate / REQUESTS, steps, cpu, TokenPool(POOL, size, "refuse", POOL),
        requests=Distribution(Family.GEOMETRIC, REQUESTS), think_time=exponential(2.0),
        connect=(Seize(POOL, IDLE),), close=(Release(POOL, IDLE),),
    )  # fmt: skip


@pytest.mark.parametrize("size", [2e9, 500e6, 300e6])
def test_room_for_many_times_what_is_held_turns_nobody_away(size):
    """14 requests of 1 MB and 1,600 sessions of 5 kB hold 22 MB. Taken for as many of 0.6 MB each, as those hold on
    average who hold a byte, they filled 500 MB."""
    found = TheoryEngine().solve(sockets(1000.0, size, 1.6e-3))
    assert found.figure("errors").value == 0.0
    assert found.figure("completed_requests").value == pytest.approx(1000.0)
    assert found.figure("response_mean").value == pytest.approx(13.6e-3, rel=1e-3)


def test_the_largest_load_does_not_rest_on_how_many_think():
    """Up to what the cores do, with 500 MB as with so much that it is a limit for nobody."""
    wanted = TargetValues(0.001, utilisation=0.75)
    little, much = (largest_rate(sockets(1000.0, size, 1.6e-3), wanted) for size in (500e6, 500e9))
    assert little.limit == much.limit == "cpu"
    assert little.value == pytest.approx(much.value, rel=1e-3)
    assert little.value == pytest.approx(0.75 * 8.0 / 1.6e-3, rel=2e-3)


@pytest.mark.parametrize("network", [
    pytest.param(sockets(2000.0, 50e6, 1.6e-3), id="a few fit"),
    pytest.param(sockets(5000.0, 115e6, 1.5e-3, 16e-3), id="a hundred fit", marks=pytest.mark.proof),
    pytest.param(sockets(1200.0, 80e6, 8e-3), id="a busy processor", marks=pytest.mark.proof),
])  # fmt: skip
def test_what_does_not_fit_is_turned_away_as_often_as_theory_says(network):
    found = TheoryEngine().solve(network)
    measures, _, _ = all_measures(observe(network, 400.0, 60.0, windows=20))
    for name, within in {"completed_requests": 0.02, "response_mean": 0.05, "connections": 0.03}.items():
        figure = found.figure(name)
        agrees(measures[name], figure.value, within, figure.standing.error)
    for name in ("errors", "failed_requests"):
        figure = found.figure(name)
        agrees(measures[name], figure.value, 0.2, figure.standing.error)
    refused = found.figure("refused_sessions")
    assert measures["refused_sessions"].low <= refused.value * (1.0 + refused.standing.error) < 0.1


def test_a_load_at_which_theory_contradicts_itself_is_not_taken_for_one_too_many(monkeypatch):
    tight, wanted = sockets(2000.0, 50e6, 1.6e-3), TargetValues(0.01)
    assert largest_rate(tight, wanted).limit == POOL
    largest_rate.cache_clear()
    monkeypatch.setattr(largest_load, "contradiction", lambda found, said: "theory finds no steady state")
    with pytest.raises(UnsupportedByEngine, match="requests a second: theory finds no steady state; use --engine"):
        largest_rate(tight, wanted)
