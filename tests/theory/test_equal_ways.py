"""What differs only in which of several equal servers of a tier it picks is worked out once for all."""

import pytest

from models.load import load
from simulator.engines.theory.engine import steady_state
from simulator.engines.theory.equal_ways import theory_ways
from simulator.experiment.single_server import network_at
from simulator.network.equal_ways import EqualWay
from simulator.network.network import Network

SHOP, ORIGIN = "tests/farms/c_shop.yaml", {"latency": "1 ms", "rate": "1 Gbps"}
CONTENT = {"catalogue": "1 GB", "object_size": "10 kB", "popularity": {"zipf": 0.8}, "origin": ORIGIN}
CALL = {"tier": "application", "cpu": "20 ms"}
WEB = "scenarios/three_tiers.yaml"
# Even tiers, uneven ones whose other callers come beside, many servers, pools of callers, and calls that only a miss
# makes.
FARMS = {
    "even": (WEB, {}, 300.0),
    "uneven": (WEB, {"unit.nodes": 2, "tiers[0].servers": 3, "tiers[1].servers": 5}, 300.0),
    "many": (SHOP, {"tiers[0].servers": 12, "tiers[1].servers": 6}, 300.0),
    "pools": (WEB, {"tiers[0].servers": 3, "tiers[1].servers": 5, "tiers[0].calls[0].pool": 20}, 300.0),
    "on a miss": (
        WEB,
        {"workload.content": CONTENT, "workload.request.calls": [{**CALL, "when": "miss"}]},
        300.0,
    ),
}  # fmt: skip


def networks(name) -> Network:
    file, changes, rate = FARMS[name]
    return network_at(load(file, changes), rate)


@pytest.mark.parametrize("name", FARMS)
def test_the_first_of_equal_ways_stands_for_all(name):
    network = networks(name)
    apart = network.every_way
    assert max(len(each.ways) for each in network.classes) > 1 and not any(each.ways for each in apart.classes)
    assert [each.name for each in apart.classes] == [name for each in network.classes for name in each.names]
    assert sum(each.share for each in apart.classes) == pytest.approx(sum(each.share for each in network.classes))
    found, each_way = steady_state(network, network.source.rate), steady_state(apart, network.source.rate)
    assert found.busy == pytest.approx(each_way.busy, rel=1e-9)
    for kept in ("held", "work", "waited", "paths", "inside"):
        one, other = (getattr(of.traffic.flow, kept) for of in (found, each_way))
        assert {key: each for key, each in one.items() if each} == pytest.approx(
            {key: each for key, each in other.items() if each}, rel=1e-9
        )
    for each in network.classes:
        responses = [each_way.traffic.classes[name].response for name in each.names]
        alike = [found.traffic.classes[each.name].response] * len(responses)
        assert responses == pytest.approx(alike, rel=1e-9)
    assert found.traffic.background == pytest.approx(each_way.traffic.background, rel=1e-9)


def test_each_way_has_its_share_of_what_the_first_one_visits():
    ways = theory_ways((EqualWay("1"), EqualWay("2", (("cpu 1", "cpu 2"),)), EqualWay("3", (("cpu 1", "cpu 3"),))))
    assert dict(ways.images(("cpu 1", "card"))) == {(f"cpu {n}", "card"): pytest.approx(1 / 3) for n in (1, 2, 3)}
    assert ways.images("card") == (("card", 1.0),)
