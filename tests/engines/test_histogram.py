"""Response times are kept to within one per cent."""

import numpy as np
import pytest

from simulator.engines.histogram import BINS, LONGEST, SHORTEST, bin_of, counted_up_to, midpoints, quantile
from simulator.engines.kernel.statistics import bin_of_bits

RNG = np.random.default_rng(1)
TIMES = 2.0 ** RNG.uniform(SHORTEST, LONGEST, 100_000)


def bits(seconds: float) -> int:
    """A float64's bit pattern as an int64."""
    return int(np.float64(seconds).view(np.int64))


def test_both_ways_to_find_a_bin_agree():
    edges = 2.0 ** np.arange(SHORTEST, LONGEST, dtype=float)
    beside = np.concatenate([edges, np.nextafter(edges, 0.0), np.nextafter(edges, np.inf)])
    beyond = [0.0, 1e-300, 1e-9, 1e9, 1e300]
    for seconds in [*TIMES[:20_000], *beside, *beyond]:
        assert bin_of(float(seconds)) == bin_of_bits(bits(seconds)), seconds


def test_a_midpoint_is_within_one_per_cent_of_every_time_in_its_bin():
    found = np.array([bin_of(float(t)) for t in TIMES])
    assert np.abs(midpoints()[found] / TIMES - 1.0).max() <= 0.01


def test_a_midpoint_lies_in_its_own_bin():
    assert [bin_of(float(t)) for t in midpoints()] == list(range(BINS))


def test_times_beyond_the_ends_count_at_the_ends():
    assert bin_of(2.0 ** (SHORTEST - 1)) == 0
    assert bin_of(2.0 ** (LONGEST + 1)) == BINS - 1


@pytest.mark.parametrize("q", [0.01, 0.5, 0.95, 0.999])
def test_quantiles_are_within_one_per_cent_of_those_of_the_sample(q):
    times = RNG.exponential(0.4, 50_000)
    counts = np.bincount([bin_of(t) for t in times], minlength=BINS)
    # A bin is 1/128 wide at the most; entries are taken to lie evenly in it.
    assert quantile(counts, q) == pytest.approx(np.quantile(times, q, method="inverted_cdf"), rel=0.01)


@pytest.mark.parametrize("share", [0.0, 0.013, 0.5, 0.95, 1.0])
def test_as_many_entries_are_counted_up_to_a_quantile_as_it_is_the_quantile_of(share):
    counts = np.random.default_rng(8).poisson(3.0, BINS)
    assert counted_up_to(counts, quantile(counts, share)) == pytest.approx(share * counts.sum(), abs=1e-6)
