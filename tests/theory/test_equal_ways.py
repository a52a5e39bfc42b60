"""Requests that differ only in which of several equal servers of a tier they pick are worked out once for all."""

import pytest

from models.load import load
from simulator.engines.theory import programs
from simulator.engines.theory.engine import steady_state
from simulator.engines.theory.equal_ways import ALONE, find_equal_ways
from simulator.experiment.single_server import network_at
from simulator.network.network import Network

SHOP, ORIGIN = "tests/farms/c_shop.yaml", {"latency": "1 ms", "rate": "1 Gbps"}
CONTENT = {"catalogue": "1 GB", "object_size": "10 kB", "popularity": {"zipf": 0.8}, "origin": ORIGIN}
CALL = {"tier": "application", "cpu": "20 ms"}
WEB = "scenarios/three_tiers.yaml"
# Even tiers, uneven ones whose other callers come beside, many servers, and calls that only a miss makes.
FARMS = {
    "even": (WEB, {}, 300.0),
    "uneven": (WEB, {"unit.nodes": 2, "tiers[0].servers": 3, "tiers[1].servers": 5}, 300.0),
    "many": (SHOP, {"tiers[0].servers": 12, "tiers[1].servers": 6}, 300.0),
    "on a miss": (
        WEB,
        {"workload.content": CONTENT, "workload.request.calls": [{**CALL, "when": "miss"}]},
        300.0,
    ),
}  # fmt: skip


def networks(name) -> Network:
    file, changes, rate = FARMS[name]
    return network_at(load(file, changes), rate)


def by_themselves(forms, places, limits, line):
    """No program stands for another one."""
    return tuple(((number,), ALONE) for number in range(len(forms)))


@pytest.mark.parametrize("name", FARMS)
def test_one_of_equal_programs_stands_for_all(name, monkeypatch):
    network = networks(name)
    found = steady_state(network, network.source.rate)
    ways = [each.ways.number for each in found.node.programs.equal_classes]
    assert max(ways) > 1 and sum(ways) == len(network.classes)
    monkeypatch.setattr(programs, "find_equal_ways", by_themselves)
    programs._outlines.cache_clear()
    apart = steady_state(network, network.source.rate)
    programs._outlines.cache_clear()
    assert [each.ways.number for each in apart.node.programs.equal_classes] == [1] * len(network.classes)
    assert found.busy == pytest.approx(apart.busy, rel=1e-9)
    for kept in ("held", "work", "waited", "paths", "inside"):
        assert getattr(found.traffic.flow, kept) == pytest.approx(getattr(apart.traffic.flow, kept), rel=1e-9)
    responses = [{n: each.response for n, each in of.traffic.classes.items()} for of in (found, apart)]
    assert responses[0] == pytest.approx(responses[1], rel=1e-9)
    assert found.traffic.background == pytest.approx(apart.traffic.background, rel=1e-9)


def test_programs_that_do_not_use_all_equal_places_as_often_stand_by_themselves():
    limits = {"cpu 1": "cpu", "cpu 2": "cpu", "cpu 3": "cpu"}
    two = find_equal_ways(("page", "page"), [("cpu 1",), ("cpu 2",)], limits, "")
    assert [numbers for numbers, _ in two] == [(0,), (1,)]
    (three,) = find_equal_ways(("page",) * 3, [("cpu 1",), ("cpu 2",), ("cpu 3",)], limits, "")
    assert three[0] == (0, 1, 2)
    assert dict(three[1].images(("cpu 1", "card"))) == {(f"cpu {n}", "card"): 1 for n in (1, 2, 3)}
    assert three[1].images("card") == (("card", 3),)
