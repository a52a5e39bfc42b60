"""What a server carries while its caches fill: as a simulation from empty caches has it, and as the coupons of a closed
form."""

import math
from dataclasses import replace

import numpy as np
import pytest

import headroom
from models.load import load
from models.quantities.formatting import significant
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.largest_load import largest_rate
from simulator.engines.theory.visits import cache_hits
from simulator.errors import NoLoad, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import server_network
from simulator.farm.farm_at_work import server_at_rate
from simulator.messages import backtest
from simulator.studies.backtest import cold_cache
from simulator.studies.backtest.cold_cache import (
    CacheFilling,
    _until_warm,
    cache_filling,
    filled_after,
    partly_filled,
)
from simulator.targets import target_values

FARM, API = "scenarios/first_farm.yaml", "scenarios/hourly_api.yaml"
SCALED = {"supply": {"autoscaling": {"minimum": 2, "maximum": 16, "until_serving": "5 min"}}}


def scenario(**changes):
    return load(FARM, SCALED | changes)


def test_a_cache_that_begins_empty_hits_as_a_full_one_that_holds_as_much():
    """By the kernel, of which each window is compared with theory in its middle."""
    rate, window = 600.0, 5.0
    network = server_at_rate(scenario(), rate).network
    (cache,) = network.caches
    cold = replace(network, resources=tuple(
        replace(each, warm=False) if each.name == cache.name else each for each in network.resources
    ))  # fmt: skip
    tallies = [load_engine("kernel").run(cold, RunPlan(40, window, 0.0, number), 1) for number in range(3)]
    lookups, hits = (
        sum(np.diff(tally.column("cache", cache.name, name)) for tally in tallies) for name in ("lookups", "hits")
    )
    simulated = hits / lookups
    for share in (0.1, 0.2, 0.35, 0.5):
        partly = partly_filled(network, share, rate)
        at = filled_after(partly, rate)
        theory = cache_hits(partly, rate)[2][0].hit_ratio
        place = np.interp(at, window * (np.arange(40) + 0.5), simulated)
        assert place == pytest.approx(theory, abs=0.03), f"{share:.0%} after {at:.0f} s"


def test_content_that_is_asked_for_alike_comes_as_coupons_do():
    """Of n objects a share s has been asked for after n / rate * log(1 / (1 - s)) seconds."""
    alike = scenario(**{"workload.content": {"catalogue": "1 GB", "popularity": {"zipf": 0}}})
    network = server_at_rate(alike, 500.0).network
    objects = next(each.catalogue for each in network.classes).objects
    for share in (0.2, 0.5, 0.9):
        at = filled_after(partly_filled(network, share, 500.0), 500.0)
        assert at == pytest.approx(objects / 500.0 * math.log(1.0 / (1.0 - share)), rel=0.02)


def test_a_server_whose_disks_stop_it_carries_less_until_its_cache_is_full():
    found = cache_filling(scenario())
    assert 0.3 < found.cold < 0.9 and 60.0 < found.seconds < 300.0


def test_a_server_without_caches_is_warm_at_once():
    assert cache_filling(load(API, {})) is None


def test_a_server_carries_nothing_until_its_caches_meet_the_targets_at_some_load():
    """By hand: no load with 10 % in the cache, 29 % of a warm server with 20 %, and as much until then."""
    slow = scenario(**TOO_FAST)
    network, targets = server_network(slow), target_values(slow.targets)
    warm = largest_rate(network, targets).value
    tenth, fifth = (partly_filled(network, share, warm) for share in (0.1, 0.2))
    with pytest.raises(NoLoad):
        largest_rate(tenth, targets)
    carried = largest_rate(fifth, targets).value / warm
    found, usual = cache_filling(slow), cache_filling(scenario())
    assert found.unfit == pytest.approx(filled_after(tenth, warm) / carried)
    assert found.cold < usual.cold and found.seconds > usual.seconds and usual.unfit == 0.0


def test_a_server_that_only_full_caches_make_fit_carries_nothing_until_then():
    assert _until_warm([(10.0, 0.0), (30.0, 0.0)]) == CacheFilling(0.0, 30.0, 30.0)
    seconds = 20.0 + 20.0 + 10.0 / 0.75
    found = _until_warm([(10.0, 0.0), (20.0, 0.5), (30.0, 1.0)])
    assert found.seconds == pytest.approx(seconds) and found.unfit == 20.0
    assert found.cold == pytest.approx((0.0 + 0.25 * 20.0 + 10.0) / seconds)


TOO_FAST = {"targets.client_speed": "78 kB/s"}


@pytest.fixture
def day(tmp_path):
    """A day of counters."""
    minutes = [f"{at // 60:02d}:{at % 60:02d},{4_000 + 400 * (at // 60 % 12)}" for at in range(24 * 60)]
    rows = ["time,requests/s", *(f"2026-09-22 {each}" for each in minutes), "2026-09-23 00:00,4000"]
    file = tmp_path / "day.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    return str(file)


def test_a_backtest_works_it_out_unless_it_is_stated(day):
    found = headroom.backtest(FARM, [day], SCALED, engine="theory")
    new = found.to_dict()["new_server"]
    known = cache_filling(found.backtest.scenario)
    assert new == {"cold": known.cold, "warm_after_seconds": known.seconds, "misses_targets_seconds": 0.0,
                   "worked_out": True}  # fmt: skip
    assert any("caches fill at the load" in note for note in found.to_dict()["notes"])
    scaling = {"minimum": 2, "maximum": 16, "cold": "50 %", "warm_after": "5 min"}
    stated = headroom.backtest(FARM, [day], {"supply": {"autoscaling": scaling}}, engine="theory")
    assert stated.to_dict()["new_server"] == {"cold": 0.5, "warm_after_seconds": 300.0, "misses_targets_seconds": 0.0,
                                              "worked_out": False}  # fmt: skip


def test_a_backtest_says_that_a_server_misses_its_targets_at_first(day):
    found = headroom.backtest(FARM, [day], SCALED | TOO_FAST, engine="theory").to_dict()
    unfit = found["new_server"]["misses_targets_seconds"]
    assert unfit > 0.0 and backtest.unfit_servers(significant(unfit, 2)) in found["notes"]
    assert backtest.ALWAYS_WARM not in found["notes"]


def test_a_backtest_says_where_theory_does_not_know_how_caches_fill(day, monkeypatch):
    def unknown(*_):
        raise UnsupportedByEngine("caches of another kind", "use the kernel")

    monkeypatch.setattr(cold_cache, "largest_rate", unknown)
    found = headroom.backtest(FARM, [day], SCALED, engine="theory").to_dict()
    assert backtest.unknown_filling("caches of another kind") in found["notes"]
    assert backtest.ALWAYS_WARM not in found["notes"] and not found["new_server"]["worked_out"]
