"""A history that is sent to the page Growth becomes the growth of the plan, and no file of the server is opened."""

import math

import pytest

from models.load import load
from simulator.cli.today import today
from simulator.growth.forecast import forecast_demand
from simulator.growth.history import DemandHistory
from simulator.ui.address import overrides
from simulator.ui.library import shipped
from tests.ui.showing import page, said, settled, waits
from tests.ui.whole_app import opened, params_of

START = "2026-11"


@pytest.fixture(autouse=True)
def day(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000000")
    assert f"{today():%Y-%m}" == START


def monthly(count, first=2023 * 12 + 10):
    """Rows of months that end before the start, 2 % more each."""
    return "month\tGbps\n" + "\n".join(
        f"{(first + at) // 12}-{(first + at) % 12 + 1:02}\t{1.8 * 1.02**at:.5g}" for at in range(count)
    )


def growing(scenario="first_farm", **params):
    return settled(page("growth", scenario=scenario, **params), waits)


def sent(rows="", file=None, scenario="first_farm", **fields):
    """The page once a history was pasted or dropped, with what the fields of these keys hold."""
    shown = growing(scenario)
    if file is not None:
        shown.file_uploader[0].set_value([("traffic.csv", file, "text/csv")])
    for key, value in {"history rows": rows, **fields}.items():
        next(each for each in (*shown.text_area, *shown.text_input, *shown.selectbox) if each.key == key).set_value(
            value
        )
    shown = settled(shown.run(), waits)
    shown = settled(shown.button(key="use history").click().run(), waits)
    assert not shown.exception
    return shown


def growth_of(shown):
    """The growth that the plan states."""
    return load(shipped()["first_farm"], overrides(dict(shown.session_state["headroom"].changes))).growth


def test_pasted_rows_become_the_months_of_the_plan_and_are_forecast():
    shown = sent(monthly(36))
    assert not shown.error, [each.value for each in shown.error]
    growth = growth_of(shown)
    assert (growth.start, growth.history.since, growth.history.unit, len(growth.history.months)) == (
        START, "2023-11", "Gbps", 36,
    )  # fmt: skip
    assert [each.value for each in growth.history.months] == pytest.approx(
        [1.8 * 1.02**at for at in range(36)], rel=1e-3
    )
    assert "Orders" in [each.value for each in (*shown.header, *shown.subheader)]
    assert any(element.type == "vega_lite_chart" for element in shown.main)


def test_what_the_plan_states_is_forecast_as_its_file_is(tmp_path):
    (tmp_path / "traffic.tsv").write_text(monthly(36))
    history = {"file": str(tmp_path / "traffic.tsv"), "unit": "Gbps"}
    of_file = load(shipped()["first_farm"], {"growth": {"start": START, "history": history}})
    of_page = load(shipped()["first_farm"], overrides(dict(sent(monthly(36)).session_state["headroom"].changes)))
    assert forecast_demand(of_page).likely == pytest.approx(forecast_demand(of_file).likely, rel=2e-3)


def test_a_file_is_read_as_grow_reads_it_by_column_and_with_gaps():
    rows = monthly(30).replace("\t", ",").splitlines()
    rows = [f"{rows[0]},errors", *(f"{row},{at}5" for at, row in enumerate(rows[1:]))]
    rows[5] = f"{rows[5].split(',')[0]},,7"
    shown = sent(file="\n".join(rows).encode(), **{"history column": "Gbps", "history takes": "mean"})
    assert not shown.error, [each.value for each in shown.error]
    months = growth_of(shown).history.months
    assert len(months) == 30 and months[4].value is None and months[5].value == pytest.approx(1.8 * 1.02**5, rel=1e-3)


def test_the_plan_tells_the_order_and_its_link_holds_the_history(ticket):
    changes = dict(sent(monthly(36)).session_state["headroom"].changes)
    shown = opened(scenario="first_farm", **changes)
    settled(shown, lambda shown: not any("Order" in text for text in said(shown)))
    assert any("Order" in text and " by " in text for text in said(shown))
    assert params_of(shown)["growth"] == changes["growth"]


@pytest.mark.parametrize("scenario", ["growing_downloads", "microsoft_update_growth"])
def test_a_history_takes_the_place_of_a_stated_growth_and_is_forgotten_again(scenario):
    shown = sent(monthly(36), scenario=scenario)
    assert not shown.error, [each.value for each in shown.error]
    shown.button(key="forget history").click().run()
    assert not shown.session_state["headroom"].changes and shown.button(key="use history")


@pytest.mark.parametrize(("months", "held"), [(15, 3), (24, 12), (20, 8)])
def test_a_short_history_is_tried_on_what_is_left_of_it(months, held):
    growth = growth_of(sent(monthly(months, first=2026 * 12 + 10 - months)))
    assert growth.history.hold_back == held


def test_ten_years_are_stated_and_older_months_are_left_out():
    shown = sent(monthly(200, first=2026 * 12 + 10 - 200))
    assert not shown.error and len(growth_of(shown).history.months) == 120


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("", "nothing was sent"),
        ("a history of words", "one column only"),
        (monthly(12), "shorter than a season"),
        ("month,a,b\n2024-01,1,2\n2024-02,3,4\n", "several columns"),
        ("month,demand\n2020-01,5\n2020-02,-1\n", "no demand"),
    ],
)
def test_what_is_wrong_with_a_history_is_told_and_the_plan_stays(rows, told):
    shown = sent(rows)
    (error,) = shown.error
    assert told in error.value and "/tmp" not in error.value
    assert not shown.session_state["headroom"].changes


@pytest.mark.parametrize("file", ["/etc/hosts", "../../../../../../../../../etc/hosts", "../pyproject.toml"])
def test_an_address_has_no_file_of_the_server_opened(file):
    shown = growing(growth=f"{{start: {START}, history: {{file: {file}, unit: Gbps}}}}")
    told = " ".join(said(shown))
    assert not shown.exception and "growth.history.file" in told and "one column" not in told
    assert "no file beside this scenario" in told


def test_months_are_read_without_their_empty_ends():
    stated = {"since": "2024-01", "unit": "Gbps", "months": ["none", *[2.0 + 0.01 * at for at in range(25)], "none"]}
    past = forecast_demand(load(shipped()["first_farm"], {"growth": {"start": START, "history": stated}})).forecast.past
    assert isinstance(past, DemandHistory) and len(past.values) == 25 and not any(map(math.isnan, past.values))
    assert past.first == 2024 * 12 + 1
