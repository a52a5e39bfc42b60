"""The wait elsewhere comes out of rows whose wait is known, and no simulation of a few requests moves it."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from models.capacity_curve import SHARED, TO_COMPLETION
from models.load import load
from simulator.calibration import work_spread
from simulator.calibration.calibrate import calibrate
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import select_mechanisms
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.server import Parameter
from simulator.calibration.work_spread import ServiceOrder, refine_fit
from simulator.cli.main import app
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, closed_rows, in_one_way, machine, open_rows, waiting_rows

USED = (0.1, 0.2, 0.36, 0.5, 0.6, 0.7, 0.8, 0.86, 0.92, 0.96)
USERS = (4, 12, 20, 30, 40, 50, 60, 70, 80, 95)
EXAMPLE = Path(__file__).parents[2] / "scenarios/measured/one_web_server.csv"


def test_the_wait_of_rows_worked_out_by_hand_is_written(tmp_path):
    """8 threads that serve in turn, 1.6 ms of work and 12 ms elsewhere, both exponential: Erlang's C, no simulation."""
    (tmp_path / "rows.csv").write_text(waiting_rows(8, 0.0016, 0.012, USED[1::2]))
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "c7g.2xlarge"]
    told = CliRunner().invoke(app, [*words, "--out", f"{tmp_path}/made", "--json", f"{tmp_path}/found.json"])
    assert told.exit_code == 0, told.exception
    data = json.loads((tmp_path / "found.json").read_text())
    assert data["parameters"]["wait"]["value"] == pytest.approx(0.012, rel=0.005)
    assert data["spread"]["wait"] == data["parameters"]["wait"]["value"]
    written = load(tmp_path / "made/our-servers.yaml").workload.request
    assert written.wait.mean == pytest.approx(0.012, rel=0.005)


def test_the_parameters_of_the_example_are_found():
    found = calibrate(read_measurements([str(EXAMPLE)]).points, machine(4))
    assert found.fit.parameters[Parameter.WORK] == pytest.approx(0.004, rel=0.01)
    assert found.fit.parameters[Parameter.WAIT] == pytest.approx(0.020, rel=0.01)
    assert found.spread.cv.value == pytest.approx(1.5, abs=0.1)


def known(rows, on, parameters):
    return fit(check_rows(rows), on, (), parameters, parameters)


@pytest.mark.parametrize("sizes", [None, True])
def test_what_is_shared_evenly_is_as_theory_has_it_however_it_varies(sizes, monkeypatch):
    """So that a mean of theory is not corrected by what is simulated of a few requests."""
    monkeypatch.setattr(work_spread, "REQUESTS", 400_000)
    on = machine(4)._replace(cards=1e7)
    sent = (4e3, 4e3) if sizes else None
    (_, row) = open_rows({**OPEN_SERVER, Parameter.WORK_PER_BYTE: 0.0}, on, (0.5, 0.8), sizes=sent)
    said = known([row, row], on, {**OPEN_SERVER, Parameter.WORK_PER_BYTE: 0.0}).predicted(row)
    tried = work_spread._Tried([row], known([row, row], on, OPEN_SERVER))
    way = ServiceOrder(SHARED, True, 2.0, sizes)
    assert tried._row(row, way)[0] == pytest.approx(said.mean, rel=0.01)
    assert tried.theory_more(row, way) == 0.0


@pytest.mark.parametrize("users", [60, 95])
def test_users_who_wait_elsewhere_are_not_at_the_cpu(users, monkeypatch):
    """In turn, work that varies waits longer: by how much is asked of the server with its waits, or it seems fuller."""
    row = closed_rows(CLOSED_SERVER, machine(4), (users, users))[0]
    tried = work_spread._Tried([row], known([row, row], machine(4), CLOSED_SERVER))
    way = ServiceOrder(TO_COMPLETION, False, 2.0)
    found = tried.theory_more(row, way)
    monkeypatch.setattr(work_spread, "REQUESTS", 800_000)
    longer = tried._fit.predicted(row).mean - tried._row(row, way)[0]
    assert longer < 0.0
    assert found == pytest.approx(longer, abs=0.015 * row[Metric.MEAN])


TABLES = 12
SERVERS = {
    "in turn": (machine(8), {Parameter.WORK: 0.0016, Parameter.WAIT: 0.012}, ServiceOrder(TO_COMPLETION, True, 1.0)),
    "in turn, varying more": (machine(4), OPEN_SERVER, ServiceOrder(TO_COMPLETION, False, 1.5)),
    "shared": (machine(8), {Parameter.WORK: 0.0016, Parameter.WAIT: 0.012}, ServiceOrder(SHARED, True, 2.0)),
    "closed": (machine(4), CLOSED_SERVER, ServiceOrder(TO_COMPLETION, True, 2.0)),
}


@pytest.mark.proof
@pytest.mark.parametrize("server", SERVERS)
def test_waits_are_found_within_a_hundredth(server, monkeypatch):
    """Over made-up tables with 1 % scatter, each at loads of its own, and simulated on draws of its own: those that a
    calibration always has would leave the same error in all tables, and that is no bias. A mean error beyond three
    times its standard error is one."""
    on, parameters, way = SERVERS[server]
    errors = []
    for table in range(TABLES):
        monkeypatch.setattr(work_spread, "SEED", 1 + table)
        share = 0.97 + 0.03 * table / TABLES
        if server == "closed":
            rows = closed_rows(parameters, on, tuple(round(share * each) for each in USERS))
        else:
            rows = open_rows(parameters, on, tuple(share * each for each in USED))
        loaded = check_rows(in_one_way(rows, known(rows, on, parameters), way, table))
        found = refine_fit(loaded, select_mechanisms(loaded, on).fit)[0]
        errors.append(found.parameters[Parameter.WAIT] / parameters[Parameter.WAIT] - 1.0)
    error, mean = float(np.sqrt(np.mean(np.square(errors)))), float(np.mean(errors))
    print(f"{server}: wait {100 * mean:+.2f} %, root of the mean square {100 * error:.2f} %")
    assert error < 0.01
    assert abs(mean) < 3.0 * np.std(errors, ddof=1) / np.sqrt(TABLES)
