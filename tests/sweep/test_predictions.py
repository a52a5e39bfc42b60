"""How sure the farms of a sweep are: as a plan of each says, and the cheapest one that is sure enough."""

import csv
import io

import pytest

from models.variations.portfolio import load_portfolio
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.farm.farm import buy_farm
from simulator.farm.prediction import FarmPrediction
from simulator.messages.stages.uncertainty import STATED_LOAD
from simulator.studies.sweep.answer import capacity_figures, run_variants
from simulator.studies.sweep.predictions import MOST
from simulator.studies.sweep.result import sweep_csv, sweep_data
from simulator.studies.sweep.variants import expand_portfolio
from simulator.studies.sweep.workers import theory_workers
from simulator.uncertainty.predict import predict_farm
from tests.shipped import FOLDER

# Of the farms that carry it by the reserve alone the cheapest has little to spare.
SERVERS = f"""
portfolio: of two sizes
question: capacity
base: {FOLDER}/hourly_api.yaml
set:
  reserve: 5 %
  demand: 30,000 requests/s
grid:
  server: [c7a.8xlarge, m7i.8xlarge]
  unit.nodes: [3, 5]
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    file = tmp_path_factory.mktemp("sweep") / "portfolio.yaml"
    file.write_text(SERVERS)
    portfolio = load_portfolio(file)
    found = expand_portfolio(portfolio)
    return run_variants(portfolio, found, theory_workers(1)), {each.name: each.scenario for each in found.found}


def predicted(answers):
    return [each for each in answers.answers if isinstance(each.prediction, FarmPrediction)]


def test_each_farm_is_as_sure_as_a_plan_of_it_says(swept):
    answers, scenarios = swept
    scenario = scenarios[answers.best.name]
    alone = predict_farm(buy_farm(scenario, capacity_figures(scenario, Theory()).server))
    assert alone.sure == answers.best.prediction.sure and alone.cost == answers.best.prediction.cost
    assert answers.best.beside is None


def test_no_more_farms_are_looked_at_than_one_would_buy(swept):
    answers, _ = swept
    known = predicted(answers)
    assert answers.best in known and 1 < len(known) <= MOST
    assert {each.standing for each in known if each is not answers.best} <= {"front", "perhaps"}
    assert all(0.0 <= each.beside.dearer <= 1.0 for each in known if each is not answers.best)


def test_the_cheapest_that_is_sure_enough_stands_beside_a_cheapest_that_is_not(swept):
    """More units of each farm that is looked at are among what it is chosen from."""
    answers, _ = swept
    known = predicted(answers)
    assert answers.best.prediction.sure < 0.9
    for each in known:
        assert each.sure.units == each.prediction.fewest and each.sure.enough >= each.sure.asked == 0.9
    least = min(known, key=lambda each: each.sure.beside.more.middle)
    assert answers.surer == least.sure and least.sure.beside.more.middle > 0.0
    data = sweep_data(answers)["cheapest_sure"]
    assert (data["name"], data["units"], data["enough"]) == (least.name, least.sure.units, least.sure.enough)


def test_files_have_the_same_probabilities(swept):
    answers, _ = swept
    rows = {row["variant"]: row for row in csv.DictReader(io.StringIO(sweep_csv(answers)))}
    data = {each["name"]: each for each in sweep_data(answers)["variants"]}
    for each in predicted(answers):
        known = data[each.name]["prediction"]
        assert float(rows[each.name]["enough"]) == known["enough"][str(known["bought"])] == each.prediction.sure
    assert any(row["enough"] == "" for row in rows.values()) is (len(predicted(answers)) < len(rows))


def test_a_farm_that_is_sized_by_a_stated_load_has_no_probability(variants, portfolio):
    answers = run_variants(portfolio(), variants(), theory_workers(1))
    assert answers.best.prediction == Unavailable(STATED_LOAD)
    assert sweep_data(answers)["variants"][0]["prediction"] in (None, {"refused": STATED_LOAD})
    assert answers.surer is None
