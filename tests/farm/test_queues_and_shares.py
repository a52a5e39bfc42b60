"""What queues, and calls that only some make, are in bills and plans, by hand."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.tier_flows import Handover, as_tier_server, handovers, tier_core_capacity
from models.zone_flows import crossing_bytes
from simulator.engines.theory.bottleneck import station_loads
from simulator.experiment.single_server import network_at
from simulator.farm.job_queues import job_queues_at
from simulator.farm.tier_sizing import size_tiers
from simulator.network.roles import Role
from simulator.network.scaling import with_content_share

FARM = "scenarios/three_tiers.yaml"
MAIL = {
    "name": "mail",
    "kind": "queue",
    "server": "gold-6140-2x25gbe",
    "servers": 2,
    "queue": {"software": "rabbitmq-4", "message": "1 MB"},
    "calls": [{"tier": "workers", "cpu": "20 ms"}],
}
WORKERS = {"name": "workers", "server": "gold-6140-2x25gbe", "servers": 2}
POST, RENTED = {"tier": "mail"}, "m7i.xlarge"


def shop(*calls, tiers=(), **more):
    """A shop of which requests make some calls, with a queue and its workers among its tiers."""
    changes = {"workload.request.calls": list(calls), "tiers": [MAIL, WORKERS, *tiers], "unit.spare_nodes": 0}
    return load(FARM, changes | more)


def test_who_gets_an_answer_by_chance_hands_on_that_share():
    search, pages = ({"name": name, "server": RENTED, "servers": 2} for name in ("search", "pages"))
    half = {"tier": "pages", "cpu": "1 ms", "times": 2, "share": "50 %"}
    calls = ({"tier": "search", "share": "5 %", "cpu": "1 ms"}, half)
    found = handovers(shop(POST, *calls, tiers=(search, pages), **{"datacenter.prices": "cloud-us-2026"}))
    assert found == (
        Handover("search", "", False, pytest.approx(0.05)),
        Handover("pages", "", False, pytest.approx(0.95 * 0.75)),
    )


def test_a_queue_that_is_rented_hands_on_no_responses():
    rented = MAIL | {"server": RENTED}
    scenario = load(FARM, {"workload.request.calls": [POST], "tiers": [rented, WORKERS], "unit.spare_nodes": 0,
                           "datacenter.prices": "cloud-us-2026"})  # fmt: skip
    assert handovers(scenario) == ()


def test_messages_cross_the_cards_of_the_broker_and_zones():
    """100 requests/s of 3 servers post 300 MB/s to 2 brokers of 50 Gbps, in segments of 1,460 bytes that take 1,538."""
    scenario = shop(POST)
    network = network_at(scenario, 100.0)
    cards = [each for each in network.in_role(Role.TIER_CARD) if each.alike == "network cards of mail"]
    assert cards
    rented = {"server": RENTED, "datacenter.prices": "aws-us-2026", "unit.zones": 3, "tiers": [
        each | {"server": RENTED, "servers": 3} for each in (MAIL, WORKERS)]}  # fmt: skip
    zoned = load(FARM, {"workload.request.calls": [POST], "unit.spare_nodes": 0, **rented})
    # Two of three brokers stand in other zones than who posts.
    assert crossing_bytes(zoned, zoned.tiers[0]).calls[""] == pytest.approx(1e6 * 2 / 3)


def test_a_job_holds_its_worker_only_for_the_calls_that_it_makes():
    """A worker of one connection works 20 ms and asks a database for 50 ms, or hardly ever."""

    def used(share):
        workers = WORKERS | {"connections": 1, "calls": [{"tier": "database", "cpu": "50 ms", "share": share}]}
        tiers = [MAIL, workers, {"name": "database", "server": "gold-6140-2x25gbe", "servers": 2}]
        scenario = load(FARM, {"workload.request.calls": [POST], "tiers": tiers, "unit.spare_nodes": 0})
        (queue,) = job_queues_at(scenario, 10.0)
        return queue.by_jobs

    assert used("1 %") == pytest.approx(used("100 %") * (20 + 0.5) / (20 + 50), rel=0.02)


def test_content_is_divided_beside_a_queue():
    """What a farm fetches is asked of a network with a share of its content, in which requests go on posting."""
    content = {"catalogue": "1 GB", "object_size": "10 kB", "popularity": {"zipf": 0.8},
               "origin": {"latency": "1 ms", "rate": "1 Gbps"}}  # fmt: skip
    network = network_at(shop(POST, **{"workload.content": content}), 100.0)
    assert with_content_share(network, 0.5).posted == network.posted != ()


def test_a_post_that_follows_from_a_miss_is_refused():
    content = {"catalogue": "1 GB", "object_size": "10 kB", "popularity": {"zipf": 0.8},
               "origin": {"latency": "1 ms", "rate": "1 Gbps"}}  # fmt: skip
    service = {"name": "service", "server": "gold-6140-2x25gbe", "servers": 1, "calls": [POST]}
    with pytest.raises(ScenarioError) as refused:
        shop({"tier": "service", "when": "miss", "cpu": "1 ms"}, tiers=(service,), **{"workload.content": content})
    assert [each.path for each in refused.value.problems] == ["tiers[2].calls[0].tier"]


def test_workers_are_counted_for_the_share_that_is_posted():
    all_, some = (
        size_tiers(shop({**POST, "share": share}, **{"demand": "20,000 requests/s", "tiers[1].servers": 1}), anew=True)
        for share in ("100 %", "10 %")
    )
    counted = [next(each.servers for each in scenario.tiers if each.name == "workers") for scenario in (all_, some)]
    assert counted == [4, 1]


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
def test_tiers_that_are_called_for_several_reasons_are_used_alike_however_many_nodes_call(nodes):
    """900 requests/s make two calls of 2.5 ms of a database each by 7 servers of application, and a cache of 3 servers
    misses a tenth of ten more, each 1 ms: of each kind of calls others make what the world of one server does not."""
    cache = {"name": "cache", "kind": "cache", "server": "gold-6140-2x25gbe", "servers": 3, "calls": [
        {"tier": "database", "cpu": "1 ms"}], "cache": {"software": "redis-7", "hit_ratio": "90 %"}}  # fmt: skip
    application = {"name": "application", "server": "gold-6140-2x25gbe", "servers": 7, "calls": [
        {"tier": "cache", "times": 10},
        {"tier": "database", "times": 2, "cpu": "2.5 ms", "answer": "8 kB"}]}  # fmt: skip
    database = {"name": "database", "server": "gold-6140-2x25gbe", "servers": 2}
    scenario = load(FARM, {
        "workload.request.calls": [{"tier": "application", "cpu": "5 ms"}], "tiers": [application, cache, database],
        "unit.nodes": nodes, "unit.spare_nodes": 0,
    })  # fmt: skip
    found = {each.name: each.utilisation for each in station_loads(network_at(scenario, 900.0 / nodes)).stations}
    of_core = as_tier_server(scenario, scenario.tiers[2]).work_asked(1.0) / tier_core_capacity(
        scenario, scenario.tiers[2]
    )
    cpu = next(use for name, use in found.items() if name.startswith("CPU of database"))
    assert cpu == pytest.approx(900.0 * (2 * 2.5e-3 + 10 * 0.1 * 1e-3) / 2 * of_core, rel=1e-9)
    cards = next(use for name, use in found.items() if name.startswith("network cards of database"))
    assert cards == pytest.approx(900.0 * 2 * 8e3 * 1538 / 1460 * 8 / 2 / 50e9, rel=1e-3)
