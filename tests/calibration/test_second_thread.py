"""What a second hardware thread of a core is worth is found by rows on both sides of the cores; others leave its range
in what they tell."""

import math

import numpy as np
import pytest
from typer.testing import CliRunner

from models.capacity_curve import ServerThreads
from models.load import load
from simulator.calibration.calibrate import calibrate
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.second_thread import HIGH, LOW
from simulator.calibration.server import Parameter, ThreadScaling, largest_rate, service_rates
from simulator.cli.main import app
from tests.calibration.made import CLOSED_SERVER, closed_rows
from tests.calibration.test_recovered import AS_OFTEN, TRIALS

WORTH = 0.45
TRUTH = {**CLOSED_SERVER, Parameter.SECOND_THREAD: WORTH}
BELOW, BOTH = (4, 10, 20, 30, 40, 50, 60), (10, 40, 80, 120, 160, 190, 210, 230)


def machine(cores=8, per_core=2, second=0.25):
    threads = ServerThreads(cores, per_core, second, 1.0)
    return ThreadScaling(threads.number, threads.unhindered, cores=threads)


def fitted(users, seed=1, scatter=0.01):
    return select_mechanisms(check_rows(closed_rows(TRUTH, machine(), users, scatter, seed)), machine()).fit


def test_busy_threads_are_worth_what_is_fitted_and_not_what_the_catalogue_says():
    rates = service_rates(TRUTH, machine())
    assert rates[7] == 8.0 and rates[15] == pytest.approx(8.0 + 8.0 * WORTH)


def test_rows_on_both_sides_of_the_cores_tell_it():
    found = fitted(BOTH)
    interval = found.intervals[Parameter.SECOND_THREAD]
    assert found.tells_second_thread and interval.low < WORTH < interval.high < 1.25 * interval.low


def test_rows_below_the_cores_leave_the_range_of_what_was_known_in_its_interval_and_in_what_the_server_does():
    found = fitted(BELOW)
    interval = found.intervals[Parameter.SECOND_THREAD]
    assert not found.tells_second_thread and interval.value == pytest.approx(0.25, rel=0.02)
    # 95 % of a range that is wide enough for 90 %.
    assert interval.high / interval.low == pytest.approx((HIGH / LOW) ** (1.960 / 1.645), rel=0.03)
    rows = closed_rows(TRUTH, machine(), BELOW, 0.01, 1)
    known, unknown = (calibrate(rows, on).predicted(90.0).rate for on in (machine()._replace(cores=None), machine()))
    assert unknown > known
    (row,) = closed_rows(TRUTH, machine(), (600,))
    ends = [largest_rate({**found.parameters, Parameter.SECOND_THREAD: each}, row, machine()) for each in interval[1:]]
    assert ends[0] < largest_rate(TRUTH, row, machine()) < ends[1]


def test_a_core_with_one_thread_and_a_machine_of_which_nobody_says_it_have_no_second_thread():
    for on in (machine(per_core=1), ThreadScaling(16), machine(second=0.0)):
        found = select_mechanisms(check_rows(closed_rows(TRUTH, on, BOTH[:6], 0.01, 1)), on).fit
        assert Parameter.SECOND_THREAD not in found.free and found.known == 0


def test_two_rows_tell_it_as_far_as_they_do_beside_contention():
    """Users who do not pause: one, and enough to keep all threads busy."""
    rates = service_rates({**TRUTH, Parameter.CONTENTION: 0.0}, machine()) / 0.1
    rows = [LoadTestRow("rows", n, {Metric.USERS: n, Metric.RATE: rates[min(n, 16) - 1]}) for n in (1, 64)]
    found = calibrate(rows, machine()).fit
    interval = found.intervals[Parameter.SECOND_THREAD]
    assert interval.low < WORTH < interval.high and found.parameters[Parameter.SECOND_THREAD] > 0.25


@pytest.mark.proof
def test_its_interval_holds_as_often_as_it_says():
    hits = []
    for trial in range(2 * TRIALS):
        rows = closed_rows(TRUTH, machine(), BOTH, 0.02, 1000 + trial)
        found = fit(check_rows(rows), machine(), tuple(TRUTH), {}, TRUTH)
        interval = found.intervals[Parameter.SECOND_THREAD]
        hits.append(interval.low <= WORTH <= interval.high)
    assert AS_OFTEN[0] <= np.mean(hits) <= AS_OFTEN[1]


@pytest.mark.parametrize(("users", "written"), [(BOTH, "kind: measured"), (BELOW, "assumed: 15 % to 60 %")])
def test_the_server_that_is_written_has_it_as_the_rows_tell_it(users, written, tmp_path):
    on = ServerThreads(16, 2, 0.25, 0.95)
    on = ThreadScaling(32, on.unhindered, cores=on)
    lines = ["users,requests/s,CPU %,mean ms,kB"]
    for row in closed_rows(TRUTH, on, [2 * each for each in users], 0.003, 4):
        cells = (row[Metric.USERS], row[Metric.RATE], 100 * row[Metric.CPU], 1e3 * row[Metric.MEAN], 10)
        lines.append(",".join(f"{each:.6g}" for each in cells))
    (tmp_path / "rows.csv").write_text("\n".join(lines))
    words = [
        "calibrate",
        "measurements",
        f"{tmp_path}/rows.csv",
        "--server",
        "m7i.8xlarge",
        "--out",
        f"{tmp_path}/made",
    ]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, (told.output, told.exception)
    text = (tmp_path / "made/catalog/servers/our-servers-measured.yaml").read_text()
    (line,) = [each for each in text.splitlines() if each.startswith("second_thread:")]
    assert written in line
    assert ("do not tell what a second" in " ".join(told.output.split())) == (users is BELOW)
    second = load(tmp_path / "made/our-servers.yaml").server.second_thread
    assert math.isclose(second, WORTH if users is BOTH else 0.25, rel_tol=0.1)
