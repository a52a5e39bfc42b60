"""Scenarios side by side."""

from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.solvers import Simulation
from simulator.farm.study import study
from simulator.machine.resources import with_threads
from simulator.studies.validate import simulations as module
from simulator.studies.validate.simulations import simulate_systems, simulation_steps

DAY = date(2006, 5, 1)
QUICK = {"run.replications": "2", "run.warm_up": "2 s", "run.duration": "10 s", "run.window": "1 s"}


@pytest.fixture(scope="module")
def scenarios():
    return {
        name: load("scenarios/single_server.yaml", QUICK | {"run.seed": seed})
        for name, seed in (("a", "1"), ("b", "2"))
    }


def test_the_figures_are_those_of_each_scenario_by_itself(scenarios):
    ended = []
    found = simulate_systems(scenarios, load_engine("kernel"), DAY, lambda: ended.append(1))
    assert list(found) == ["a", "b"]
    assert len(ended) == simulation_steps(scenarios) == 4
    for name, scenario in scenarios.items():
        alone = study(scenario, Simulation(load_engine("kernel")), "", DAY)
        assert found[name].results.measures == alone.results.measures


def test_threads_never_exceed_the_cores(scenarios, monkeypatch):
    seen = []
    monkeypatch.setattr(module, "study", lambda scenario, *rest: seen.append(scenario.run.threads))
    for cores, threads in ((1, 1), (2, 1), (4, 2)):
        monkeypatch.setattr(module, "usable_cores", lambda cores=cores: cores)
        seen.clear()
        simulate_systems(scenarios, load_engine("kernel"), DAY)
        assert seen == [threads, threads]


def test_an_exception_ends_the_others_and_is_raised(scenarios, monkeypatch):
    class Engine:
        name, stopped = "kernel", False

        def stop(self):
            self.stopped = True

    def failing(scenario, *rest):
        raise ZeroDivisionError

    engine = Engine()
    monkeypatch.setattr(module, "study", failing)
    with pytest.raises(ZeroDivisionError):
        simulate_systems(scenarios, engine, DAY)
    assert engine.stopped


def test_a_baseline_runs_on_as_many_threads_as_its_scenario():
    scenario = with_threads(load("scenarios/microsoft_update.yaml"), 7)
    assert (scenario.run.threads, scenario.baseline.run.threads) == (7, 7)
