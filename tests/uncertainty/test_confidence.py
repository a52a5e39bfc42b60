"""A farm that is sized by a probability: the fewest units that are enough with it."""

import pytest

import headroom
from models.errors import ScenarioError
from models.load import load
from models.reading.document import SHIPPED
from simulator.experiment.results import Unavailable
from simulator.farm.prediction import CostBeside, PredictionInterval, SureFarm, SurerTier, cheapest_sure
from simulator.farm.sizing import size_farm
from simulator.output.prediction_data import prediction_data
from simulator.uncertainty.predict import needs_more_of_tiers, of_worlds
from simulator.uncertainty.reserve import with_reserve
from simulator.uncertainty.resolution import resolve
from simulator.uncertainty.surer_tiers import surer_tiers
from simulator.uncertainty.worlds import study_worlds
from tests.proven import mostly_proof

HEAD = "extends: hourly_api.yaml\nscenario: by confidence\nworkload: {cpu_measured_on: dl585-2.2ghz-4gb}\n"
DEMAND = "demand: {from: 20000 requests/s, to: 60000 requests/s, likely: 30000 requests/s}\n"


def read(text: str):
    return load(SHIPPED / "by_confidence.yaml", text=HEAD + DEMAND + text, compared=False)


@pytest.mark.parametrize("confidence", mostly_proof([0.5, 0.8, 0.95], [0.8]))
def test_a_confidence_buys_the_fewest_units_that_are_enough_with_it(confidence):
    scenario = with_reserve(read(f"confidence: {100 * confidence:g} %\n"))
    worlds = study_worlds(scenario)
    assert not isinstance(worlds, Unavailable)
    bought = size_farm(scenario, worlds.carried).units.whole.value
    assert worlds.enough(bought) >= confidence
    assert worlds.enough(bought - 1) < confidence
    assert bought == worlds.fewest(confidence)


SHOP = """
scenario: a shop that is not sure enough
demand: 1,500 requests/s
workload:
  cpu_measured_on: 6
  request: {size: 20 kB, cpu: 0.4 ms, calls: [{tier: shop, cpu: 6 ms, latency: 300 us, answer: 20 kB}]}
  session: {requests: 10, think_time: 5 s}
  clients: {rate: 30 Mbps}
tiers: [{name: shop, server: m7i.xlarge, connections: 200}]
server: c6i.8xlarge
operating_system: linux-6
web_server: nginx
unit: {nodes: 3, spare_nodes: 1}
targets: {utilisation: 70 %}
datacenter: {prices: aws-us-2026}
"""


def test_a_farm_whose_tiers_are_counted_takes_more_of_these_and_no_second_unit_of_all():
    small = resolve(load(SHIPPED / "shop.yaml", text=SHOP + "reserve: 0 %\n", compared=False))
    worlds = study_worlds(small)
    assert not isinstance(worlds, Unavailable)
    told = of_worlds(worlds, 1)
    assert told.sure < told.confidence and told.fewest > 1
    sure = resolve(load(SHIPPED / "shop.yaml", text=SHOP + "confidence: 90 %\n", compared=False))
    assert told.fewest > 1 and prediction_data(told)["fewest_units"] is None and needs_more_of_tiers(worlds, 1)
    assert told.surer_tiers == {"shop": SurerTier(sure.tiers[0].servers)}
    assert sure.tiers[0].servers > small.tiers[0].servers
    found = study_worlds(sure)
    assert not isinstance(found, Unavailable) and found.enough(1) >= 0.9
    # Where somebody says how many servers there are, more units are what can be bought.
    counted = small.tiers[0].servers
    stated = load(
        SHIPPED / "shop.yaml", {"tiers[0].servers": str(counted)}, text=SHOP + "reserve: 0 %\n", compared=False
    )
    assert not surer_tiers(study_worlds(resolve(stated)), 0.9, 1)


def test_a_confidence_takes_the_place_of_a_reserve_that_an_extended_file_states():
    assert read("confidence: 95 %\n").confidence == 0.95
    with_none = load(SHIPPED / "x.yaml", text=HEAD + DEMAND + "confidence: none\nreserve: 7 %\n", compared=False)
    assert (with_none.confidence, with_none.reserve) == (None, 0.07)


@pytest.mark.parametrize("text", ["0 %", "100 %", "200 %", "-5 %", "soon"])
def test_a_confidence_that_is_none_has_one_clear_error(text):
    with pytest.raises(ScenarioError) as refused:
        read(f"confidence: {text}\n")
    (problem,) = refused.value.problems
    assert problem.path == "confidence"
    assert problem.line == 5
    assert problem.remedy


def test_both_a_confidence_and_a_reserve_have_one_clear_error():
    with pytest.raises(ScenarioError) as refused:
        read("confidence: 95 %\nreserve: 10 %\n")
    (problem,) = refused.value.problems
    assert (problem.path, problem.line) == ("confidence", 5)
    assert "reserve" in problem.message


def test_both_given_over_a_file_have_one_clear_error_and_one_takes_the_place_of_the_other():
    file = SHIPPED / "first_farm.yaml"
    with pytest.raises(ScenarioError) as refused:
        load(file, {"reserve": "10 %", "confidence": "95 %"})
    (problem,) = refused.value.problems
    assert (problem.file, problem.path, problem.value) == ("override", "confidence", '"95 %"')
    assert "`confidence=95 %`, or `reserve=10 %`" in problem.remedy
    assert load(file, {"reserve": "10 %", "confidence": "none"}).reserve == 0.1
    assert load(file, {"confidence": "95 %"}).confidence == 0.95


def test_where_theory_cannot_answer_a_confidence_is_refused_with_what_to_write():
    with pytest.raises(ScenarioError) as refused:
        headroom.load(str(SHIPPED / "three_tiers.yaml"), {"web_server.discipline": "time-slices"}, confidence="90 %")
    (problem,) = refused.value.problems
    assert "reserve" in problem.remedy


def test_a_farm_that_is_not_recommended_is_not_called_enough():
    """One MySQL of two is not enough while the other is down, however likely the web servers are."""
    shop = headroom.plan("tests/farms/c_shop.yaml", {"targets.p95_response": None}, engine="theory")
    assert not shop.outcome.recommended
    assert shop.outcome.prediction is None


def test_no_farm_is_the_cheapest_that_is_sure_where_a_cheaper_one_takes_more_servers_of_its_tiers():
    """What that one costs then nobody says."""
    dear, dearer = (
        SureFarm(name, 4, 1, 0.95, 0.9, beside(more)) for name, more in (("dear", 500.0), ("dearer", 900.0))
    )
    assert cheapest_sure((dearer, None, dear), ()) == dear
    assert cheapest_sure((dearer, dear), (beside(700.0),)) == dear
    assert cheapest_sure((dearer, dear), (beside(100.0),)) is None
    assert cheapest_sure((dearer, dear), (None,)) is None  # The cheapest itself.
    assert cheapest_sure((None,), (beside(100.0),)) is None


def beside(more):
    return CostBeside(1.0, PredictionInterval(more, more, more, "USD/month", {}))
