"""What is predicted at a load is of the model that is written out, and its interval holds how far that is off."""

from dataclasses import replace

import pytest

from models.quantities.formatting import significant
from simulator.calibration.calibrate import calibrate
from simulator.calibration.cross_validation import worst_error
from simulator.calibration.extrapolation import SURE, extrapolation_limit, predict
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.residual_spread import ResidualSpread
from simulator.calibration.server import ThreadScaling
from simulator.messages.calibrate.measurements import answer, reach_sentence
from simulator.studies.calibrate.measurements.result import calibrated_data
from simulator.studies.calibrate.measurements.sections.rows import rows_table

# An nginx of one worker behind a link of 40 Mbps, loaded with wrk: medians of three runs. At 11 users 182.95 requests/s
# and 29.74 ms were measured, which the rows here do not show.
ROWS = """users,requests/s,mean ms,p99 ms,Mbps,CPU %
2,53.81,6.78,18.13,10.202,6.69
4,101.83,8.76,28.93,19.307,13.1
6,145.05,10.87,35.24,27.501,17.4
8,163.7,18.75,58.77,31.038,19.58
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    file = tmp_path_factory.mktemp("rows") / "rows.csv"
    file.write_text(ROWS)
    return calibrate(read_measurements([str(file)]).points, ThreadScaling(1, cards=5e6))


def test_the_interval_holds_what_was_measured_and_is_no_narrower_than_rows_held_back(found):
    ahead = predict(found.fit, found.loaded.points[-1].given(Metric.USERS, 11.0), found.spread, found.off)
    assert abs(ahead.said.rate - 182.95) < ahead.rate * ahead.said.rate
    assert abs(ahead.said.mean - 0.02974) < ahead.mean * ahead.said.mean
    for what, share in ((Metric.RATE, ahead.rate), (Metric.MEAN, ahead.mean), (Metric.CPU, ahead.cpu)):
        unseen = [abs(each.measured / each.predicted - 1.0) for each in found.held_back if each.what is what]
        assert unseen and share >= max(unseen)


def test_a_prediction_at_a_row_is_what_the_rows_are_told_to_be(found):
    data = calibrated_data(found, (8.0,))
    row, predicted = data["rows"][-1]["fitted"], data["predicted"][0]
    for name in ("rate", "mean", "cpu"):
        assert predicted[name]["value"] == pytest.approx(row[name], rel=1e-9)


def test_the_answer_and_the_reach_are_one_judgement(found):
    assert worst_error(found.held_back) < SURE and "do not plan" not in answer(found)
    assert found.reach.load == 12.0 and "1.5 times" in reach_sentence(found)
    unseen = (*found.held_back, found.held_back[0]._replace(what=Metric.MEAN, measured=1.0, predicted=1.13))
    reach = extrapolation_limit(found.loaded, found.fit, worst_error(unseen), found.chosen.saturates)
    worse = replace(found, held_back=unseen, reach=reach)
    assert "up to 13 % off: do not plan by this" in answer(worse)
    assert "trusted to 8 users" in reach_sentence(worse) and "13 % off" in reach_sentence(worse)


def test_rows_held_back_are_the_least_that_a_prediction_may_be_off():
    assert ResidualSpread(0.03, 0.0).around(0.04) == pytest.approx(0.05)
    assert ResidualSpread(0.03, 0.2).around(0.04) == 0.2


# The same worker while others had its processor too: a rate that bends early and rises again.
DISTURBED = """users,requests/s,mean ms,CPU %
2,62.2,1.91,8.46
4,123,2.07,15.91
6,182,2.68,25.16
8,236,3.55,33.08
12,341,4.87,43.5
16,385,11.1,52.05
24,467,21,60.51
32,567,26.1,77.64
48,650,43.4,79.37
"""


@pytest.fixture(scope="module")
def disturbed(tmp_path_factory):
    file = tmp_path_factory.mktemp("rows") / "rows.csv"
    file.write_text(DISTURBED)
    return calibrate(read_measurements([str(file)]).points, ThreadScaling(1))


def test_a_row_that_is_faster_than_the_fit_allows_is_told_as_a_contradiction(disturbed):
    top = calibrated_data(disturbed)["largest_rate"]
    assert top < 600
    assert "But line 10 measured 650" in answer(disturbed) and "contradicts its rows" in answer(disturbed)


def test_a_row_that_is_a_little_faster_widens_what_the_server_does_at_the_most(disturbed):
    top = calibrated_data(disturbed)["largest_rate"]
    rows = [row.given(Metric.RATE, min(1.03 * top, row[Metric.RATE])) for row in disturbed.loaded.points]
    told = answer(replace(disturbed, loaded=disturbed.loaded._replace(points=tuple(rows))))
    assert f"does {significant(top, 3)} to {significant(1.03 * top, 3)} requests/s at the most" in told
    assert "contradicts" not in told and " to " not in answer(disturbed).partition("does")[2].partition("requests")[0]


def test_the_fitted_cpu_of_a_row_is_what_the_fit_says_of_its_load(disturbed):
    columns = rows_table(disturbed)
    place = [each.name for each in columns.columns].index("fitted CPU %")
    for row, said in zip(columns.rows, disturbed.predicted_rows, strict=True):
        assert float(row[place]) == pytest.approx(100.0 * said.cpu, rel=0.01) and float(row[place]) <= 100.0
