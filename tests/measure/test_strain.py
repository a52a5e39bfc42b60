"""How near a replication is to its targets: from columns made up by hand."""

import math

import numpy as np
import pytest

from simulator.engines.histogram import BINS, bin_of
from simulator.errors import NotConverged
from simulator.measure.strain import BACKLOG, Asked, backlog, strain
from tests.measure.tallies import CPU, POOL, network, steady

ISSUED, COMPLETED = ("requests", "issued"), ("requests", "completed")
CAME, LOST = ("sessions", "offered"), ("requests", "lost")
# Nobody in progress, 1,000 sessions of one request.
IDLE = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [500, 500]}


def of(columns, asked, *resources, histogram=None):
    found = steady(network(*resources), columns)
    tally = found.tallies[0]
    if histogram is not None:
        counts = np.zeros((1, BINS), dtype=np.int64)
        for seconds, count in histogram.items():
            counts[0, bin_of(seconds)] = count
        tally = type(tally)(tally.plan, tally.columns, tally.edges, counts, tally.log, tally.events)
    return strain(found, tally, asked)


def test_lost_requests_strain_by_their_share_of_what_is_allowed():
    found = of(IDLE | {ISSUED: [500, 490], COMPLETED: [500, 490], LOST: [0, 10]}, Asked(errors=0.02))
    assert found == (pytest.approx(0.5), "requests not completed")


def test_where_nothing_may_be_lost_one_request_is_too_many():
    assert of(IDLE | {ISSUED: [500, 499], COMPLETED: [500, 499], LOST: [0, 1]}, Asked(errors=0.0)).value == math.inf
    assert of(IDLE, Asked(errors=0.0)).value == 0.0


def test_requests_that_pile_up_strain_although_none_is_lost_yet():
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [450, 350]}
    found = steady(network(), columns)
    assert backlog(found, found.tallies[0]) == pytest.approx(200 / 1000)
    assert strain(found, found.tallies[0], Asked(errors=0.9)) == (
        pytest.approx(0.2 / BACKLOG),
        "requests that pile up",
    )


def test_a_growth_that_chance_explains_is_no_backlog():
    # Two Poisson numbers of mean 5 differ by 3 standard deviations, 3 x the root of 10 = 9.5, once in 700 times.
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [496, 496]}
    found = steady(network(), columns)
    assert backlog(found, found.tallies[0]) == 0.0


def test_requests_that_failed_are_not_in_progress():
    failed = ("cause", "kernel pool", "failed")
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [400, 400], failed: [100, 100]}
    found = steady(network(POOL), columns)
    assert backlog(found, found.tallies[0]) == 0.0


def test_the_most_used_limit_strains_by_its_share_of_the_target():
    columns = IDLE | {("shared", "CPU", "work"): [30.0, 34.0], ("pool", "kernel pool", "used"): [400.0, 400.0]}
    assert of(columns, Asked(0.01, utilisation=0.9), CPU, POOL) == (
        pytest.approx(0.8 / 0.9),
        "most used limit",
    )


def test_open_sessions_strain_by_their_mean_number():
    # 60 of them come at time 0: the moment at which they came adds nothing, so that they are open all the time.
    found = of(IDLE | {("sessions", "open"): [60, 0]}, Asked(0.2, connections=50.0))
    assert found.target == "open sessions"
    assert found.value == pytest.approx(60.0 / 50.0)


def test_the_percentile_strains_by_its_share_of_the_target():
    found = of(IDLE, Asked(0.01, p95_response=2.0), histogram={0.1: 900, 1.5: 100})
    assert found.target == "95 % of the responses within" and found.value == pytest.approx(0.75, rel=0.01)


def test_too_few_responses_say_nothing_of_a_percentile():
    with pytest.raises(NotConverged, match="71 responses a replication, .* needs 200; raise run.duration"):
        of(IDLE, Asked(0.01, p95_response=2.0), histogram={0.1: 71})
