"""A scenario states the months of its history itself: they are forecast as those of a file are."""

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.growth.forecast import forecast_demand
from tests.growth.test_forecast import made, monthly

FARM = "scenarios/first_farm.yaml"
START = "2025-01"


def stated(**history):
    return load(FARM, {"growth": {"start": START, "history": {"unit": "Gbps", **history}}})


def test_they_are_forecast_as_those_of_a_file(tmp_path):
    values = made(60) / 600.0
    (tmp_path / "log.csv").write_text(monthly(values))
    of_file = forecast_demand(stated(file=str(tmp_path / "log.csv")))
    first = of_file.forecast.past.first
    of_months = forecast_demand(stated(since=f"{first // 12}-{first % 12 + 1:02}", months=values.tolist()))
    assert of_months.likely == pytest.approx(of_file.likely, rel=1e-6)
    assert of_months.forecast.file == "growth.history" and of_months.forecast.tried == of_file.forecast.tried


def test_one_that_was_not_measured_is_missing():
    past = forecast_demand(stated(since="2022-12", months=[4.0, 4.1, "none", *[4.2] * 22])).forecast.past
    assert past.missing == (2023 * 12 + 1,)


@pytest.mark.parametrize(
    "history",
    [{}, {"months": [4.0] * 30}, {"since": "2022-01"}, {"since": "2022-01", "months": [4.0] * 30, "file": "log.csv"},
     {"since": "2022-01", "file": "log.csv"}],
    ids=str,
)  # fmt: skip
def test_a_history_is_stated_once_and_whole(history):
    with pytest.raises(ScenarioError, match="a history has a file, or the first of its months and what each was"):
        stated(**history)


def test_months_of_no_demand_are_told():
    with pytest.raises(ScenarioError, match="growth.history.*: no value in it"):
        forecast_demand(stated(since="2022-01", months=["none"] * 36))


def test_too_many_that_are_missing_are_told():
    months = [4.0] * 12 + ["none"] * 5 + [4.0] * 19
    with pytest.raises(ScenarioError, match="months are missing, or hardly measured: 2023-01, 2023-02"):
        forecast_demand(stated(since="2022-01", months=months))


def test_a_month_is_above_nothing():
    with pytest.raises(ScenarioError, match=r"growth.history.months\[1\].value = -2"):
        stated(since="2022-01", months=[4.0, -2.0])
