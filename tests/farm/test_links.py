"""Links of a site: commitments, 95th percentiles, volumes by steps and ports, counted by hand, to the cent; and what
one that is down does to the others."""

import io

import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from models.parts.daily.day import Daily
from models.variations.uncertain import uncertain_values, with_drawn
from simulator.farm.costs.cost import BANDWIDTH
from simulator.farm.costs.cost_difference import pay_traffic_alike
from simulator.farm.costs.link_traffic import link_verdicts
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.sizing import count_units
from simulator.messages.decision import headline
from simulator.output.data import figures
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from simulator.studies.plan.sections import links
from simulator.uncertainty.worlds import WorldAnswer, _payments
from tests.fabricated import carried, network, results, scenario, stamp
from tests.farm.test_rented import RENTED
from tests.output.reckoned import reckoned

A = {"name": "A", "capacity": "10 Gbps", "ports": 2, "share": "60 %", "price": "2 USD/Mbps-month", "commit": "5 Gbps",
     "burst_price": "3 USD/Mbps-month"}  # fmt: skip
B = {"name": "B", "capacity": "10 Gbps", "share": "10 %", "price": "2.5 USD/Mbps-month", "commit": "2 Gbps"}
C = {"name": "C", "kind": "peering", "capacity": "10 Gbps", "share": "30 %", "port_price": "800 USD/month",
     "gb_price": "0.01 USD/GB", "gb_steps": [{"above": "1 PB", "price": "0.005 USD/GB"}]}  # fmt: skip
LINKS = {"datacenter.links": [A, B, C]}
# 12,000 Mbps: 7,200 over A, of which 5,000 are committed; 1,200 over B, where 2,000 are; 1,182,600 GB a month over C.
PAID = {"A": 5_000 * 2.0 + 2_200 * 3.0, "B": 2_000 * 2.5, "C": 800.0 + 10_000.0 + 182_600 * 0.005}
# An hour of twice the load of all others.
HOURS = [1] * 20 + [2] + [1] * 3


def farm(overrides):
    return buy_farm(scenario(overrides), carried(976.0))


def outcome(overrides):
    return roll_up(scenario(overrides), network(), results(), stamp())


def by_name(overrides):
    return {each.link.name: each for each in farm(overrides).cost.links}


def test_each_link_is_paid_by_its_own_prices_and_all_are_the_bandwidth_of_the_bill():
    found = farm(LINKS)
    assert {each.link.name: each.cost for each in found.cost.links} == pytest.approx(PAID, abs=0.005)
    assert found.cost.bandwidth.amount.whole.value == pytest.approx(33_313.0, abs=0.005)
    assert found.cost.parts[BANDWIDTH].whole.value == pytest.approx(33_313.0, abs=0.005)
    assert found.cost.total.whole == farm({}).cost.total.whole


def test_the_95th_percentile_of_five_minute_means_is_counted_by_hand():
    """Of 288 means a day the 14 highest are discarded. Rising from 1 to 2 in an hour and falling in the next, they are
    1 + 23/24, 1 + 21/24 and so on, each twice: the 15th is 1 + 9/24, of the peak 0.6875. A peak on one day in seven
    alone lies in the 100 that are discarded of a week's 2,016."""
    day = Daily.model_validate({"hours": [{"times": each} for each in HOURS]})
    assert day.percentile(0.95) == pytest.approx(0.6875, rel=1e-12)
    week = {"hours": [{"times": 1}] * 24, "weekdays": [{"times": each} for each in (1, 1, 1, 1, 1, 1, 10)]}
    assert Daily.model_validate(week).percentile(0.95) == pytest.approx(1.0, rel=1e-12)
    short = {
        "hours": week["hours"][:23] + [{"times": 5}],
        "weekdays": [{"times": 9}] + [{"times": 1}] * 6,
    }
    assert Daily.model_validate(short).percentile(0.95) == pytest.approx(9 / 45, rel=1e-12)


