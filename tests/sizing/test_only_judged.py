"""A candidate that is judged beside others is not searched for what it would meet instead of its targets."""

import pytest

from models.load import load
from simulator.engines.engine import engine_named
from simulator.errors import NoLoad
from simulator.questions.helps import answer as helps
from simulator.questions.optimise import answer as optimising
from simulator.questions.sensitivity import answer as sensing
from simulator.questions.sweep import answer as sweeping
from simulator.sizing import met_instead
from simulator.sizing.solvers import Simulation, Theory
from tests.sizing.farms import API, SHORT

HOPELESS = {**SHORT, "targets.p99_response": "5 ms"}


@pytest.fixture
def looked(monkeypatch):
    """The refusals for which something to write instead was looked for."""
    found = []

    def look(error, *_):
        found.append(error)
        return error

    monkeypatch.setattr(met_instead, "with_what_is_met", look)
    return found


def refused(solver):
    with pytest.raises(NoLoad) as caught:
        solver.carries(load(API, HOPELESS))
    return caught.value


def test_who_plans_one_server_is_told_and_who_judges_many_waits_for_nothing(looked):
    plain = Simulation(engine_named("kernel"))
    refused(plain)
    assert len(looked) == 1
    judged = refused(plain.judging())
    assert len(looked) == 1
    assert "99 % of the responses take up to" in str(judged) and "write targets" not in str(judged)
    assert judged.remedy == "enlarge the CPU"


def test_theory_judges_as_it_plans():
    solver = Theory()
    assert solver.judging() is solver


class Asked(Exception):  # noqa: N818 - nothing is wrong
    """Ends a question as soon as its candidates are searched."""


class Watched(Simulation):
    """Notes that it was asked to judge, and ends there."""

    def judging(self):
        raise Asked


@pytest.mark.parametrize("question", ["optimise", "sensitivity", "what would help", "sweep"])
def test_every_question_with_candidates_judges_them_so(question, monkeypatch):
    scenario, engine = load(API, SHORT), engine_named("kernel")
    for module in (helps, sweeping):
        monkeypatch.setattr(module, "Simulation", Watched)
    monkeypatch.setattr(sensing, "carries", lambda *_: None)
    monkeypatch.setattr(helps, "carries", lambda *_: None)
    monkeypatch.setattr(helps, "_at", lambda *_: None)
    with pytest.raises(Asked):
        if question == "optimise":
            optimising.optimise(scenario, Watched(engine))
        elif question == "sensitivity":
            sensing.sensitivity(scenario, Watched(engine))
        elif question == "what would help":
            helps.what_would_help(scenario, engine)
        else:
            working = sweeping.Working(lambda variant: engine, "plan", 1, lambda: None)
            working.answer(Variant(scenario))


class Variant:
    """One scenario of a portfolio, as far as it is asked for."""

    def __init__(self, scenario):
        self.scenario = scenario
