"""The page Plan is sized by what a server carries: its knobs change the farm, and it says what stops that."""

import re

import pytest

from simulator.experiment.estimate import Estimate
from simulator.messages.page import plan_page
from simulator.output.blocks import KeyFigure
from simulator.service import answers
from simulator.ui.widgets import blocks
from tests.ui.test_plan_page import figures, knob, opened, said

# Cheap requests, so that the cards stop the server; dear ones, so that the CPU does.
CARDS = {"scenario": "microsoft_update", "demand": "120 Gbps", "server.disks.count": "64"}
CPU = {"scenario": "microsoft_update", "demand": "12 Gbps", "workload.request.cpu": "20 ms"}


def servers(page):
    return int(figures(page)["Servers"].replace(",", "").partition(" ")[0])


def change(page, path, value):
    knobs = page.number_input if any(each.key == f"knob {path}" for each in page.number_input) else page.text_input
    knobs(key=f"knob {path}").set_value(value).run()
    assert not page.exception and not page.error
    return page


def test_a_second_card_lowers_the_servers_of_a_farm_that_its_cards_stop(ticket):
    page = opened(**CARDS)
    before = servers(page)
    assert any("Bottleneck: the network cards (1 Gbps)" in text for text in said(page))
    assert servers(change(page, "server.cards", "1 Gbps, 1 Gbps")) < 0.7 * before


def test_cores_lower_the_servers_of_a_farm_that_its_cpu_stops_and_a_second_card_does_not(ticket):
    page = opened(**CPU)
    before = servers(page)
    assert any("Bottleneck: the CPU (4 cores of relative speed 1)" in text for text in said(page))
    assert servers(change(page, "server.cards", "1 Gbps, 1 Gbps")) == before
    assert servers(change(page, "server.cores_per_socket", 2)) == pytest.approx(before / 2, rel=0.1)


def test_reserve_spares_and_targets_change_the_farm(ticket):
    page = opened(scenario="microsoft_update", demand="117 Gbps")
    before = servers(page)
    assert servers(change(page, "reserve", "0 %")) < before
    page = opened(scenario="microsoft_update", demand="117 Gbps")
    assert servers(change(page, "unit.spare_nodes", 1)) > before
    page = opened(scenario="microsoft_update", demand="117 Gbps")
    assert servers(change(page, "spare_units", 2)) == before + 10
    page = opened(scenario="microsoft_update", demand="117 Gbps")
    assert servers(change(page, "targets.utilisation", "50 %")) > 1.5 * before


@pytest.mark.parametrize("demand", ["40,000 requests/s", "2,000 sessions/s", "150,000 users", "{payload: 11 Gbps}"])
def test_a_demand_may_be_stated_in_any_way(ticket, demand):
    page = opened()
    knob(page, "demand").set_value(demand).run()
    assert not page.exception and not page.error
    assert servers(page) > 0 and knob(page, "demand").value == demand.replace("{payload: 11 Gbps}", demand)


@pytest.mark.parametrize("offered", ["340 /s", "34,000 /s"])
def test_what_is_offered_sizes_nothing_and_is_no_knob_of_the_demand(ticket, offered):
    page = opened()
    before = figures(page)
    knob(page, "workload.offered").set_value(offered).run()
    assert figures(page) == before
    assert any("it sizes nothing" in text for text in said(page))


def machines(page):
    """What the servers, power, space and staff of the farm cost a month, as the page says it."""
    told = re.findall(r"[\d,]+ for servers", " ".join(said(page)).replace("\\", ""))
    assert told
    return told


def test_the_price_of_an_added_card_is_offered_and_changes_the_bill(ticket):
    page = opened(**{"scenario": "microsoft_update", "server.cards": "[1 Gbps, 1 Gbps]"})
    before = machines(page)
    page.button(key="own costs").click().run()
    assert knob(page, "server.price").value == "18150 USD"
    assert machines(page) != before
    assert "own costs" not in [button.key for button in page.button]


def test_the_answer_may_be_that_no_farm_is_recommended(ticket):
    page = opened()
    ticket.state, ticket.result = "done", answers.NoFarm("no load meets the targets: even with hardly any load")
    page.run()
    assert not page.exception and not page.main.error
    (lead,) = [text for text in said(page) if text.startswith("## ")]
    assert lead.startswith("## No farm is recommended\\: no load meets the targets")
    assert page.session_state["headroom"].simulated is None


def test_growth_and_what_stops_it_stand_below_the_figures(ticket):
    told = " ".join(said(opened()))
    assert "The farm can carry" in told and "x the demand" in told
    assert "for bandwidth" in told and "20\N{NO-BREAK SPACE}% reserve" in told.replace("\\", "")


@pytest.mark.parametrize(("half_width", "coloured"), [(1.0, True), (6.0, False)])
def test_what_may_be_chance_has_neither_arrow_nor_colour(monkeypatch, half_width, coloured):
    drawn = {}
    monkeypatch.setattr(blocks.st, "metric", lambda *label, **how: drawn.update(how))
    percent = Estimate(-5.0, half_width, 0.95, 5, "%")
    blocks.show_card(KeyFigure("Servers", 3, change=percent))
    assert (drawn["delta_color"] != "off", drawn["delta_arrow"] != "off") == (coloured, coloured)


def test_units_that_cost_less_are_taken_with_one_click_below_their_sentence(ticket):
    """Six servers in one unit in place of ten in two; then nothing is left to take."""
    page = opened(scenario="first_farm")
    before = servers(page)
    (take,) = [button for button in page.button if button.label == plan_page.TAKE_CHEAPER]
    take.click().run()
    assert (before, servers(page)) == (10, 6)
    assert plan_page.TAKE_CHEAPER not in [button.label for button in page.button]
