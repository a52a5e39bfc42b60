"""A farm of many units is planned by one server of one of them: what twenty units in full say of that.

Who is sent to which unit is drawn at random, so that each unit has a Poisson stream of its own, independent of others
(Kingman 1993, Poisson Processes, section 2.2): one unit stands for each. Here all nodes of twenty units share a stream
of sessions that a balancer deals out, as they would at work.
"""

import numpy as np
import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.histogram import quantile
from simulator.engines.run_plan import RunPlan
from simulator.experiment.estimate import from_replications
from simulator.experiment.replication_set import ReplicationSet
from simulator.farm.farm_at_work import server_at_rate
from tests.failover.conftest import UNIT

NODES, RATE = 4, 40.0
SECONDS, WARM_UP, REPLICATIONS = 600, 60, 5


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What so many units in full, and one server in their place, are seen to do: by name, one value each of the
    replications, or of the units."""
    file = tmp_path_factory.mktemp("farm") / "unit.yaml"
    file.write_text(UNIT)
    engine, known = load_engine("kernel"), {}

    def find(units: int, balancer: str = "nlb"):
        if (units, balancer) not in known:
            scenario = load(file, {"unit.balancer": balancer, "unit.failures": "none", "unit.nodes": NODES,
                                   "unit.spare_nodes": 0})  # fmt: skip
            together = 1 if balancer == "nlb" else NODES
            one = server_at_rate(scenario, RATE, nodes=together).network
            farm = server_at_rate(scenario, RATE, nodes=NODES * units).network
            plan = RunPlan((SECONDS + WARM_UP) // 10, 10.0, float(WARM_UP))
            told = [seen(one, engine.run(one, replaced(plan, r), 1)) for r in range(REPLICATIONS)]
            if balancer == "nlb":  # One stream, dealt out to all nodes.
                tally = engine.run(farm, plan, 2)
                parts = [tally.edges[:, unit * NODES : (unit + 1) * NODES] for unit in range(units)]
                whole = seen(farm, tally)
                spread = [used(farm, tally.columns, edges) for edges in parts]
            else:  # Nodes look at those of their own unit: a world for each, with its own part of the stream.
                worlds = [engine.run(one, replaced(plan, r), 2) for r in range(units)]
                each = [seen(one, tally) for tally in worlds]
                whole = {name: float(np.mean([of[name] for of in each])) for name in each[0]}
                spread = [used(one, tally.columns, tally.edges) for tally in worlds]
            known[units, balancer] = told, whole, spread
        return known[units, balancer]

    return find


def replaced(plan, replication):
    return RunPlan(plan.windows, plan.window, plan.warm_up, replication)


def seen(network, tally):
    """Mean and 95th percentile of the response, seconds, and requests a second of a server."""
    steady = ReplicationSet(network, (tally,), 0.95)
    completed = steady.total(tally, "requests", "completed")
    return {
        "requests": completed / steady.seconds,
        "mean": steady.total(tally, "requests", "response time") / completed,
        "p95": quantile(tally.histogram.sum(axis=0), 0.95),
    }


def used(network, columns, edges):
    """The share of the processors of some nodes that is used, 0 to 1."""
    first = WARM_UP // 10
    work = edges[:, :, columns.index(("shared", "CPU", "work"))].sum(axis=1)
    return float(work[-1] - work[first]) / SECONDS / edges.shape[1]


def errors(told, whole):
    """How far one server is off the units in full, as a share, with the half-width of that."""
    off = {}
    for name in whole:
        estimate = from_replications([each[name] for each in told], 0.95, "")
        off[name] = (estimate.value / whole[name] - 1.0, estimate.half_width / whole[name])
    return off


@pytest.mark.parametrize("balancer", ["nlb", "least-connections"])
def test_one_stands_for_five_units(found, balancer):
    told, whole, _ = found(5, balancer)
    for name, (off, half_width) in errors(told, whole).items():
        assert abs(off) <= half_width + {"requests": 0.01, "mean": 0.06, "p95": 0.06}[name], (name, off, half_width)


@pytest.mark.proof
@pytest.mark.parametrize("balancer", ["nlb", "least-connections"])
def test_one_stands_for_twenty_units(found, balancer):
    """The error of planning by one: a hundredth and less of what comes, a few hundredths of the times, as much as the
    replications of the one are uncertain themselves."""
    told, whole, spread = found(20, balancer)
    off = errors(told, whole)
    print(
        balancer,
        {name: f"{100 * value:+.1f} ± {100 * width:.1f} %" for name, (value, width) in off.items()},
        f"use of a unit {100 * np.mean(spread):.1f} %, from {100 * min(spread):.1f} to {100 * max(spread):.1f} %",
    )
    for name, (value, half_width) in off.items():
        assert abs(value) <= half_width + {"requests": 0.005, "mean": 0.03, "p95": 0.03}[name], (name, value)
    # Units differ by chance alone: the spread of their use is that of what came.
    assert max(spread) - min(spread) < 0.10 and np.mean(spread) == pytest.approx(RATE * 0.020, rel=0.02)
