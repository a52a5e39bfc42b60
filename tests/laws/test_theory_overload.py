"""More than a node can do: theory's bounds against the kernel, and what it says where there is no more."""

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from tests.laws.observing import agrees, observe, one_request
from tests.networks import ROOMY, download, waiting_at_the_door, with_resource, with_source

CPU = SharedCapacity("cpu", 2.0, (1.0,), "cores")


def doors():
    """A desk that is too slow, and little work behind it."""
    steps = (Serve("desk", exponential(1.0)), Serve("cpu", constant(0.01)))
    return one_request(4.0, steps, MultiServer("desk", 3), CPU)


NETWORKS = {
    "a queue": doors(),
    "a shared station of constant work": one_request(3.0, (Serve("cpu", constant(1.0)),), CPU),
    "a shared station of exponential work": one_request(3.0, (Serve("cpu", exponential(1.0)),), CPU),
    "a shared station of very different work": one_request(
        3.0, (Serve("cpu", Distribution(Family.PARETO, 1.0, 2.1)),), CPU
    ),
    "misses only": with_source(download(warm=True), rate=70.0),
    "several places": with_resource(with_source(download(warm=True), rate=60.0), "cpu", capacity=1.5),
}


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_what_is_carried_stays_below_its_bound(network):
    found = TheoryEngine().solve(network)
    steady = observe(network, 150.0, 30.0, windows=20)
    carried = steady.rate("requests", "completed", unit="/s")
    bound = found.figure("completed_requests")
    assert bound.standing.kind == "at most"
    assert carried.value <= bound.value + carried.half_width
    assert steady.rate("requests", "issued", unit="/s").low <= found.figure("requests").value


def test_a_queue_reaches_its_bound():
    """It serves three at a time, each for a second."""
    carried = observe(doors(), 2000.0, 60.0).rate("requests", "completed", unit="/s")
    assert TheoryEngine().solve(doors()).figure("completed_requests").value == pytest.approx(3.0, rel=1e-12)
    assert abs(carried.value - 3.0) <= carried.half_width <= 0.1


def test_what_cannot_be_said_names_the_place():
    found = TheoryEngine().solve(doors())
    assert found.overloaded == "desk"
    for name in ("response_mean", "response_p95", "client_speed", "connections"):
        assert found.figures[name].startswith("desk is offered more than it can do")
    with pytest.raises(KeyError, match="response_mean is not known: desk is offered"):
        found.figure("response_mean")
    growing = observe(doors(), 2000.0, 60.0).rate("sessions", "open", factor=100.0 / 4.0, unit="%")
    assert found.figure("piling_up").standing.kind == "at least"
    assert found.figure("piling_up").value == pytest.approx(25.0, rel=1e-9)
    agrees(growing, 25.0, within=0.2)


def test_a_door_too_narrow_lets_through_what_theory_expects():
    """Sessions wait for connections, and more come than can ever be let in; some requests fail, which frees others."""
    network = waiting_at_the_door()
    found = TheoryEngine().solve(network)
    assert found.overloaded == "connections"
    bound = found.figure("completed_requests")
    carried = observe(network, 200.0, 40.0, windows=20).rate("requests", "completed", unit="/s")
    assert abs(carried.value - bound.value) <= carried.half_width + bound.standing.error * bound.value


def test_threads_that_hold_too_long_are_what_is_overloaded():
    """Four threads, each held for a second's pause: the processor has nothing to do."""
    steps = (Seize("threads", 1.0), Delay(exponential(1.0), 1), Serve("cpu", constant(0.01)), Release("threads", 1.0))
    network = one_request(5.0, steps, TokenPool("threads", 4.0, "wait", "threads"), CPU)
    found = TheoryEngine().solve(network)
    assert found.overloaded == "threads"
    assert found.figure("completed_requests").value == pytest.approx(4.0 / 1.01, rel=1e-3)


def test_a_pool_that_refuses_relieves_the_place_behind_it():
    network = with_resource(download(connections=ROOMY, warm=True), "disks", servers=1)
    assert TheoryEngine().solve(network).overloaded == ""
    overloaded = with_source(network, rate=70.0)
    assert TheoryEngine().solve(overloaded).overloaded != ""
    relieved = TheoryEngine().solve(with_resource(overloaded, "connections", size=304.0))
    assert relieved.overloaded == ""
    assert relieved.figure("refused_sessions").value > 10.0


@pytest.mark.parametrize("places", [5.0, 8.0, 12.0])
def test_a_node_that_turns_nearly_all_away_is_hardly_busy(places):
    """Places are so few that stations idle, though ten times what they can do is offered: the idle share is looked for
    near that of the round before, and never beyond all of it."""
    found = TheoryEngine().solve(with_source(download(connections=places, warm=True), rate=300.0))
    assert not found.overloaded
    uses = {use.name: use.utilisation.value for use in found.uses}
    assert 0.0 < uses["cpu"] < 3.0
    assert 99.0 < found.figure("errors").value < 100.0
