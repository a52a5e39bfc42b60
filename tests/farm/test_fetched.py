"""What an origin bills for what is fetched from it: the misses of both caches, through the month, on the one bill."""

import io
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from simulator.engines.theory.wire import wire_bytes
from simulator.experiment.capacity_by_solver import server_network
from simulator.experiment.estimate import Estimate, exact, from_replications
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.farm.costs.cost import EGRESS, ORIGIN, REQUESTS
from simulator.farm.costs.origin_traffic import origin_bytes, origin_requests, revalidations
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import roll_up
from simulator.farm.traffic_demand import MBPS_PER_BYTE
from simulator.farm.upgrade_value import AtCapacity, servers_bill
from simulator.growth.generations import farm_generation
from simulator.messages.decision import headline
from simulator.network.roles import Role
from simulator.output.data import figures
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import results, scenario, stamp
from tests.fabricated_options import LIMIT
from tests.output.reckoned import reckoned

PRICE, GB_A_MBPS = 0.04, 328.5
# 60 objects of 30 MB that are asked for alike: a cache of 30 of them has half of what is asked for.
PATH, EACH = "workload.content", {"mean": "30 MB", "distribution": "constant"}
CONTENT = {
    "catalogue": "1.8 GB", "object_size": EACH, "popularity": {"zipf": 0},
    "origin": {"latency": "30 ms", "rate": "10 Gbps", "price": f"{PRICE} USD/GB"},
}  # fmt: skip
HALF = {
    "workload.request.size": EACH,
    PATH: CONTENT,
    "web_server.file_cache.up_to": "900 MB",
    "server.ram": "64 GiB",
    "demand": {"payload": "10 Gbps"},
    "baseline": "none",
    "targets.p95_response": "none",
}
CLOUD = {
    "server": {
        "model": "dl585-2.2ghz-4gb", "ram": "64 GiB", "instance": {"on_demand": "0.5 USD/h"}, "rack_units": "0",
        "idle_power": "0 W", "busy_power": "0 W", "price": "0 USD",
    },
    "datacenter.prices.egress": "0.05 USD/GB",
    "datacenter.prices.year": "2026",
}  # fmt: skip


def priced(price):
    return {PATH: {**CONTENT, "origin": {**CONTENT["origin"], "price": price}}}


def carried(plan):
    # So seldom asked that whatever is fetched is there before it is asked for again.
    return ServerCapacity(LARGEST, exact(800.0, "Mbps"), exact(1e-6, "/s"), exact(0.5, "share"), server_network(plan))


def farm(changes):
    plan = scenario({**HALF, **changes})
    return buy_farm(plan, carried(plan))


def outcome_of(changes):
    plan = scenario({**HALF, **changes})
    return roll_up(plan, server_network(plan), results(), stamp())


def test_half_of_the_payload_is_fetched_and_billed_all_month():
    found = farm({})
    assert found.sizing.fetched.value == pytest.approx(5_000, rel=1e-6)
    assert found.cost.item(ORIGIN).amount.whole.value == pytest.approx(5_000 * GB_A_MBPS * PRICE, rel=1e-6)
    assert found.cost.item(ORIGIN).amount.exact.value == found.cost.item(ORIGIN).amount.whole.value
    # Theory knows its hit ratio so well, and the bill says it.
    assert 0.0 < found.sizing.fetched.relative < 0.1


def test_what_a_simulation_has_seen_on_the_link_narrows_the_error_and_moves_no_bill():
    """Seen are 49 % where theory says 50 % within 1 %: it is off by 1.5 % at most, or as far as theory knows itself."""
    plan = scenario(HALF)
    asked = carried(plan)
    share = origin_bytes(plan, asked).value

    def seen(of_theory, half_width, standing=""):
        link = next(each for each in asked.network.shared if each.role is Role.ORIGIN)
        used = 100.0 * of_theory * share * 800.0 / (link.capacity * MBPS_PER_BYTE)
        measured = Estimate(used, half_width * used, 0.95, 5, "%")
        limit = replace(LIMIT, role=Role.ORIGIN, utilisation=measured)
        return origin_bytes(plan, replace(asked, limits=(limit,), standing=standing))

    assert seen(0.999, 0.001).value == share
    assert seen(0.999, 0.001).relative == pytest.approx(0.001 + 0.999 * 0.001, rel=1e-6)
    for unlike in (seen(0.9, 0.01), seen(0.999, 0.5), seen(0.0, 0.0), seen(0.999, 0.001, standing="theory")):
        assert unlike.half_width == origin_bytes(plan, asked).half_width


def test_it_is_in_the_total_and_nothing_else_changes():
    found, free = farm({}), farm(priced("0 USD/GB"))
    more = found.cost.total.whole.value - free.cost.total.whole.value
    assert more == pytest.approx(5_000 * GB_A_MBPS * PRICE, rel=1e-6)
    assert [item for item in found.cost.items if item.name != ORIGIN] == list(free.cost.items)


