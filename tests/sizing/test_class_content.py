"""A plan of live segments beside films: what the origin is asked for of each class, at the load of a farm as bought."""

from datetime import date

import numpy as np
import pytest

from models.load import load
from models.shield import with_shield_hits
from simulator.experiment.solvers import Theory
from simulator.farm.outcome import Outcome
from simulator.farm.sizing import Sizing
from simulator.farm.study import study
from simulator.messages.farm_notes import farm_notes
from simulator.output.data import figures
from simulator.uncertainty.resolution import resolve
from tests.laws.closed_forms import zipf_shares
from tests.models.test_content_problems import EDGE


def planned(changes: dict[str, object]) -> Outcome:
    return study(load("edge.yaml", changes, text=EDGE), Theory(), "headroom plan", date(2026, 11, 28))


def asked_for_at_all(sizing: Sizing) -> float:
    """Per cent of the requests of a server for segments that are the first for theirs."""
    live = 0.6 * sizing.demanded.requests / sizing.servers.whole.value
    segments = live * zipf_shares(10_000, 0.8)
    return 100.0 * float(-np.expm1(-segments * 60.0).sum()) / 60.0 / live


def test_of_live_segments_the_first_of_each_life_is_fetched():
    """The caches have room for everything: of films nothing is fetched, of segments those that are asked for at all."""
    outcome = planned({})
    sizing = outcome.farm.sizing
    assert sizing.missed_by_class["live"].value == pytest.approx(asked_for_at_all(sizing), rel=0.01)
    assert sizing.missed_by_class["films"].value == pytest.approx(0.0, abs=0.5)
    assert "By class, the origin is asked for" in farm_notes(outcome) and "of live" in farm_notes(outcome)
    told = figures(outcome)["from_origin"]["misses_by_class"]
    assert told["live"]["value"] == sizing.missed_by_class["live"].value


def test_what_is_missed_of_a_class_is_a_share_with_its_confidence():
    """Whether it comes from the origin, or a shield finds 60 % of it: of 100 % never more is missed."""
    call = {"tier": "shield", "when": "miss", "answer": "1 MB"}
    shield = {"name": "shield", "kind": "cache", "server": "gold-6140-2x25gbe",
              "cache": {"software": "memcached", "disk": "1 TB", "hit_ratio": "60 %"}}  # fmt: skip
    bare, behind = (planned(changes).farm.sizing.missed_by_class["live"] for changes in (
        {}, {"workload.classes[0].calls": [call], "tiers": [shield]},
    ))  # fmt: skip
    assert (bare.share, bare.confidence) == (behind.share, behind.confidence) == (True, 0.95)
    assert behind.value == pytest.approx(0.4 * bare.value, rel=0.01)


SHIELD = {
    "workload.classes[0].calls": [{"tier": "shield", "when": "miss", "answer": "2 MB"}],
    "tiers": [{"name": "shield", "kind": "cache", "server": "gold-6140-2x25gbe", "servers": 2,
               "cache": {"software": "memcached", "disk": "1 TB"}}],
    "unit": {"nodes": 4, "spare_nodes": 1},
}  # fmt: skip


def test_what_a_shield_finds_of_live_segments_is_that_at_the_demand():
    """Room for all: of n nodes that ask for a segment in its life one asks the origin, 1 - exp(-n w L) of the n (1 -
    exp(-w L)) that come to the shield, at what falls to each of the nodes that are bought."""
    scenario = resolve(load("edge.yaml", SHIELD, text=EDGE))
    sizing = study(scenario, Theory(), "headroom plan", date(2026, 11, 28)).farm.sizing
    rate = sizing.demanded.requests / sizing.servers.whole.value
    asked = 60.0 * 0.6 * rate * zipf_shares(10_000, 0.8)
    found = 1.0 - float(np.expm1(-4.0 * asked).sum() / np.expm1(-asked).sum()) / 4.0
    assert with_shield_hits(scenario).tiers[0].cache.hit_ratio == pytest.approx(found, rel=2e-3)
    assert (
        scenario.sources["tiers[0].cache.hit_ratio"].source
        == f"by what nodes miss that get {rate:,.0f} requests/s each"
    )
    # What a shield finds has an error of its own, which a stated ratio has not.
    stated = study(
        load("edge.yaml", {**SHIELD, "tiers[0].cache.hit_ratio": f"{100.0 * found} %"}, text=EDGE),
        Theory(),
        "",
        date.min,
    )
    mine, other = (each.missed_by_class["live"] for each in (sizing, stated.farm.sizing))
    assert mine.value == pytest.approx(other.value, rel=0.01) and mine.half_width > other.half_width


def test_more_servers_fetch_more_of_the_segments_of_live_channels():
    """Each of them fetches every segment that its clients ask for, however few of them there are."""
    few, many = (planned({"unit.nodes": str(nodes), "unit.spare_nodes": "0"}).farm.sizing for nodes in (4, 8))
    assert (few.servers.whole.value, many.servers.whole.value) == (4, 8)
    for sizing in (few, many):
        assert sizing.missed_by_class["live"].value == pytest.approx(asked_for_at_all(sizing), rel=0.01)


def test_classes_of_one_content_are_not_told_apart():
    assert planned({"workload.classes[0].content": "none"}).farm.sizing.missed_by_class == {}


def test_what_collapse_spares_the_origin_is_told_with_it_and_without():
    """A second for each fetch of a segment that lives for 60 s: who comes meanwhile fetches it too, or waits."""
    slow = {"workload.content.origin.latency": "1 s"}
    without, collapsed = (planned({**slow, **more}) for more in ({}, {"web_server.collapse": "500 ms"}))
    told, same = (figures(each)["from_origin"]["fetches"] for each in (without, collapsed))
    sizing = without.farm.sizing
    live = 0.6 * sizing.demanded.requests / sizing.servers.whole.value * zipf_shares(10_000, 0.8)
    # In each life a first request, and those of the second and 3.3 ms behind that for 2 MB over 40 Gbps.
    first, seconds = -np.expm1(-60.0 * live), 1.0 + 16e6 / 40e9
    most = sizing.servers.whole.value * float((first * (1.0 + live * seconds)).sum()) / 60.0
    assert told["each"]["requests"] == pytest.approx(most, rel=0.02)
    assert told["one_for_all"]["mbps"] == pytest.approx(sizing.fetched.value)
    assert told["each"]["mbps"] / told["one_for_all"]["mbps"] == pytest.approx(
        told["each"]["requests"] / told["one_for_all"]["requests"], rel=0.02
    )
    assert same["each"]["requests"] == pytest.approx(told["each"]["requests"], rel=0.02)
    assert "without `web_server.collapse` each of them fetches it, at least" in farm_notes(without)
    assert "With `web_server.collapse` one request fetches an object for all" in farm_notes(collapsed)
    # Nothing is worth saying where nobody comes while a fetch takes.
    assert "web_server.collapse" not in farm_notes(planned({"workload.classes[0].content.life": "for ever"}))
