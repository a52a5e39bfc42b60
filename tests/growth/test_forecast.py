"""A history is read as it is, its forecast goes on from it, and how far off it would have been is told."""

import csv
import json
import math
from datetime import date, timedelta

import numpy as np
import pytest
from statsmodels.tsa.statespace.sarimax import SARIMAX

from models.errors import ScenarioError
from models.parts.growth.history import History
from models.quantities.months import days_in, month_text, parse_month
from models.quantities.units import REQUEST_RATE, SIZE
from simulator.growth.forecast import backtest, forecast_demand, sample_paths
from simulator.growth.history import DemandHistory, read_history
from simulator.messages.grow.when_to_buy import demand_source
from tests.fabricated import ROOT

FIRST = parse_month("2020-01")
CO2 = ROOT / "scenarios/histories/mauna_loa_co2.csv"


def rng(seed=1):
    return np.random.default_rng(seed)


def made(months, growth=0.02, season=0.2, noise=0.01, seed=1):
    """A demand with a growth and a season, and a little noise in every month."""
    at = np.arange(months)
    logs = growth * at + season * np.sin(2 * math.pi * at / 12) + noise * rng(seed).normal(size=months)
    return 1000.0 * np.exp(logs)


def read(folder, text, takes="peak", unit="/s", name="log.csv", kind=REQUEST_RATE, column="last"):
    (folder / name).write_text(text, encoding="utf-8")
    return read_history(History(file=name, unit=unit, takes=takes, column=column), str(folder / "s.yaml"), kind)


def monthly(values, first=FIRST):
    return "month,demand\n" + "".join(f"{month_text(first + at)},{value}\n" for at, value in enumerate(values))


def test_months_are_read_as_they_are(tmp_path):
    past = read(tmp_path, monthly([1, 2, 3]))
    assert (past.first, past.values) == (FIRST, (1.0, 2.0, 3.0))


def test_days_make_months_by_what_counts_of_them(tmp_path):
    days = [date(2024, 1, 1) + timedelta(day) for day in range(60)]
    text = "day,demand\n" + "".join(f"{day},{day.day}\n" for day in days)
    assert read(tmp_path, text).values == (31.0, 29.0), "2024 has a leap day"
    assert read(tmp_path, text, "mean").values == (16.0, 15.0)
    assert read(tmp_path, text, "p95").values == (29.5, pytest.approx(27.6))


def test_a_volume_is_counted_a_day_so_that_no_month_is_large_for_being_long(tmp_path):
    first = parse_month("2023-11")
    text = monthly([float(days_in(first + at)) for at in range(6)], first)
    assert days_in(parse_month("2024-02")) == 29
    assert read(tmp_path, text, "volume", "TB", kind=SIZE).values == (1e12,) * 6


def test_a_range_of_prometheus_adds_its_series_up(tmp_path):
    hours = [(1_704_067_200 + 3600 * hour, str(5 + hour % 24)) for hour in range(31 * 24)]
    series = [{"metric": {"instance": name}, "values": hours} for name in "ab"]
    answer = json.dumps({"status": "success", "data": {"resultType": "matrix", "result": series}})
    past = read(tmp_path, answer, name="range.json")
    assert (past.first, past.values) == (parse_month("2024-01"), (56.0,))


def test_a_month_of_which_too_little_is_there_is_a_gap(tmp_path):
    days = [date(2024, 1, 1) + timedelta(day) for day in range(366) if not 60 <= day < 75]
    past = read(tmp_path, "day,demand\n" + "".join(f"{day},5\n" for day in days))
    assert [month_text(month) for month in past.missing] == ["2024-03"]


