"""What a fit leaves of its rows, carried to loads beside them; and how responses spread around their mean."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from simulator.calibration.discrepancy import Discrepancy
from simulator.calibration.few_rows import SCATTER
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.response_shape import response_shape

USERS = (1.0, 8.0, 64.0)


def left(*off):
    values = np.array(off)
    return Discrepancy(np.log(USERS), values, max(0.0, float(np.mean(values**2)) - SCATTER**2))


def test_rows_that_are_off_by_no_more_than_they_scatter_move_nothing():
    assert left(0.02, -0.01, 0.02).at(8.0) == (0.0, 0.0)


def test_a_prediction_is_moved_by_what_the_rows_beside_leave():
    found = left(0.0, 0.3, -0.2)
    assert found.at(8.0)[0] == pytest.approx(0.3, abs=0.02)
    assert found.at(64.0)[0] == pytest.approx(-0.2, abs=0.02)
    # A random walk goes from row to row on a straight line, and stays beyond the last.
    assert found.at(math.sqrt(8.0 * 64.0))[0] == pytest.approx((found.at(8.0)[0] + found.at(64.0)[0]) / 2.0)
    assert found.at(640.0)[0] == pytest.approx(found.at(64.0)[0])


def test_it_is_surest_at_a_row_and_less_sure_the_further_beyond():
    found = left(0.0, 0.3, -0.2)
    errors = [found.at(users)[1] for users in (64.0, 128.0, 512.0)]
    assert errors == sorted(errors) and found.at(22.0)[1] > found.at(8.0)[1]


def rows(*percentiles):
    points = tuple(
        LoadTestRow("rows.csv", at, {Metric.USERS: users, Metric.RATE: users, Metric.MEAN: 1.0}, told)
        for at, (users, told) in enumerate(zip(USERS, percentiles, strict=False), 2)
    )
    return LoadTestRows(points, LoadKind.CLOSED, 0.0, 0.0, ())


def lognormal(spread):
    normal = NormalDist()
    return {share: math.exp(spread * normal.inv_cdf(share) - spread**2 / 2.0) for share in (0.5, 0.9, 0.99)}


def test_percentiles_of_rows_are_found_again_and_lie_between_them_in_between():
    shape = response_shape(rows(lognormal(0.05), lognormal(0.6)))
    for share in (0.5, 0.9, 0.99):
        assert shape.over_mean(share, 1.0) == pytest.approx(lognormal(0.05)[share])
        assert shape.over_mean(share, 8.0) == shape.over_mean(share, 500.0) == pytest.approx(lognormal(0.6)[share])
    assert lognormal(0.05)[0.99] < shape.over_mean(0.99, 3.0) < lognormal(0.6)[0.99]


def test_one_percentile_and_the_mean_tell_the_others():
    shape = response_shape(rows({0.95: math.exp(0.3 * NormalDist().inv_cdf(0.95) - 0.045)}))
    assert shape.over_mean(0.99, 4.0) == pytest.approx(lognormal(0.3)[0.99])


@pytest.mark.parametrize("over", [1.0, 0.9, 50.0])
def test_a_percentile_that_no_spread_explains_is_kept_as_it_is(over):
    """That of a constant, one below its mean, and one further above than any lognormal has it."""
    shape = response_shape(rows({0.99: over}))
    assert shape.over_mean(0.99, 3.0) == pytest.approx(over)
    assert shape.spread[0] >= 0.0


def test_rows_without_a_percentile_above_the_median_show_no_shape():
    assert response_shape(rows({0.5: 0.9})) is None and response_shape(rows({})) is None
