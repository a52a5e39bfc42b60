"""A warm cache starts in its steady state, of which only what it may hold is drawn."""

import numpy as np
import pytest

from simulator.engines import cache_contents
from simulator.engines.cache_contents import (
    CacheLimits,
    _asked,
    _horizon,
    _newest,
    _put_in_order,
    _Used,
    _weights,
    warm_contents,
)
from simulator.engines.draws import session_key
from simulator.engines.engine import load_engine
from simulator.engines.popularity import object_sizes
from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import constant, exponential
from simulator.network.resources import Catalogue
from tests.fetching import fetching
from tests.networks import CATALOGUE, OBJECT, download, two_catalogues, with_class, with_resource, with_source


def test_shares_of_all_catalogues_add_up():
    network = two_catalogues()
    shares = _weights(_asked(network.classes, network.catalogues), np.arange(object_sizes(network).size))
    assert shares.sum() == pytest.approx(1.0)
    assert shares[: CATALOGUE.objects].sum() == pytest.approx(0.9)


def test_a_warm_cache_is_as_full_as_it_can_be():
    network = with_class(download(warm=True), catalogue=Catalogue(2000, 0.8, exponential(OBJECT)))
    cache = network.caches[0]
    sizes = object_sizes(network)
    for node in range(3):
        held = warm_contents(network, cache, session_key(1, 0), node).objects
        assert len(set(held.tolist())) == len(held)
        assert cache.capacity - sizes.max() < sizes[held].sum() <= cache.capacity


def test_a_warm_cache_of_which_nobody_asks_for_objects_holds_nothing():
    network = with_class(download(warm=True), catalogue=None)
    assert warm_contents(network, network.caches[0], session_key(1, 0), 0).objects.size == 0


def test_a_warm_cache_holds_no_object_that_it_would_not_admit():
    sizes = Catalogue(2000, 0.8, exponential(OBJECT))
    network = with_class(download(warm=True, largest_object=OBJECT), catalogue=sizes)
    held = warm_contents(network, network.caches[0], session_key(1, 0), 0).objects
    assert object_sizes(network)[held].max() <= OBJECT


