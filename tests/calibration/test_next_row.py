"""The row that is proposed narrows what a server can do more than others do."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.next_row import next_row
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, largest_rate
from simulator.cli.main import app
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, closed_rows, machine, open_rows

CONTENDED = {**OPEN_SERVER, Parameter.CONTENTION: 0.01}
LOW = (0.05, 0.1, 0.15, 0.2, 0.3)


def fitted(rows, threads=8):
    loaded = check_rows(rows)
    return loaded, select_mechanisms(loaded, machine(threads)).fit


def test_of_a_server_that_was_never_near_its_limit_a_row_there_is_proposed():
    found = next_row(*fitted(open_rows(OPEN_SERVER, machine(8), LOW, 0.01, 1)))
    assert found.load > 0.8 * 8 / OPEN_SERVER[Parameter.WORK]
    assert found.then < 0.5 * found.now
    closed = next_row(*fitted(closed_rows(CLOSED_SERVER, machine(8), (4, 8, 16, 24), 0.01, 1)))
    assert 24 < closed.load <= 48 and closed.load.is_integer() and closed.then < closed.now


def test_of_a_server_that_was_only_measured_full_a_row_of_few_users_is_proposed():
    found = next_row(*fitted(closed_rows(CLOSED_SERVER, machine(8), (150, 160, 170, 175), 0.003, 1)))
    assert 1 <= found.load < 10 and found.then < 0.5 * found.now


def test_the_row_that_is_proposed_tells_capacity_better_than_one_more_of_little_load():
    """Of a server with contention that no row shows: the error of its capacity with one row more, by which row."""
    at = next_row(*fitted(open_rows(CONTENDED, machine(8), LOW, 0.01, 1))).load * OPEN_SERVER[Parameter.WORK] / 8
    errors = {}
    for used in (at, 0.05, 0.3):
        off = []
        for seed in range(12):
            rows = open_rows(CONTENDED, machine(8), (*LOW, 0.95 * used), 0.01, seed)
            loaded, fit = fitted(rows)
            truth = largest_rate(CONTENDED, loaded.points[-1], machine(8))
            off.append(abs(np.log(largest_rate(fit.parameters, loaded.points[-1], machine(8)) / truth)))
        errors[used] = float(np.median(off))
    assert errors[at] < 0.5 * min(errors[0.05], errors[0.3])


def test_the_narrowing_that_is_told_is_what_the_row_brings():
    """The interval of the work, before and after, on which alone the capacity of one thread hangs."""
    rows = open_rows(OPEN_SERVER, machine(1), (0.1, 0.2, 0.3, 0.4, 0.5, 0.6), 0.01, 3)
    loaded, fit = fitted(rows, 1)
    found = next_row(loaded, fit)
    width = fit.intervals[Parameter.WORK].high / fit.intervals[Parameter.WORK].low
    assert found.now == pytest.approx(np.log(width) / 2.0, rel=0.2)
    brought = []
    for seed in range(20):
        more = open_rows(OPEN_SERVER, machine(1), (found.load * OPEN_SERVER[Parameter.WORK],), 0.01, seed)
        interval = fitted([*rows, *more], 1)[1].intervals[Parameter.WORK]
        brought.append(np.log(interval.high / interval.low) / 2.0)
    assert float(np.median(brought)) == pytest.approx(found.then, rel=0.25)


def test_where_sizes_differ_the_row_has_one():
    truth = {**OPEN_SERVER, Parameter.WORK_PER_BYTE: 1e-7}
    sizes = (1e3, 1e5, 1e3, 1e5, 1e4, 1e4)
    found = next_row(*fitted(open_rows(truth, machine(8), (0.2, 0.3, 0.4, 0.5, 0.6, 0.7), 0.01, 2, sizes=sizes)))
    assert found.size in (1e3, 1e5)


def test_rows_that_leave_no_scatter_propose_none():
    rows = [LoadTestRow("rows", line, {Metric.RATE: rate, Metric.CPU: rate / 1e3, Metric.MEAN: mean})
            for line, (rate, mean) in enumerate(((100.0, 0.01), (800.0, 0.02)), 2)]  # fmt: skip
    loaded, fit = fitted(rows[:1] + rows[1:])
    assert next_row(loaded, fit._replace(observations=fit.observations[: len(fit.free)])) is None


def test_it_is_told_and_is_in_the_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    lines = ["requests/s,CPU %,mean ms"]
    for row in open_rows(OPEN_SERVER, machine(8), LOW, 0.01, 1):
        lines.append(f"{row[Metric.RATE]:.6g},{100 * row[Metric.CPU]:.6g},{1e3 * row[Metric.MEAN]:.6g}")
    (tmp_path / "rows.csv").write_text("\n".join(lines))
    words = ["calibrate", "measurements", "rows.csv", "--cores", "8", "--json", "found.json"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.exception
    found = json.loads((tmp_path / "found.json").read_text())["next_row"]
    assert found["half_width_share_then"] < found["half_width_share"] and found["size"] is None
    assert "Measure 1,800 requests/s next: of all rows that one narrows" in " ".join(told.output.split())
