"""A byte may cost more, or less, beyond a size: rows of several sizes tell where and how much, and others nothing."""

import json
from functools import cache
from itertools import product

import numpy as np
import pytest
from typer.testing import CliRunner

from models.load import load
from simulator.calibration.calibrate import calibrate
from simulator.calibration.cost_by_size import LEAST_WORK, fit_at_size
from simulator.calibration.diagnostics import parameter_correlations
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, request_work
from simulator.cli.main import app
from tests.calibration.made import OPEN_SERVER, machine, open_rows
from tests.calibration.test_recovered import AS_OFTEN, TRIALS, can_be
from tests.proven import mostly_proof

SIZES = (1e3, 4e3, 1.6e4, 6.4e4, 2.56e5, 1.024e6) * 3
USED = tuple(np.linspace(0.15, 0.8, len(SIZES)))
LINE = {**OPEN_SERVER, Parameter.WORK_PER_BYTE: 2e-8}
DEARER = {**LINE, Parameter.BEND: 6.5e4, Parameter.WORK_PER_BYTE_BEYOND: 5e-8}
CHEAPER = {**LINE, Parameter.BEND: 3e4, Parameter.WORK_PER_BYTE: 8e-8, Parameter.WORK_PER_BYTE_BEYOND: 1e-8}
FLAT = {**LINE, Parameter.BEND: 1.6e4, Parameter.WORK_PER_BYTE: 0.0, Parameter.WORK_PER_BYTE_BEYOND: 3e-8}
# So little by itself that bytes beyond the bend cost more than in proportion.
STEEP = {**DEARER, Parameter.WORK: 0.0005}
COST = (Parameter.WORK_PER_BYTE, Parameter.WORK_PER_BYTE_BEYOND, Parameter.BEND)
LINE_OF = (Parameter.WORK, Parameter.WORK_PER_BYTE)


def rows_of(truth, scatter=0.01, seed=1, sizes=SIZES):
    return open_rows(truth, machine(), USED[: len(sizes)], scatter, seed, sizes)


def fitted(truth, scatter=0.01, seed=1, sizes=SIZES):
    return fitted_once(tuple(truth.items()), scatter, seed, sizes)


@cache
def fitted_once(truth, scatter, seed, sizes):
    return select_mechanisms(check_rows(rows_of(dict(truth), scatter, seed, sizes)), machine()).fit


def test_a_line_in_two_pieces_is_worked_out_by_hand():
    for size, seconds in ((1e3, 0.004 + 2e-5), (6.5e4, 0.004 + 1.3e-3), (1e5, 0.004 + 1.3e-3 + 3.5e4 * 5e-8)):
        assert request_work(DEARER, LoadTestRow("rows", 2, {Metric.SIZE: size})) == pytest.approx(seconds, rel=1e-12)


@pytest.mark.parametrize("truth", [DEARER, CHEAPER, FLAT])
def test_a_bend_is_found_with_the_cost_on_either_side(truth):
    found = fitted(truth)
    for each in (Parameter.BEND, Parameter.WORK_PER_BYTE_BEYOND):
        interval = found.intervals[each]
        assert interval.low <= truth[each] <= interval.high, (each, interval)
    for size in set(SIZES):
        row = LoadTestRow("rows", 2, {Metric.SIZE: size})
        assert request_work(found.parameters, row) == pytest.approx(request_work(truth, row), rel=0.02)


@pytest.mark.parametrize("seed", mostly_proof(range(6), range(2)))
def test_a_straight_line_has_no_bend(seed):
    assert Parameter.BEND not in fitted(LINE, 0.02, seed).parameters


def test_sizes_too_few_to_tell_a_line_on_either_side_have_no_bend():
    sizes = tuple(size for size in SIZES if size < 6e4)
    assert Parameter.BEND not in fitted(DEARER, sizes=sizes).parameters


def test_one_cost_of_a_byte_is_further_off_where_there_is_a_bend():
    """What the bend is for: sizes in between and beyond."""
    rows = rows_of(CHEAPER)
    loaded, found = check_rows(rows), fitted(CHEAPER)
    line = fit(loaded, machine(), tuple(LINE), {}, LINE)
    row = LoadTestRow("rows", 2, {Metric.SIZE: 2e6})
    true = request_work(CHEAPER, row)
    assert abs(request_work(found.parameters, row) / true - 1.0) < 0.03
    assert abs(request_work(line.parameters, row) / true - 1.0) > 0.1


def test_each_row_is_predicted_by_a_bend_that_the_others_tell():
    found = calibrate(rows_of(DEARER), machine())
    assert Parameter.BEND in found.fit.free and found.left_out
    assert max(abs(each.error) for each in found.left_out if each.what is Metric.CPU) < 0.05


