"""Live segments beside films behind a shield: what it finds of each class, what that is billed, and by which state."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.costs.origin_share import joint_traffic
from simulator.farm.study import study
from simulator.messages.farm_notes import disk_note, farm_notes, tier_notes
from simulator.network.roles import Role
from simulator.network.steps import KeyLookup, flatten
from simulator.output.data import figures
from simulator.translate.translate import translate

# 200 segments that live for 6 s, each at a node of its own; films of which the nodes hold 3 % and the shield all.
FARM = """\
format: 1
scenario: Live channel and films
demand: 200 Gbps
workload:
  classes:
    - name: live
      rate: 60 /s
      size: 2 MB
      cpu: 200 us
      calls: [{tier: shield, when: miss, latency: 10 ms, answer: 2 MB}]
      content: {catalogue: 400 MB, object_size: 2 MB, life: 6 s, popularity: {zipf: 0.9}}
    - {name: film, rate: 40 /s, size: 4 MB, cpu: 400 us,
       calls: [{tier: shield, when: miss, latency: 10 ms, answer: 4 MB}]}
  content: {catalogue: 100 TB, object_size: 4 MB, popularity: {zipf: 0.9},
            origin: {latency: 40 ms, rate: 40 Gbps, price: 0.01 USD/GB, request_price: 0.001 USD/thousand}}
  clients: {rate: 50 Mbps}
server: {model: epyc-9354p-2x100gbe, ram: 768 GiB}
operating_system: linux-6
web_server: {model: nginx, collapse: 500 ms}
unit: {nodes: 4, spare_nodes: 1, balancer: by-url}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: us-2026}
tiers:
  - name: shield
    kind: cache
    server: {model: epyc-9354p-2x100gbe, disks: {size: 7.68 TB}}
    servers: 2
    cache: {software: memcached, disk: 60 TB}
"""
BARE = {"workload.classes[0].calls": [], "workload.classes[1].calls": [], "tiers": []}
# Segments a second that somebody asks for first, of 200 that live for 6 s: the rarest one some 16 times in each.
FIRSTS = 200 / 6.0


def farm(changes):
    return load("live.yaml", changes, text=FARM)


def planned(changes):
    return study(farm(changes), Theory(), "plan", date(2026, 11, 28))


@pytest.fixture(scope="module")
def shielded():
    return planned({})


@pytest.fixture(scope="module")
def bare():
    return planned(BARE)


def asked_by_class(sizing):
    """Requests/s of each class that come to the origin."""
    rates = {"live": 0.6 * sizing.demanded.requests, "film": 0.4 * sizing.demanded.requests}
    return {name: 0.01 * sizing.missed_by_class[name].value * rate for name, rate in rates.items()}


def test_by_hand_the_origin_gets_each_segment_once_a_life_and_no_film(shielded):
    sizing = shielded.sizing
    asked = asked_by_class(sizing)
    assert asked["live"] == pytest.approx(FIRSTS, rel=0.01) and asked["film"] == pytest.approx(0.0, abs=1e-6)
    assert sizing.fetches.value == pytest.approx(FIRSTS, rel=0.01)
    assert sizing.fetched.value == pytest.approx(FIRSTS * 2e6 * 8e-6, rel=0.01)


def test_it_is_billed_by_the_size_of_each_class(shielded):
    """A month of 730 h at the demand, 0.01 USD/GB."""
    gb = shielded.sizing.fetched.value / 8e3 * 730 * 3600
    assert shielded.farm.cost.item("origin").amount.whole.value == pytest.approx(0.01 * gb, rel=0.01)


def test_with_one_server_of_each_unit_down_half_of_what_it_finds_comes_too(shielded):
    (tier,) = shielded.sizing.tiers
    found = shielded.sizing.filled.value - shielded.sizing.fetched.value
    assert tier.cache.origin_one_down.value == pytest.approx(shielded.sizing.fetched.value + found / 2.0)


def test_a_call_of_a_class_finds_its_own_share():
    """In each engine and by theory, which all have these steps."""
    kinds = {kind.asked_as: kind for kind in network_at(farm({"workload.offered": "2000 /s"}), 2000.0).classes}
    found = {
        name: [step.store.hit_ratio for step in flatten(kind.steps) if isinstance(step, KeyLookup)]
        for name, kind in kinds.items()
    }
    assert found == {"live": [pytest.approx(0.0, abs=1e-6)], "film": [pytest.approx(1.0)]}


@pytest.mark.parametrize("changes", [{}, BARE], ids=["shield", "bare"])
def test_requests_and_bytes_to_the_origin_are_those_of_one_state(changes, shielded, bare):
    """With all nodes up: by class they add up to all requests, and with their sizes to all bytes."""
    sizing = (bare if changes else shielded).sizing
    asked = asked_by_class(sizing)
    assert sum(asked.values()) == pytest.approx(sizing.fetches.value, rel=1e-6)
    bytes_ = asked["live"] * 2e6 + asked["film"] * 4e6
    assert sizing.filled.value >= sizing.fetched.value == pytest.approx(bytes_ * 8e-6, rel=1e-3)


def test_requests_do_not_hang_on_the_spare_node(bare):
    """What is told of `collapse` and billed is the same without one, where as many nodes are up."""
    without = planned({**BARE, "unit.spare_nodes": 0}).farm
    assert bare.sizing.fetches.value == pytest.approx(without.sizing.fetches.value, rel=1e-3)
    one, other = (joint_traffic(each.scenario, each.sizing, each.carried).one for each in (bare.farm, without))
    assert one == pytest.approx(other, rel=1e-3)


def test_nothing_need_lie_on_the_disks_of_nodes_with_an_origin(bare):
    assert disk_note(farm(BARE)) == "" and "on its 12 disks" not in farm_notes(bare)


def test_the_link_of_the_nodes_is_that_from_the_shield_and_the_other_one_is_not_looked_at(shielded, bare):
    names = [next(each.name for each in plan.network.shared if each.role is Role.ORIGIN) for plan in (shielded, bare)]
    assert names == ["shield link", "origin link"]
    origins = [translate(farm(changes)).origins[name].limit for changes, name in zip(({}, BARE), names, strict=True)]
    assert origins == ["5 GB/s from shield to each server", "5 GB/s from the origin to each server"]
    assert "the link from the origin to shield, over which 533" in tier_notes(shielded)
    assert "link from the origin" not in tier_notes(bare)


def test_told_by_class(shielded):
    told = figures(shielded)["from_origin"]["misses_by_class"]
    assert told["live"]["value"] == pytest.approx(0.656, abs=0.001) and told["film"]["value"] == pytest.approx(0.0)
