"""A unit that is bought for the last of a demand and its reserve is told, with the reserve that does without it."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.solvers import Theory
from simulator.farm.last_unit import LITTLE, last_unit
from simulator.farm.sizing import size_farm
from simulator.farm.study import study
from simulator.messages.decision import last_unit_sentence
from simulator.output.data import figures
from tests.fabricated import ROOT

FILE = ROOT / "scenarios/downloads_today.yaml"


def scenario_that_needs(units, **changes):
    """The farm of a demand that needs so many units with 20 % in reserve."""
    one = size_farm(
        scenario := load(FILE, {"reserve": "20 %", **changes}, compared=False), capacity_in_theory(scenario)
    )
    mbps = one.demand.value * units / one.units.exact.value
    return load(FILE, {"reserve": "20 %", "demand": f"{mbps:.6f} Mbps", **changes}, compared=False)


def sized(scenario):
    return size_farm(scenario, capacity_in_theory(scenario))


@pytest.mark.parametrize(("units", "bought"), [(1.07, 1), (3.1, 3)])
def test_a_unit_that_is_bought_for_little_is_told_with_the_reserve_that_does_without_it(units, bought):
    found = last_unit(sized(scenario_that_needs(units)))
    assert found.used == pytest.approx(units - bought, abs=1e-4) and found.units == bought
    # 1.2 times the demand fills 1.07 units, so that one unit carries 1.2 / 1.07 times the demand.
    assert found.reserve == pytest.approx(1.2 * bought / units - 1.0, abs=1e-4)


def test_a_spare_unit_of_the_farm_is_bought_in_any_case():
    assert last_unit(sized(scenario_that_needs(2.05, spare_units=1))).units == 3


@pytest.mark.parametrize("units", [0.9, 1.0, 1.0 + LITTLE + 0.01, 1.9])
def test_a_unit_that_is_needed_is_not_told(units):
    assert last_unit(sized(scenario_that_needs(units))) is None


def test_without_the_last_unit_the_demand_itself_is_carried():
    scenario = scenario_that_needs(1.07).model_copy(update={"reserve": 0.0})
    whole = scenario.model_copy(update={"demand": scenario_that_needs(1.27).demand})
    assert sized(whole).units.whole.value == 2.0 and last_unit(sized(whole)) is None


def test_a_plan_has_it_in_its_answer_and_its_figures_unless_a_probability_sizes_the_farm():
    outcome = study(scenario_that_needs(1.07), Theory(), "plan", date(2026, 11, 27))
    assert figures(outcome)["last_unit"]["units"] == 1 and last_unit_sentence(outcome)
    scenario = scenario_that_needs(1.07).model_copy(update={"confidence": 0.9})
    assert last_unit_sentence(study(scenario, Theory(), "plan", date(2026, 11, 27))) == ""