def test_a_short_peak_is_not_paid_by_the_percentile_and_volumes_are_those_of_the_mean():
    found = by_name({**LINKS, "workload.day.hours": HOURS})
    assert found["A"].percentile == pytest.approx(7_200 * 0.6875)
    assert found["A"].cost == pytest.approx(5_000 * 2.0, abs=0.005)  # 4,950 are below the commitment.
    gigabytes = 1_182_600 * 25 / 48
    assert found["C"].gigabytes == pytest.approx(gigabytes)
    assert found["C"].cost == pytest.approx(800.0 + gigabytes * 0.01, abs=0.005)


def test_what_a_link_had_goes_over_the_transit_that_is_left_by_its_capacity():
    """Without C its 30 % go over A and B as 2 to 1; without A all but the 30 % of C go over B."""
    found = by_name(LINKS)
    assert {name: each.used for name, each in found.items()} == pytest.approx({"A": 36.0, "B": 12.0, "C": 36.0})
    assert {name: each.used_then for name, each in found.items()} == pytest.approx({"A": 48.0, "B": 84.0, "C": 36.0})
    assert (found["A"].down, found["B"].down, found["C"].down) == (("C",), ("A",), ())


def test_a_link_that_is_fullest_with_all_up_is_not_told_of_another_that_is_down():
    """11.4 Gbps over C of 10, which carries no more without A: what is short is C, whatever is down."""
    shares = [{**link, "share": share} for link, share in ((A, "4 %"), (B, "1 %"), (C, "95 %"))]
    over = {"datacenter.links": shares, "datacenter.spare_links": "1"}
    (verdict,) = link_verdicts(scenario(over), 12_000.0)
    assert (verdict.met, verdict.state) == (False, "")
    assert verdict.measured.value == pytest.approx(114.0)


def test_spare_links_are_a_target_of_the_plan():
    spare = {**LINKS, "datacenter.spare_links": "1"}
    (verdict,) = link_verdicts(scenario(spare), 12_000.0)
    assert verdict.measured.value == pytest.approx(84.0)
    assert (verdict.met, verdict.state) == (True, "A down")
    (all_up,) = link_verdicts(scenario(LINKS), 12_000.0)
    assert all_up.measured.value == pytest.approx(36.0) and all_up.state == ""
    (strict,) = link_verdicts(scenario({**spare, "targets.links": "80 %"}), 12_000.0)
    assert strict.met is False
    assert outcome(spare).recommended
    short = outcome({**spare, "targets.links": "80 %"})
    assert not short.recommended
    assert "with A down: most used link of the site 84 %, at most 80 %." in headline(short)


def test_a_link_too_small_for_what_another_leaves_says_how_many_ports_it_takes():
    small = {"datacenter.links": [A, {**B, "capacity": "5 Gbps"}, C]}
    said = " ".join(block.text for block in links.section(outcome(small))[1:])
    assert "With A down, B would have 8.4 Gbps to carry, 168 % of its capacity: plan 2 ports of 5 Gbps" in said
    assert "`spare_links: 1`" in said
    full = {
        "datacenter.links": [{**A, "ports": 1, "capacity": "7 Gbps", "commit": "0 Mbps", "burst_price": "none"}, B, C]
    }
    said = " ".join(block.text for block in links.section(outcome(full))[1:])
    assert "All links up, A has 7.2 Gbps to carry, 103 % of its capacity: plan 2 ports of 7 Gbps" in said


def test_a_site_of_one_transit_says_what_reaches_nobody_without_it():
    one = {"datacenter.links": [{**A, "share": "70 %"}, C]}
    said = " ".join(block.text for block in links.section(outcome(one))[1:])
    assert "With A down, 70 % of the traffic reaches nobody" in said
    said = " ".join(block.text for block in links.section(outcome(LINKS))[1:])
    assert said == "Any one of the links may be down: the others carry the peak."


def test_data_and_workbook_hold_the_same_bill():
    found = outcome(LINKS)
    assert [each["cost"]["value"] for each in links.data(found)["links"]] == pytest.approx(list(PAID.values()))
    assert figures(found)["costs"]["bandwidth"]["whole"]["value"] == pytest.approx(33_313.0)
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(found)))))
    assert counted["plan_cost_of_bandwidth_whole"] == pytest.approx(33_313.0)
    assert "plan_bandwidth" not in counted


