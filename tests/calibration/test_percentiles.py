"""Percentiles tell how work varies and in which order it is done; the simulator is what says so."""

from types import SimpleNamespace

import pytest

from models.capacity_curve import SHARED, TO_COMPLETION
from simulator.calibration import work_spread
from simulator.calibration.calibrate import calibrate
from simulator.calibration.fit import Interval, fit
from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.server import Parameter
from simulator.calibration.work_spread import ServiceOrder, WorkSpread, refine_fit
from simulator.messages.calibrate.measurements import _errors, spread_sentences
from tests.calibration.made import OPEN_SERVER, machine, open_rows

USED = (0.3, 0.6, 0.8)
# Enough to tell a coefficient of variation to 0.3, and of what is compared with them so many more.
REQUESTS, LONGER = 8_000, 5


@pytest.fixture(autouse=True)
def fewer_requests(monkeypatch):
    monkeypatch.setattr(work_spread, "REQUESTS", REQUESTS)


def rows_of(way, monkeypatch):
    """Rows of a server whose work is done in one way, from other and longer draws than those that are compared."""
    rows = open_rows(OPEN_SERVER, machine(4), USED)
    known = fit(check_rows(rows), machine(4), (), OPEN_SERVER, OPEN_SERVER)
    wished = [LoadTestRow("rows", row.line, row.measured, dict.fromkeys((0.5, 0.95, 0.99), 1.0)) for row in rows]
    with monkeypatch.context() as longer:
        longer.setattr(work_spread, "REQUESTS", LONGER * REQUESTS)
        tried = work_spread._Tried(wished, known)
        found = [tried._row(row, way) for row in wished]
    return [
        LoadTestRow("rows", row.line, {**row.measured, Metric.MEAN: mean}, percentiles)
        for row, (mean, percentiles) in zip(rows, found, strict=True)
    ]


WAYS = [
    ServiceOrder(SHARED, False, 1.5),
    ServiceOrder(TO_COMPLETION, False, 1.5),
    ServiceOrder(TO_COMPLETION, False, 0.0),
]


@pytest.mark.parametrize("way", WAYS)
def test_the_way_in_which_work_is_done_is_found(way, monkeypatch):
    found = calibrate(rows_of(way, monkeypatch), machine(4))
    assert way.discipline in (found.spread.way.discipline, *found.spread.rivals)
    assert found.spread.cv.value == pytest.approx(way.cv, abs=0.3)
    assert found.fit.parameters[Parameter.WORK] == pytest.approx(OPEN_SERVER[Parameter.WORK], rel=0.03)


def test_rows_without_percentiles_are_not_simulated():
    loaded = check_rows(open_rows(OPEN_SERVER, machine(4), USED))
    assert refine_fit(loaded, fit(loaded, machine(4), (), OPEN_SERVER, OPEN_SERVER))[1] is None


def test_percentiles_that_no_way_fits_tell_nothing(tmp_path):
    """A response that jumps between two loads far below the limit of the CPU, as a host shared with others makes it."""
    rows = ["2,60.2,2.79,9,7.73", "4,122,2.41,6,13.22", "8,234,3.88,40,24.96", "12,261,15.5,120,27.99"]
    rows = ["users,requests/s,mean ms,p99 ms,CPU %", *rows, "16,265,29.6,300,29.95"]
    (tmp_path / "rows.csv").write_text("\n".join(rows))
    loaded = check_rows(read_measurements([str(tmp_path / "rows.csv")]).points)
    before = select_mechanisms(loaded, machine(1)).fit
    after, spread = refine_fit(loaded, before)
    assert isinstance(spread, str) and after is before
    assert "none of the ways that were tried fits the 5 of the rows; the nearest is" in spread


def test_the_timeouts_of_wrk_are_told_with_their_row():
    rows = [LoadTestRow("run.txt", line, {Metric.ERRORS: share}) for line, share in ((1, 0.0), (2, 20 / 5878))]
    assert list(_errors(SimpleNamespace(loaded=SimpleNamespace(points=rows)))) == [
        "Requests failed or ran into a timeout in line 2 (0.34 %): they are fitted as if they had been answered, and a"
        " time that a tool gave up on is not in its responses."
    ]


@pytest.mark.parametrize(("error", "told"), [(0.1, "4 percentiles fit a CPU"), (0.24, "None of the ways that")])
def test_percentiles_that_are_far_off_are_not_said_to_fit(error, told):
    spread = WorkSpread(ServiceOrder(SHARED, False, 2.0), Interval(2.0, 1.6, 2.4), error, (), 4)
    (sentence,) = spread_sentences(SimpleNamespace(spread=spread))
    assert sentence.startswith(told) and sentence.endswith("% off.")
