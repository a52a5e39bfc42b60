"""The CPU quota of a server, and of the servers of a tier, as rules of their stations."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.reading.override import parse_value
from simulator.experiment.estimate import exact
from simulator.farm.costs.power import power_draw
from simulator.network.resources import PeriodQuota
from simulator.network.roles import LimitCategory
from simulator.translate.translate import translate
from tests.translate.named import resource

SHOP = "scenarios/three_tiers.yaml"
TWO_THREADS = {"server.threads_per_core": 2, "server.second_thread": "25 %"}
CURVE = (1.0, 2.0, 3.0, 4.0, 4.25, 4.5, 4.75, 5.0)


def test_a_quota_is_what_a_server_may_do_in_a_period(scenario):
    translation = translate(scenario({"server.cpu_quota": parse_value("{cores: 2, period: 50 ms}")}))
    cpu, origin = resource(translation.network, "CPU"), translation.origins["CPU"]
    assert (cpu.capacity, cpu.quota) == (2.0, PeriodQuota(0.1, 0.05, (4.0,)))
    assert (origin.path, origin.category) == ("server.cpu_quota", LimitCategory.SETTING)
    assert origin.limit.startswith("a quota of 100 ms of CPU time in each 50 ms, of 4 cores of relative speed")


def test_a_limit_of_a_container_has_periods_of_100_milliseconds(scenario):
    cpu = resource(translate(scenario({"server.cpu_quota": 0.5})).network, "CPU")
    assert cpu.quota == PeriodQuota(0.05, 0.1, (4.0,))


def test_a_thread_of_a_quota_is_worth_what_it_does_while_all_work(scenario):
    cpu = resource(translate(scenario(TWO_THREADS | {"server.cpu_quota": 4})).network, "CPU")
    assert cpu.capacity == 2.5
    assert cpu.curve == (1.0, 2.0, *[2.5] * 6)
    assert cpu.quota.burst == CURVE


@pytest.mark.parametrize("changes", [{"server.cpu_quota": 4}, {"server.cpu_quota": 3, "web_server.workers": 2}])
def test_a_quota_that_allows_all_that_the_cores_do_is_none(scenario, changes):
    translation = translate(scenario(changes))
    assert resource(translation.network, "CPU").quota is None
    assert translation.origins["CPU"].path != "server.cpu_quota"


def test_the_servers_of_a_tier_have_their_own():
    translation = translate(load(SHOP, {"tiers[0].server.cpu_quota": 2}))
    limited = [each for each in translation.network.shared if each.quota is not None]
    assert {each.alike for each in limited} == {"CPU of application"}
    # Two threads are worth less than two cores.
    assert {each.capacity < 2.0 for each in limited} == {True}
    assert {translation.origins[each.name].path for each in limited} == {"tiers[0].server.cpu_quota"}


def test_servers_of_a_tier_taken_together_have_what_their_quotas_allow():
    changes = {"tiers[0].server.cpu_quota": 2, "unit.nodes": 1, "unit.spare_nodes": 0}
    apart, pooled = (translate(load(SHOP, changes), pool_tiers=each).network for each in (False, True))
    (one, *_), (together,) = (
        [each for each in network.shared if each.alike == "CPU of application"] for network in (apart, pooled)
    )
    assert one.quota is not None
    assert together.quota is None
    assert together.capacity == pytest.approx(3 * one.capacity)


def test_a_server_draws_what_its_quota_keeps_busy():
    server = load(SHOP, {"server.power_curve": "none"}).server
    quarter = server.cores * server.threads_per_core / 4
    limited = load(SHOP, {"server.power_curve": "none", "server.cpu_quota": quarter}).server
    one, half = exact(1.0, "servers"), exact(0.5, "share")
    free, quota = (power_draw(each, half, one, one).average.value for each in (server, limited))
    idle = power_draw(server, exact(0.0, "share"), one, one).average.value
    assert quota - idle == pytest.approx((free - idle) / 4)


@pytest.mark.parametrize(
    ("quota", "told"),
    [
        (0, "server.cpu_quota.cores = 0: too small; allowed is 0.01 to"),
        ({"cores": 2, "period": "0 ms"}, "server.cpu_quota.period"),
        ({"period": "100 ms"}, "server.cpu_quota.cores"),
    ],
)
def test_a_quota_of_nothing_is_told_with_its_place(quota, told):
    with pytest.raises(ScenarioError) as error:
        load("scenarios/single_server.yaml", {"server.cpu_quota": quota})
    assert told in str(error.value)
    assert len(error.value.problems) == 1


def test_a_pod_that_may_have_more_than_its_share_is_told_why_it_has_less():
    """Pods that request 2 CPUs and may have 4 stand as many on a server as request all of it."""
    pods = {"cpu": {"request": 2, "limit": 4}, "memory": "1 GB"}
    translation = translate(load(SHOP, {"tiers[0].pods": pods, "tiers[0].memory": "1 MB"}))
    told = [each.limit for name, each in translation.origins.items() if "CPU of application" in name]
    assert told and all("of the 4 CPUs of its limit 2" in each and "while all pods are busy" in each for each in told)
