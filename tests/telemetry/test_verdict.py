"""A farm is enough, short or too large; a verdict stays within its tolerance; what goes is what may go."""

import math

import pytest

import headroom
from tests.printed import printed
from tests.telemetry.conftest import FARM
from tests.telemetry.written import DAY_STEPS, answer, server


def day(peak, servers=10, days=1):
    """The rates of one server through days: a tenth of the peak at night, all of it at noon."""
    shape = [0.55 - 0.45 * math.cos(2.0 * math.pi * at / DAY_STEPS) for at in range(DAY_STEPS)]
    return [peak / servers * each for each in shape] * days


def counters(peak, servers=10, work=0.7e-3):
    """Those of so many servers that have so many requests/s together, each of 0.7 ms on one of 4 cores."""
    rates = day(peak, servers)
    cpu = [rate * work / 4.0 for rate in rates]
    return answer(each for n in range(servers) for each in server(f"w{n}", rates, cpu))


@pytest.fixture
def farm(write, reviewed):
    """The review of such a farm."""

    def farm(peak, servers=10, work=0.7e-3, **others):
        return reviewed(write(counters(peak, servers, work)), **others)

    return farm


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """The peak that ten servers carry exactly, with its reserve."""
    file = tmp_path_factory.mktemp("reference") / "counters.json"
    file.write_text(counters(20_000), encoding="utf-8")
    return headroom.review(FARM, str(file), engine="theory").review.running.carries * 20_000


@pytest.mark.every_world
def test_a_farm_that_carries_its_peak_is_enough(farm):
    found = farm(16_000)
    assert (found.verdict, found.missing, found.give_back, found.met) == ("enough", 0, 0, True)
    assert found.review.running.sure > 0.9


def test_a_farm_that_does_not_is_short_by_whole_units(farm):
    found = farm(31_000)
    assert (found.verdict, found.met) == ("short", False)
    one = found.review.running.farm.sizing.server_carries.value
    assert found.missing == 5 * math.ceil(1.2 * 31_000 / one / 4.0) - 10


@pytest.mark.every_world
def test_a_farm_that_is_far_too_large_gives_units_back(farm):
    found = farm(20_000, servers=40)
    assert found.verdict == "too large" and found.give_back % 5 == 0
    running = found.review.running
    assert running.sure_then >= 0.9 and running.after.sizing.servers.whole.value == 40 - found.give_back


@pytest.mark.every_world
def test_units_go_only_as_far_as_they_are_sure_to_do_without(farm):
    """Of servers that were never seen at such a load the model is not believed."""
    found = farm(6_000, servers=20)
    running = found.review.running
    assert running.fewer < running.units - running.give_back and running.sure_fewer < 0.9


@pytest.mark.parametrize("peak, verdict", [(0.96, "enough"), (1.0, "enough"), (1.04, "enough"), (1.07, "short")])
def test_a_verdict_stays_within_its_tolerance(farm, full, peak, verdict):
    assert farm(peak * full).verdict == verdict


def test_without_a_tolerance_it_does_not(farm, full):
    assert farm(1.01 * full, tolerance=0.0).verdict == "short"


@pytest.mark.every_world
def test_more_units_are_surer(farm):
    sure = [farm(20_000, servers).review.running.sure for servers in (5, 10, 20)]
    assert sure == sorted(sure)


def test_the_servers_that_run_are_those_of_the_supply(farm):
    found = farm(20_000, overrides={"supply": {"today": [{"units": 3}]}})
    assert found.servers == 15  # Ten were measured, and the others are taken to do as much.
    assert found.review.peak.requests == pytest.approx(30_000, rel=1e-3)


def test_an_upgrade_that_costs_less_than_more_servers_is_told(farm):
    found = farm(36_000)
    first = found.review.upgrade
    assert first is not None and "card" in first.name
    assert first.farm.sizing.servers.whole.value < found.servers + found.missing


def test_an_upgrade_that_costs_more_is_not(farm):
    assert farm(9_000, work=0.9e-3, overrides={"targets.utilisation": "20 %"}).review.upgrade is None


def test_a_setting_that_stops_a_server_is_raised_before_anything_is_bought(farm):
    found = farm(20_000, overrides={"web_server.worker_connections": 400, "web_server.workers": 1})
    assert found.review.raise_first is not None and found.review.upgrade is None


MODERN = {
    "server": "epyc-9354p-2x100gbe", "operating_system": "linux-6", "web_server": "nginx",
    "datacenter": {"prices": "us-2026"}, "workload.cpu_measured_on": {"server": "epyc-9354p-2x100gbe"},
}  # fmt: skip


def test_a_farm_that_is_too_large_names_a_cheaper_server(farm):
    found = farm(2_000, servers=20, overrides=MODERN)
    other, left = found.review.instead, found.review.running.after
    assert found.verdict == "too large" and other.scenario.server.name != "epyc-9354p-2x100gbe"
    assert other.in_all.amount.value < 0.95 * left.in_all.amount.value
    # The farm that is named is the one that a plan with that server has.
    over = MODERN | {"server": other.scenario.server.name, "unit": {"nodes": other.scenario.unit.nodes}}
    plan = headroom.plan(FARM, over | {"demand": "2,000 /s"}, engine="theory")
    assert plan.servers == round(other.sizing.servers.whole.value)
    assert found.to_dict()["other_server"]["server"] in printed(found.blocks())


def test_a_farm_that_is_enough_names_none(farm):
    assert farm(16_000).review.instead is None
