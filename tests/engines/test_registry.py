"""Engines are found by name and say what they cannot do."""

from dataclasses import replace

import pytest

from simulator.engines.engine import ENGINES, Stopped, load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import POLICIES, Balancer
from tests.networks import SIMULATORS, download


@pytest.mark.parametrize("name", SIMULATORS)
def test_an_engine_is_found_by_its_name(name):
    assert name in ENGINES
    assert load_engine(name).name == name


@pytest.mark.parametrize("name", SIMULATORS)
def test_a_simulator_runs_any_network(name):
    assert load_engine(name).supports(download()) is None


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", SIMULATORS)
def test_a_simulator_runs_every_balancer(name, policy):
    assert load_engine(name).supports(replace(download(nodes=3), balancer=Balancer(policy))) is None


def test_there_is_no_other_balancer():
    with pytest.raises(ValueError, match="there are hash, random, round_robin, least_connections, two_choices"):
        Balancer("round robin")


@pytest.mark.parametrize("name", SIMULATORS)
def test_an_engine_that_is_stopped_has_no_result(name):
    engine = load_engine(name)
    engine.stop()
    with pytest.raises(Stopped):
        engine.run(download(), RunPlan(windows=1, window=1.0, warm_up=0.0), 1)
