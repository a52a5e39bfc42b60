"""Rows that contradict one another or themselves are fitted, and named."""

import pytest

from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_contradictions import low_percentiles, unlike_rows
from simulator.cli.main import main


def rows(*measured, percentiles=None):
    points = tuple(LoadTestRow("rows.csv", at, each, percentiles or {}) for at, each in enumerate(measured, 2))
    return LoadTestRows(points, LoadKind.CLOSED, 0.0, 0.0, ())


def test_rows_of_one_load_that_are_far_apart_are_named_and_repeats_are_not():
    loaded = rows(*({Metric.USERS: 64.0, Metric.RATE: rate} for rate in (2000.0, 2100.0, 900.0)))
    found = [(pair.first.line, pair.second.line, pair.what) for pair in unlike_rows(loaded)]
    assert found == [(2, 4, Metric.RATE), (3, 4, Metric.RATE)]
    assert unlike_rows(rows({Metric.USERS: 1.0, Metric.RATE: 9.0}, {Metric.USERS: 2.0, Metric.RATE: 90.0})) == ()


@pytest.mark.parametrize(("percentiles", "share"), [({0.5: 0.005, 0.99: 0.009}, 0.99), ({0.5: 0.005}, None)])
def test_a_high_percentile_that_is_shorter_than_the_mean_is_named(percentiles, share):
    loaded = rows({Metric.USERS: 1.0, Metric.RATE: 100.0, Metric.MEAN: 0.01}, percentiles=percentiles)
    assert [each.share for each in low_percentiles(loaded.points)] == ([] if share is None else [share])


def test_the_percentiles_of_a_constant_are_its_mean():
    loaded = rows({Metric.USERS: 1.0, Metric.RATE: 100.0, Metric.MEAN: 0.01}, percentiles={0.99: 0.01})
    assert low_percentiles(loaded.points) == ()


def test_the_command_names_both(tmp_path, monkeypatch, capsys):
    file = tmp_path / "rows.csv"
    file.write_text("users,requests/s,mean ms,p99 ms\n1,100,10,9\n64,2000,32,60\n64,900,71.1,90\n", encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr("sys.argv", ["headroom", "calibrate", "measurements", str(file), "--cores", "16"])
    assert main() == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "are of the same load, and their requests/s is 2.2 times apart" in said
    assert "shorter than the mean beside it in line 2 (p99)" in said
