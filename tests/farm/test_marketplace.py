"""scenarios/marketplace.yaml by hand, limit by limit: pods, cache, replicas, workers, store, and money."""

from datetime import date
from io import BytesIO
from math import ceil

import numpy as np
import pytest
from pypdf import PdfReader

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.output.data import figures
from simulator.output.renderers.pdf import to_pdf
from simulator.studies.plan.document import report_of
from simulator.studies.plan.money.bill import bill_table

GIB = 1024.0**3
# Requests a second for pages and photos, and uploads. CPU times are those of a core of speed 6.
PAGES, PHOTOS, UPLOADS = 300.0, 690.0, 10.0
SLOWER, STORE_SLOWER = 6.0 / 3.76, 6.0 / 4.38
# 16 cores with 1.25 times the work of one thread each, at 85 % of the clock of one busy core; 95 % in the store.
CORES, STORE_CORES = 16 * 1.25 * 0.85, 16 * 1.25 * 0.95
TARGET, RESERVE = 0.75, 1.2
LOOKUPS, READS, WRITES = 5 * PAGES, 2 * PAGES * 0.9, 2 * PAGES * 0.1


@pytest.fixture(scope="module")
def planned():
    return study(size_tiers(load("scenarios/marketplace.yaml")), Theory(), "plan", date(2026, 11, 28))


@pytest.fixture(scope="module")
def told(planned):
    return figures(planned)


@pytest.fixture(scope="module")
def used(planned):
    """What is used of each limit with one of two servers in front down, in per cent."""
    _, down = planned.operating_points
    return {limit.name: limit.utilisation.value for limit in down.limits}


def tier(told, name):
    return next(each for each in told["tiers"] if each["tier"] == name)


def hit_ratio(held: float, items: float, zipf: float) -> float:
    """Che's: an item is held that was asked for within the time t in which as many different ones are as there is room
    for. Ranks are taken together, a thousandth at a time."""
    edges = np.unique(np.floor(np.geomspace(1.0, items + 1.0, 20_000)))
    many, rank = np.diff(edges), np.sqrt(edges[:-1] * (edges[1:] - 1.0))
    asked = many * rank**-zipf
    each = rank**-zipf / asked.sum()
    low, high = 0.0, 1e3 * items
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if (many * -np.expm1(-each * middle)).sum() < held else (low, middle)
    return float((many * each * -np.expm1(-each * low)).sum())


def test_servers_in_front_do_little_each(used):
    work = PAGES * 2e-3 + PHOTOS * 0.2e-3 + UPLOADS * 6e-3
    assert used["CPU"] == pytest.approx(100.0 * work * SLOWER / CORES, rel=1e-6)


