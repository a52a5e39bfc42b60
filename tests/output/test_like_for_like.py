"""Farms that are bought against farms that are rented: with what their traffic costs on both sides."""

from dataclasses import replace

import pytest

from models.load import load
from models.variations.price import Price
from simulator.experiment.estimate import from_replications
from simulator.experiment.paired_differences import difference
from simulator.experiment.solvers import Theory
from simulator.farm.comparison import Bill
from simulator.farm.costs.cost import BANDWIDTH, EGRESS, GB_PER_MBPS_MONTH
from simulator.farm.costs.cost_difference import (
    compared_cost,
    cost_difference,
    cost_in_all,
    pay_traffic_alike,
)
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.farm.upgrade_value import UNIT, AtCapacity, UpgradeRanking, servers_bill, upgrade_value
from simulator.messages.compare import farm_lines
from simulator.messages.cost_difference import BOTH_SIDES, amount_more, money_more
from simulator.messages.optimise import answer
from simulator.messages.sentences import comparable_bill, comparison_sentence
from simulator.messages.upgrades import answer as best
from simulator.output.blocks import plain_cell
from simulator.output.candidates import candidates_table
from simulator.output.renderers.markdown import to_markdown
from simulator.studies.compare.result import compared_data
from simulator.studies.optimise.answer import optimise
from simulator.studies.optimise.result import cheapest_data
from simulator.studies.plan.document import report_of
from simulator.studies.plan.sections.answer import key_figures
from simulator.studies.upgrades.document import options_tables
from tests.fabricated import carried, network, results, scenario, stamp
from tests.farm.test_rented import RENTED

BOUGHT = {"baseline": "none"}
SAME_BANDWIDTH = {"datacenter.prices.bandwidth": "16.425 USD/Mbps-month"}  # What all month at 0.05 USD a GB comes to.
DEARER = {**BOUGHT, "server.price": "30,000 USD"}


def farm(changes, mbps=976.0):
    return buy_farm(scenario(changes), carried(mbps))


def mbps(value):
    return from_replications([value - 1.0, value, value + 1.0], 0.95, "Mbps")


def sides(*farms):
    found = tuple(ComparedFarm(one.scenario, one) for one in farms)
    return ScenarioComparison(found, results(), ())


def against():
    """A plan that is rented, against a baseline that is bought."""
    baseline = roll_up(scenario(BOUGHT), network(), results(), stamp())
    return roll_up(scenario(RENTED), network(), results(), stamp(), baseline)


def test_a_rented_farm_is_held_against_a_bought_one_with_bandwidth_on_both_sides():
    ours, theirs = farm(RENTED), farm({**BOUGHT, **SAME_BANDWIDTH})
    found = cost_difference(ours, theirs)
    egress, bandwidth = ours.cost.item(EGRESS).amount.whole.value, theirs.cost.item(BANDWIDTH).amount.whole.value
    assert egress == pytest.approx(bandwidth) and not found.alike
    without = ours.whole.value - egress - theirs.whole.value
    assert found.amount.value == pytest.approx(without)
    assert BOTH_SIDES in money_more(ours, theirs) and "of egress here" in money_more(ours, theirs)


def test_what_traffic_costs_on_a_side_keeps_its_digits_however_large_the_other_is():
    """It was told to the place of the difference: 1,000 where 674 are paid."""
    little = {**BOUGHT, "datacenter.prices.bandwidth": "0.0563 USD/Mbps-month"}
    ours, theirs = farm(little), farm(RENTED)
    paid = ours.cost.item(BANDWIDTH).amount.whole.value
    assert paid == pytest.approx(676.0, rel=0.01) and cost_difference(ours, theirs).uncertainty > 500.0
    assert "676 of bandwidth here" in money_more(ours, theirs)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (BOUGHT, DEARER, True),
        (RENTED, {**RENTED, "datacenter.prices.egress": "0.02 USD/GB"}, True),
        (RENTED, BOUGHT, False),
        (BOUGHT, {**BOUGHT, "datacenter.prices.bandwidth": "3 USD/Mbps-month"}, False),
    ],
)
def test_farms_pay_alike_where_all_pay_egress_or_one_price_of_bandwidth(one, other, alike):
    farms = farm(one), farm(other)
    assert pay_traffic_alike(farms) is alike
    assert (compared_cost(farms[0], alike) == farms[0].whole) is (alike or one is RENTED)


