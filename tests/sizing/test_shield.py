"""Four nodes in front of two servers of a shield: what it finds spares the origin, its bill and its wait."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.farm_notes import farm_notes
from simulator.messages.numbers import traffic_text
from simulator.network.steps import Delay, KeyLookup, flatten
from simulator.output.data import figures
from simulator.studies.plan.sections.tiers import caches
from tests.shipped import FOLDER

CALL = {"tier": "shield", "when": "miss", "answer": "4 MB", "latency": "10 ms"}
SHIELD = {"software": "memcached", "disk": "60 TB", "hit_ratio": "60 %"}
SERVER = {"model": "epyc-9354p-2x100gbe", "disks": {"size": "7.68 TB"}}
FARM = {
    "workload.request.size": "4 MB",
    "workload.request.calls": [CALL],
    "workload.content": {
        "catalogue": "300 TB",
        "popularity": {"zipf": 0.9},
        "origin": {"latency": "40 ms", "rate": "40 Gbps", "price": "0.01 USD/GB",
                   "request_price": "0.001 USD/thousand"},
    },
    "workload.session.think_time": "0.9 s",
    "server": SERVER,
    "web_server.disk_cache": "20 TB",
    "unit": {"nodes": 4, "spare_nodes": 1},
    "tiers": [{"name": "shield", "kind": "cache", "server": SERVER, "servers": 2, "cache": SHIELD}],
}  # fmt: skip
BARE = {**FARM, "workload.request.calls": [], "tiers": []}


def farm(changes):
    return load(FOLDER / "downloads_today.yaml", changes)


def planned(changes):
    return study(farm(changes), Theory(), "plan", date(2026, 11, 28))


@pytest.fixture(scope="module")
def shielded():
    return planned(FARM)


@pytest.fixture(scope="module")
def bare():
    return planned(BARE)


@pytest.fixture(scope="module")
def by_itself():
    """The shield whose hit ratio nobody states."""
    return planned({**FARM, "tiers[0].cache.hit_ratio": "none"})


def test_the_origin_delivers_and_bills_what_the_shield_misses(shielded, bare):
    """40 % of what the nodes fetch, whose disks are written as much as before."""
    mine, before = shielded.sizing, bare.sizing
    assert mine.fetched.value == pytest.approx(0.4 * before.fetched.value, rel=1e-6)
    assert mine.filled.value == pytest.approx(before.fetched.value, rel=1e-6)
    assert mine.fetches.value == pytest.approx(0.4 * before.fetches.value, rel=1e-6)
    bills = [each.farm.cost.item("origin").amount.whole.value for each in (shielded, bare)]
    assert bills[0] == pytest.approx(0.4 * bills[1], rel=1e-6)


def test_its_servers_send_and_read_all_that_the_nodes_miss(shielded):
    """At the demand, of two servers a unit with 2 cards of 100 Gbps each."""
    (tier,) = shielded.sizing.tiers
    framed = shielded.network.transport.wire_rate(1.0)
    sent = framed * shielded.sizing.filled.value / (shielded.sizing.units.whole.value * 2 * 200_000.0)
    limits = {limit.name: limit.utilisation.value for limit in shielded.operating_points[0].limits}
    assert limits["network cards of shield"] == pytest.approx(100.0 * sent, rel=0.01)
    assert tier.in_use >= 100.0 * sent * 0.99 and limits["disks of shield"] > 0.0


def test_only_who_misses_the_shield_waits_for_the_origin():
    steps = [step for kind in network_at(farm(FARM), 10.0).classes for step in flatten(kind.steps)]
    waits = [step.time.mean for step in steps if isinstance(step, Delay)]
    (lookup,) = (step for step in steps if isinstance(step, KeyLookup))
    assert waits == [pytest.approx(0.010), pytest.approx(0.040)]
    assert lookup.on_miss[0].time.mean == pytest.approx(0.040) and lookup.store.hit_ratio == pytest.approx(0.6)


def test_what_it_finds_follows_from_what_the_nodes_miss_with_its_error(by_itself, shielded):
    (tier,) = by_itself.sizing.tiers
    passed = by_itself.sizing.fetched.value / by_itself.sizing.filled.value
    assert tier.cache.hits == pytest.approx(100.0 * (1.0 - passed), rel=1e-6) and 0.3 < passed < 0.8
    assert by_itself.sizing.fetched.relative > shielded.sizing.fetched.relative + 0.05
    assert f"shield finds {tier.cache.hits:.3g} % of the items" in " ".join(block.text for block in caches(by_itself))
    assert figures(by_itself)["tiers"][0]["cache"]["hits"]["value"] == pytest.approx(tier.cache.hits)
    assert "The origin delivers" in farm_notes(by_itself)


def test_a_server_of_a_shield_down_leaves_the_half_of_what_it_finds_and_the_rest_comes_from_the_origin(by_itself):
    (tier,) = by_itself.sizing.tiers
    assert tier.cache.hits_one_down == pytest.approx(tier.cache.hits / 2.0)
    by_hand = by_itself.sizing.filled.value * (1.0 - tier.cache.hits / 200.0)
    assert tier.cache.origin_one_down.value == pytest.approx(by_hand) and by_hand > by_itself.sizing.fetched.value
    assert figures(by_itself)["tiers"][0]["cache"]["origin_one_down"]["value"] == pytest.approx(by_hand)
    told = " ".join(block.text for block in caches(by_itself))
    from_origin = traffic_text(tier.cache.origin_one_down)
    assert f"with one server of each unit down, when {from_origin} come from the origin" in told


FOLLOWS = {"tiers[0].cache.hit_ratio": "none"}
SPOILT = [
    ({"tiers[0].calls": [{"tier": "edge", "cpu": "1 ms"}]}, "tiers[0].calls[0].tier",
     "what shield does not have it asks the origin for, never the nodes that call it; take this call out"),
    ({"tiers[0].calls": [{"tier": "shield", "cpu": "1 ms"}]}, "tiers[0].calls", "shield calls shield"),
    ({"tiers": [{**FARM["tiers"][0], "calls": [{"tier": "origin", "cpu": "1 ms", "when": "miss"}]},
                {"name": "origin", "server": SERVER}]}, "tiers[0].calls[0].when",
     "the calls of a cache are made for what it misses, and for nothing else; write always"),
    ({"workload.request.calls": [{"tier": "shield", "when": "miss"}]}, "request.calls[0].answer",
     "which cross its cards; write `answer: 4 MB`, as large as the request"),
    ({"workload.request.calls": [CALL, {**CALL, "when": "always"}]}, "request.calls[1].when",
     "nothing else asks for it; write `when: miss` where requests call, or another cache for this call"),
    ({"workload.request.calls": [CALL, {"tier": "app", "cpu": "1 ms"}],
      "tiers": [*FARM["tiers"], {"name": "app", "server": SERVER, "calls": [{"tier": "shield", "cpu": "1 ms"}]}]},
     "tiers[1].calls[0].when", "shield stands before the origin and has what nodes miss"),
    ({"workload.request.calls": [{**CALL, "times": 2}]}, "calls[0].times",
     "asks for once, and each time; write `times: 1`"),
    ({"workload.request.calls": [{**CALL, "share": "50 %"}]}, "calls[0].share", "write `share: 100 %`"),
    ({**FOLLOWS, "web_server.admission_window": "10 s"}, "tiers[0].cache",
     "what shield finds hangs on the load, for `web_server.admission_window` makes what the nodes miss do so"),
    ({**FOLLOWS, "web_server.disk_cache.admission_window": "10 s"}, "tiers[0].cache",
     "for `web_server.disk_cache.admission_window` makes what the nodes miss do so"),
    ({**FOLLOWS, "web_server.time_to_live": "60 s"}, "tiers[0].cache",
     "write the `hit_ratio` that was measured, for no engine follows single objects through shield"),
    ({"tiers[0].cache.disk": "100 TB"}, "tiers[0].cache.disk", "write at most 92.16 TB, or a server with more disks"),
    ({"tiers[0].cache.memory": "100 GB"}, "tiers[0].cache.disk", "and `memory` says the former; write none"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "place", "told"), SPOILT, ids=[place for _, place, _ in SPOILT])
def test_what_a_shield_cannot_be_is_told_once(changes, place, told):
    with pytest.raises(ScenarioError) as error:
        farm({**FARM, **changes})
    assert [place in each.path or place in str(error.value) for each in error.value.problems] == [True]
    assert told in str(error.value)
