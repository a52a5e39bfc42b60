"""Sessions that are set up a few at a time, and no more than so many at once: theory against the kernel."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.programs import read_programs
from simulator.errors import UnsupportedByEngine
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Release, Seize, Serve, Step
from tests.laws.observing import agrees, observe, one_request, response


def holding(pool: str, *steps: Step) -> tuple[Step, ...]:
    """Steps that hold one of a pool meanwhile."""
    return Seize(pool, 1.0), *steps, Release(pool, 1.0)


def network(rate: float, cores: float, work: float, requests: tuple[Step, ...], **pools: tuple[float, str]) -> Network:
    """Sessions of one request each, set up behind a backlog by so much work. pools: size, and what happens when they
    are short."""
    connect: tuple[Step, ...] = (Serve("cpu", exponential(work), 9),)
    if "set_up" in pools:
        connect = holding("set_up", *connect)
    resources = [TokenPool(name, size, short, name) for name, (size, short) in pools.items()]
    cpu = SharedCapacity("cpu", cores, (1.0,), "cores")
    return one_request(rate, requests, cpu, *resources, connect=holding("backlog", *connect))


def given_up(found) -> object:
    """Sessions a second that the backlog turned away."""
    return found.rate("cause", "backlog", "gave up", unit="/s")


def test_no_more_of_the_others_are_in_the_way_than_fit_into_their_pool():
    """Threads keep a core busy for 87 % of its time, but two at a time: whoever is set up has a third of it at the
    least, and the backlog of four hardly ever fills. As if any number was there it was said to turn 1 % away."""
    threads = holding("threads", Serve("cpu", exponential(8.7), 0))
    asked = network(0.1, 1.0, 0.5, threads, backlog=(4.0, "refuse"), threads=(2.0, "wait"))
    found, measured = TheoryEngine().solve(asked), observe(asked, 20_000.0, 1_000.0, windows=20)
    lost = given_up(measured)
    assert found.refused["backlog"].value < 0.1
    assert lost.value + lost.half_width < 0.1 / 100.0 * 0.1


def test_others_leave_to_those_being_set_up_what_they_take_where_sessions_are_turned_away():
    """One is set up at a time, and requests would keep the cores busy for 98 %. Those that a backlog of four turns away
    send no request."""
    asked = network(0.49, 4.0, 1.0, (Serve("cpu", exponential(8.0), 0),), backlog=(4.0, "refuse"), set_up=(1.0, "wait"))
    found, measured = TheoryEngine().solve(asked), observe(asked, 40_000.0, 4_000.0, windows=20)
    completed = found.figure("completed_requests")
    carried = measured.rate("requests", "completed", unit="/s")
    agrees(carried, completed.value, within=0.05, known_error=completed.standing.error)
    used = next(use for use in found.uses if use.name == "backlog").utilisation
    held = measured.rate("pool", "backlog", "used", factor=100.0 / 4.0, unit="%")
    agrees(held, used.value, within=0.2, known_error=used.standing.error)


def test_a_pool_is_solved_beside_as_many_others_as_are_let_in():
    asked = network(0.49, 4.0, 1.0, (Serve("cpu", exponential(8.0), 0),), backlog=(4.0, "refuse"), set_up=(1.0, "wait"))
    rate = offered_rate(asked)
    node = TheoryNode(read_programs(asked, rate), rate)
    (all_come,) = node.pools(node.unhindered.flow).values()
    half = node.traffic(rate, replace(node.free(), refusals={"backlog": 0.5})).flow
    (fewer,) = node.pools(half).values()
    # All together ask for more than there is, 0.98 and 0.1225 of the cores, and get their shares of that.
    for pool, others in ((all_come, 0.98 / (0.98 + 0.1225)), (fewer, 0.49)):
        assert pool.full == pytest.approx(beside_one(4, 4.0 * others), rel=1e-6)


def beside_one(cores, others):
    """What one job gets of cores that it shares with others, who come at random and alone would keep so many busy: by
    how many of them there are, in a network of product form (BCMP 1975)."""
    number = np.arange(1, 4_000)
    steps = np.log(others * (number + 1) / number / np.minimum(number + 1, cores))
    weights = np.exp(np.concatenate(([0.0], np.cumsum(steps))))
    return (weights * np.minimum(np.arange(1, 4_001), cores) / np.arange(1, 4_001)).sum() / weights.sum()


def test_response_times_beside_those_being_set_up_are_as_theory_says():
    asked = network(
        0.4, 1.0, 0.5, (Serve("cpu", exponential(1.0), 0),), backlog=(1000.0, "refuse"), set_up=(1.0, "wait")
    )
    said = TheoryEngine().solve(asked).figure("response_mean")
    agrees(response(observe(asked, 40_000.0, 1_000.0, windows=20)), said.value, 0.05, said.standing.error)


def test_two_limits_that_divide_a_busy_station_are_left_to_the_kernel():
    requests = holding("queue", Serve("cpu", exponential(4.5), 0))
    asked = network(0.19, 1.0, 1.0, requests, backlog=(6.0, "refuse"), queue=(6.0, "refuse"))
    with pytest.raises(UnsupportedByEngine, match="cpu is shared by those behind .* and theory cannot divide it"):
        TheoryEngine().solve(asked)
