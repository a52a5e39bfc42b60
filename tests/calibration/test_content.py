"""The working set and the skew of what is asked for are found again from what a cache missed, or it is said why not."""

import numpy as np
import pytest

from simulator.calibration.calibrate import calibrate
from simulator.calibration.content.content import fit_content
from simulator.calibration.content.misses import MissSource, row_misses
from simulator.calibration.content.working_set import ContentData, fit_working_set, miss_ratio
from simulator.calibration.diagnostics import Covariate, correlated_content, miss_patterns
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import ThreadScaling
from simulator.engines.theory.visits import cache_hits
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Lookup
from tests.calibration.cached import ONE_SIZE, SEVERAL, SIZE, SKEW, WORKING_SET, cached_rows, loaded
from tests.laws.observing import KERNEL, observe, one_request, ratio

TOLD = (Metric.HITS, Metric.MISSES, Metric.READS, Metric.READ_BYTES)
TRIALS, AS_OFTEN = 1000, (0.93, 0.97)


def network_of(objects: int, skew: float, cache: float) -> Network:
    """Requests that do nothing but look a warm cache up and bring in what it does not hold."""
    steps = (Lookup("cache", (Admit("cache"),)),)
    resource = Cache("cache", cache, warm=True)
    return one_request(1000.0, steps, resource, catalogue=Catalogue(objects, skew, constant(SIZE)))


@pytest.mark.parametrize("skew", [0.0, 0.6, 1.03])
@pytest.mark.parametrize("working_set", [4.1e9, 12e9, 300e9])
def test_the_law_is_that_of_theory(working_set, skew):
    network = network_of(int(working_set / SIZE), skew, 4e9)
    _, _, (hits,) = cache_hits(network, 1000.0)
    assert miss_ratio(working_set, skew, 4e9, SIZE) == pytest.approx(1.0 - hits.hit_ratio, abs=1e-4)


def test_the_law_has_no_steps():
    sizes = [1000.0 * SIZE, 1000.5 * SIZE, 1001.0 * SIZE]
    few, between, more = (miss_ratio(each, 0.8, 100.0 * SIZE, SIZE) for each in sizes)
    assert few < between < more and between == pytest.approx((few + more) / 2.0)
    with pytest.raises(ValueError, match="one object at least"):
        miss_ratio(0.5 * SIZE, 0.8, 4e9, SIZE)


@pytest.mark.parametrize("gauge", TOLD)
@pytest.mark.parametrize("caches", [ONE_SIZE, SEVERAL])
def test_exact_rows_give_the_working_set_back(caches, gauge):
    found = fit_content(loaded(cached_rows(caches, gauge=gauge)), None)
    assert found.working_set.value == pytest.approx(WORKING_SET, rel=1e-4)
    assert found.found.is_free == (caches is SEVERAL)
    assert found.found.skew == pytest.approx(SKEW, abs=1e-4)
    assert all(abs(row.error) < 1e-4 for row in found.rows)
    # No interval is narrower than the law is known.
    assert found.working_set.half_width > 0.005 * WORKING_SET


def test_a_working_set_hardly_larger_than_the_cache_is_told():
    found = fit_content(loaded(cached_rows(ONE_SIZE, 0.05, working_set=4.2e9)), None)
    low, high = found.working_set.low, found.working_set.high
    assert 4e9 < low < 4.2e9 < high < 4.4e9


def test_it_is_recovered_from_what_the_kernel_simulates():
    """An engine's own misses, whose draws are the scatter: caches of three sizes, each simulated twice."""
    objects, skew = 4000, 0.9
    rows = []
    for place, held in enumerate((200, 500, 1200, 200, 500, 1200)):
        steady = observe(network_of(objects, skew, held * SIZE), 20.0 + place, 0.0, windows=10, observer=KERNEL)
        hits = ratio(steady, ("cache", "cache", "hits"), ("cache", "cache", "lookups")).value
        measured = {Metric.RATE: 1000.0, Metric.SIZE: SIZE, Metric.CACHE: held * SIZE, Metric.HITS: hits}
        rows.append(LoadTestRow("rows.csv", place + 2, measured))
    found = fit_content(loaded(rows), None)
    assert found.found.is_free
    assert found.working_set.low <= objects * SIZE <= found.working_set.high
    assert found.found.skews.low <= skew <= found.found.skews.high
    assert found.working_set.half_width < 0.3 * objects * SIZE


def test_one_size_of_the_cache_holds_the_skew_and_says_so():
    found = fit_content(loaded(cached_rows(ONE_SIZE, 0.02)), None)
    assert not found.found.is_free and found.found.skew == 0.8
    (pair,) = correlated_content(found)
    assert pair.first.value == "working set" and pair.second.value == "skew of popularity" and pair.correlation > 0.0
    less, more = (value for _, value in found.otherwise)
    assert less < found.working_set.low and more > found.working_set.high


def test_sizes_that_are_nearly_one_do_not_tell_the_skew():
    found = fit_content(loaded(cached_rows((4e9, 4.4e9) * 4, 0.02)), None)
    assert not found.found.is_free
    found = fit_content(loaded(cached_rows((4e9, 5e9) * 4, 0.2)), None)
    assert not found.found.is_free, "its interval is wider than what is known of it anyway"


