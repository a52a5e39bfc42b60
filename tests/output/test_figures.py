"""The figures of a plan as data."""

import json

import pytest

from simulator.farm.outcome import roll_up
from simulator.output.data import figures
from simulator.output.figure import figure_data, to_json
from tests.fabricated import network, outcome, results, scenario, stamp

FIGURE = {"value", "half_width", "confidence", "samples", "unit"}


@pytest.fixture(scope="module")
def data():
    return json.loads(to_json(figures(outcome())))


@pytest.mark.parametrize(
    "key", ["units", "whole_units", "servers", "racks", "cost_per_month", "capacity_mbps", "server_mbps"]
)
def test_each_figure_has_its_interval_and_unit_on_both_sides(data, key):
    assert set(data[key]) == set(data["baseline"][key]) == FIGURE


def test_the_answer_of_the_documents(data):
    assert data["units"]["value"] == pytest.approx(2.459, abs=1e-3)
    assert data["baseline"]["whole_units"]["value"] == 4
    assert (data["binding_limit"], data["next_limit"], data["turned_away_at"]) == ("network cards", "CPU", None)
    assert data["baseline"]["binding_limit"] == "disks"
    assert data["footprint"]["exact"]["value"] == pytest.approx(61.7, abs=0.1)
    assert data["saving"]["hosting"]["exact_percent"]["value"] == pytest.approx(38.3, abs=0.1)


def test_what_is_not_known_says_why(data):
    assert data["measures"]["response_p99"] == {"refused": "needs 1,000 requests in each replication, there are 710"}


def test_the_same_outcome_gives_the_same_bytes():
    assert to_json(figures(outcome())) == to_json(figures(outcome()))


def test_neither_the_day_nor_a_path_of_this_machine_is_told():
    told = to_json(figures(outcome()))
    assert stamp().day not in told
    assert str(__file__).rsplit("/tests/", 1)[0] not in told


def test_without_a_demand_there_is_no_farm_but_a_capacity():
    plan = scenario({"demand": "none"}).model_copy(update={"baseline": None})
    data = figures(roll_up(plan, network(), results(), stamp()))
    assert data["units"] is data["cost_per_month"] is data["baseline"] is None
    assert data["capacity_mbps"]["value"] == 4_880.0


def test_an_unknown_half_width_is_null_and_no_infinity_is_written():
    unknown = outcome().capacity.unit_mbps.times(1.0, "Mbps")
    endless = type(unknown)(1.0, float("inf"), 0.95, 5, "Mbps")
    assert figure_data(endless)["half_width"] is None
    assert json.loads(to_json({"limits": (float("inf"), 1.5), "lowest": float("-inf")})) == {
        "limits": [None, 1.5],
        "lowest": None,
    }


def test_a_figure_that_is_no_number_is_not_written():
    with pytest.raises(ValueError, match="JSON"):
        to_json({"value": float("nan")})
