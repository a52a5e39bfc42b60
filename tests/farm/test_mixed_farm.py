"""A farm of which some servers are rented and others bought: each tier is billed as it is, and what leaves a cloud is
paid wherever that is."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from models.tier_flows import Handover, handovers
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import BANDWIDTH, EGRESS
from simulator.farm.costs.cost_difference import cost_difference, traffic_cost
from simulator.farm.study import study

SHOP = "tests/farms/c_shop.yaml"
RACK, OTHER_RACK = "epyc-9354p-2x100gbe", "sr655-epyc-7742-2x100gbe"
GB = 328.5  # That a Mbps comes to in a month.
MISSES = {
    "request": {"size": "1 MB", "cpu": "0.2 ms", "calls": [{"tier": "shield", "when": "miss", "cpu": "1 ms"}]},
    "content": {"catalogue": "10 TB", "popularity": {"zipf": 0.9}, "origin": {"latency": "10 ms", "rate": "10 Gbps"}},
}


def outcome(changes):
    return study(load(SHOP, changes), Theory(), "", date.min)


def farm(changes):
    return outcome(changes).farm


def egress(found):
    return {item.name: item.amount.whole.value for item in found.cost.items if item.sort == EGRESS}


def test_what_leaves_a_cloud_is_paid_in_any_case():
    """610.7 Mbps are 200.6 TB a month and 10,030 USD, from the front to its clients or from PHP to the front."""
    rented, mixed = farm({}), farm({"server": RACK})
    mbps = mixed.sizing.leaving["php"].value
    assert mbps == pytest.approx(610.7, abs=0.1) and mbps * GB / 1e3 == pytest.approx(200.6, abs=0.1)
    assert egress(rented) == {"egress": pytest.approx(10_031, abs=2)}
    assert egress(mixed) == {"egress of php": pytest.approx(10_031, abs=2)}
    assert mixed.cost.item(BANDWIDTH).amount.whole.value == pytest.approx(mbps * 0.2)
    assert traffic_cost(mixed).value == pytest.approx(mbps * (GB * 0.05 + 0.2))


def test_moving_the_front_into_a_rack_saves_what_its_machines_save():
    """It was told to save 12,000 USD, as if all of the traffic had gone."""
    assert cost_difference(farm({}), farm({"server": "edge-xeon-d-2x25gbe"})).amount.value == pytest.approx(
        1_900, abs=20
    )


@pytest.mark.parametrize(("changes", "paid"), [
    ({}, {"egress"}),
    ({"tiers[1].server": RACK}, {"egress"}),
    ({"tiers[0].server": RACK}, {"egress", "egress of mysql"}),
    ({"server": RACK, "tiers[0].server": RACK}, {"egress of mysql"}),
    ({"server": RACK, "tiers[1].server": RACK}, {"egress of php"}),
    ({"server": RACK, "tiers[0].server": RACK, "tiers[1].server": RACK}, set()),
])  # fmt: skip
def test_each_way_out_of_the_cloud_is_paid_and_no_other(changes, paid):
    assert set(egress(farm(changes))) == paid


def test_two_tiers_in_a_cloud_that_answer_one_caller_hand_over_its_responses_once():
    calls = [{"tier": "mysql", "cpu": "1 ms"}, {"tier": "php", "cpu": "80 ms"}]
    scenario = load(SHOP, {"server": RACK, "workload.request.calls": calls})
    assert handovers(scenario) == (Handover("mysql", "", False),)


def test_only_requests_of_a_kind_that_calls_a_tier_leave_it():
    """Half of the requests call PHP, and their pages are a third as large as the pictures that do not."""
    called = {"tier": "php", "cpu": "40 ms"}
    kinds = [
        {"name": "pages", "rate": "1 /s", "size": "100 kB", "cpu": "0.2 ms", "calls": [called]},
        {"name": "pictures", "rate": "1 /s", "size": "300 kB", "cpu": "0.2 ms"},
    ]
    found = farm({"server": RACK, "workload.request": "none", "workload.classes": kinds})
    assert found.sizing.leaving["php"].value == pytest.approx(found.sizing.demand.value / 4.0, rel=0.01)


def test_of_calls_on_misses_what_is_fetched_leaves_and_is_not_paid_twice():
    shield = {"name": "shield", "server": "m7i.8xlarge", "servers": 2}
    changes = {
        "server": RACK, "server.disks.size": "1 TB", "web_server.disk_cache": "1 TB",
        "tiers": [shield], **{f"workload.{key}": value for key, value in MISSES.items()},
    }  # fmt: skip
    found = farm(changes)
    assert 0.0 < found.sizing.fetched.value < found.sizing.demand.value
    assert found.sizing.leaving["shield"].value == pytest.approx(found.sizing.fetched.value)
    billed = farm({**changes, "workload.content.origin.price": "0.01 USD/GB"})
    assert not billed.sizing.leaving and not egress(billed)
    assert billed.cost.item("origin").amount.whole.value == pytest.approx(billed.sizing.fetched.value * GB * 0.01)


def test_an_answer_that_is_stated_leaves_the_cloud_as_large_as_it_is():
    """1,200 requests/s of 60 kB each in segments of 1,460 bytes that take 1,538, whatever clients get."""
    found = farm({"server": RACK, "workload.request.calls[0].answer": "60 kB"})
    assert found.sizing.leaving["php"].value == pytest.approx(1_200 * 60e3 * 8e-6 * 1538 / 1460, rel=1e-3)
    calls = [{"tier": "php", "cpu": "80 ms", "answer": "60 kB"}, {"tier": "mysql", "cpu": "1 ms", "answer": "5 kB"}]
    both = farm({"server": RACK, "workload.request.calls": calls}).sizing.leaving
    assert {tier: mbps.value / found.sizing.leaving["php"].value for tier, mbps in both.items()} == pytest.approx(
        {"php": 1.0, "mysql": 5 / 60}
    )
    within = farm({"server": RACK, "tiers[0].server": RACK, "tiers[0].calls[0].answer": "2 kB"})
    assert within.sizing.leaving["mysql"].value == pytest.approx(30_000 * 2e3 * 8e-6 * 1538 / 1460, rel=1e-3)


def test_the_whole_bill_is_the_sum_of_its_parts():
    for changes in ({}, {"server": RACK}, {"server": RACK, "tiers[0].server": RACK}):
        found = farm(changes)
        assert sum(each.amount.value for each in found.paid_for.values()) == pytest.approx(found.in_all.amount.value)
        assert set(found.paid_for) == {"servers", EGRESS} | ({BANDWIDTH} if "server" in changes else set())
        assert found.is_metered_at_peak
        for each in found.paid_for.values():
            assert each.over.low < each.amount.value < each.over.high


def test_a_rented_tier_behind_servers_that_are_bought_needs_a_price_of_what_leaves():
    with pytest.raises(ScenarioError, match="egress"):
        load(SHOP, {"server": RACK, "datacenter.prices": "us-2026"})
    everything = {"server": RACK, "tiers[0].server": RACK, "tiers[1].server": OTHER_RACK}
    load(SHOP, {**everything, "datacenter.prices": "us-2026"})