def test_a_disk_cache_that_holds_all_content_leaves_nothing_to_fetch():
    found = farm({"web_server.disk_cache": "2 GB"})
    assert found.cost.item(ORIGIN).amount.whole.value == pytest.approx(0.0, abs=1e-6)


def test_the_interval_of_exact_units_holds_how_well_the_misses_are_known():
    """Replications differ in what a server carries, and tell nothing of the known error of theory's hit ratios."""
    plan = scenario(HALF)
    one = carried(plan)
    mbps, requests, busy = (from_replications([0.999 * one.value, one.value, 1.001 * one.value], 0.95, one.unit)
                            for one in (one.mbps, one.requests, one.busy))  # fmt: skip
    found = buy_farm(plan, replace(one, mbps=mbps, requests=requests, busy=busy))
    assert len(found.exact.each) == 3
    assert found.exact == found.cost.total.exact  # But for what each replication gave.
    assert found.exact.half_width > found.of_misses == found.cost.item(ORIGIN).amount.exact.half_width > 0.0
    alone = from_replications(found.exact.each, 0.95, found.exact.unit)
    assert alone.value == pytest.approx(found.exact.value, rel=1e-3) and alone.half_width < found.of_misses
    free = buy_farm(scenario({**HALF, **priced("0 USD/GB")}), found.carried)
    assert free.of_misses == 0.0 and free.exact.half_width < found.of_misses


def test_without_an_origin_nothing_is_fetched():
    found = farm({PATH: {key: CONTENT[key] for key in CONTENT if key != "origin"}})
    assert found.sizing.fetched.value == 0.0 and ORIGIN not in [item.name for item in found.cost.items]


def test_a_volume_a_day_is_fetched_by_its_mean():
    found = farm({"demand": {"volume_a_day": "108 TB", "peak_to_mean": "3"}})
    # 108 TB a day are 10 Gbps on average: the bill is that of the mean, whatever the peak.
    assert found.cost.item(ORIGIN).amount.whole.value == pytest.approx(5_000 * GB_A_MBPS * PRICE, rel=1e-6)


def test_a_rented_farm_pays_it_beside_its_egress():
    names = [item.name for item in farm(CLOUD).cost.items]
    assert EGRESS in names and ORIGIN in names


def test_in_euros_it_is_converted():
    found = farm({"datacenter.prices": "eu-2026"})
    assert found.cost.item(ORIGIN).amount.whole.value == pytest.approx(5_000 * GB_A_MBPS * PRICE / 1.08, rel=1e-6)
    assert farm({"datacenter.prices": "eu-2026", **priced("0.04 EUR/GB")}).cost.item(ORIGIN).amount.whole.value == (
        pytest.approx(5_000 * GB_A_MBPS * PRICE, rel=1e-6)
    )


def test_what_an_option_is_worth_counts_it_too():
    bills = {}
    for price in (PRICE, 0.0):
        plan = scenario({**HALF, **priced(f"{price} USD/GB")})
        bills[price] = servers_bill(AtCapacity(plan, carried(plan)), 1, 1).value
    half = scenario(HALF)
    share = origin_bytes(half, carried(half)).value
    assert bills[PRICE] - bills[0.0] == pytest.approx(800.0 * share * GB_A_MBPS * PRICE, rel=1e-6)


def test_its_range_is_one_of_those_that_the_bill_rests_on(tmp_path):
    file = tmp_path / "ours.yaml"
    file.write_text(
        "extends: published/microsoft_update_farm.yaml\nscenario: Ours\nworkload: {content: {origin: {latency: 30 ms,"
        " rate: 10 Gbps, price: {value: 0.04 USD/GB, assumed: 0.02 USD/GB to 0.09 USD/GB, why: an offer}}}}\n"
    )
    plan = load(file, {"baseline": "none"})
    assert "workload.content.origin.price" in buy_farm(plan, carried(plan)).range.resting_on


def test_it_is_told_where_it_is_paid():
    told, free = outcome_of({}), outcome_of(priced("0 USD/GB"))
    assert "what is fetched from the origin" in headline(told) and "origin" not in headline(free)
    assert "a GB that is fetched" in figures(told)["costs"][ORIGIN]["basis"]
    assert ORIGIN not in figures(free)["costs"]


@pytest.mark.parametrize("rented", [{}, CLOUD], ids=["bought", "rented"])
def test_the_workbook_counts_it_again(rented):
    found = outcome_of(rented)
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(found)))))
    assert counted["plan_cost_of_origin_whole"] == pytest.approx(found.cost.item(ORIGIN).amount.whole.value, rel=1e-9)
    assert counted["plan_total_whole"] == pytest.approx(found.cost.total.whole.value, rel=1e-9)
    free = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome_of({**rented, **priced("0 USD/GB")}))))))
    assert not [name for name in free if "origin" in name or "fetched" in name]


