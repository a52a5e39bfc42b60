"""One or two rows of users who do not pause: what they tell, and how surely."""

import math

import numpy as np
import pytest

from models.errors import ScenarioError
from models.scaling_law import slowdown
from simulator.calibration.calibrate import calibrate
from simulator.calibration.few_rows import CONTENTION, CONTENTION_SPREAD, SCATTER
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, ThreadScaling

WORK = 0.01


def row(users, rate, line=1):
    return LoadTestRow("rows.csv", line, {Metric.USERS: users, Metric.RATE: rate, Metric.MEAN: users / rate})


def rate_of(users, contention, threads=16):
    busy = min(users, threads)
    return busy / slowdown(busy, contention, 0.0) / WORK


def test_two_rows_tell_the_work_of_a_request_and_the_contention_of_threads():
    rows = [row(users, rate_of(users, 0.05), users) for users in (1, 64)]
    found = calibrate(rows, ThreadScaling(16))
    assert found.fit.parameters[Parameter.WORK] == pytest.approx(WORK, rel=0.01)
    assert found.fit.parameters[Parameter.CONTENTION] == pytest.approx(0.05, rel=0.02)
    for users in (2, 8, 16, 512):
        assert found.predicted(users).said.rate == pytest.approx(rate_of(users, 0.05), rel=0.02)


def test_one_row_tells_a_rate_within_the_contention_of_published_systems_and_is_wider_away_from_it():
    found = calibrate([row(16, rate_of(16, 0.08))], ThreadScaling(64))
    assert found.fit.parameters[Parameter.CONTENTION] == pytest.approx(CONTENTION, rel=0.01)
    at, beside, away = (found.predicted(users) for users in (16, 8, 1))
    assert at.said.rate == pytest.approx(rate_of(16, 0.08), rel=0.01)
    assert 0.0 < at.rate < beside.rate < away.rate < math.inf
    assert abs(away.said.rate * WORK - 1.0) < away.rate


def test_intervals_of_two_rows_hold_the_truth_as_often_as_they_say():
    """Over systems as they are assumed, each measured with the scatter that is assumed."""
    rng, held = np.random.default_rng(38), []
    for _ in range(300):
        contention = CONTENTION * math.exp(CONTENTION_SPREAD * rng.standard_normal())
        rows = [row(n, rate_of(n, contention) * math.exp(SCATTER * rng.standard_normal()), n) for n in (1, 64)]
        found = calibrate(rows, ThreadScaling(16)).fit.intervals
        true = {Parameter.WORK: WORK, Parameter.CONTENTION: contention}
        held += [interval.low <= true[each] <= interval.high for each, interval in found.items()]
    assert 0.93 <= np.mean(held) <= 1.0


@pytest.mark.parametrize("measured", [{Metric.RATE: 100.0}, {Metric.USERS: 10.0, Metric.RATE: 100.0}])
def test_one_row_of_an_open_test_or_of_users_who_may_pause_says_nothing(measured):
    with pytest.raises(ScenarioError, match="one row says nothing"):
        calibrate([LoadTestRow("rows.csv", 2, measured)])


def test_threads_that_nobody_named_end_a_rate_only_where_rows_show_it():
    rising = calibrate([row(1, 100.0), row(64, 2500.0, 2)])
    assert rising.predicted(32).said.rate < rising.predicted(64).said.rate
    full = calibrate([row(16, 400.0), row(64, 400.0, 2)])
    assert full.predicted(32).said.rate == pytest.approx(400.0, rel=0.05)