WRONG = [
    ("month,demand\n", "no value in it"),
    ("month\n2020-01\n", "one column only"),
    ("month,demand\n2020-01,many\n", 'log.csv:2: growth.history = "many": no number'),
    ("month,demand\nJanuary,5\n", 'log.csv:2: growth.history = "January": no time'),
    ("month,demand\n2020-01,5\n2020-02,-1\n", "log.csv:3: growth.history = -1: no demand"),
    (monthly([1, 2, 3, 4, "", "", "", "", 9]), "months are missing, or hardly measured: 2020-05, 2020-06"),
    ('{"status": "error"}', "not what Prometheus answers to query_range"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_a_file_that_cannot_be_is_told_in_one_line(tmp_path, text, told):
    with pytest.raises(ScenarioError, match=".") as error:
        read(tmp_path, text)
    assert told in str(error.value) and len(str(error.value).splitlines()) == 1


def test_a_column_that_is_not_there(tmp_path):
    with pytest.raises(ScenarioError, match='no column is called "peak"; there are month, demand'):
        read(tmp_path, monthly([1, 2]), column="peak")


def forecast(farm, values, start, **history):
    told = {"file": "log.csv", "unit": "/s", **history}
    growth = {"start": start, "horizon": "12 months", "history": told}
    return forecast_demand(farm(growth, beside={"log.csv": monthly(values)}, demand="1000 requests/s"))


def test_a_forecast_goes_on_with_growth_and_season(farm):
    whole = made(72)
    ahead = forecast(farm, whole[:60], "2025-01")
    assert ahead.likely == pytest.approx(whole[60:] / 1000.0, rel=0.05)
    assert np.mean((ahead.low <= whole[60:] / 1000) & (whole[60:] / 1000 <= ahead.high)) >= 0.8
    assert ahead.forecast.tried.error < ahead.forecast.tried.naive / 3 and "forecast from log.csv" in demand_source(
        ahead
    )


def test_months_that_are_missing_hardly_move_it(farm):
    values = [*made(60)]
    whole = forecast(farm, values, "2025-01").likely
    gaps = ["" if at in (7, 8, 30, 45) else value for at, value in enumerate(values)]
    assert forecast(farm, gaps, "2025-01").likely == pytest.approx(whole, rel=0.03)


def test_after_a_change_of_level_it_goes_on_from_the_new_one(farm):
    values = made(72)
    values[48:] *= 2.0
    ahead = forecast(farm, values[:60], "2025-01")
    assert ahead.likely == pytest.approx(values[60:] / 1000.0, rel=0.2)


def test_a_short_history_has_no_season_and_one_shorter_than_a_season_is_refused(farm):
    assert "without a season" in demand_source(forecast(farm, made(30), "2022-07"))
    with pytest.raises(ScenarioError, match="shorter than a season: 20 months before 2021-09, of which 12 are held"):
        forecast(farm, made(20), "2021-09")


def test_a_unit_that_the_demand_has_not_is_refused(farm):
    with pytest.raises(ScenarioError, match='unit = "Mbps": no unit of a demand that is stated as requests'):
        forecast(farm, made(30), "2022-07", unit="Mbps")


def test_ways_ahead_have_the_means_and_errors_of_the_library():
    values = tuple(made(60))
    asked = {"order": (0, 1, 1), "seasonal_order": (0, 1, 1, 12)}
    known = SARIMAX(np.log(values), **asked).fit(disp=False, maxiter=200).get_forecast(12)
    logs = np.log(sample_paths(DemandHistory(FIRST, values), 12, 20_000, rng()))
    assert logs.mean(axis=0) == pytest.approx(known.predicted_mean, abs=4e-4)
    assert logs.std(axis=0) == pytest.approx(known.se_mean, rel=0.03)


@pytest.mark.proof
def test_intervals_of_forecasts_hold_what_comes_about_as_often_as_they_say():
    """Of histories that the model itself makes, over what is a year ahead."""
    inside = []
    for seed in range(60):
        shocks = rng(seed).normal(scale=0.03, size=73)
        logs = np.cumsum(0.01 + shocks[1:] - 0.5 * shocks[:-1])
        values = tuple(np.exp(logs))
        drawn = sample_paths(DemandHistory(FIRST, values[:30]), 12, 300, rng(seed))
        low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
        inside.append(np.mean((low <= values[30:42]) & (values[30:42] <= high)))
    assert np.mean(inside) == pytest.approx(0.95, abs=0.04)


def test_on_a_public_series_it_beats_the_same_month_of_the_year_before():
    """Carbon dioxide at Mauna Loa, Keeling and Whorf 2004: weekly, with weeks and months missing."""
    with CO2.open(encoding="utf-8") as file:
        assert sum(1 for row in csv.reader(file) if len(row) == 2 and not row[1]) == 5
    past = read_history(History(file=CO2.name, unit="/s", takes="mean"), str(CO2), REQUEST_RATE)
    found = backtest(past, 24, 0.95)
    assert found.error < 0.5 * found.naive
    assert found.months == 24 and found.inside >= 0.8
