"""Many stations in one world: a tournament finds the next event, and tells what looking at each of them tells."""

import numpy as np
import pytest

from simulator.engines.kernel.engine import Kernel
from simulator.engines.kernel.stations import next_events
from simulator.engines.kernel.world import build_world
from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import Distribution, constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import ResponseBytes, Serve
from tests.agreement.twins import assert_twins
from tests.networks import named_networks
from tests.proven import mostly_proof
from tests.wide_networks import wide_network

PLAN = RunPlan(windows=8, window=0.5, warm_up=1.0, log=100_000)
EVERYBODY_PLAYS, NOBODY_PLAYS = 0, 10**9


def side_by_side(
    nodes: int, cpu: Distribution, disk: Distribution, rate: float = 20.0, open_at_start: int = 0
) -> Network:
    """The stations of several servers beside each other, a class of requests for each server."""
    resources, classes = [], []
    for n in range(nodes):
        card = SharedCapacity(f"card {n}", 4096.0 * 32, (4096.0 * 4,), "bytes")
        resources += [SharedCapacity(f"cpu {n}", 2.0, (1.0,), "cores"), MultiServer(f"disks {n}", 2), card]
        steps = (Serve(f"cpu {n}", cpu, 0), Serve(f"disks {n}", disk, 1), Serve(f"card {n}", ResponseBytes()))
        payload = constant(4096.0 - 350.0 - 3 * 78.0)
        classes.append(RequestClass(f"class {n}", 1.0 / nodes, payload, 350.0, steps))
    source = SessionSource(rate * nodes, constant(6.0), constant(0.25), (1.0,), open_at_start=open_at_start)
    return Network(1, tuple(resources), tuple(classes), source)


DRAWN = side_by_side(24, exponential(0.004), exponential(0.002))
# Nothing but powers of two: stations meet at every step.
TIED = side_by_side(24, constant(2.0**-8), constant(2.0**-7), 1e-9, open_at_start=600)
ODD = side_by_side(23, constant(2.0**-8), exponential(0.004), open_at_start=120)


@pytest.mark.parametrize("network", [DRAWN, TIED, ODD], ids=["drawn", "tied", "an odd number"])
def test_engines_agree_on_more_stations_than_are_looked_at_one_by_one(network):
    assert len(network.shared) + len(network.queues) > next_events.FEW
    assert_twins(network, PLAN, seed=5)


@pytest.mark.parametrize("name", named_networks())
def test_a_tournament_of_few_stations_tells_the_same_bit_for_bit(name, monkeypatch):
    assert_same_bits(named_networks()[name], 3, monkeypatch)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(4)))
def test_a_tournament_tells_the_same_of_wide_networks_bit_for_bit(seed, monkeypatch):
    assert_same_bits(wide_network(seed), seed, monkeypatch)


@pytest.mark.parametrize("network", [DRAWN, TIED, ODD], ids=["drawn", "tied", "an odd number"])
def test_a_tournament_of_many_stations_tells_the_same_bit_for_bit(network, monkeypatch):
    assert_same_bits(network, 5, monkeypatch)


def assert_same_bits(network: Network, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tally does not depend on how the next event is found."""
    one_by_one, played = (_tally(network, PLAN, seed, few, monkeypatch) for few in (NOBODY_PLAYS, EVERYBODY_PLAYS))
    assert played.events == one_by_one.events
    for array in ("edges", "histogram", "log"):
        np.testing.assert_array_equal(getattr(played, array), getattr(one_by_one, array))


def _tally(network, plan, seed, few, monkeypatch):
    monkeypatch.setattr(next_events, "FEW", few)
    plays = build_world(network, plan, seed, 0).next_events.winner is not None
    assert plays == (few == EVERYBODY_PLAYS and len(network.shared) + len(network.queues) > 0)
    return Kernel().run(network, plan, seed)