def test_nothing_is_said_of_bandwidth_where_they_pay_alike():
    ours, theirs = farm(DEARER), farm(BOUGHT)
    assert cost_difference(ours, theirs).amount.value == pytest.approx(ours.whole.value - theirs.whole.value)
    assert money_more(ours, theirs).endswith(" USD a month more") and "bandwidth" not in money_more(ours, theirs)


def test_a_difference_has_no_more_digits_than_its_widest_uncertainty_deserves():
    ours, theirs = farm(RENTED), farm(BOUGHT)
    found = cost_difference(ours, theirs)
    written = money_more(ours, theirs).split(" ")[0].replace(",", "")
    digit = 10 ** (len(str(int(found.uncertainty))) - 2)
    assert found.uncertainty > 1_000.0 and int(written) % digit == 0
    assert abs(int(written) - abs(found.amount.value)) <= digit / 2


def test_a_price_that_both_pay_alike_is_one_price():
    ours, theirs = farm(BOUGHT), farm(BOUGHT)
    found = cost_difference(ours, theirs)
    assert (found.amount.value, found.over.low, found.over.high) == (0.0, 0.0, 0.0)


def test_bandwidth_has_its_range_where_it_is_counted_and_only_there():
    bought = farm(BOUGHT)
    unlike, alike = cost_difference(bought, farm(RENTED)).over, cost_difference(bought, farm(DEARER)).over
    assert "datacenter.prices.bandwidth" in unlike.resting_on
    assert "datacenter.prices.bandwidth" not in (*bought.range.resting_on, *alike.resting_on)
    assert unlike.half_width > bought.range.half_width


def test_compare_says_so_in_words_in_its_table_and_in_its_data():
    found = sides(farm(BOUGHT), farm(RENTED))
    assert BOTH_SIDES in list(farm_lines(found))[1]
    table = candidates_table(found.ranking(("a", "b")))
    assert ("cost in all", "USD/month") in [(column.name, column.unit) for column in table.columns]
    first, second = compared_data(found)["farms"]
    assert (first["pays_traffic_alike"], second["pays_traffic_alike"]) == (True, False)
    totals = [each["costs"]["total_with_bandwidth"]["whole"]["value"] for each in (first, second)]
    assert second["cost_more_with_bandwidth"] == pytest.approx(totals[1] - totals[0])
    assert second["cost_more"] == pytest.approx(second["cost_per_month"]["value"] - first["cost_per_month"]["value"])


def test_the_table_of_compare_has_whole_bills_where_all_pay_alike_too():
    ours, theirs = farm(BOUGHT), farm(DEARER)
    found = sides(ours, theirs)
    table = candidates_table(found.ranking(("a", "b")))
    (whole,) = (at for at, column in enumerate(table.columns) if column.name == "cost in all")
    for row, each in zip(table.rows, (ours, theirs), strict=True):
        assert plain_cell(row[whole]).value == each.cost.with_bandwidth.whole.value
    assert BOTH_SIDES not in " ".join(farm_lines(found))


def test_a_plan_is_held_against_its_baseline_in_the_same_way():
    found = against()
    assert comparable_bill(found) is Bill.WITH_BANDWIDTH
    assert "of the cost with bandwidth, which they do not pay alike." in comparison_sentence(found)
    changes = {change.name: change for change in found.comparison.changes}
    assert key_figures(found)[0].cards[1].change == changes["cost with bandwidth"].percent
    report = to_markdown(report_of(found))
    assert "Plan and baseline do not pay for traffic alike" in report