@pytest.mark.parametrize("truth", [DEARER, CHEAPER, FLAT, STEEP])
@pytest.mark.parametrize("size", [2e3, 2e5, 4e6])
def test_a_scenario_of_one_size_costs_what_its_responses_do(truth, size):
    found = fitted(truth)
    each, per_byte = (fit_at_size(found, size).intervals[of].value for of in LINE_OF)
    row = LoadTestRow("rows", 2, {Metric.SIZE: size})
    assert each + per_byte * size == pytest.approx(request_work(found.parameters, row), rel=1e-9) and each >= 0.0


def true_line(truth, size):
    """The work of a request and of each byte of a straight line at a size beyond the bend."""
    first, second, bend = (truth[each] for each in COST)
    each = truth[Parameter.WORK] + (first - second) * bend
    return (each, second) if each > 0.0 else (LEAST_WORK, second + (each - LEAST_WORK) / size)


MOVED = {"a cheaper byte": (CHEAPER, 1e6), "a dearer byte": (DEARER, 2e5), "no work by itself": (STEEP, 2e5)}
SOME = 40


@pytest.mark.parametrize(
    ("name", "trials"),
    mostly_proof(product(MOVED, [SOME, TRIALS]), [("a cheaper byte", SOME)]),
)
def test_what_is_written_holds_the_truth_as_often_as_it_says(name, trials):
    """And hangs together as much as the errors of many measurements do."""
    truth, size = MOVED[name]
    lines = [fit_at_size(fit(check_rows(rows_of(truth, 0.02, 3000 + trial)), machine(), tuple(truth), {}, truth), size)
             for trial in range(trials)]  # fmt: skip
    for of, true in zip(LINE_OF, true_line(truth, size), strict=True):
        if true == LEAST_WORK:
            assert {line.intervals[of] for line in lines} == {(true, true, true)}
            continue
        intervals = [line.intervals[of] for line in lines]
        assert can_be(sum(each.low <= true <= each.high for each in intervals), trials), of
        spread, half = np.std([each.value for each in intervals]), np.mean([each.half_width for each in intervals])
        assert half == pytest.approx(1.96 * spread, rel=0.35)
    if truth is not STEEP:
        pairs = [[line.intervals[of].value for of in LINE_OF] for line in lines]
        seen = np.arctanh(np.corrcoef(np.transpose(pairs))[0, 1])
        told = [np.arctanh(pair.correlation) for line in lines for pair in parameter_correlations(line)
                if (pair.first, pair.second) == LINE_OF]  # fmt: skip
        assert len(told) == trials and np.mean(told) == pytest.approx(seen, abs=3.3 / np.sqrt(trials - 3))


@pytest.mark.proof
@pytest.mark.parametrize("truth", [DEARER, CHEAPER])
def test_intervals_hold_as_often_as_they_say(truth):
    free = tuple(truth)
    hits = []
    for trial in range(2 * TRIALS):
        found = fit(check_rows(rows_of(truth, 0.02, 3000 + trial)), machine(), free, {}, truth)
        hits.append([found.intervals[each].low <= truth[each] <= found.intervals[each].high for each in free])
    assert AS_OFTEN[0] <= np.mean(hits) <= AS_OFTEN[1]


@pytest.mark.parametrize("truth", [DEARER, pytest.param(STEEP, marks=pytest.mark.proof)])
def test_the_bend_is_told_and_the_scenario_has_the_cost_at_its_size(truth, tmp_path):
    lines = ["requests/s,CPU %,mean ms,kB"]
    for row in open_rows(truth, machine(8), USED, 0.004, 2, SIZES):
        cells = (row[Metric.RATE], 100 * row[Metric.CPU], 1e3 * row[Metric.MEAN], row[Metric.SIZE] / 1e3)
        lines.append(",".join(f"{each:.6g}" for each in cells))
    (tmp_path / "rows.csv").write_text("\n".join(lines))
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "c7g.2xlarge"]
    told = CliRunner().invoke(app, [*words, "--out", f"{tmp_path}/made", "--json", f"{tmp_path}/found.json"])
    assert told.exit_code == 0, (told.output, told.exception)
    assert "beyond the first" in told.output and "CPU a byte beyond" in told.output
    found = json.loads((tmp_path / "found.json").read_text())["parameters"]
    assert found["bend"]["low"] <= truth[Parameter.BEND] <= found["bend"]["high"]
    scenario = load(tmp_path / "made/our-servers.yaml")
    assert "CPU times are those of responses above" in (tmp_path / "made/our-servers.yaml").read_text()
    request = scenario.workload.request
    row = LoadTestRow("rows", 2, {Metric.SIZE: request.size.mean})
    whole = request.cpu + request.cpu_per_byte * request.size.mean
    assert whole == pytest.approx(request_work(truth, row), rel=0.02)
