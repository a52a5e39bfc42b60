"""How many pages a buffer pool misses: closed forms, theory object by object, and a list that is kept."""

from collections import OrderedDict
from random import Random

import numpy as np
import pytest

from models.buffer_pool import disk_reads, page_miss_ratio
from models.least_recently_used import miss_ratio
from models.load import load
from models.tier_room import calls_in_hand
from simulator.engines.theory.formulas.caches import characteristic_time, hit_chances
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER


@pytest.mark.parametrize(("pages", "held"), [(100.0, 1.0), (1_465_000.0, 786_000.0), (1e9, 1e6)])
def test_pages_that_are_all_alike_are_held_by_their_share(pages, held):
    assert miss_ratio(pages, held, 0.0) == pytest.approx(1.0 - held / pages, rel=1e-9)


def test_a_pool_that_holds_all_misses_nothing():
    assert miss_ratio(1_000.0, 1_000.0, 0.9) == miss_ratio(1_000.0, 5_000.0, 0.9) == 0.0


@pytest.mark.parametrize("zipf", [0.4, 0.8, 1.0, 1.3])
@pytest.mark.parametrize("held", [50, 2_000, 60_000])
def test_groups_of_pages_miss_as_all_pages_do_one_by_one(zipf, held):
    rate = np.arange(1.0, 100_001.0) ** -zipf
    rate /= rate.sum()
    time = characteristic_time(rate, np.ones(rate.size), float(held))
    alone = 1.0 - float((rate * hit_chances(rate, time)).sum())
    assert miss_ratio(100_000.0, float(held), zipf) == pytest.approx(alone, rel=1e-3)


@pytest.mark.parametrize("zipf", [0.6, 1.0])
def test_a_list_of_the_pages_used_last_misses_as_often(zipf):
    """2,000 of 10,000 pages, 400,000 touches: within 1 %, four standard deviations of the count."""
    weights = np.arange(1.0, 10_001.0) ** -zipf
    touched = Random(7).choices(range(10_000), cum_weights=np.cumsum(weights).tolist(), k=500_000)
    held, missed = OrderedDict[int, None](), 0
    for count, page in enumerate(touched):
        if page not in held:
            missed += count >= 100_000
            held[page] = None
            if len(held) > 2_000:
                held.popitem(last=False)
        held.move_to_end(page)
    assert miss_ratio(10_000.0, 2_000.0, zipf) == pytest.approx(missed / 400_000, rel=0.01)


def test_a_call_reads_the_pages_that_it_misses_and_reads_that_are_stated_hold():
    """30 GB of 40 GB are held: a quarter of five pages."""
    changes = {**DATABASE, f"{TIER}.data": "40 GB", f"{TIER}.software.buffer_pool": "30 GB"}
    tier = load(FARM, changes).tiers[1]
    (call,) = load(FARM, {**changes, f"{CALL}.pages": 5}).tiers[0].calls
    assert page_miss_ratio(tier) == pytest.approx(0.25, rel=1e-6)
    assert disk_reads(tier, call) == pytest.approx(1.25, rel=1e-6)
    (call,) = load(FARM, {**changes, f"{CALL}.reads": 0.3}).tiers[0].calls
    assert disk_reads(tier, call) == 0.3


def test_a_buffer_pool_is_a_share_of_the_ram_and_leaves_the_rest_to_connections():
    """75 % of 128 GiB hold a quarter of 384 GiB; 32 GiB less 256 MiB are left for calls of 1 GiB."""
    changes = {**DATABASE, f"{TIER}.data": "384 GiB", f"{TIER}.server.ram": "128 GiB"}
    tier = load(FARM, {**changes, f"{TIER}.connections": "none", f"{TIER}.memory": "1 GiB"}).tiers[1]
    assert page_miss_ratio(tier) == pytest.approx(0.75, rel=1e-6)
    assert calls_in_hand(tier) == 31