def test_an_alternative_is_no_cheaper_for_bandwidth_that_its_bill_leaves_out():
    bandwidth = {"datacenter.prices.bandwidth": "1,000 USD/Mbps-month"}
    bought, rented = farm({**BOUGHT, **bandwidth}), farm(RENTED)
    assert bought.sizing.supports.value == rented.sizing.supports.value
    assert bought.whole.value < rented.whole.value
    assert cost_in_all(bought).value > cost_in_all(rented).value


def test_what_an_option_makes_of_a_rented_farm_is_told_with_bandwidth_on_both_sides():
    """A server that would be bought in place of one that is rented saves no egress that it pays as bandwidth."""
    now, then = (AtCapacity(scenario(changes), carried(976.0)) for changes in (RENTED, {**BOUGHT, **SAME_BANDWIDTH}))
    same = difference("server_mbps", mbps(976.0), mbps(976.0))
    found = upgrade_value(now, then, same, same, Price(0.0, 0.0, 0.0))
    egress = now.farm.cost.item(EGRESS).amount.whole.value
    assert not found.pays_alike
    assert found.farm_costs_more.value == pytest.approx(then.farm.whole.value - (now.farm.whole.value - egress))
    # What a server costs more has neither of both in it.
    assert found.cost.value == pytest.approx(servers_bill(then, 1, 1).value - servers_bill(now, 1, 1).value)
    assert egress > 100 * abs(found.cost.value) > 0.0
    columns = [column.name for column in next(options_tables(UpgradeRanking(now, (found,), (), ()))).columns]
    assert "the farm then, in all" in columns


def test_one_more_rented_node_costs_no_egress_of_traffic_that_nobody_asked_for():
    nodes = {**RENTED, "unit.nodes": "6"}
    now, then = (AtCapacity(scenario(changes), carried(976.0)) for changes in (RENTED, nodes))
    gain = difference("unit_mbps", mbps(4_880.0), mbps(5_856.0))
    found = upgrade_value(now, then, gain, gain, Price(0.0, 0.0, 0.0))
    one = servers_bill(now, 1, 1).value
    assert found.per == UNIT and found.cost.value == pytest.approx(one) and one < 0.05 * 976 * GB_PER_MBPS_MONTH


@pytest.mark.parametrize("rented", [True, False], ids=["some rented", "all bought"])
def test_the_cheapest_farm_is_sought_by_all_that_it_costs(rented):
    """With bandwidth, egress and origin, whether all pay alike for traffic or not: a bill that the reader gets."""
    others = {"server": "m6in.16xlarge", "datacenter.prices": "cloud-us-2026", "operating_system": "linux-6"}
    found = optimise(load("scenarios/first_farm.yaml", {**(others if rented else {}), "baseline": "none"}), Theory())
    assert not found.winner.farm.scenario.server.is_rented and found.winner.farm.cost.bandwidth.is_paid
    for each in (found.winner, found.runner_up, found.present):
        assert each.whole.value == pytest.approx(each.farm.cost.with_bandwidth.whole.value)
        assert each.bound <= each.whole.value
        assert each.exact.value <= each.whole.value
    assert "USD/month in all, " in answer(found) and " of it for servers. It can carry" in answer(found)
    assert found.ranking[0].total == found.winner.whole and found.ranking[0].is_cheapest
    assert cheapest_data(found)["winner"]["cost_in_all_per_month"]["value"] == found.winner.whole.value


def test_the_best_option_is_told_with_bandwidth_where_it_pays_that_in_place_of_egress():
    now, then = AtCapacity(scenario(RENTED), carried(602.0)), AtCapacity(scenario(BOUGHT), carried(976.0))
    gain = difference("server_mbps", mbps(602.0), mbps(976.0))
    found = replace(upgrade_value(now, then, gain, gain, Price(0.0, 0.0, 0.0)), binding=roll_up(
        scenario(BOUGHT), network(), results(), stamp()).binding.limit)  # fmt: skip
    told = best(UpgradeRanking(now, (found,), (), ()))
    assert " USD a month in all, " in told
    assert told.endswith(f"{amount_more(cost_difference(then.farm, now.farm))} USD a month more than now.")
