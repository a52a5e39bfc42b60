"""An engine that counts what it simulates, and goes no further than it may."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from models.errors import ScenarioError
from simulator.engines.decorators.event_budget import EventBudget, offered_requests
from simulator.engines.engine import Stopped
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Background
from tests.fabricated import network
from tests.ui.office import Engine

PLAN = RunPlan(windows=10, window=1.0, warm_up=0.0)


def test_what_is_simulated_is_counted_and_ends_at_the_most_that_is_allowed():
    """The fabricated network is offered 850 sessions of 20 requests a second: 170,000 requests in 10 s."""
    engine = EventBudget(Engine(), 400_000)
    engine.run(network(), PLAN, 1)
    engine.run(network(), PLAN, 1)
    assert engine.simulated == 340_000
    with pytest.raises(ScenarioError, match=r"takes 0\.51 million simulated requests, and 0\.4 million are allowed"):
        engine.run(network(), PLAN, 1)


def test_a_metered_engine_can_be_stopped():
    inner = Engine()
    engine = EventBudget(inner, 1e9)
    engine.stop()
    with pytest.raises(Stopped):
        engine.run(network(), PLAN, 1)


def test_a_population_has_asked_for_as_much_as_was_completed():
    """It is not known before the run, since a population offers what is answered."""
    inner = Engine()
    inner.run = lambda network, plan, seed: SimpleNamespace(column=lambda *name: [0.0, 1200.0, 2500.0])
    closed = replace(network(), source=replace(network().source, rate=0.0, open_at_start=40, returns=True))
    engine = EventBudget(inner, 4_000)
    assert offered_requests(closed) == 0.0
    engine.run(closed, PLAN, 1)
    engine.run(closed, PLAN, 1)
    assert engine.simulated == 5_000
    with pytest.raises(ScenarioError):
        engine.run(closed, PLAN, 1)


def test_what_comes_beside_the_requests_counts_too():
    """Attempts of who may be refused, and the half-open connections of a flood."""
    plain = network()
    patient = replace(plain, source=replace(plain.source, attempts=5))
    flooded = replace(plain, background=(Background("half-open", 5000.0, ()),))
    assert [offered_requests(each) for each in (plain, patient, flooded)] == [17_000.0, 850.0 * 25.0, 22_000.0]


def test_it_glances_up_before_each_run():
    glances = []
    engine = EventBudget(Engine(), 1e9, lambda: glances.append(engine.simulated))
    engine.run(network(), PLAN, 1)
    engine.run(network(), PLAN, 1)
    assert glances == [0.0, 170_000.0]
