"""Long proof: the interval of a capacity from a stated number of replications holds it as often as it says.

Each experiment is the search that planners run: every replication by itself, or all together where a percentile of the
response time stops them, from the true capacity on. What is counted
is the load that clients asked for at the largest one within the targets (see simulator/experiment/capacity_search.py).
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from scipy.optimize import brentq

from models.parts.run import Run
from simulator.engines.engine import load_engine
from simulator.experiment.loaded_server import LoadedServer
from simulator.experiment.replication_search import capacity_estimates, search_replications
from simulator.experiment.target_strain import TargetValues
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Serve
from simulator.translate.translate import Translation
from tests.laws.closed_forms import erlang_b, response_quantile, sharing
from tests.laws.coverage import LEAST, MOST, REPLICATIONS, Figures, Proof, coverage
from tests.laws.observing import one_request
from tests.laws.test_coverage import forgetting, refusing

SERVICE = exponential(1.0)
WINDOWS = 10


def searched(network: Network, asked: TargetValues, warm_up: float, seconds: float) -> Callable[[int], Figures]:
    """The experiment of a planner who asks for the capacity; the present load of the network is that capacity."""
    window = seconds / WINDOWS
    run = Run(warm_up=window * math.ceil(warm_up / window), duration=seconds, window=window, replications=REPLICATIONS)

    def experiment(number: int) -> Figures:
        seeded = run.model_copy(update={"seed": number})
        server = LoadedServer(load_engine("kernel"), Translation(network, {}), asked, seeded)
        with ThreadPoolExecutor(1) as pool:
            found = search_replications(server, 1.0, pool, lambda: None)
        return {"capacity": capacity_estimates(found, seeded)["requests"]}

    return experiment


def within_a_percentile(servers: int, load: float, seconds: float, share: float = 0.95) -> Proof:
    """M/M/c whose 95th or 99th percentile is to be what it is at `load`."""
    a = servers * load
    network = one_request(a, (Serve("desk", SERVICE),), MultiServer("desk", servers))
    name = {0.95: "p95_response", 0.99: "p99_response"}[share]
    asked = TargetValues(errors=0.01, **{name: response_quantile(servers, a, share)})
    return Proof(searched(network, asked, 5.0 * forgetting(servers, load), seconds), {"capacity": a}, 1000)


def within_a_use(width: int, load: float, seconds: float) -> Proof:
    """Capped sharing whose link is to be used up to `load`."""
    a = width * load
    network = one_request(a, (Serve("link", SERVICE),), SharedCapacity("link", float(width), (1.0,), "flows"))
    experiment = searched(network, TargetValues(0.01, utilisation=load), 5.0 * forgetting(width, load), seconds)
    return Proof(experiment, {"capacity": a}, 1000)


def within_a_speed(width: int, load: float, seconds: float) -> Proof:
    """Capped sharing whose flows are to be as fast as they are at `load`: their bytes over their mean time.

    That is M/M/R by its states, and at a width of 1 the 1 - load of processor sharing (Kleinrock 1976, section 4.4).
    """
    a = width * load
    network = one_request(a, (Serve("link", SERVICE),), SharedCapacity("link", float(width), (1.0,), "flows"))
    speed = a / sharing(width, a)
    experiment = searched(network, TargetValues(0.01, client_speed=speed), 5.0 * forgetting(width, load), seconds)
    return Proof(experiment, {"capacity": a}, 1000)


def within_a_loss(places: int, lost: float, seconds: float) -> Proof:
    """A loss system that is to lose no more than a share (Erlang B, solved for the load)."""
    a = brentq(lambda load: erlang_b(places, load) - lost, 1e-3, 10.0 * places)
    return Proof(searched(refusing(places, a), TargetValues(errors=lost), 20.0, seconds), {"capacity": a}, 1000)


PROOFS = {
    "M/M/1 at 0.5": within_a_percentile(1, 0.5, seconds=4_000.0),
    "M/M/1 at 0.9": within_a_percentile(1, 0.9, seconds=40_000.0),
    "M/M/4 at 0.8": within_a_percentile(4, 0.8, seconds=2_500.0),
    "99 % of M/M/1 at 0.5": within_a_percentile(1, 0.5, seconds=8_000.0, share=0.99),
    "processor sharing used at 0.75": within_a_use(1, 0.75, seconds=4_000.0),
    "speed of processor sharing at 0.6": within_a_speed(1, 0.6, seconds=6_000.0),
    "speed of capped sharing at 0.8": within_a_speed(4, 0.8, seconds=3_000.0),
    "capped sharing at 0.95": within_a_use(4, 0.95, seconds=3_000.0),
    "a loss system": within_a_loss(10, 0.02, seconds=2_000.0),
}


@pytest.mark.proof
@pytest.mark.parametrize("name", PROOFS)
def test_intervals_of_the_capacity_hold_it_95_times_in_a_hundred(name):
    covered = coverage(PROOFS[name])
    assert LEAST <= covered["capacity"] <= MOST, f"{name}: {covered['capacity']} of the intervals hold the truth"
