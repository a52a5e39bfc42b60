"""A shop in two zones of a cloud: what crosses between them, and what is left without one, by hand and to the cent."""

import io
from datetime import date

import pytest
from openpyxl import load_workbook

from models.load import load
from models.zone_flows import crossing_bytes
from models.zone_placement import tier_zones, without_spare_zones
from simulator.experiment.single_server import without_spares
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import total
from simulator.farm.costs.zone_traffic import ZONES
from simulator.farm.study import study
from simulator.growth.generations import farm_generation
from simulator.output.data import figures
from simulator.output.renderers.markdown import to_markdown
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import plan_blocks, report_of
from simulator.uncertainty.resolution import resolve
from tests.printed import printed

SHOP = """
format: 1
scenario: Shop in two zones
demand: 500 requests/s
reserve: 0 %
workload:
  request:
    size: 20 kB
    cpu: 5 ms
    calls: [{tier: application, cpu: 10 ms, sends: 1 kB, answer: 30 kB}]
  session: {requests: 8, think_time: 3 s}
  clients: {rate: 20 Mbps}
tiers:
  - name: application
    server: m7i.xlarge
    calls: [{tier: database, times: 3, cpu: 1 ms, sends: 500 B, answer: 4 kB}]
  - {name: database, server: m7i.xlarge}
server: m7i.xlarge
operating_system: linux-6
web_server: nginx
unit: {nodes: 6, zones: 2, spare_zones: 1, balancer: round-robin}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: aws-us-2026}
"""
# Requests of a month of 730 hours, and how much longer 1,460 bytes are with their headers, on the wire.
REQUESTS, WIRE = 500 * 730 * 3600, (1460 + 40 + 38) / 1460


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    file = tmp_path_factory.mktemp("shop") / "shop.yaml"
    file.write_text(SHOP)
    return lambda **changes: load(file, {path.replace("__", "."): value for path, value in changes.items()})


@pytest.fixture(scope="module")
def planned(shop):
    known = {}

    def plan(**changes):
        key = repr(changes)
        if key not in known:
            known[key] = study(resolve(shop(**changes)), Theory(), "plan", date(2026, 11, 28))
        return known[key]

    return plan


def paid(outcome, tier):
    items = {item.name: item.amount.whole.value for item in outcome.bought.cost.items}
    return items[f"between zones of {tier}"]


def test_the_bill_between_zones_to_the_cent(planned):
    """Every other call crosses, and 0.01 USD a GB is paid where it leaves and where it arrives."""
    found = planned()
    assert paid(found, "application") == pytest.approx(REQUESTS * 31_000 / 2 * WIRE / 1e9 * 0.02, abs=0.005)
    assert paid(found, "database") == pytest.approx(REQUESTS * 3 * 4_500 / 2 * WIRE / 1e9 * 0.02, abs=0.005)
    assert paid(found, "application") == pytest.approx(429.10, abs=0.005)
    cost = found.bought.cost
    assert cost.parts[ZONES].whole.value == pytest.approx(paid(found, "application") + paid(found, "database"))
    assert cost.total.whole.value == pytest.approx(total([item.amount for item in cost.items]).whole.value)


def test_three_zones_cross_two_of_three_calls_and_one_none(planned):
    three = planned(unit__zones=3)
    assert paid(three, "application") == pytest.approx(REQUESTS * 31_000 * 2 / 3 * WIRE / 1e9 * 0.02, abs=0.005)
    assert not planned(unit__zones=1, unit__spare_zones=0).sizing.crossing


def test_zones_that_are_not_alike_cross_by_their_shares(shop):
    """Four nodes of seven in a, and two servers of three: 1 - (4/7 x 2/3 + 3/7 x 1/3)."""
    farm = shop(**{"unit__nodes": 7, "unit__spare_zones": 0, "tiers[0]__servers": 3, "tiers[1]__servers": 3})
    found = crossing_bytes(farm, farm.tiers[0])
    assert found.calls[""] == pytest.approx(31_000 * (1 - (4 / 7 * 2 / 3 + 3 / 7 * 1 / 3)))


