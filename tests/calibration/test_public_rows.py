"""Public measurements: fitted on the rows of less load, and the others predicted, beside the scalability law alone."""

from pathlib import Path

import pytest

from simulator.calibration.calibrate import calibrate
from simulator.calibration.reading.read import read_measurements

SAMPLES = Path(__file__).parents[2] / "scenarios/measured"


@pytest.mark.parametrize(
    ("name", "held", "within", "law"),
    [("specsdm91.csv", 3, 0.05, 0.36), ("memcached_set.csv", 3, 0.08, 0.34)],
)
def test_the_upper_rows_are_foretold_better_than_by_the_scalability_law_alone(name, held, within, law):
    found = calibrate(read_measurements([str(SAMPLES / name)]).points, hold_back=held)
    assert len(found.held_back) == held
    assert max(abs(each.error) for each in found.held_back) < within
    assert max(abs(each.scaling_law / each.measured - 1.0) for each in found.held_back) > law


def test_rows_that_rise_in_proportion_foretell_nothing():
    """memcached's GET rises with its threads up to 8: no law knows from these rows where that ends."""
    found = calibrate(read_measurements([str(SAMPLES / "memcached_get.csv")]).points, hold_back=3)
    assert found.held_back == () and found.reach.load == found.reach.measured == 16
