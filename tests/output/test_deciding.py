"""The pages that decide: alternatives that differ, what stops the farm and when, what is assumed, a place to sign."""

import io
import re
from dataclasses import replace
from datetime import date

import pypdf
import pytest

from models.load import load
from models.variations.assumptions import assumed_ranges
from simulator.experiment.estimate import Estimate
from simulator.experiment.solvers import Theory
from simulator.farm.cheapest_farm import INSTEAD
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.farm.operating_point import ALL_UP
from simulator.farm.study import study
from simulator.messages.decision import sizing_sentence
from simulator.messages.numbers import rounded
from simulator.messages.plan.alternatives import NOT_BY_LOAD, NOTHING_ELSE
from simulator.messages.plan.risks import growth_headroom, risks
from simulator.output.blocks import Heading, KeyFigures, Linked, Table, Text, plain_cell
from simulator.output.data import figures
from simulator.output.renderers.pdf import to_pdf
from simulator.studies.optimise.answer import optimise
from simulator.studies.plan.decision import INFLUENCES, with_decision
from simulator.studies.plan.document import report_of
from simulator.studies.plan.sections.decision import decision_data
from simulator.studies.sensitivity.likely_influences import likely_influences
from simulator.studies.sensitivity.one_at_a_time import one_at_a_time
from tests.fabricated import ROOT, outcome
from tests.sizing.test_by_path import UNIT as GROUPS

FARM = ROOT / "scenarios" / "microsoft_update.yaml"
SPARES = {"demand": "20,000 requests/s", "unit.nodes": "4", "unit.spare_nodes": "1", "spare_units": "1"}


def studied(overrides=None, path=FARM, alone=False):
    """A farm as theory plans it; `alone` without its baseline."""
    scenario = load(path, overrides)
    scenario = scenario.model_copy(update={"baseline": None}) if alone else scenario
    return study(scenario, Theory(), "", date(2026, 1, 31))


def planned(overrides=None, path=FARM, alone=False):
    """The same with what it is decided by."""
    return with_decision(studied(overrides, path, alone))


@pytest.fixture(scope="module")
def plan():
    return planned()


@pytest.fixture(scope="module")
def spared():
    return planned(SPARES, alone=True)


@pytest.fixture(scope="module")
def cheapest_already(spared):
    """A farm in place of which nothing cheaper is found, planned."""
    scenario = spared.deciding.alternatives[0].farm.scenario
    scenario = optimise(scenario, Theory()).winner.farm.scenario
    return with_decision(study(scenario, Theory(), "", date(2026, 1, 31)))


def test_the_influences_are_those_of_all_values_solved_at_both_ends(plan):
    """Only those that the laws say move it most are solved: none that moves it more may be left out."""
    scenario = plan.scenario.without_baseline()
    ranges, _ = assumed_ranges(scenario)
    every = [each for each in one_at_a_time(scenario, Theory()) if each.ends]
    likely = [each.path for each in likely_influences(scenario, ranges, 2 * INFLUENCES)]
    assert len(likely) < len(ranges)

    def moved(each):
        read = (lambda end: end.whole_cost.value, lambda end: end.capacity.value)
        return max(max(map(one, each.ends)) / min(map(one, each.ends)) for one in read)

    first = sorted(every, key=moved, reverse=True)[:INFLUENCES]
    assert {each.parameter.path for each in first} <= set(likely)
    assert {each.parameter.path for each in plan.deciding.influences} <= set(likely)


def section(found, name):
    """The blocks of a report under a heading."""
    blocks = report_of(found).blocks
    start = next(at for at, one in enumerate(blocks) if isinstance(one, Heading) and one.text == name)
    ends = (at for at, one in enumerate(blocks) if at > start and isinstance(one, Heading) and one.level == 2)
    return blocks[start : next(ends, len(blocks))]


def table(blocks, title):
    return next(one for one in blocks if isinstance(one, Table) and one.title.startswith(title))


def test_the_alternatives_are_the_cheapest_farms_that_optimise_finds_in_place_of_the_plan(spared):
    cheapest = optimise(spared.scenario, Theory())
    told = {cost_in_all(each.farm).value: each.farm.scenario for each in spared.deciding.alternatives}
    assert list(told) == sorted(told)
    assert list(told) == [offer.whole.value for offer in cheapest.instead]
    assert list(told.values()) == [offer.farm.scenario for offer in cheapest.instead]
    assert len(told) == INSTEAD and cheapest.winner.whole.value in told
    assert spared.scenario not in told.values()


def test_where_the_present_farm_is_the_cheapest_two_others_are_told_with_what_they_cost_more(cheapest_already):
    offers = optimise(cheapest_already.scenario, Theory())
    assert offers.present == offers.winner and offers.winner not in offers.instead
    dearer = cheapest_already.deciding.alternatives
    assert len(dearer) == INSTEAD
    assert all(cost_in_all(each.farm).value >= offers.winner.whole.value for each in dearer)
    assert all(each.beside.dearer > 0.5 for each in dearer)


