"""Nodes that call servers behind them all: the kernel and the reference do the same, request by request."""

import pytest

from simulator.engines.run_plan import RunPlan
from tests.agreement.twins import assert_twins
from tests.random_backends import random_unit_with_a_backend

PLAN = RunPlan(windows=7, window=0.5, warm_up=1.0, replication=3, log=100_000)


@pytest.mark.parametrize("seed", range(30))
def test_engines_agree_on_nodes_with_a_backend(seed):
    assert_twins(random_unit_with_a_backend(seed), PLAN, seed=seed)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(30, 230))
def test_engines_agree_on_many_nodes_with_a_backend(seed):
    assert_twins(random_unit_with_a_backend(seed), PLAN, seed=seed)
