"""Percentiles tell how work varies and in which order it is done; the simulator is what says so."""

import pytest

from models.capacity_curve import SHARED, TO_COMPLETION
from simulator.calibration import simulated
from simulator.calibration.calibrate import calibrate
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import checked
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.server import Parameter
from simulator.calibration.simulated import Way, refined
from tests.calibration.made import OPEN_SERVER, machine, open_rows

USED = (0.3, 0.6, 0.8)
# Enough to tell a coefficient of variation to 0.3, and of what is compared with them so many more.
REQUESTS, LONGER = 8_000, 5


@pytest.fixture(autouse=True)
def fewer_requests(monkeypatch):
    monkeypatch.setattr(simulated, "REQUESTS", REQUESTS)


def rows_of(way, monkeypatch):
    """Rows of a server whose work is done in one way, from other and longer draws than those that are compared."""
    rows = open_rows(OPEN_SERVER, machine(4), USED)
    known = fit(checked(rows), machine(4), (), OPEN_SERVER, OPEN_SERVER)
    wished = [OperatingPoint("rows", row.line, row.measured, dict.fromkeys((0.5, 0.95, 0.99), 1.0)) for row in rows]
    with monkeypatch.context() as longer:
        longer.setattr(simulated, "REQUESTS", LONGER * REQUESTS)
        tried = simulated._Tried(wished, known)
        found = [tried._row(row, way) for row in wished]
    return [
        OperatingPoint("rows", row.line, {**row.measured, Gauge.MEAN: mean}, percentiles)
        for row, (mean, percentiles) in zip(rows, found, strict=True)
    ]


WAYS = [Way(SHARED, False, 1.5), Way(TO_COMPLETION, False, 1.5), Way(TO_COMPLETION, False, 0.0)]


@pytest.mark.parametrize("way", WAYS)
def test_the_way_in_which_work_is_done_is_found(way, monkeypatch):
    found = calibrate(rows_of(way, monkeypatch), machine(4))
    assert way.discipline in (found.spread.way.discipline, *found.spread.rivals)
    assert found.spread.cv.value == pytest.approx(way.cv, abs=0.3)
    assert found.fit.parameters[Parameter.WORK] == pytest.approx(OPEN_SERVER[Parameter.WORK], rel=0.03)


def test_rows_without_percentiles_are_not_simulated():
    loaded = checked(open_rows(OPEN_SERVER, machine(4), USED))
    assert refined(loaded, fit(loaded, machine(4), (), OPEN_SERVER, OPEN_SERVER))[1] is None
