"""Nothing is used more than there is of it, or less than nothing."""

from functools import cache

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion
from tests.networks import RARELY, download, named_networks, with_source
from tests.random_networks import random_network

# Windows so short that little happens within one: a mean over it is close to the thing itself.
PLAN = RunPlan(windows=1000, window=1 / 256, warm_up=0.0)
NETWORKS = named_networks() | {f"random {seed}": random_network(seed) for seed in range(200, 210)}
ROUNDING = 1e-7


@cache
def counted(engine: str, name: str) -> Tally:
    """What an engine counts of a network."""
    return load_engine(engine).run(NETWORKS[name], PLAN, 8)


def ceilings(network: Network) -> dict[tuple[str, ...], tuple[float, float]]:
    """For each column that is an area: the least and the most that can be in use at a time."""
    bounds = {("shared", s.name, "work"): (0.0, s.capacity) for s in network.shared}
    bounds |= {("queue", q.name, "busy"): (0.0, q.servers) for q in network.queues}
    bounds |= {
        ("queue", q.name, "jobs"): (0.0, q.servers + q.queue_limit) for q in network.queues if q.queue_limit is not None
    }
    bounds |= {("pool", p.name, "used"): (0.0, p.size) for p in network.pools}
    return bounds | {("region", r.name, "used"): (r.base, _most_held(r)) for r in network.regions}


def _most_held(region: MemoryRegion) -> float:
    """Where processes are recycled the old one is still there, or the next one already, besides the one in charge."""
    return region.ceiling if region.recycle is None else 2.0 * region.ceiling


@pytest.mark.parametrize("name", NETWORKS)
def test_use_stays_between_nothing_and_all(engine, name):
    network, tally = NETWORKS[name], counted(engine.name, name)
    for column, (least, most) in ceilings(network).items():
        used = np.diff(tally.edges[:, :, tally.columns.index(column)], axis=0) / PLAN.window
        slack = ROUNDING * max(1.0, min(most, used.max()))
        assert used.min() >= least - slack, column
        assert used.max() <= most + slack, column


@pytest.mark.parametrize("name", NETWORKS)
def test_counts_never_shrink(engine, name):
    tally = counted(engine.name, name)
    shrinking = {("sessions", "open"), ("sessions", "open moment"), ("requests", "active moment")}
    for index, column in enumerate(tally.columns):
        if column not in shrinking and column[-1] not in {"open", "open moment"}:
            assert (np.diff(tally.edges[:, :, index], axis=0) >= 0.0).all(), column


def test_an_idle_network_uses_nothing_but_its_base(engine):
    tally = engine.run(with_source(download(), rate=RARELY, open_at_start=0), PLAN, 8)
    assert not tally.column("shared", "cpu", "work").any()
    assert tally.column("region", "address space", "used")[-1] == pytest.approx(1e6 * PLAN.duration)
