"""The stated demand beside its history: apart, out of all proportion, and of one size; what a file says twice."""

import pytest

from models.errors import ScenarioError
from simulator.experiment.solvers import Theory
from simulator.growth.forecast import forecast_demand
from simulator.growth.grow import plan_growth
from simulator.messages.grow.when_to_buy import _percent, history_mismatch
from simulator.output.sections import terminal_blocks
from simulator.studies.grow.document import SECTIONS
from simulator.studies.grow.result import growth_data
from tests.growth.test_forecast import made, monthly, read


def scenario(farm, values, demand="1000 requests/s", unit="/s"):
    growth = {"start": "2025-01", "horizon": "12 months", "history": {"file": "log.csv", "unit": unit}}
    return farm(growth, beside={"log.csv": monthly(values)}, demand=demand)


@pytest.mark.parametrize(("times", "apart"), [(1.0, False), (0.5, True), (3.0, True)])
def test_a_stated_demand_beyond_the_forecast_of_its_month_is_told(farm, times, apart):
    values = made(60)
    found = history_mismatch(forecast_demand(scenario(farm, values, f"{values[-1] * times:.0f} requests/s")))
    assert bool(found) == apart
    if apart:
        stated = f"{values[-1] * times:,.0f} requests/s"
        assert f"The stated demand, {stated}, is not what its history ends with" in found
        assert "2024-12 has 2,9" in found and "the forecast of 2025-01 is " in found


@pytest.mark.parametrize(("unit", "told"), [("Gbps", "5.53 Tbps"), ("kbps", "5.53 Mbps")])
def test_a_unit_that_is_wrong_by_a_thousand_is_refused_with_the_right_one(farm, unit, told):
    values = made(60, season=0.0, noise=0.0) * 1.7
    with pytest.raises(ScenarioError) as error:
        forecast_demand(scenario(farm, values, "5 Gbps", unit))
    said = str(error.value)
    assert f'growth.history.unit = "{unit}": 2024-12 of log.csv has {told} in this unit' in said
    assert "the stated demand is 5 Gbps; did you mean `unit: Mbps`?" in said


def test_it_is_said_behind_the_answer_and_in_the_data(farm):
    found = plan_growth(scenario(farm, made(60), "400 requests/s"), Theory())
    said = history_mismatch(found.ahead)
    assert said and terminal_blocks(SECTIONS, found)[1].text == said
    assert growth_data(found)["demand_apart"] == said


def test_a_month_that_stands_twice_is_refused_with_both_lines(tmp_path):
    with pytest.raises(ScenarioError, match=r'log.csv:4: growth.history = "2020-01": it stands in line 2 already'):
        read(tmp_path, "month,demand\n2020-01,5\n2020-02,6\n2020-01,5\n")


def test_an_hour_that_comes_twice_by_the_clock_of_a_place_is_no_error(tmp_path):
    hours = [f"2020-01-{day:02}T{hour:02}:00,5" for day in range(1, 32) for hour in range(24)]
    assert read(tmp_path, "\n".join(["time,demand", *hours, hours[2]]) + "\n").values == (5.0,)


def test_thousands_may_have_commas_and_nothing_else_may(tmp_path):
    assert read(tmp_path, 'month,demand\n2020-01,"9,006"\n2020-02,"1,234,567.5"\n').values == (9006.0, 1234567.5)
    for written in ("9.0.6", '"9,06,1"', "9 6"):
        with pytest.raises(ScenarioError, match="no number; write e.g. 812.5 or 9,006"):
            read(tmp_path, f"month,demand\n2020-01,{written}\n")


def test_shares_are_told_without_powers_of_ten():
    assert [_percent(each) for each in (1.0, 0.071234, 0.0)] == ["100 %", "7.1 %", "0 %"]