def test_without_misses_it_is_at_most_the_smallest_cache():
    found = fit_content(loaded(cached_rows((4e9, 8e9), working_set=3e9)), None)
    assert found.found is None and found.working_set == (4e9, 0.0, 4e9) and found.misses == 0.0


def test_a_cache_that_holds_all_bounds_what_smaller_ones_tell():
    rows = cached_rows((2e9,) * 4, 0.3, 3, working_set=6e9) + cached_rows((6.1e9,), working_set=6e9)
    found = fit_content(loaded(rows), None)
    assert found.working_set.high <= 6.1e9 and len(found.rows) == 4 and found.passed_over == 0


def test_the_memory_of_the_server_stands_for_a_cache_that_no_row_states():
    rows = cached_rows(ONE_SIZE, stated=False)
    assert fit_content(loaded(rows), 4e9).working_set.value == pytest.approx(WORKING_SET, rel=1e-4)
    assert "nobody says how large the cache was" in fit_content(loaded(rows), None)
    assert calibrate(rows, ThreadScaling(4, cache=4e9)).content.working_set.value == pytest.approx(
        WORKING_SET, rel=1e-4
    )


def test_rows_without_such_a_column_tell_nothing():
    rows = [LoadTestRow("rows.csv", 2, {Metric.RATE: 1.0, Metric.CPU: 0.1})]
    assert fit_content(loaded(rows), 4e9) is None


@pytest.mark.parametrize(
    ("measured", "cache", "said"),
    [
        ({Metric.HITS: 0.0}, 4e9, "everything missed"),
        ({Metric.READS: 150.0}, 4e9, 'did 1.5 reads for each request, so that not all .* add "disk MB/s"'),
        ({Metric.READ_BYTES: 300.0 * SIZE}, 4e9, "did 3 times the bytes that were served"),
        ({Metric.HITS: 0.5}, 20e3, "smaller than one response"),
        ({Metric.HITS: 0.01}, 4e9, "more than 100,000 times the cache"),
    ],
)
def test_what_tells_no_working_set_says_why(measured, cache, said):
    import re

    base = {Metric.RATE: 100.0, Metric.SIZE: SIZE, Metric.CACHE: cache}
    rows = [LoadTestRow("rows.csv", line, {**base, **measured}) for line in (2, 3)]
    assert re.search(said, fit_content(loaded(rows), None))


def test_bytes_tell_large_responses_and_reads_small_ones():
    small = {Metric.RATE: 100.0, Metric.READS: 20.0, Metric.READ_BYTES: 4e6, Metric.CACHE: 4e9, Metric.SIZE: 30e3}
    large = small | {Metric.SIZE: 1e6, Metric.READ_BYTES: 20e6, Metric.READS: 80.0}
    found = [fit_content(loaded([LoadTestRow("rows.csv", line, each) for line in (2, 3)]), None)
             for each in (small, large)]  # fmt: skip
    assert [each.source for each in found] == [MissSource.READS, MissSource.BYTES]
    assert [each.rows[0].measured for each in found] == [0.2, 0.2]
    del large[Metric.READ_BYTES]
    assert fit_content(loaded([LoadTestRow("rows.csv", line, large) for line in (2, 3)]), None).several_reads


def test_a_row_of_another_working_set_stands_out_when_it_is_left_out():
    rows = [*cached_rows(SEVERAL, 0.01), *cached_rows((4e9,), working_set=120e9)]
    errors = [abs(row.error) for row in fit_content(loaded(rows), None).rows]
    assert int(np.argmax(errors)) == 8 and errors[8] > 0.1


def test_misses_that_grow_with_the_load_are_a_pattern():
    rows = cached_rows(ONE_SIZE)
    rows = [row.given(Metric.HITS, row[Metric.HITS] - 0.01 * place) for place, row in enumerate(rows)]
    (pattern,) = miss_patterns(loaded(rows), fit_content(loaded(rows), None))
    assert pattern.what is Metric.MISSES and pattern.along is Covariate.LOAD and pattern.rises
    assert not miss_patterns(loaded(cached_rows(ONE_SIZE)), fit_content(loaded(cached_rows(ONE_SIZE)), None))


@pytest.mark.proof
@pytest.mark.parametrize("gauge", [Metric.HITS, Metric.READS])
@pytest.mark.parametrize("caches", [ONE_SIZE, SEVERAL])
def test_intervals_of_the_working_set_hold_as_often_as_they_say(caches, gauge):
    """Each parameter by itself; 93 to 97 % of so many trials is within three standard deviations of 95 %."""
    source = MissSource.RATIO if gauge is Metric.HITS else MissSource.READS
    hits = []
    for trial in range(TRIALS):
        rows = row_misses(cached_rows(caches, 0.05, trial, gauge), source, None)
        found = fit_working_set(ContentData(rows, source, SIZE))
        hits.append([found.working_set.low <= WORKING_SET <= found.working_set.high])
        if found.is_free:
            hits[-1].append(found.skews.low <= SKEW <= found.skews.high)
    shares = np.mean(hits, axis=0)
    print("intervals that hold, of working set and skew:", shares)
    assert np.all((shares >= AS_OFTEN[0]) & (shares <= AS_OFTEN[1]))
