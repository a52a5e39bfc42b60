"""What the plan page shows of an outcome: key figures, the picture of limits, charts in both themes, the link."""

import json
from dataclasses import replace

import pytest

from models.load import load
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import range_texts
from simulator.messages.plan.notes import LATER
from simulator.output.blocks import Chart, Charts, plain_cell
from simulator.output.cells import key_figure
from simulator.output.renderers.charts import INK, ROWS
from simulator.service import answers
from simulator.studies.plan.sections import costs, limits, response_times
from simulator.studies.plan.sections.answer import FARM, SERVER
from simulator.ui.answer import UNKNOWN, cards
from simulator.ui.library import shipped
from simulator.ui.plans.link import address_of
from simulator.ui.session import BrowserSession
from simulator.ui.widgets.charts import TEXT, themed
from simulator.uncertainty.predict import with_prediction


@pytest.fixture(scope="module")
def outcome():
    """What theory says of the farm of downloads, its baseline included."""
    return answers.ask_theory(load(shipped()["microsoft_update"]))


def test_key_figures_have_their_places_before_their_values():
    for farm, labels in ((True, FARM), (False, SERVER)):
        found = cards(None, farm)
        assert tuple(figure.label for figure in found) == labels
        assert {figure.figure for figure in found} == {UNKNOWN}


def test_the_figures_of_a_farm_are_those_of_its_sizing_and_its_bill(outcome):
    servers, cost, _, stop, carries = cards(outcome, farm=True)
    assert servers.figure.value == outcome.sizing.servers.whole.value
    assert servers.note == "3 units of 5; 2 racks"
    assert stop.figure.casefold() == outcome.bottleneck.name.casefold()
    assert carries.figure == outcome.sizing.supports
    in_all = outcome.farm.decided.in_all
    assert plain_cell(cost.figure).value == in_all.amount.value
    assert "for bandwidth" in cost.note and "(" not in cost.note, "the interval to come is the only one"
    changes = {change.name: change for change in outcome.comparison.changes}
    assert [figure.change for figure in (servers, cost)] == [
        changes["servers"].percent,
        changes["cost with bandwidth"].percent,
    ]


def test_the_interval_of_a_bill_is_that_of_its_prediction(outcome):
    predicted = with_prediction(outcome, worlds=32)
    _, cost, *_ = cards(predicted, farm=True)
    over = predicted.farm.in_all.over
    low, _, high = range_texts(over.low, predicted.farm.in_all.amount.value, over.high)
    assert cost.note.startswith(f"90 %: {low}-{high}; ")


def test_the_four_figures_without_a_demand_are_those_of_a_server():
    alone = answers.ask_theory(load(shipped()["single_server"]))
    server, unit, lost, within = cards(alone, farm=False)
    assert (server.label, unit.label, lost.label, within.label) == SERVER
    assert server.figure == alone.capacity.server_mbps
    assert isinstance(within.figure, Unavailable) and within.note == LATER  # Theory knows no percentiles.


def test_requests_that_are_not_completed_are_told_in_per_cent_as_they_are_measured():
    alone = answers.ask_theory(load(shipped()["single_server"]))
    lost = replace(alone.results.measures["errors"], value=0.6, half_width=0.1)
    found = replace(alone, results=replace(alone.results, measures={**alone.results.measures, "errors": lost}))
    assert key_figure(cards(found, farm=False)[2].figure).written == "0.50-0.70 %"


@pytest.mark.parametrize("theme", TEXT)
def test_charts_are_in_the_ink_of_the_theme(outcome, theme):
    for section in (limits.section, response_times.section, costs.section):
        for block in section(outcome):
            for chart in block.charts if isinstance(block, Charts) else [block] if isinstance(block, Chart) else []:
                written = json.dumps({key: part for key, part in themed(chart.picture, theme).items() if key != ROWS})
                assert TEXT[theme] in written
                assert INK not in written
                assert '"width": "container"' in written


def test_a_chart_is_drawn_once_for_an_outcome(outcome):
    chart, again = (next(block for block in costs.section(outcome) if isinstance(block, Chart)) for _ in range(2))
    assert themed(chart.picture, "light") is themed(again.picture, "light")


@pytest.mark.parametrize("page", ["https://plans.example", "https://plans.example/"])
def test_the_link_is_one_that_a_browser_understands(page):
    session = BrowserSession("me")
    session.take("web_farm", {"demand": "20 Gbps", "server.cards": "[1 Gbps, 1 Gbps]"})
    query = "scenario=web_farm&demand=20%20Gbps&server.cards=%5B1%20Gbps%2C%201%20Gbps%5D"
    assert address_of(session.plan, page) == f"https://plans.example/?{query}"