def test_pods_are_as_many_as_a_rollout_and_a_dead_server_leave_enough_of(planned, told, used):
    """A system keeps 0.15 of 32 threads, so that 7 pods of 4 stand on a server, and each may use a seventh of 31.85."""
    pod = 31.85 / 7 / 32 * CORES
    busy = PAGES * 25e-3 * SLOWER
    least = ceil(busy / (TARGET * pod))

    def is_enough(pods: int) -> bool:
        servers = ceil((pods + ceil(pods / 4)) / 7)
        return min(pods - pods // 4, pods - ceil(pods / servers)) >= least and pods >= RESERVE * busy / (TARGET * pod)

    pods = next(many for many in range(1, 100) if is_enough(many))
    found = tier(told, "application")
    assert (pods, ceil((pods + ceil(pods / 4)) / 7)) == (12, 3)
    assert (found["pods"]["value"], found["servers"]["value"]) == (pods, 3)
    assert used["CPU of application"] == pytest.approx(100.0 * busy / (pods * pod), rel=1e-6)
    (down,) = (each for each in planned.tiers_down if each.tier == "application" and not each.rollout)
    assert down.used == pytest.approx(100.0 * busy / ((pods - 4) * pod), rel=1e-6)


def test_a_cache_finds_what_che_says(told):
    """70 % of three times 128 GiB, for items of 4 kB and 80 bytes."""
    held = 3 * 0.7 * 128.0 * GIB / 4_080
    found = tier(told, "cache")["cache"]
    assert found["items_held"] == pytest.approx(held, rel=1e-9)
    hits = 100.0 * hit_ratio(held, 1e8, 0.9)
    assert found["hits"]["value"] == pytest.approx(hits, abs=0.05)
    assert found["hits_one_down"]["value"] == pytest.approx(hits * 2 / 3, abs=0.05)
    assert found["evicted"]["value"] == pytest.approx(LOOKUPS * (1.0 - found["hits"]["value"] / 100.0), rel=1e-6)


def test_replicas_read_what_the_cache_misses_and_apply_all_that_is_written(told, used):
    misses = LOOKUPS * (1.0 - tier(told, "cache")["cache"]["hits"]["value"] / 100.0)
    work = (READS * 2e-3 + misses * 4e-3) / 2 + WRITES * 0.5 * 2e-3
    assert used["CPU of replicas"] == pytest.approx(100.0 * work * SLOWER / CORES, rel=1e-6)
    assert used["CPU of database"] == pytest.approx(100.0 * WRITES * 2e-3 * SLOWER / CORES, rel=1e-6)
    assert used["lock of database"] == pytest.approx(100.0 * WRITES * 0.2 * 1e-3, rel=1e-6)
    (lag,) = told["replicas"]
    away, busy = 3_600.0, lag["appliers_in_use"]["value"] / 100.0
    assert lag["writes"]["value"] == pytest.approx(WRITES)
    # Half of 2 ms, the log, and at most 6 pages that are not in RAM.
    assert 1e-3 * SLOWER + 0.2e-3 < busy / WRITES < 1e-3 * SLOWER + 0.2e-3 + 6 * 0.13e-3
    assert lag["catch_up_of_an_hour"]["value"] == pytest.approx(away * busy / (1.0 - busy), rel=1e-6)


def test_workers_are_sized_with_one_server_down_and_catch_up_by_what_is_spare(told, used):
    busy = UPLOADS * 0.7 * SLOWER
    servers = max(ceil(RESERVE * busy / (TARGET * CORES)), ceil(busy / (TARGET * CORES)) + 1)
    assert tier(told, "workers")["servers"]["value"] == servers == 2
    assert used["CPU of workers"] == pytest.approx(100.0 * busy / (servers * CORES), rel=1e-6)
    (queue,) = told["queues"]
    can = queue["workers_can_do"]["value"]
    assert can == pytest.approx(servers * CORES / (0.7 * SLOWER), rel=0.01)
    assert queue["backlog_of_a_minute"]["value"] == 60.0 * UPLOADS
    assert queue["catch_up_of_a_minute"]["value"] == pytest.approx(60.0 * UPLOADS / (can - UPLOADS), rel=1e-6)
    assert queue["full_after"]["value"] == pytest.approx(2 * 0.6 * 128.0 * GIB / 3_000 / UPLOADS, rel=1e-6)


def test_a_store_has_room_for_three_copies_and_arms_for_what_is_read(planned, told, used):
    """12 disks of 12 TB on each of 4 servers; 12 ms for an arm, and 220 MB/s."""
    tiers = {each.tier.name: each.tier for each in planned.sizing.tiers}
    assert tiers["photos"].objects.kept == 3 * 120e12 <= tier(told, "photos")["servers"]["value"] * 12 * 12e12

    def arm(size: float) -> float:
        return 12e-3 + size / 220e6

    busy = PHOTOS * arm(80e3) + UPLOADS * (3 * arm(3e6) + arm(3e6) + 3 * arm(250e3))
    assert used["disks of photos"] == pytest.approx(100.0 * busy / 48, rel=1e-6)
    work = PHOTOS * 0.3e-3 + UPLOADS * (6e-3 + 6e-3 + 1e-3)
    assert used["CPU of photos"] == pytest.approx(100.0 * work * STORE_SLOWER / (4 * STORE_CORES), rel=1e-6)


def test_the_farm_costs_what_its_servers_their_power_their_people_and_its_traffic_do(planned, told):
    others, stores = 2 + 3 + 3 + 1 + 2 + 2 + 2, 4
    interest, months = 0.05 / 12, 60
    a_month = interest / (1.0 - (1.0 + interest) ** -months)
    servers = (others * 7_000 + stores * 11_000) * a_month
    kilowatts = sum(each["power_kw"]["value"] for each in told["tiers"])
    kilowatts += told["costs"]["electricity"]["whole"]["value"] / (1.3 * 730 * 0.09)
    rest = (others * 0.17 + stores * 0.45) * 150 + kilowatts * 1.3 * 730 * 0.09 + (others + stores) * 50
    traffic = planned.sizing.demanded.mbps * 0.2
    assert told["cost_in_all_per_month"]["value"] == pytest.approx(servers + rest + traffic, rel=1e-3)


def test_a_report_tells_what_each_tier_costs_in_one_line_and_the_workbook_every_item(planned):
    bill = bill_table("plan", planned)
    shown, every = ({row[0]: row[2] for row in rows} for rows in (bill.rows, bill.every))
    for name in (each.name for each in planned.scenario.tiers):
        items = [each.content.value for item, each in every.items() if item.endswith(f" of {name}")]
        assert len(items) == 5 and shown[name].content.value == pytest.approx(sum(items), rel=1e-9)
    assert not any(item.endswith(" of photos") for item in shown)
    assert shown["total without bandwidth"] == every["total without bandwidth"]


def test_a_report_without_its_details_has_eight_pages_at_most(planned):
    assert len(PdfReader(BytesIO(to_pdf(report_of(planned, every=False)))).pages) <= 8