def test_calls_that_stay_in_their_zone_cost_nothing_between_zones(planned):
    found = planned(**{"tiers[0]__prefer_zone": True, "tiers[1]__prefer_zone": True})
    assert not found.sizing.crossing and ZONES not in found.bought.cost.parts


def test_a_tier_in_one_zone_is_called_from_the_other_even_if_it_would_rather_not_be(shop):
    farm = shop(unit__spare_zones=0, **{"tiers[1]__zones": 1, "tiers[0]__servers": 4, "tiers[1]__servers": 2})
    assert crossing_bytes(farm, farm.tiers[1]).calls[""] == pytest.approx(3 * 4_500 / 2)


def test_what_a_cache_misses_crosses_from_who_called_it(shop):
    """The nodes of the unit ask the database for a fifth, wherever the servers of the cache stand."""
    cache = {"software": "redis-7", "hit_ratio": "80 %"}
    farm = shop(unit__spare_zones=0, **{"tiers[0]__kind": "cache", "tiers[0]__cache": cache})
    assert crossing_bytes(farm, farm.tiers[1]).calls[""] == pytest.approx(3 * 0.2 * 4_500 / 2)
    alone = farm.model_copy(update={"tiers": (farm.tiers[0].model_copy(update={"servers": 1}), farm.tiers[1])})
    assert crossing_bytes(alone, alone.tiers[1]).calls[""] == pytest.approx(3 * 0.2 * 4_500 / 2)


def test_a_replica_in_another_zone_is_sent_what_is_written(shop, planned):
    """Each call commits a tenth of the time and writes 4 kB, which one of two servers gets from the other zone."""
    writing = {
        "tiers[1]__kind": "database", "tiers[1]__software": "postgresql-16", "tiers[1]__data": "10 GB",
        "tiers[1]__log": "1 ms", "tiers[1]__servers": 2,
        "tiers[0]__calls": [
            {"tier": "database", "times": 3, "cpu": "1 ms", "sends": "500 B", "answer": "4 kB", "pages": 5,
             "writes": {"commits": 0.1, "log": "4 kB"}},
        ],
    }  # fmt: skip
    farm = resolve(shop(**writing))
    found = crossing_bytes(farm, farm.tiers[1])
    assert found.copies[""] == pytest.approx(3 * 0.1 * 4_000)
    four = farm.model_copy(update={"tiers": (farm.tiers[0], farm.tiers[1].model_copy(update={"servers": 4}))})
    assert crossing_bytes(four, four.tiers[1]).copies[""] == pytest.approx(3 * 0.1 * 4_000 * 2)
    bill = planned(**writing)
    payload = 3 * (4_500 / 2 + 0.1 * 4_000)
    assert paid(bill, "database") == pytest.approx(REQUESTS * payload * WIRE / 1e9 * 0.02, abs=0.005)


def test_an_answer_that_nobody_states_is_told(planned):
    found = planned(**{"tiers[0]__calls[0]__answer": "none"})
    assert found.sizing.crossing["database"].answers_unstated
    assert "Some calls of database state no `answer`" in printed(plan_blocks(found))


def test_bought_servers_and_other_price_lists_pay_nothing_between_zones(planned):
    assert not planned(**{"datacenter__prices__zone_gb": "none"}).sizing.crossing


def test_spare_zones_make_the_nodes_of_the_largest_zone_spare(shop):
    assert shop().unit.spare_nodes == 3
    assert shop(unit__nodes=7).unit.spare_nodes == 4
    assert shop(unit__nodes=7, unit__zones=3, unit__spare_zones=2).unit.spare_nodes == 5
    assert shop(unit__spare_nodes=4).unit.spare_nodes == 4
    assert shop().unit.with_nodes(9).spare_nodes == 5