def test_an_alternative_carries_the_same_demand_and_reserve_by_the_one_sizing_path(plan):
    for each in plan.deciding.alternatives:
        farm = each.farm
        assert (farm.scenario.demand, farm.scenario.reserve) == (plan.scenario.demand, plan.scenario.reserve)
        assert farm.sizing.units == buy_farm(farm.scenario, farm.carried).sizing.units
        assert farm.sizing.supports.value >= 1.0


def test_where_the_catalogue_has_nothing_else_the_report_says_so(tmp_path):
    (tmp_path / "groups.yaml").write_text(GROUPS)
    found = planned(path=tmp_path / "groups.yaml")
    assert found.deciding.alternatives == ()
    assert found.deciding.no_alternative == NOTHING_ELSE
    assert found.deciding.influences
    assert Text(NOTHING_ELSE) in section(found, "The decision")


def test_the_alternatives_and_their_headroom_stand_beside_the_plan(plan):
    rows = table(section(plan, "The decision"), "The plan and its alternatives").rows
    assert [row[0] for row in rows] == ["the plan", *(each.name for each in plan.deciding.alternatives)]
    farms = (plan.farm, *(each.farm for each in plan.deciding.alternatives))
    assert [plain_cell(row[7]) for row in rows] == [farm.supports for farm in farms]
    assert [plain_cell(row[3]).value for row in rows] == [farm.in_all.amount.value for farm in farms]
    # Those beside it are predicted in its worlds: how likely each is enough, and costs more.
    assert all("%" in row[5] and "%" in row[6] for row in rows[1:])
    assert all(0.0 <= each.beside.dearer <= 1.0 for each in plan.deciding.alternatives)


def test_at_most_five_assumed_values_are_told_those_that_move_the_plan_most_first(plan):
    found = plan.deciding.influences
    assert 1 < len(found) <= INFLUENCES
    rows = table(section(plan, "The decision"), "Assumed values").rows
    assert [row[0] for row in rows] == [each.parameter.path for each in found]
    price = next(each for each in found if each.parameter.path == "datacenter.prices.administration")
    ends = (price.parameter.low_text, price.parameter.high_text)
    at_ends = [studied({price.parameter.path: end}, alone=True).farm.whole.value for end in ends]
    assert [end.whole_cost.value for end in price.ends] == pytest.approx(at_ends, rel=1e-9)


def test_a_farm_of_a_stated_load_is_judged_by_its_prices_only():
    found = planned(path=ROOT / "scenarios" / "published" / "microsoft_update_farm.yaml")
    assert found.deciding.not_judged == NOT_BY_LOAD
    assert found.deciding.influences
    assert all(end.capacity == found.carried.mbps for each in found.deciding.influences for end in each.ends)


@pytest.mark.parametrize(("offered", "told"), [("1 /s", " times as much; it sizes"), ("34000 /s", " % more than a")])
def test_a_load_that_is_stated_and_far_below_is_told_by_the_factor(offered, told):
    said = sizing_sentence(studied({"workload.offered": offered}))
    assert told in said and "100 % less" not in said


def test_what_stops_the_farm_is_told_with_when_and_what_comes_next(plan):
    told = growth_headroom(plan)
    assert plan.carried.stop.name in told and plan.binding.next.name in told
    years = plan.sizing.years_until_full(0.1)
    assert 1.1**years == pytest.approx(plan.sizing.supports.value, rel=1e-9)
    assert f"after {years:.1f} years at 10 %" in told


def test_a_farm_without_spares_is_a_risk_and_one_with_spares_is_none(plan, spared):
    assert any(said.startswith("No server is a spare") for said in risks(plan))
    assert not any(said.startswith("No server is a spare") for said in risks(spared))


def test_the_farm_as_bought_is_told_with_all_nodes_up_and_with_the_spares_down(spared):
    blocks = section(spared, "How near its limits")
    limits, work = table(blocks, "Limits of one server at peak").in_full(), table(blocks, "One server at peak")
    assert [column.name for column in work.columns] == ["", ALL_UP, "one node and one unit down"]
    for at, state in enumerate(spared.operating_points):
        assert [row[1 + at] for row in limits.rows] == [
            next(limit.utilisation for limit in state.limits if limit.name == row[0]) for row in limits.rows
        ]
    rows = {row[0]: row[1:] for row in work.rows}
    assert rows["servers at work"] == (16.0, 9.0)  # Four units of four, of which three units of three are left.
    up, gone = (each.value for each in rows["power of the farm"])
    assert up == spared.sizing.whole_power.average.value
    # The same work on seven servers less: those no longer idle.
    assert up - gone == pytest.approx(7 * spared.scenario.server.idle_power / 1e3, rel=1e-9)
    assert rows["the farm can carry"][1] == spared.sizing.supports
    assert rows["capacity that is left"][1] == spared.sizing.residual_mbps


def test_no_farm_as_bought_is_told_where_there_is_none():
    headings = {one.text for one in report_of(outcome({"demand": "none"})).blocks if isinstance(one, Heading)}
    assert "Costs" not in headings and "The decision" not in headings


