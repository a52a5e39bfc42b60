"""The 90 % interval of a load: the rows' own error, and how far off such models were on measured systems."""

import math
import re

import pytest

from simulator.calibration.calibrate import calibrate
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.prediction_interval import PredictionWidths, distance_from_rows
from simulator.calibration.server import ThreadScaling, load_elasticity
from simulator.studies.calibrate.measurements.document import calibration_blocks
from simulator.studies.calibrate.measurements.result import calibrated_data
from simulator.uncertainty.error_growth import FILES_BETWEEN, GrowthLaw, growth_law

WORK, THREADS = 0.01, 16


def row(users, rate, tail=None):
    measured = {Metric.USERS: users, Metric.RATE: rate, Metric.MEAN: users / rate}
    return LoadTestRow("rows.csv", int(users), measured, {} if tail is None else {0.99: tail})


def closed(*users):
    return [row(n, min(n, THREADS) / WORK, 1.5 * max(WORK, n * WORK / THREADS)) for n in users]


def rows(*points):
    return LoadTestRows(tuple(points), LoadKind.CLOSED, 0.0, 0.0, ())


def test_the_bend_is_how_far_a_rate_is_above_the_line_through_the_rows():
    loaded = rows(row(4, 100.0), row(64, 400.0))
    # Between them the line is a power of the users: 100 x 4^0.5 at 16.
    assert distance_from_rows(loaded, 16.0, 300.0).bend == pytest.approx(math.log(300.0 / 200.0))
    assert distance_from_rows(loaded, 16.0, 150.0).bend == 0.0
    # Below the first the least that a server does is in proportion to its users; beyond the last there is no line.
    assert distance_from_rows(loaded, 2.0, 80.0).bend == pytest.approx(math.log(80.0 / 50.0))
    assert distance_from_rows(loaded, 128.0, 500.0).bend == 0.0
    assert [distance_from_rows(loaded, 64.0, each).work for each in (50.0, 200.0, 800.0)] == [2.0, 1.0, 2.0]


def test_rows_of_as_many_users_count_by_the_mean_of_their_logarithms_in_any_order():
    """100 and 400 at 4 users are as one row of 200: with 400 at 64 the line is 200 x 2^0.5 at 16."""
    repeated = [row(4, 100.0), row(64, 400.0), row(4, 400.0)]
    for points in (repeated, repeated[::-1]):
        assert distance_from_rows(rows(*points), 16.0, 300.0).bend == pytest.approx(math.log(300.0 / (200.0 * 2**0.5)))


def test_an_open_test_has_no_bend_and_rows_without_a_rate_no_distance():
    open_rows = LoadTestRows((row(4, 100.0),), LoadKind.OPEN, None, 0.0, ())
    assert distance_from_rows(open_rows, None, 200.0) == (2.0, 0.0)
    assert distance_from_rows(rows(LoadTestRow("rows.csv", 2, {Metric.USERS: 4.0})), 4.0, 200.0) == (1.0, 0.0)


def test_an_interval_is_widest_between_rows_and_narrowest_at_one():
    found = calibrate(closed(1, 64), ThreadScaling(THREADS))
    at, between, beside = (found.widths(users).rate for users in (64, 12, 2))
    assert at < beside < between
    assert at == pytest.approx(found.widths(64).mean) == pytest.approx(found.widths(64).cpu)


def test_a_row_more_where_theory_is_unsure_narrows_it():
    few, more = (calibrate(closed(*users), ThreadScaling(THREADS)) for users in ((1, 64), (1, 12, 64)))
    assert more.widths(12).rate < few.widths(12).rate


def test_a_mean_of_an_open_load_is_the_less_sure_the_nearer_the_server_is_to_its_limit():
    found = calibrate(closed(1, 4, 12, 16, 64), ThreadScaling(THREADS))
    calm, busy = (found.open_load.at(rate).widths for rate in (400.0, 1350.0))
    assert calm.rate == busy.rate == 0.0 and calm.cpu == pytest.approx(busy.cpu, rel=0.2)
    assert busy.mean > 1.5 * calm.mean
    fit = found.fit._replace(kind=LoadKind.OPEN)
    point = found.loaded.points[-1].given(Metric.RATE, 1350.0)
    assert load_elasticity(fit.parameters, point, fit.kind, fit.machine) > 0.5


def test_data_and_terminal_have_the_interval_of_every_figure():
    found = calibrate(closed(1, 64), ThreadScaling(THREADS))
    (said,) = calibrated_data(found, (64.0,))["predicted"]
    for name in ("rate", "mean", "cpu"):
        assert said[name]["low"] < said[name]["value"] <= said[name]["high"]
    assert said["cpu"]["high"] == 1.0
    low, high = said["percentile_intervals"]["p99"]
    assert low < said["percentiles"]["p99"] < high
    table = next(each for each in calibration_blocks(found, (64.0,)) if getattr(each, "title", "").startswith("Predi"))
    shown = [float(each) for each in re.findall(r"[\d.]+", table.rows[0][1].replace(",", ""))]
    rate = said["rate"]
    assert shown == pytest.approx([rate["value"], rate["low"], rate["high"]], rel=0.005)
    assert "(" in table.rows[0][-1]


def test_what_rows_do_not_tell_has_no_upper_end():
    low, high = PredictionWidths(math.inf, 0.1, 0.1, 0.1).ends("rate", 100.0)
    assert low == 0.0 and high > 1e300


def test_few_tables_leave_heavier_tails():
    of_rates, of_percentiles = (growth_law(file=file) for file in FILES_BETWEEN)
    assert (of_rates.tails, of_percentiles.tails) == (4, 3)
    assert growth_law("nginx, Traefik and YARP as reverse proxies", FILES_BETWEEN[0]).tails == 3
    law = GrowthLaw(0.0, 0.01, 0.0)
    assert law._replace(tails=3).half_width(0.0, 1.0) > law.half_width(0.0, 1.0)


def test_the_bend_is_more_likely_than_none_in_the_errors_that_ship():
    assert growth_law(file=FILES_BETWEEN[0]).bend > 0.005
    assert growth_law(file=FILES_BETWEEN[1]).bend == growth_law().bend == 0.0