def test_tiers_have_enough_without_their_largest_zone(planned):
    """A request is 10 ms of the application and 3 ms of the database; both with 75 % of what one server's cores do."""
    found = planned()
    farm = found.scenario
    for tier, work, needed in zip(farm.tiers, (0.010, 0.003), found.tiers_down, strict=True):
        left = tier.servers - -(-tier.servers // 2)
        assert needed.left == left and needed.missed is None and needed.state == "one zone down"
        used = 100.0 * 500 * work / (left * 2.375)
        assert needed.used == pytest.approx(used, rel=1e-6) and used <= 75.0
        assert 100.0 * 500 * work / ((left - 1) * 2.375 or 1e-9) > 75.0 or tier.servers == 2


def test_what_a_unit_carries_is_what_is_left_of_all_tiers(planned):
    """A unit that has lost a zone of all is what is rated: nodes and servers of tiers alike."""
    farm = planned().scenario
    left = without_spares(farm)
    assert left.unit.nodes == 3 and left.unit.spare_zones == 0
    assert [tier.servers for tier in left.tiers] == [tier.servers - -(-tier.servers // 2) for tier in farm.tiers]
    assert without_spare_zones(left) is left


def test_a_tier_stands_in_no_more_zones_than_it_has_servers(shop):
    farm = shop(unit__zones=3, unit__spare_zones=1, **{"tiers[1]__servers": 2})
    assert tier_zones(farm.unit, farm.tiers[1]) == 2


def test_all_outputs_tell_the_zone(planned):
    found = planned()
    told = printed(plan_blocks(found))
    assert "in 2 zones, 3 spares" in told and "with one zone down" in told and "what crosses between zones" in told
    assert "one zone down: used" in told
    assert "between zones of database" in to_markdown(report_of(found))
    book = load_workbook(io.BytesIO(to_workbook(report_of(found).complete)))
    told = {str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row}
    assert "between zones of application" in told
    data = figures(found)
    assert data["costs"]["between zones of application"]["whole"]["value"] == pytest.approx(429.10, abs=0.005)
    assert data["tiers_down"][0]["targets"]["utilisation"]["state"] == "one zone down"


def test_a_farm_that_grows_pays_between_zones_for_what_it_carries(planned):
    with_zones, without = (
        farm_generation(planned(**each).farm, "new") for each in ({}, {"datacenter__prices__zone_gb": "none"})
    )
    one, twice = (with_zones.running(1.0, times) - without.running(1.0, times) for times in (1.0, 2.0))
    assert one == pytest.approx(planned().bought.cost.parts[ZONES].whole.value, rel=1e-9)
    assert twice == pytest.approx(2.0 * one)


def test_shards_send_each_other_nothing_that_is_written(shop):
    writing = {
        "tiers[1]__kind": "database", "tiers[1]__software": "postgresql-16", "tiers[1]__data": "10 GB",
        "tiers[1]__log": "1 ms", "tiers[1]__servers": 2, "tiers[1]__sharding": "even",
        "tiers[0]__calls": [
            {"tier": "database", "times": 3, "cpu": "1 ms", "sends": "500 B", "answer": "4 kB", "pages": 5,
             "writes": {"commits": 0.1, "log": "4 kB"}},
        ],
    }  # fmt: skip
    farm = resolve(shop(**writing))
    assert crossing_bytes(farm, farm.tiers[1]).copies[""] == 0.0


def test_what_is_stored_crosses_zones_though_it_has_no_answer(shop):
    """Of 200 kB that each request stores, half fall on servers of the other zone."""
    storing = {
        "tiers[1]__kind": "object-store", "tiers[1]__objects": {"size": "1 TB", "data": 1, "parity": 1},
        "tiers[1]__servers": 2, "tiers[0]__calls": [{"tier": "database", "cpu": "1 ms", "stores": "200 kB"}],
    }  # fmt: skip
    farm = resolve(shop(**storing))
    found = crossing_bytes(farm, farm.tiers[1])
    assert found.calls[""] == pytest.approx(100_000) and not found.answers_unstated
