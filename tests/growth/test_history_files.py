"""A history is read whatever form its times and its numbers have; several columns of values are asked for by name."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from models.errors import ScenarioError
from models.parts.growth.history import History
from models.quantities.months import month_text, parse_month
from models.quantities.units import DATA_RATE, REQUEST_RATE
from simulator.experiment.solvers import Theory
from simulator.growth.forecast import forecast_demand, sample_paths
from simulator.growth.grow import plan_growth
from simulator.growth.history import read_history
from simulator.growth.history_files import KINDS_OF_FILE
from simulator.messages.grow.when_to_buy import demand_source
from simulator.output.sections import terminal_blocks
from simulator.studies.grow.document import SECTIONS
from tests.fabricated import ROOT

SAMPLES = Path(__file__).parent / "samples"
SEEDS = range(5)
EXCEL = datetime(1899, 12, 30)


def read(folder, text, unit="/s", kind=REQUEST_RATE, **history):
    (folder / "log.csv").write_text(text, encoding="utf-8")
    return read_history(History(file="log.csv", unit=unit, **history), str(folder / "s.yaml"), kind)


def test_a_history_that_a_rule_has_made_is_forecast_as_it_goes_on(tmp_path):
    """Without any scatter all errors are 0, but for rounding."""
    lines = [f"{2022 + month // 12}-{month % 12 + 1:02},{3000 + 10 * (month % 12 + 1)}" for month in range(48)]
    past = read(tmp_path, "\n".join(["month,demand", *lines]), "Mbps", DATA_RATE)
    paths = sample_paths(past, 12, 100, np.random.default_rng(1)) / (past.values[-1] / 3120)
    assert paths == pytest.approx(np.broadcast_to(3000 + 10 * np.arange(1, 13), (100, 12)), rel=1e-3)


def days(seed, count=150):
    """Days with a value each, from some day on."""
    rng = np.random.default_rng(seed)
    first = datetime(int(rng.integers(2003, 2029)), int(rng.integers(1, 12)), 1)
    return [(first + timedelta(day), round(float(rng.uniform(50, 950)), 1)) for day in range(count)]


def peaks(found):
    """The greatest value of each month."""
    months = {}
    for day, value in found:
        month = parse_month(f"{day:%Y-%m}")
        months[month] = max(months.get(month, 0.0), value)
    return months


def since(day, times):
    return str(round(day.replace(tzinfo=UTC).timestamp() * times))


FORMS = {
    "ISO": lambda day: f"{day:%Y-%m-%d}", "with a time": lambda day: f"{day:%Y-%m-%dT%H:%M:%SZ}",
    "compact": lambda day: f"{day:%Y%m%d}", "compact with hours": lambda day: f"{day:%Y%m%d%H}",
    "compact with seconds": lambda day: f"{day:%Y%m%d%H%M%S}", "seconds": lambda day: since(day, 1),
    "milliseconds": lambda day: since(day, 1e3), "microseconds": lambda day: since(day, 1e6),
    "Excel": lambda day: str((day - EXCEL).days), "Excel with hours": lambda day: f"{(day - EXCEL).days}.5",
    "months first": lambda day: f"{day.month}/{day.day}/{day.year}", "days first": lambda day: f"{day:%d/%m/%Y}",
    "with points": lambda day: f"{day:%d.%m.%Y}", "slashes": lambda day: f"{day:%Y/%m/%d}",
    "names": lambda day: f'"{day:%b %d, %Y}"', "short names": lambda day: f"{day:%d-%b-%y}",
    "long names": lambda day: f'"{day:%A, %B %d, %Y}"', "zones": lambda day: f"{day:%Y-%m-%d} 00:00:00+00:00",
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", FORMS)
def test_times_may_have_any_form(tmp_path, form, seed):
    found = days(seed)
    past = read(tmp_path, "Time,demand\n" + "".join(f"{FORMS[form](day)},{value}\n" for day, value in found))
    expected = peaks(found)
    assert past.first == min(expected)
    assert past.values == tuple(expected[past.first + at] for at in range(len(past.values)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_column_of_times_is_found_wherever_it_is(tmp_path, separator, seed):
    """Beside the numbers of rows and days of the week, which are no values."""
    found = days(seed)
    lines = [["Row", "Weekday", "Date", "Views"]]
    lines += [[str(row), f"{day:%A}", f"{day:%m/%d/%Y}", f"{value}"] for row, (day, value) in enumerate(found, 1)]
    past = read(tmp_path, "\n".join(separator.join(line) for line in lines) + "\n")
    assert past.values[0] == max(peaks(found).values()) or past.values[0] == peaks(found)[past.first]


@pytest.mark.parametrize("name", ["statforecasting.csv", "sf_multi.csv"])
def test_several_columns_of_values_are_asked_for_by_name(name):
    def values(**history):
        return read_history(History(file=name, unit="/s", **history), str(SAMPLES / "s.yaml"), REQUEST_RATE)

    with pytest.raises(ScenarioError, match=r"several columns of values: .*Page.Loads.*; name one, e.g. `history:"):
        values()
    past = values(column="Page.Loads")
    assert month_text(past.first) == "2014-10" and past.values[0] == 5307.0
    assert values(column="Returning.Visits").values[0] == 451.0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decimal_comma_is_found_from_all_values(tmp_path, seed):
    found = days(seed)
    text = "Datum;Mbps\n" + "".join(f"{day:%d.%m.%Y};{str(value).replace('.', ',')}\n" for day, value in found)
    past = read(tmp_path, text, "Mbps", DATA_RATE)
    assert past.values[0] == pytest.approx(peaks(found)[past.first] * 125_000)
    with pytest.raises(ScenarioError, match="decimal points and decimal commas"):
        read(tmp_path, text + f"{found[-1][0] + timedelta(1):%d.%m.%Y};12.5\n", "Mbps", DATA_RATE)


@pytest.mark.parametrize("seed", SEEDS)
def test_points_of_thousands_and_decimal_points_are_not_guessed(tmp_path, seed):
    rng = np.random.default_rng(seed)
    months = "".join(f"2020-{month:02};{rng.integers(1, 9)}.{rng.integers(100, 999)}\n" for month in range(1, 13))
    with pytest.raises(ScenarioError, match=r"may be \d\.\d+ or \d,\d{3}; write numbers without points of thousands"):
        read(tmp_path, "month;demand\n" + months)


def test_days_and_months_that_cannot_be_told_apart_are_not_guessed(tmp_path):
    with pytest.raises(ScenarioError, match="days and months cannot be told apart; write the year first"):
        read(tmp_path, "date,demand\n1/2/2020,5\n2/3/2020,6\n3/4/2020,7\n")


def test_what_is_guessed_is_said(farm):
    """Twelve values of the first of months: by days of January and by months, and only months go on in even steps."""
    values = [1000.0 + place for place in range(48)]
    text = "date,demand\n" + "".join(f"01/{1 + place % 12:02}/{2020 + place // 12},{value}\n" for place, value in
                                     enumerate(values))  # fmt: skip
    growth = {"start": "2024-01", "horizon": "12 months", "history": {"file": "log.csv", "unit": "/s"}}
    found = forecast_demand(farm(growth, beside={"log.csv": text}, demand="1000 requests/s"))
    assert "its dates are read as days before months" in demand_source(found)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("granularity", ["daily", "monthly"])
def test_pageviews_of_wikimedia_are_read(tmp_path, granularity, seed):
    found = days(seed) if granularity == "daily" else [(datetime(2016 + at // 12, 1 + at % 12, 1), 1000.0 + at + seed)
                                                       for at in range(24)]  # fmt: skip
    items = [{"project": "en.wikipedia", "article": "Server", "granularity": granularity,
              "timestamp": f"{day:%Y%m%d}00", "access": "all-access", "agent": "user", "views": round(value)}
             for day, value in found]  # fmt: skip
    past = read(tmp_path, json.dumps({"items": items}))
    assert past.first == parse_month(f"{found[0][0]:%Y-%m}")
    assert past.values[0] == round(peaks(found)[past.first])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("heading", ["Month", "Week", "Day", "Monat"])
def test_an_export_of_google_trends_is_read(tmp_path, heading, seed):
    """Two lines above its headings, and "<1" where there was next to nothing."""
    rng = np.random.default_rng(seed)
    values = [int(rng.integers(1, 100)) for _ in range(36)]
    lines = [f"{2004 + at // 12}-{1 + at % 12:02},{'<1' if at == 5 else value}" for at, value in enumerate(values)]
    past = read(tmp_path, f"Category: All categories\n\n{heading},server: (Worldwide)\n" + "\n".join(lines) + "\n")
    assert (past.first, past.values[0], past.missing) == (parse_month("2004-01"), values[0], (parse_month("2004-06"),))


@pytest.mark.parametrize("bad", ["NaN", "+Inf", "-Inf"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_no_finite_number_in_a_range_was_not_measured(tmp_path, bad, seed):
    rng = np.random.default_rng(seed)
    hours = [[1_704_067_200 + 3600 * hour, str(round(float(rng.uniform(1, 99)), 2))] for hour in range(31 * 24)]
    known = max(float(value) for place, (_, value) in enumerate(hours) if place != 100)
    hours[100][1] = bad
    answer = {"status": "success", "data": {"resultType": "matrix", "result": [{"metric": {}, "values": hours}]}}
    assert read(tmp_path, json.dumps(answer)).values == (known,)


def test_milliseconds_say_the_same_as_dates():
    read_both = [read_history(History(file=name, unit="Mbps"), str(SAMPLES / "s.yaml"), DATA_RATE)
                 for name in ("h_iso.csv", "h_ms.csv")]  # fmt: skip
    assert read_both[0] == read_both[1] and month_text(read_both[0].first) == "2020-01"


@pytest.mark.parametrize("units", [1, 2, 5, 12, 40])
def test_the_life_that_ended_before_the_first_month_is_that_of_all_units(farm, units):
    growth = {"start": "2024-01", "horizon": "24 months", "a_year": "20 %"}
    found = plan_growth(farm(growth, {"today": [{"units": units, "bought": "2020-01"}]}), Theory(), in_worlds=False)
    text = " ".join(str(getattr(block, "text", "")) for block in terminal_blocks(SECTIONS, found))
    assert f"The life of {units} unit{'s' if units > 1 else ''} (" in text and ") ended with December 2022." in text


@pytest.mark.parametrize("at", ["1e99", "-5e9", "99999999999999", "1e308"])
def test_a_time_that_no_calendar_has_is_told(tmp_path, at):
    values = f'[[1704067200, "5"], [{at}, "6"]]'
    answer = f'{{"data": {{"resultType": "matrix", "result": [{{"metric": {{}}, "values": {values}}}]}}}}'
    with pytest.raises(ScenarioError, match="no time"):
        read(tmp_path, answer)


def test_the_guide_has_the_kinds_of_file():
    guide = (ROOT / "docs/when-to-buy.md").read_text(encoding="utf-8")
    assert all(f"- {kind.what}\n" in guide for kind in KINDS_OF_FILE)
