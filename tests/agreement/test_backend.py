"""Nodes that call servers behind them all: the kernel and the reference do the same, request by request."""

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import TIER_DOWN
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof
from tests.random_backends import (
    random_unit_behind_key_stores,
    random_unit_with_a_backend,
    random_unit_with_kept_keys,
    random_unit_with_servers_that_die,
)

PLAN = RunPlan(windows=7, window=0.5, warm_up=1.0, replication=3, log=100_000)


@pytest.mark.parametrize("seed", mostly_proof(range(230), range(5)))
def test_engines_agree_on_nodes_with_a_backend(seed):
    assert_twins(random_unit_with_a_backend(seed), PLAN, seed=seed)


@pytest.mark.parametrize("seed", mostly_proof(range(30), range(5)))
def test_engines_agree_on_keys_that_are_kept_behind_nodes(seed):
    assert_twins(random_unit_with_kept_keys(seed), PLAN, seed=seed)


@pytest.mark.parametrize("seed", mostly_proof(range(60), range(5)))
def test_engines_agree_on_servers_of_keys_that_die_and_come_back_empty(seed):
    assert_twins(random_unit_behind_key_stores(seed), PLAN, seed=seed)


@pytest.mark.parametrize("seed", mostly_proof(range(400), range(6)))
def test_engines_agree_on_servers_that_die_behind_nodes(seed):
    assert_twins(random_unit_with_servers_that_die(seed), PLAN, seed=seed)


@pytest.mark.parametrize("worlds", mostly_proof([40, 120], [40]))
def test_calls_fail_with_servers_that_die_in_most_worlds_that_are_drawn(worlds):
    """Requests and background jobs, of servers that had them in hand and of those not noticed to be dead."""
    networks = [random_unit_with_servers_that_die(seed) for seed in range(worlds)]
    tallies = [load_engine("kernel").run(each, PLAN, seed) for seed, each in enumerate(networks)]
    met = [sum(t.column("cause", TIER_DOWN, what)[-1] for what in ("failed", "tried again")) for t in tallies]
    assert sum(each > 0.0 for each in met) > worlds / 2
