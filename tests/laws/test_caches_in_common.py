"""One cache for several classes of requests and objects of many sizes, under Zipf's law: Che's approximation, class by
class. Every miss takes a second and a hit no time, so the mean response time of a class is its share of misses.
"""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.popularity import object_sizes
from simulator.engines.theory.formulas.caches import characteristic_time, hit_chances
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Delay, Lookup
from tests.laws.closed_forms import che_hits, zipf_shares
from tests.laws.observing import KERNEL, agrees, observe, of_class, ratio, single, slowly

RATE = 1000.0
MISS = constant(1.0)
PAGES, FILES = Catalogue(3000, 0.9, exponential(20e3)), Catalogue(1000, 0.6, Distribution(Family.UNIFORM, 60e3))
SHARES = {"page": 0.7, "file": 0.3}
# Che's approximation is exact in the limit of many objects; here it is off by at most this share of hits and of misses
# (0.1 % in runs of two million requests).
CHE_ERROR = 0.002


def in_common(room: float) -> Network:
    """Pages and files behind one cache that has `room` for a share of their bytes; it starts in its steady state."""
    # Brought in at once: who came for it while it was on its way would miss it too.
    steps = (Lookup("cache", (Admit("cache"), Delay(MISS))),)
    classes = tuple(
        RequestClass(name, SHARES[name], constant(1.0), 0.0, steps, catalogue)
        for name, catalogue in (("page", PAGES), ("file", FILES))
    )
    network = Network(1, (Cache("cache", 1.0, warm=True),), classes, single(RATE))
    capacity = room * float(object_sizes(network).sum())
    return replace(network, resources=(Cache("cache", capacity, warm=True),))


def expected(network: Network) -> dict[str, float]:
    """The share of misses of each class."""
    pages, files = zipf_shares(PAGES.objects, PAGES.zipf), zipf_shares(FILES.objects, FILES.zipf)
    rate = np.concatenate((SHARES["page"] * pages, SHARES["file"] * files))
    sizes, capacity = object_sizes(network), network.caches[0].capacity
    hits = che_hits(rate, sizes, capacity)
    found = hit_chances(rate, characteristic_time(rate, sizes, capacity))
    np.testing.assert_allclose(found, hits, rtol=1e-6)
    return {"page": 1.0 - pages @ hits[: pages.size], "file": 1.0 - files @ hits[pages.size :]}


@pytest.mark.parametrize(("room", "observer"), [(0.1, KERNEL), (0.4, KERNEL), slowly(0.4)], ids=str)
def test_classes_that_share_a_cache_miss_as_often_as_che_says(room, observer):
    network = in_common(room)
    steady = observe(network, 75.0, 1.0, windows=10, observer=observer)
    misses = expected(network)
    for name, missed in misses.items():
        agrees(of_class(steady, name), missed, within=0.15, known_error=CHE_ERROR)
    hits = ratio(steady, ("cache", "cache", "hits"), ("cache", "cache", "lookups"))
    overall = sum(SHARES[name] * (1.0 - missed) for name, missed in misses.items())
    agrees(hits, overall, within=0.15, known_error=CHE_ERROR)
