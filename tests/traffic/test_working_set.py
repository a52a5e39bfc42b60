"""The working-set curve of one pass is that of plain LRU caches, one for each size."""

from collections import OrderedDict

import numpy as np
import pytest

from simulator.traffic.working_set import working_set


def plain_lru(objects, size, capacity):
    """The misses of an LRU cache that admits what is no larger than itself, to be read."""
    held, used, misses = OrderedDict(), 0.0, 0
    for o in objects.tolist():
        if o in held:
            held.move_to_end(o)
            continue
        misses += 1
        if size[o] > capacity:
            continue
        while used + size[o] > capacity:
            used -= held.popitem(last=False)[1]
        held[o] = size[o]
        used += size[o]
    return misses


def requests(seed, count=20_000, different=1500):
    draws = np.random.default_rng(seed)
    return (draws.zipf(1.3, count) % different).astype(np.int32), draws


@pytest.mark.parametrize("seed", [1, 2])
def test_equal_sizes_miss_as_in_a_plain_lru_at_20_sizes(seed):
    objects, _ = requests(seed)
    size = np.full(1500, 1000.0)
    capacities = np.unique(np.geomspace(1000, 1_500_000, 20).astype(int)).astype(float)
    curve = working_set(objects, size, capacities)
    assert np.rint(curve.misses * objects.size).tolist() == [plain_lru(objects, size, c) for c in capacities]
    assert len(capacities) == 20


@pytest.mark.parametrize("seed", [3, 4])
def test_unequal_sizes_miss_as_in_a_plain_lru_at_20_sizes(seed):
    objects, draws = requests(seed)
    size = np.rint(draws.lognormal(8.0, 2.0, 1500)) + 1.0
    capacities = np.geomspace(size.sum() / 3000.0, size.sum(), 20)
    assert capacities[5] < size[objects].max(), "some capacities do not hold the largest object"
    curve = working_set(objects, size, capacities)
    assert np.rint(curve.misses * objects.size).tolist() == [plain_lru(objects, size, c) for c in capacities]


def test_what_is_asked_for_the_first_time_misses_everywhere():
    objects, _ = requests(5)
    curve = working_set(objects, np.full(1500, 10.0))
    assert curve.misses[-1] == pytest.approx(curve.cold) and curve.cold == np.unique(objects).size / objects.size
    assert (np.diff(curve.misses) <= 0.0).all() and curve.bytes == 10.0 * np.unique(objects).size


def test_a_curve_by_hand():
    """A B A C B A of 1, 2 and 4 bytes: distances of A are 3, and then 7; that of B is 7."""
    curve = working_set(np.array([0, 1, 0, 2, 1, 0], np.int32), np.array([1.0, 2.0, 4.0]), np.array([3.0, 6.0, 7.0]))
    # 3 bytes: C is not admitted, and A and B stay. 6 bytes: C drives B out, and B drives A out with C.
    assert (curve.misses * 6).tolist() == pytest.approx([3, 5, 3])


def test_a_curve_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs a request"):
        working_set(np.empty(0, np.int32), np.ones(1), np.ones(1))
