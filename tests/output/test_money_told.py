"""What is said of a bill: its own interval where that is the wider, and how what is paid by the GB is counted."""

from dataclasses import replace

import pytest

from simulator.experiment.capacity_by_solver import server_network
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost import BANDWIDTH, EGRESS, ELECTRICITY, ORIGIN, SERVERS
from simulator.farm.costs.price_range import PriceRange
from simulator.farm.farm import MonthlyPayment, buy_farm
from simulator.farm.outcome import roll_up
from simulator.messages.decision import ALL_MONTH, cost_sentence, purchase_sentence
from simulator.messages.numbers import range_texts
from simulator.output.cells import table_cells
from simulator.output.renderers.markdown import to_markdown
from simulator.studies.plan.document import report_of
from simulator.studies.plan.money.bill import bill_table, money_table, range_ends
from simulator.studies.plan.sections.answer import key_figures
from tests.fabricated import carried, results, scenario, stamp
from tests.farm.test_fetched import CLOUD, HALF, priced
from tests.farm.test_fetched import carried as fetching
from tests.farm.test_rented import RENTED


def farm(changes):
    plan = scenario({**HALF, **changes})
    return buy_farm(plan, fetching(plan))


def vague(found, half_width=4_584.0):
    """The farm with a bill that is known to so much."""
    total = found.cost.total
    whole = Estimate(11_580.0, half_width, 0.95, 0, total.whole.unit)
    bill = replace(found.cost, total=replace(total, whole=whole))
    known = replace(found, cost=bill, prediction=Unavailable("no theory"))
    over = PriceRange(11_300.0, 13_060.0, ("server.price",))
    paid = MonthlyPayment(whole, over)
    # As they are kept once they are known.
    known.__dict__.update({"range": over, "in_all": paid, "paid_for": {**found.paid_for, SERVERS: paid}})
    return known


def test_a_bill_has_the_digits_of_its_own_interval_where_that_is_wider_than_its_prices():
    assert range_texts(11_300.0, 11_580.0, 13_060.0, 4_584.0) == ("11,300", "11,600 ± 4,600", "13,100")
    assert cost_sentence(vague(farm({}))).startswith("11,600 ± 4,600 USD/month in all (11,300-13,100, prices of 2006)")


def test_a_narrower_interval_leaves_the_digits_to_the_prices():
    assert range_texts(11_300.0, 11_580.0, 13_060.0, 300.0) == range_texts(11_300.0, 11_580.0, 13_060.0)
    assert cost_sentence(vague(farm({}), 300.0)).startswith("11,580 USD/month in all (11,300-13,060, prices of 2006)")


def test_the_table_has_the_same_digits():
    found = vague(farm({}))
    _, in_all, of_servers, *_ = money_table(found).rows
    assert in_all[3:] == of_servers[3:] == ("11,300", "13,100")
    assert range_ends(found.range, found.whole) == ("11,300", "13,100")


def test_nothing_that_is_paid_reads_0_beside_what_is_far_larger():
    """Each item was told to the place that the range of the whole bill leaves."""
    plan = scenario({**HALF, **priced("0.4 USD/GB"), "datacenter.prices.electricity": "0.02 USD/kWh"})
    found = roll_up(plan, server_network(plan), results(), stamp())
    vast = replace(found, farm=buy_farm(plan, fetching(plan)))
    vast.farm.__dict__["range"] = PriceRange(640_000.0, 700_000.0, ("datacenter.prices.hosting",))
    rows = {row[0].value: row[2] for row in table_cells(bill_table("plan", vast))[0]}
    items = {item.name: item.amount.whole.value for item in vast.bought.cost.items}
    assert 0.0 < items[ELECTRICITY] < 500.0 < 30_000.0 < vast.farm.range.half_width + 1.0
    assert rows[ELECTRICITY].value == f"{round(items[ELECTRICITY], -1):.0f}" and not rows[ELECTRICITY].half_width
    assert not [name for name, shown in rows.items() if not shown.value.strip("0.,")]
    # What is shown adds up to the total that is shown, to the place of its last digit.
    told = sum(float(rows[name].value.replace(",", "")) for name in items)
    assert told == pytest.approx(float(rows["total without bandwidth"].value.replace(",", "")), abs=1_000.0)


def test_bandwidth_beside_a_bill_keeps_two_digits():
    found = farm({"datacenter.prices.bandwidth": "0.01 USD/Mbps-month"})
    paid = MonthlyPayment(found.cost.bandwidth.amount.whole, PriceRange(1_000.0, 61_000.0, ("server.price",)))
    found.__dict__["paid_for"] = {**found.paid_for, BANDWIDTH: paid}
    apart = next(row for row in table_cells(money_table(found))[0] if row[1].value.startswith("bandwidth"))
    assert found.cost.item(BANDWIDTH).amount.whole.value == pytest.approx(105.3, rel=0.01) and apart[2].value == "110"


def test_the_card_and_the_report_have_its_interval():
    plan = scenario(HALF)
    found = roll_up(plan, server_network(plan), results(), stamp())
    known = replace(found, farm=vague(found.farm))
    assert "- Cost a month: **7,000-16,200 USD** (11,300-13,100 over its prices" in to_markdown(report_of(known))


def test_what_an_origin_bills_stands_behind_a_comma():
    for changes, parts in (({}, {SERVERS, BANDWIDTH, ORIGIN}), (CLOUD, {SERVERS, EGRESS, ORIGIN})):
        found = farm(changes)
        assert set(found.paid_for) == parts
        assert purchase_sentence(found).count(" for what is fetched from the origin") == 1
        assert sum(each.amount.value for each in found.paid_for.values()) == pytest.approx(found.in_all.amount.value)


@pytest.mark.parametrize("changes", [{}, CLOUD, {**CLOUD, **priced("0 USD/GB")}])
def test_gb_of_a_rate_are_told_to_be_billed_as_if_it_were_there_all_month(changes):
    found = farm(changes)
    assert purchase_sentence(found).endswith(f"; {ALL_MONTH}.")
    assert money_table(found).rows[1][1].endswith(f"; {ALL_MONTH}")


@pytest.mark.parametrize("changes", [priced("0 USD/GB"), {"demand": {"volume_a_day": "108 TB", "peak_to_mean": "3"}}])
def test_it_is_not_told_where_no_gb_are_paid_or_a_mean_is_stated(changes):
    assert ALL_MONTH not in purchase_sentence(farm(changes))


def test_the_card_of_a_rented_farm_has_no_bandwidth_apart():
    plan = scenario(RENTED)
    found = roll_up(plan, server_network(plan), results(), stamp())
    assert buy_farm(plan, carried(976.0)).scenario.server.is_rented
    assert BANDWIDTH not in found.farm.paid_for and EGRESS in found.farm.paid_for
    told = key_figures(found)[0].cards[1].note
    assert told.endswith(" for what leaves the cloud") and "bandwidth" not in told