def newest_of_all(sizes: np.ndarray, age: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """What a cache holds, all objects put in order."""
    order = np.argsort(age, kind="stable")
    order = order[(sizes[order] <= limits[1]) & np.isfinite(age[order])]
    return order[: int(np.searchsorted(np.cumsum(sizes[order]), limits[0], side="right"))]


@pytest.mark.parametrize("never", [0.0, 0.3])
@pytest.mark.parametrize("largest", [np.inf, 2.0])
@pytest.mark.parametrize("share", [0.0, 1e-4, 0.05, 0.6, 0.95, 3.0])
def test_what_a_cache_holds_is_found_without_putting_all_objects_in_order(share, largest, never):
    """Of few and of many objects, some as old as others, some never used; the popular ones are not spread evenly."""
    random = np.random.default_rng(8)
    for objects in (1, 3, 500, 300_000):
        sizes = random.exponential(1.0, objects) if objects % 2 else np.ones(objects)
        age = np.round(-np.log(random.random(objects)) * np.arange(1.0, objects + 1.0) ** 0.9, 1)
        age[random.random(objects) < never] = np.inf
        limits = CacheLimits(share * float(sizes.sum()), largest)
        used = np.flatnonzero(np.isfinite(age)).astype(np.int32)
        newest, taken = _newest(sizes, _Used(used, age[used]), limits, np.inf)
        np.testing.assert_array_equal(newest.objects, newest_of_all(sizes, age, limits))
        assert taken == pytest.approx(sizes[newest.objects].sum())


def first_and_later(warm: bool) -> tuple[np.ndarray, np.ndarray]:
    """The hit ratio of the first second and of the ten that begin at second 10, for forty replications."""
    network = with_source(download(warm=warm), open_at_start=0, requests=constant(1.0), rate=200.0)
    first, later = [], []
    for replication in range(40):
        tally = load_engine("kernel").run(network, RunPlan(20, 1.0, 0.0, replication), 1)
        lookups, hits = (tally.column("cache", "file cache", what) for what in ("lookups", "hits"))
        first.append(hits[1] / lookups[1])
        later.append((hits[20] - hits[10]) / (lookups[20] - lookups[10]))
    return np.array(first), np.array(later)


def test_the_hit_ratio_of_a_warm_cache_is_what_it_stays():
    first, later = first_and_later(warm=True)
    difference = first - later
    half_width = 2.71 * difference.std(ddof=1) / np.sqrt(len(difference))  # 99 %, Student's t with 39 degrees.
    assert abs(difference.mean()) < half_width
    assert half_width < 0.03


def test_the_hit_ratio_of_a_cold_cache_is_not():
    first, later = first_and_later(warm=False)
    assert (first < later - 0.1).all()


@pytest.mark.parametrize(("before", "behind"), [(150, 900), (400, 500)])
def test_a_warm_cache_behind_another_starts_as_it_goes_on(before, behind):
    network = with_resource(fetching(download(cached=before, warm=True)), "disk cache", capacity=behind * OBJECT)
    plans = (RunPlan(windows=40, window=5.0, warm_up=0.0, replication=number) for number in range(10))
    tallies = [load_engine("kernel").run(network, plan, 5) for plan in plans]
    columns = [[tally.column("cache", "disk cache", what) for what in ("hits", "lookups")] for tally in tallies]
    first = np.array([hits[1] / lookups[1] for hits, lookups in columns])
    later = np.array([(hits[-1] - hits[20]) / (lookups[-1] - lookups[20]) for hits, lookups in columns])
    off = abs(first.mean() - later.mean())
    # Three standard errors, and 1 % of all lookups for the gaps that are taken at their mean.
    assert off < 3.0 * np.hypot(first.std(ddof=1), later.std(ddof=1)) / 10**0.5 + 0.01
    assert first.std(ddof=1) < 0.05


def in_order(age: np.ndarray) -> np.ndarray:
    used = _Used(np.arange(age.size, dtype=np.int32), age.copy())
    _put_in_order(used)
    np.testing.assert_array_equal(used.ages, np.sort(age))
    return used.objects


@pytest.mark.parametrize("zipf", [0.0, 0.8, 1.2, 3.0, 6.0])
def test_objects_are_put_in_order_however_steeply_their_popularity_falls(zipf):
    """Where nearly all lie in one part of the time, as from the third power on, they are compared with each other."""
    random = np.random.default_rng(8)
    for objects in (1, 2, 70, 50_000):
        age = random.exponential(size=objects) * np.arange(1.0, objects + 1.0) ** zipf
        np.testing.assert_array_equal(in_order(age), np.argsort(age, kind="stable"))
    age[::3] = 0.0
    np.testing.assert_array_equal(in_order(age), np.argsort(age, kind="stable"))


def catalogued(objects: int, zipf: float, size, share: float, **changes: object):
    """A server whose warm cache has room for a share of a catalogue."""
    network = with_class(download(warm=True, **changes), catalogue=Catalogue(objects, zipf, size))
    return with_resource(network, network.caches[0].name, capacity=share * objects * OBJECT)


@pytest.mark.parametrize("largest", [None, OBJECT])
@pytest.mark.parametrize("size", [constant(OBJECT), exponential(OBJECT)], ids=["equal", "drawn"])
@pytest.mark.parametrize("share", [1e-4, 0.05, 0.6, 0.97])
@pytest.mark.parametrize("zipf", [0.0, 0.8, 3.0])
def test_what_is_drawn_within_a_horizon_is_what_is_drawn_of_all(monkeypatch, zipf, share, size, largest):
    """Also where the horizon was too short, and where it was by as much as it is made longer."""
    network = catalogued(20_000, zipf, size, share, largest_object=largest)
    held = []
    for horizon in (lambda *_: np.inf, _horizon, lambda *asked: 0.9 * _horizon(*asked), lambda *_: 1.0):
        monkeypatch.setattr(cache_contents, "_horizon", horizon)
        cache_contents._CONTENTS.clear()
        held.append(warm_contents(network, network.caches[0], session_key(1, 0), 0))
    for other in held[1:]:
        np.testing.assert_array_equal(other.objects, held[0].objects)
        assert other.bytes == held[0].bytes


def test_a_cache_behind_another_is_drawn_within_a_horizon_too(monkeypatch):
    network = with_resource(fetching(download(cached=400, warm=True)), "disk cache", capacity=500 * OBJECT)
    behind = next(cache for cache in network.caches if cache.behind)
    cache_contents._CONTENTS.clear()
    within = warm_contents(network, behind, session_key(1, 0), 0)
    monkeypatch.setattr(cache_contents, "_horizon", lambda *_: np.inf)
    cache_contents._CONTENTS.clear()
    np.testing.assert_array_equal(within.objects, warm_contents(network, behind, session_key(1, 0), 0).objects)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_within_a_horizon_a_little_more_is_used_than_fits(share):
    catalogue = Catalogue(300_000, 0.9, constant(1.0))
    asked = _asked(with_class(download(), catalogue=catalogue).classes, (catalogue,))
    horizon = _horizon(asked, [CacheLimits(share * 300_000, np.inf)])
    used = -np.expm1(-horizon * _weights(asked, np.arange(300_000))).sum() / 300_000
    assert share < used < 1.1 * share
    assert _horizon(asked, [CacheLimits(300_000.0, np.inf)]) == np.inf


def test_only_what_a_cache_may_hold_is_put_in_order(monkeypatch):
    """Of a catalogue of which a hundredth fits, little more than that is."""
    network, ordered = catalogued(300_000, 0.9, constant(OBJECT), 0.01), []
    monkeypatch.setattr(
        cache_contents, "_put_in_order", lambda used: ordered.append(used.ages.size) or _put_in_order(used)
    )
    cache_contents._CONTENTS.clear()
    held = warm_contents(network, network.caches[0], session_key(1, 0), 0).objects.size
    assert held <= sum(ordered) < 1.2 * held
