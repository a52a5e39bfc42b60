"""What a server carries while its caches fill: as a simulation from empty caches has it, and as the coupons of a closed
form."""

import math
from dataclasses import replace

import numpy as np
import pytest

import headroom
from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.visits import cache_hits
from simulator.farm.farm_at_work import server_at_rate
from simulator.studies.backtest.cold_cache import cache_filling, filled_after, partly_filled

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


def test_a_backtest_works_it_out_unless_it_is_stated(tmp_path):
    minutes = [f"{at // 60:02d}:{at % 60:02d},{4_000 + 400 * (at // 60 % 12)}" for at in range(24 * 60)]
    rows = ["time,requests/s", *(f"2026-09-22 {each}" for each in minutes), "2026-09-23 00:00,4000"]
    file = tmp_path / "day.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    found = headroom.backtest(FARM, [str(file)], SCALED, engine="theory")
    new = found.to_dict()["new_server"]
    known = cache_filling(found.backtest.scenario)
    assert new == {"cold": known.cold, "warm_after_seconds": known.seconds, "worked_out": True}
    assert any("caches fill at the load" in note for note in found.to_dict()["notes"])
    scaling = {"minimum": 2, "maximum": 16, "cold": "50 %", "warm_after": "5 min"}
    stated = headroom.backtest(FARM, [str(file)], {"supply": {"autoscaling": scaling}}, engine="theory")
    assert stated.to_dict()["new_server"] == {"cold": 0.5, "warm_after_seconds": 300.0, "worked_out": False}