def test_limits_are_those_at_the_largest_load_and_as_bought_apart(plan):
    there = table(section(plan, "Bottleneck"), "Limits of one server at its largest load, plan").every
    assert [row[2] for row in there] == [limit.utilisation for limit in plan.carried.limits]
    bought = table(section(plan, "How near its limits"), "Limits of one server at peak").rows
    assert dict((row[0], row[1]) for row in bought) != dict((row[0], row[2]) for row in there)
    cards = next(one.cards for one in section(plan, "The answer") if isinstance(one, KeyFigures))
    (bottleneck,) = (card.figure for card in cards if card.label == "Bottleneck")
    assert bottleneck.casefold() == plan.carried.stop.name.casefold()


@pytest.mark.parametrize("name", ["plan", "spared"])
def test_the_arithmetic_of_the_farm_adds_up_to_what_is_printed(name, request):
    """Each step is done again from the figures that the table itself prints."""
    one = request.getfixturevalue(name)
    rows = table(section(one, "From one server to the farm"), "Arithmetic, plan").rows
    steps = {step: (how, plain_cell(result)) for step, how, result in rows}
    amount, reserve = steps["demand"][1].value, one.sizing.reserve
    unit = one.sizing.unit_carries.value
    exact = amount * (1.0 + reserve) / unit
    assert steps["units, exactly"][1].value == pytest.approx(exact, rel=1e-12)
    assert steps["units to buy"][1].value == -(-exact // 1) + one.sizing.spare_units
    nodes = one.capacity.nodes
    assert steps["servers"][1].value == steps["units to buy"][1].value * nodes
    working = (steps["units to buy"][1].value - one.sizing.spare_units) * (nodes - one.capacity.spare_nodes)
    assert steps["growth that it supports"][0].startswith(f"{working:g} servers / ")
    assert steps["growth that it supports"][1].value == pytest.approx(working / steps["servers needed"][1].value)
    carried, demand = steps["what they carry, spares down"][1].value, one.sizing.demand.value
    assert steps["capacity that is left"][1].value == pytest.approx(carried - demand)


def test_capital_is_what_the_servers_and_their_licences_cost_with_the_range_of_their_prices(plan):
    server, system = plan.scenario.server, plan.scenario.operating_system
    assert plan.farm.capital.total.whole.value == 15 * (server.price + system.licence)
    over = plan.farm.capital_range
    assert (over.low, over.high) == (15 * (14_000 + system.licence), 15 * (22_000 + system.licence))


def test_money_has_no_more_digits_than_the_ranges_of_its_prices_leave(plan):
    rows = table(section(plan, "Costs"), "What it costs, in US dollars of 2006").rows
    assert all(isinstance(row[2], Linked) and row[2].uncertainty > 0.0 for row in rows)
    over = plan.farm.in_all.over
    assert rows[1][3:] == (rounded(over.low, over.half_width), rounded(over.high, over.half_width))
    over = plan.farm.range
    assert rows[2][3:] == (rounded(over.low, over.half_width), rounded(over.high, over.half_width))
    for block in report_of(plan).blocks:
        for row in block.rows if isinstance(block, Table) else ():
            dollars = [c for c in row if isinstance(c, Estimate) and c.unit in ("USD", "USD/month")]
            assert dollars == [], (block.title, row[0])


@pytest.fixture(scope="module")
def printed(plan, spared):
    """The reports of both plans, each with the text of its pages."""
    reports = [report_of(one) for one in (plan, spared)]
    return [(one, [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(to_pdf(one))).pages]) for one in reports]


def test_two_pages_decide_and_the_details_begin_after_them(printed):
    for report, texts in printed:
        assert report.deciding == 2
        pages = [re.sub(r"\s+", " ", text) for text in texts]
        assert "The answer" in pages[0] and "The decision" not in pages[0]
        assert all(word in pages[1] for word in ("The decision", "approved by", "Further in this report"))
        assert "approved by" not in pages[2]


def test_no_heading_is_left_at_the_foot_of_a_page(printed):
    """Below every heading stands more than the foot of the page."""
    for report, texts in printed:
        headings = {block.text for block in report.blocks if isinstance(block, Heading) and block.level > 1}
        titles = {block.title for block in report.blocks if isinstance(block, Table)}
        for text in texts:
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            assert lines[-2] not in headings | titles
            assert lines[-3] not in headings | titles


def test_the_data_of_a_plan_have_what_its_pages_decide_by(plan):
    data = decision_data(plan.deciding)
    assert [each["name"] for each in data["alternatives"]] == [each.name for each in plan.deciding.alternatives]
    assert [each["parameter"] for each in data["assumed_values"]] == [
        each.parameter.path for each in plan.deciding.influences
    ]
    assert figures(plan)["capital"]["total"]["whole"]["value"] == plan.farm.capital.total.whole.value


def test_a_plan_that_nobody_asked_to_decide_has_one_page_of_answer(plan):
    assert report_of(replace(plan, deciding=None)).deciding == 1
