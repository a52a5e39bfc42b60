"""The largest load within a percentile, of all replications together."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.histogram import BINS, bin_of, quantile
from simulator.experiment.percentile_search import PercentileSearch
from simulator.experiment.precision import sequential_interval
from simulator.experiment.search import Trial
from simulator.targets import NearestTarget, Target, TargetValues
from tests.experiment.tallies import CPU, network, steady

TALLY = steady(network(CPU), {("requests", "wire"): [1.0]}, {("requests", "wire"): [1.0]}).tallies[0]
ASKED = 6.0
# Responses of M/M/1 are exponential with the rate that is left, so that is where 1 in 20 takes longer than ASKED.
TRUTH = 1.0 - math.log(20.0) / ASKED
SECONDS = 2_000.0


class Desk:
    """A server whose responses are drawn by their law: as many as come, the same ones at every load but for their
    scale, and shorter in one replication than in another."""

    asked = TargetValues(errors=0.01, p95_response=ASKED)

    def __init__(self, seed, missed=Target.P95):
        self._seed, self._missed = seed, missed

    def trial(self, load, replication):
        draws = np.random.default_rng((self._seed, replication))
        tempo = draws.gamma(100.0, 0.01)
        responses = draws.exponential(size=2_000)[: int(load * SECONDS)] / ((1.0 - load) * tempo)
        counts = np.bincount([bin_of(each) for each in responses], minlength=BINS)
        measured = quantile(counts, 0.95)
        nearest = NearestTarget(self._missed, measured, ASKED)
        tally = replace(TALLY, histogram=counts[np.newaxis])
        return Trial(
            load, max(measured / ASKED, 1.0 if self._missed is Target.P95 else 1.1), nearest, load, load, tally
        )


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(1) as one:
        yield one


def test_all_replications_say_one_load_and_what_they_say_holds_the_truth(pool):
    """Of rates that differ by gamma factors, all responses together have a Lomax distribution."""
    truth = 1.0 - 100.0 * (20.0**0.01 - 1.0) / ASKED
    estimates = []
    for seed in range(40):
        found = PercentileSearch(Desk(seed), Target.P95, 0.55, pool).search(5)
        assert len({each.load for each in found}) == 1 and {each.target for each in found} == {Target.P95}
        estimates.append(sequential_interval([each.asked_for for each in found], 0.95, "/s"))
    spread = np.std([each.value for each in estimates]) / math.sqrt(40.0)
    assert np.mean([each.value for each in estimates]) == pytest.approx(truth, abs=3.5 * spread)
    # Binomial: of 40 intervals of 95 %, more than 6 miss but once in two hundred times.
    assert sum(not each.low <= truth <= each.high for each in estimates) <= 6


def test_replications_that_are_added_are_searched_with_those_that_there_are(pool):
    desk = Desk(1)
    search = PercentileSearch(desk, Target.P95, TRUTH, pool)
    first, more = search.search(5), search.search(8)
    assert (len(first), len(more), search.replications) == (5, 8, 8)
    alone = PercentileSearch(desk, Target.P95, first[0].load, pool).search(8)
    assert np.mean([each.asked_for for each in more]) == pytest.approx(
        np.mean([each.asked_for for each in alone]), 0.01
    )


def test_where_another_target_is_missed_first_they_say_nothing_together(pool):
    assert PercentileSearch(Desk(1, Target.ERRORS), Target.P95, TRUTH, pool).search(5) is None