@pytest.mark.parametrize(("price", "told"), [
    ("-0.04 USD/GB", "must not be negative"),
    ("11 USD/GB", "too large; allowed is 0 USD/GB to 10 USD/GB"),
    ("0.04 USD", "expected a price of traffic"),
    ("0.04 EUR/GB", "EUR stands without a rate"),
])  # fmt: skip
def test_a_price_that_cannot_be_is_told_with_its_place(price, told):
    with pytest.raises(ScenarioError) as error:
        scenario({**HALF, **priced(price)})
    assert told in str(error.value) and "workload.content.origin.price" in str(error.value)
    assert len(error.value.problems) == 1


def test_an_object_store_bills_what_is_written_dearer_than_what_is_fetched():
    """One request in fifty uploads five parts: 0.1 writes a request at 0.005 USD a thousand, beside half of the
    requests fetched at 0.0004, over 730 hours; the same to the cent in the workbook, and as it grows."""
    prices = {"request_price": "0.0004 USD/thousand", "write_price": "0.005 USD/thousand"}
    stored = {
        **HALF,
        PATH: {**CONTENT, "origin": {**CONTENT["origin"], **prices}},
        "workload.request.origin_writes": 0.1,
    }
    plan = scenario(stored)
    farm = buy_farm(plan, carried(plan))
    thousands = farm.sizing.demanded.requests * 730 * 3600 / 1000
    by_hand = thousands * 0.1 * 0.005 + farm.sizing.fetches.value / farm.sizing.demanded.requests * thousands * 0.0004
    item = farm.cost.item(REQUESTS)
    assert item.amount.whole.value == pytest.approx(by_hand, abs=0.005)
    assert "0.005 USD a thousand objects that are written" in item.basis and "0.0004 USD" in item.basis
    alone = scenario(stored | {PATH: {**CONTENT, "origin": {**CONTENT["origin"], "write_price": "0.005 USD/thousand"}}})
    written = buy_farm(alone, carried(alone)).cost.item(REQUESTS).amount.whole.value
    assert written == pytest.approx(thousands * 0.1 * 0.005, abs=0.005)
    outcome = roll_up(plan, server_network(plan), results(), stamp(), carried=carried(plan))
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    assert counted["plan_total_whole"] == pytest.approx(outcome.bought.cost.total.whole.value, rel=1e-9)


def test_an_object_store_bills_each_object_that_is_fetched():
    """Half of what is asked for is missed; 0.0004 USD a thousand, over 730 hours."""
    stored = {**HALF, PATH: {**CONTENT, "origin": {**CONTENT["origin"], "request_price": "0.0004 USD/thousand"}}}
    plan = scenario(stored)
    farm = buy_farm(plan, carried(plan))
    requests = farm.sizing.demanded.requests
    assert farm.sizing.fetches.value == pytest.approx(requests / 2, rel=1e-3)
    cents = farm.sizing.fetches.value * 730 * 3600 / 1000 * 0.0004
    assert farm.cost.item(REQUESTS).amount.whole.value == pytest.approx(cents, abs=0.005)
    assert farm.cost.parts[REQUESTS].whole.value == pytest.approx(cents)
    assert REQUESTS not in buy_farm(scenario(HALF), carried(scenario(HALF))).cost.parts
    growing, plain = (farm_generation(buy_farm(each, carried(each)), "ours") for each in (plan, scenario(HALF)))
    assert growing.running(1.0, 2.0) - plain.running(1.0, 2.0) == pytest.approx(2.0 * cents)
    outcome = roll_up(plan, server_network(plan), results(), stamp(), carried=carried(plan))
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    bill = outcome.bought.cost
    assert counted["plan_cost_of_requests_whole"] == pytest.approx(bill.item(REQUESTS).amount.whole.value, rel=1e-9)
    assert counted["plan_total_whole"] == pytest.approx(bill.total.whole.value, rel=1e-9)


def test_by_hand_what_is_asked_for_again_crosses_as_headers():
    """All 60 objects fit. At 60 /s a server each is asked for once a second, and of an object that may be kept for 9 s
    one request in 10 asks the origin: 6 /s, of which 4.5 are answered by 200 B and 1.5 by 30 MB."""
    again = {"max_age": "9 s", "unchanged": "75 %"}
    plan = scenario({**HALF, "web_server.file_cache.up_to": "1.9 GB",
                     PATH: {**CONTENT, "revalidation": again}})  # fmt: skip
    server = replace(carried(plan), requests=exact(60.0, "/s"))
    bytes_a_request = origin_bytes(plan, server).value * wire_bytes(server.network)
    assert bytes_a_request == pytest.approx(0.1 * (0.25 * 30e6 + 0.75 * 200.0), rel=1e-6)
    assert origin_requests(plan, server).value == pytest.approx(0.1, rel=1e-6)
    assert revalidations(server).value == pytest.approx(0.075, rel=1e-6)
    # Nothing is dropped for want of room: what is not known is how evenly requests come.
    assert origin_requests(plan, server).half_width == pytest.approx(0.025 * 0.02 + 0.075 * 0.08)