def test_a_price_of_a_link_with_a_range_moves_the_bill_and_is_drawn(tmp_path):
    file, path = tmp_path / "ranged.yaml", "datacenter.links[0].price"
    ranged = "{value: 2 USD/Mbps-month, assumed: 1 USD/Mbps-month to 3 USD/Mbps-month, why: offers}"
    stated = f"[{{name: A, capacity: 20 Gbps, commit: 5 Gbps, price: {ranged}}}]"
    file.write_text(f"extends: first_farm.yaml\ndatacenter: {{links: {stated}}}\n")
    found = buy_farm(load(file, {"demand": "12 Gbps"}), carried(976.0))
    assert found.in_all.amount.value - found.whole.value == pytest.approx(24_000.0)
    assert path in found.in_all.over.resting_on and path not in found.range.resting_on
    assert path in [each.path for each in uncertain_values(found.scenario)]
    world = with_drawn(found.scenario, {path: 1.5})
    answer = WorldAnswer(world, found.carried, count_units(world, found.carried))
    assert _payments(answer, 3)[BANDWIDTH] == pytest.approx(18_000.0)


def test_rented_servers_pay_egress_whatever_links_there_are():
    cloud = {**RENTED, **LINKS}
    assert farm(cloud).cost.links == () and farm(cloud).cost.egress == farm(RENTED).cost.egress
    assert link_verdicts(scenario(cloud), 12_000.0) == ()


def test_farms_pay_alike_by_the_same_links_only():
    ours, price = farm(LINKS), farm({})
    assert pay_traffic_alike((ours, farm({**LINKS, "unit.nodes": "4"})))
    assert not pay_traffic_alike((ours, price))


@pytest.mark.parametrize(("changed", "told"), [
    ([{**A, "share": "50 %"}, B, C], "the shares of the links sum to 90 %; make them sum to 100 %"),
    ([A, {**B, "name": "A"}, C], 'two links are called "A"'),
    ([{**A, "commit": "25 Gbps"}, B, C], r"commit.*more than its ports carry, 2\.5 GB/s \(20 Gbps\)"),
    ([A, {"name": "B", "capacity": "1 Gbps", "share": "10 %", "commit": "1 Gbps"}, C], "without the price of a Mbps"),
    ([A, {**B, "commit": "0 Mbps", "burst_price": "3 USD/Mbps-month"}, C], "nothing is committed"),
    ([A, B, {**C, "gb_price": "0 USD/GB"}], r"gb_steps.*steps without the price of what is below the first"),
    ([A, B, {**C, "gb_steps": [*C["gb_steps"], {"above": "1 TB", "price": "1 USD/GB"}]}], "from the smallest"),
    ([A, B, {**C, "port_price": "800 EUR/month"}], "the prices are in USD, and this one is in EUR"),
    ([A, B, {**C, "gb_steps": [{"above": "1 PB", "price": "0.005 EUR/GB"}]}], "this one is in EUR"),
    ([A, B, {**C, "kind": "peer"}], "kind"),
    ([{**A, "name": f"link {at}", "share": "2.5 %"} for at in range(40)], "40 links are more .* at most 32"),
])  # fmt: skip
def test_links_that_cannot_be_are_told(changed, told):
    with pytest.raises(ScenarioError, match=told):
        scenario({"datacenter.links": changed})


@pytest.mark.parametrize(("changes", "told"), [
    ({"datacenter.spare_links": "1"}, "no links are stated that could be down; write 0"),
    ({"datacenter.spare_links": "2", **LINKS}, "the site has 2 links of kind transit; write at most 1"),
    ({"datacenter.spare_links": "1", "datacenter.links": [{**A, "share": "70 %"}, C]}, "1 link of kind transit; write"),
    ({"targets.links": "120 %", **LINKS}, "allowed is 1 % to 100 %"),
])  # fmt: skip
def test_spare_links_that_cannot_be_are_told(changes, told):
    with pytest.raises(ScenarioError, match=told):
        scenario(changes)
