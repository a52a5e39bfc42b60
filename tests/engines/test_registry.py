"""Engines are found by name and say what they cannot do."""

from dataclasses import replace

import pytest

from simulator.engines.engine import ENGINES, Stopped, engine_named
from simulator.engines.plan import RunPlan
from simulator.network.network import Balancer
from tests.networks import SIMULATORS, download


@pytest.mark.parametrize("name", SIMULATORS)
def test_an_engine_is_found_by_its_name(name):
    assert name in ENGINES
    assert engine_named(name).name == name


@pytest.mark.parametrize("name", SIMULATORS)
def test_a_simulator_runs_any_network(name):
    assert engine_named(name).supports(download()) is None


@pytest.mark.parametrize("name", SIMULATORS)
def test_a_simulator_refuses_a_balancer_that_it_does_not_know(name):
    refusal = engine_named(name).supports(replace(download(), balancer=Balancer("round robin")))
    assert "round robin" in str(refusal)


@pytest.mark.parametrize("name", SIMULATORS)
def test_an_engine_that_is_stopped_has_no_result(name):
    engine = engine_named(name)
    engine.stop()
    with pytest.raises(Stopped):
        engine.run(download(), RunPlan(windows=1, window=1.0, warm_up=0.0), 1)
