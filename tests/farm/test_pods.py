"""Pods of a tier: how many stand on a server, what each may use, and which servers are bought for them."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from models.pod_room import pod_room
from models.pods import (
    left_with_one_down,
    pod_cards_rate,
    pod_quota,
    pods_a_server,
    replicas_with_one_down,
    servers_of_pods,
)
from models.tier_room import calls_in_hand
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.decision import headline
from simulator.messages.farm_notes import tier_notes
from simulator.network.roles import Role
from simulator.translate.translate import translate

SHOP = "scenarios/three_tiers.yaml"
# One server that nobody shares its tiers with, so that theory answers.
ONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "demand": "1,000 requests/s", "server": "dl325-epyc-7763-2x100gbe",
       "tiers[0].connections": "none", "tiers[1].connections": "none", "tiers[1].servers": 4}  # fmt: skip
# 36 cores of two threads.
SERVER = "gold-6140-2x25gbe"


def shop(more=(), **pods):
    told = {"cpu": {"request": 2, "limit": 2}, "memory": "4 GB", **pods}
    return load(SHOP, {**ONE, "tiers[0].pods": told, **dict(more)})


# Threads and GiB of a node; millicores that the system keeps of it, and MiB beside the 100 of evictions.
@pytest.mark.parametrize(
    ("threads", "ram", "cpu", "memory"),
    [
        (4, 16, 60 + 10 + 5 + 5, 1024 * (1 + 0.8 + 0.8)),
        (32, 256, 80 + 28 * 2.5, 1024 * (2.6 + 0.06 * 112 + 0.02 * 128)),
        (2, 8, 70, 1024 * 1.8),
        (1, 1, 60, 256),
        (1, 0.6, 60, 255),
    ],
)
def test_what_a_system_keeps_is_what_google_publishes(threads, ram, cpu, memory):
    tier = shop().tiers[0]
    cores = {"sockets": 1, "cores_per_socket": threads, "threads_per_core": 1, "ram": ram * 2**30}
    room = pod_room(tier.server.model_copy(update=cores), tier.pods)
    assert room.threads == pytest.approx(threads - cpu / 1000)
    assert room.memory == pytest.approx(ram * 2**30 - (memory + 100) * 2**20)


@pytest.mark.parametrize(
    ("pods", "count"),
    [
        ({"reserved_cpu": 0}, 36),  # 72 threads of 2
        ({"reserved_cpu": 0.5}, 35),
        ({"reserved_memory": "0 B", "memory": "64 GB"}, 3),  # of 206 GB
        ({"cpu": 0.1, "memory": "10 MB"}, 110),
        ({"cpu": 0.1, "memory": "10 MB", "most": 250}, 250),
    ],
)
def test_a_server_has_as_many_pods_as_the_first_of_cpu_memory_and_places_allows(pods, count):
    assert pods_a_server(shop(**pods).tiers[0]) == count


def test_a_pod_may_use_its_limit_and_no_more_is_counted_on_than_its_share():
    whole = {"reserved_cpu": 0}
    assert pod_quota(shop(**whole).tiers[0]).cores == 2.0
    assert pod_quota(shop(cpu={"request": 2, "limit": 8, "period": "20 ms"}, **whole).tiers[0]).cores == 2.0
    assert pod_quota(shop(cpu={"request": 2, "limit": 8, "period": "20 ms"}, **whole).tiers[0]).period == 0.02
    assert pod_quota(shop(cpu={"request": 60, "limit": 64}, **whole).tiers[0]).cores == 64.0
    assert pod_cards_rate(shop(**whole).tiers[0]) == pytest.approx(50e9 / 8 / 36)


def test_a_pod_with_a_limit_is_throttled_and_one_without_shares_evenly():
    def station(**pods):
        found = translate(shop(replicas=1, **pods)).network.in_role(Role.TIER_CPU)
        return next(each for each in found if each.alike == "CPU of application")

    limited, free = station(), station(cpu=2)
    assert limited.quota is not None and limited.quota.period == 0.1
    assert free.quota is None
    assert free.capacity == pytest.approx(limited.capacity * 71.75 / 35 / 2)


def test_calls_in_hand_are_those_that_a_pod_has_memory_for():
    assert calls_in_hand(shop({"tiers[0].memory": "100 MB"}).tiers[0]) == 40
    # Of 192 GiB a server keeps 10.7: 5.56 GB for each of the 35 pods that fill it.
    for limit, calls in (("5 GB", 50), ("6 GB", 55)):
        memory = {"request": "4 GB", "limit": limit}
        assert calls_in_hand(shop({"tiers[0].memory": "100 MB"}, memory=memory).tiers[0]) == calls
    placed = translate(shop({"tiers[0].connections": 8}, replicas=1)).origins
    assert next(each for name, each in placed.items() if name.startswith("connections of app")).limit == "8 a pod"


def test_servers_are_bought_for_the_pods_that_the_demand_takes():
    scenario = size_tiers(shop({"tiers[0].servers": 1}), anew=True)
    tier = scenario.tiers[0]
    assert tier.servers > pods_a_server(tier) == 35
    assert servers_of_pods(scenario.unit, tier) == -(-tier.servers // 35) > 1
    outcome = study(scenario, Theory(), "plan", date(2026, 11, 22))
    application = next(each for each in outcome.sizing.tiers if each.tier.name == "application")
    units = outcome.sizing.units.whole.value
    assert application.called.whole.value == units * application.tier.servers
    assert application.servers.whole.value == units * servers_of_pods(scenario.unit, application.tier)
    assert 0.0 < application.in_use <= 75.0
    pods, servers = (f"{each.whole.value:.0f}" for each in (application.called, application.servers))
    assert f"{servers} servers of application ({pods} pods)" in " ".join(headline(outcome).split())
    assert "up to 35 on a server, by the CPU that they request, 2 of 71.75 threads" in tier_notes(outcome)


def test_replicas_that_are_stated_stand():
    scenario = size_tiers(shop(replicas=7))
    assert scenario.tiers[0].servers == 7
    assert servers_of_pods(scenario.unit, scenario.tiers[0]) == 1


SPARE = {"unit.nodes": 2, "unit.spare_nodes": 1}


@pytest.mark.parametrize(("replicas", "servers", "left"), [(1, 1, 0), (2, 2, 1), (16, 2, 8), (43, 2, 21), (71, 3, 47)])
def test_pods_are_spread_evenly_over_servers_of_which_one_may_die(replicas, servers, left):
    """By hand, of servers with 35 places: two at the least, and with 71 on three the fullest has 24."""
    scenario = shop(SPARE, replicas=replicas)
    tier = scenario.tiers[0].model_copy(update={"servers": replicas})
    assert (servers_of_pods(scenario.unit, tier), left_with_one_down(scenario.unit, tier)) == (servers, left)


@pytest.mark.parametrize(("needed", "replicas"), [(1, 2), (8, 16), (35, 70), (40, 71)])
def test_as_many_pods_are_counted_as_leave_what_is_needed(needed, replicas):
    scenario = shop(SPARE)
    assert replicas_with_one_down(scenario.unit, scenario.tiers[0], needed) == replicas
    assert replicas_with_one_down(scenario.unit, scenario.tiers[1], needed) == needed + 1  # Servers without pods.


def test_pods_stand_on_servers_of_their_zone():
    """By hand, of servers with 35 places in two zones: 64 pods a zone take 2 + 2, 71 take 3 + 3, 35 take 1 + 1 and 36
    take 2 + 2, though 72 would fit on 3 that stand anywhere."""
    for pods, servers in ((128, 4), (142, 6), (70, 2), (72, 4)):
        tier = shop(replicas=pods).tiers[0].model_copy(update={"servers": pods})
        assert servers_of_pods(shop({"unit.nodes": 2, "unit.zones": 2}).unit, tier) == servers


@pytest.mark.parametrize(
    ("pods", "told"),
    [
        ({"cpu": {"request": 2, "limit": 1}}, "cpu.limit = 1: the limit is below the request, 2; write at least 2"),
        ({"memory": {"request": "2 GB", "limit": "1 GB"}}, "the limit is below the request"),
        ({"cpu": 400}, "one pod does not fit into the 71.75 threads that a server of application has for them"),
        ({"cpu": 0}, "pods.cpu.request = 0: too small; allowed is 0.001 to"),
    ],
)
def test_a_pod_that_cannot_be_is_told_with_its_place(pods, told):
    with pytest.raises(ScenarioError) as error:
        shop(**pods)
    assert told in str(error.value)
    assert len(error.value.problems) == 1


def test_what_keeps_data_has_no_pods():
    with pytest.raises(ScenarioError, match="what a database or a store keeps has its servers to itself") as error:
        shop({"tiers[0].kind": "object-store", "tiers[0].objects": {"size": "1 TB", "data": 1, "parity": 1}})
    assert [each.path for each in error.value.problems] == ["tiers[0].pods"]
