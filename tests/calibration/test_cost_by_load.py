"""What a request costs may change with the load: rows of servers where it does tell by how much, and others nothing."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from models.load import load
from simulator.calibration.calibrate import calibrate
from simulator.calibration.cost_by_load import cost_by_load
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import LoadKind, check_rows
from simulator.calibration.mechanisms import initial_parameters, select_mechanisms
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, largest_rate, predict_row
from simulator.cli.main import app
from simulator.telemetry.model_fit import cpu_busy
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, closed_rows, machine, open_rows
from tests.proven import mostly_proof

USED = (0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9)
FALLS, RISES = {Parameter.IDLE_COST: 0.5}, {Parameter.IDLE_COST: -0.3}
BESIDE = {Parameter.BESIDE: 0.04}


@pytest.mark.parametrize("idle", [0.5, -0.3])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_the_cost_is_that_of_the_load_which_it_makes_itself(idle, share):
    """u = X w (1 + s (1 - u)) / threads, solved for u."""
    work, threads = OPEN_SERVER[Parameter.WORK], 8
    rate = share * threads / work
    busy = rate * work / threads
    row = LoadTestRow("rows", 2, {Metric.RATE: rate})
    said = predict_row({**OPEN_SERVER, Parameter.IDLE_COST: idle}, row, LoadKind.OPEN, machine(threads))
    assert said.cpu == pytest.approx(busy * (1.0 + idle) / (1.0 + busy * idle), rel=1e-6)


def test_what_is_done_beside_requests_is_used_at_any_load_and_slows_them():
    row = LoadTestRow("rows", 2, {Metric.RATE: 200.0})
    one, beside = (predict_row({**OPEN_SERVER, **more}, row, LoadKind.OPEN, machine(1)) for more in ({}, BESIDE))
    assert beside.cpu == pytest.approx(0.04 + one.cpu, rel=1e-9) and beside.mean > one.mean


def recovered(rows, threads, parameter, truth):
    found = select_mechanisms(check_rows(rows), machine(threads)).fit
    assert parameter in found.free, found.intervals
    interval = found.intervals[parameter]
    assert abs(interval.value - truth) < max(0.12, 2.0 * interval.half_width) and interval.half_width < 0.5
    return found


@pytest.mark.parametrize("seed", mostly_proof(range(3), [0]))
@pytest.mark.parametrize(("more", "threads"), [(FALLS, 8), (BESIDE, 8), (FALLS, 1), (RISES, 1)])
def test_a_cost_that_changes_with_the_load_is_recovered_from_an_open_test(more, threads, seed):
    ((parameter, truth),) = more.items()
    recovered(open_rows({**OPEN_SERVER, **more}, machine(threads), USED, 0.01, seed), threads, parameter, truth)


@pytest.mark.parametrize("more", [FALLS, BESIDE])
def test_a_cost_that_changes_with_the_load_is_recovered_from_a_closed_test(more):
    ((parameter, truth),) = more.items()
    rows = closed_rows({**CLOSED_SERVER, **more}, machine(8), (4, 16, 48, 80, 110, 130, 150), 0.005, 5)
    recovered(rows, 8, parameter, truth)


@pytest.mark.parametrize("seed", mostly_proof(range(6), range(2)))
def test_a_cost_that_does_not_change_is_told_as_one(seed):
    rows = open_rows(OPEN_SERVER, machine(8), USED, 0.01, seed)
    assert not {Parameter.IDLE_COST, Parameter.BESIDE} & set(select_mechanisms(check_rows(rows), machine(8)).fit.free)


@pytest.mark.parametrize("more", [FALLS, BESIDE])
def test_rows_of_little_load_tell_what_a_full_server_carries(more):
    """Counters of a quiet farm: with one cost for all loads it would carry 22 to 27 % less than it does."""
    truth = {**OPEN_SERVER, **more}
    loaded = check_rows(open_rows(truth, machine(8), (0.04, 0.08, 0.14, 0.22, 0.3, 0.38), 0.003, 1))
    found = select_mechanisms(loaded, machine(8)).fit
    carries = largest_rate(truth, loaded.points[-1], machine(8))
    assert largest_rate(found.parameters, loaded.points[-1], machine(8)) == pytest.approx(carries, rel=0.03)
    free = (Parameter.WORK, Parameter.WAIT)
    alone = fit(loaded, machine(8), free, {}, initial_parameters(loaded, machine(8), free, {}))
    assert largest_rate(alone.parameters, loaded.points[-1], machine(8)) < 0.8 * carries


@pytest.fixture(scope="module", params=["falls", "beside"])
def written(request, tmp_path_factory):
    """Rows of a server of 4 threads whose cost changes, calibrated: what was printed, the data, and the scenario."""
    folder = tmp_path_factory.mktemp("costs")
    more = FALLS if request.param == "falls" else BESIDE
    lines = ["requests/s,CPU %,mean ms,kB"]
    for row in open_rows({**OPEN_SERVER, **more}, machine(4), USED, 0.004, 2):
        lines.append(f"{row[Metric.RATE]:.6g},{100 * row[Metric.CPU]:.6g},{1e3 * row[Metric.MEAN]:.6g},30")
    (folder / "rows.csv").write_text("\n".join(lines))
    words = [
        "calibrate",
        "measurements",
        f"{folder}/rows.csv",
        "--server",
        "dl585-2.2ghz-4gb",
        "--out",
        f"{folder}/made",
    ]
    told = CliRunner().invoke(app, [*words, "--json", f"{folder}/found.json"])
    assert told.exit_code == 0, told.exception
    data = json.loads((folder / "found.json").read_text())
    return " ".join(told.output.split()), data, folder / "made/our-servers.yaml", request.param


def test_the_cost_at_each_load_is_told(written):
    said, data, _, kind = written
    assert ("Wake-ups, batches and clocks do that" in said) == (kind == "falls")
    assert ("The scenario that is written has the cost at its target utilisation." in said) == (kind == "falls")
    assert ("of its CPU beside requests" in said) == (kind == "beside")
    seconds = [each["seconds"] for each in data["cost_by_load"]]
    assert seconds == sorted(seconds, reverse=True) and len(seconds) == 5
    assert seconds[-1] == pytest.approx(0.004 / (0.96 if kind == "beside" else 1.0), rel=0.02)


def test_the_scenario_that_is_written_carries_at_its_target_what_the_server_does(written):
    """With the CPU time of the scenario, its target is reached at the rate at which the server uses as much."""
    _, _, file, kind = written
    scenario = load(file)
    system = scenario.operating_system
    assert ("CPU times are those at" in file.read_text()) is (kind == "falls")
    of_system = scenario.sources["operating_system.cpu_without_requests"]
    assert (of_system.kind == "measured") is (kind == "beside")
    assert system.cpu_without_requests == pytest.approx(0.0 if kind == "falls" else 0.04, abs=0.004)
    rate = (scenario.targets.utilisation - system.cpu_without_requests) * 4 / scenario.workload.request.cpu
    truth = {**OPEN_SERVER, **(FALLS if kind == "falls" else BESIDE)}
    row = LoadTestRow("rows", 2, {Metric.RATE: rate})
    said = predict_row(truth, row, LoadKind.OPEN, machine(4))
    assert said.cpu == pytest.approx(scenario.targets.utilisation, abs=0.01)
    (busy,) = cpu_busy(scenario, np.array([rate]), np.array([1.0]))
    assert busy == pytest.approx(said.cpu, abs=0.02)


def test_nothing_is_told_of_a_cost_that_does_not_change():
    found = calibrate(open_rows(OPEN_SERVER, machine(8), USED, 0.01, 1), machine(8))
    assert cost_by_load(found.fit, found.loaded.points[-1]) == ()
