"""What is not known of a unit counts in every month ahead, as `plan` has it."""

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.growth.grow import plan_growth
from simulator.messages.grow.when_to_buy import notes, risk
from simulator.uncertainty.intervals import prediction_interval
from simulator.uncertainty.predict import farm_worlds
from simulator.uncertainty.resolution import resolve
from tests.fabricated import ROOT

SURE = {"start": "2026-12", "horizon": "24 months", "a_year": "60 %"}
CPU = {"value": "20 ms", "assumed": "10 ms to 40 ms", "why": "guess"}
PARTS = {
    "demand": "1400 requests/s",
    "growth": SURE,
    "workload": {
        "request": {"size": {"mean": "20 kB", "distribution": "constant"}, "cpu": CPU},
        "session": {"requests": 4, "think_time": "1 s"},
        "clients": {"rate": "100 Mbps"},
    },
    "server": "epyc-9354p-2x100gbe", "operating_system": "linux-6", "web_server": "nginx",
    "unit": {"nodes": 2, "spare_nodes": 1}, "targets": {"errors": "1 %", "utilisation": "80 %"},
    "datacenter": {"prices": "us-2026"},
}  # fmt: skip


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    import yaml

    file = tmp_path_factory.mktemp("unknown") / "guess.yaml"
    file.write_text(yaml.safe_dump({"format": 1, "scenario": "Guess", **PARTS}), encoding="utf-8")
    return lambda **others: resolve(load(file, others))


@pytest.fixture(scope="module")
def found(scenario):
    return plan_growth(scenario(confidence="75 %"), Theory(), closely=False)


def test_the_first_month_is_as_likely_short_as_plan_says(found):
    worlds, bought = farm_worlds(found.new.farm), int(found.units[0])
    assert bought == worlds.fewest(0.75)
    assert found.short[0] == pytest.approx(1.0 - worlds.enough(bought), abs=0.002)
    carried = prediction_interval(found.new.level / worlds.needed, "x")
    assert found.unit_carries.low == pytest.approx(carried.low, rel=0.1)
    assert found.unit_carries.high == pytest.approx(carried.high, rel=0.1)


def test_a_confidence_is_a_risk_and_no_reserve(found):
    """The reserve that `plan` makes of it would count what is not known twice."""
    assert found.reserve == 0.0 and found.risk == pytest.approx(0.25) and found.scenario.reserve > 0.1
    assert max(found.short) <= 0.25 and "reserve" not in risk(found)


@pytest.mark.parametrize("reserve", ["0 %", "20 %", "90 %"])
def test_a_reserve_is_for_what_is_not_known_and_comes_not_on_top_of_it(scenario, reserve):
    """Units carry the demand with the risk that is left, and the reserve as `plan` counts it."""
    flat = {"reserve": reserve, "growth.a_year": "0 %", "growth.horizon": "2 months"}
    stated = plan_growth(scenario(**flat), Theory(), closely=False)
    worlds, planned = farm_worlds(stated.new.farm), stated.new.farm.sizing.units.whole.value
    assert stated.units[0] == max(worlds.fewest(0.95), planned)
    assert stated.short[0] <= 0.05


def test_a_course_has_one_capacity_in_all_its_months(found):
    """Of a growth that is known, who is ever too small is so in the worst month; noise of each month would add up."""
    assert 0.0 < found.ever < found.short.sum() and found.ever == pytest.approx(max(found.short), abs=0.002)
    assert 0.0 < found.full.chance < 1.0, "and so it is not known when the farm of today is too small"


def test_a_stated_risk_holds_beside_a_confidence(scenario):
    stated = plan_growth(
        scenario(confidence="75 %", **{"supply.risk": "20 %"}), Theory(), closely=False, in_worlds=False
    )
    assert stated.risk == 0.2 and stated.reserve == 0.0


def test_where_no_world_can_be_drawn_the_answer_says_so(scenario):
    """A farm that is sized by a stated load has no worlds."""
    shown = load(ROOT / "scenarios/growing_downloads.yaml", {"sized_by": "stated load", "workload.offered": "400 /s"})
    stated = plan_growth(shown, Theory(), closely=False)
    assert stated.why_known and any(stated.why_known in note for note in notes(stated))
