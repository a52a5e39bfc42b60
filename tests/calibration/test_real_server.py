"""Debian's nginx, measured at three loads with wrk, calibrated, and predicted at three others that it had not seen.

Run by `make proof`. Where a server cannot be started and loaded the test says why
and has not run: it is not counted as passed.
"""

import re
from pathlib import Path
from statistics import median

import pytest
from typer.testing import CliRunner

from models.load import load
from simulator.cli.main import app
from simulator.engines.engine import load_engine
from simulator.experiment.replications import measure_replications
from simulator.translate.translate import translate
from tests.calibration.real_server import mean_of, nginx, why_not

SEEN, UNSEEN = (5, 8, 12), (6, 10, 16)
TURNS = 12  # So many rows of each load.
# What is asked of it: throughput, CPU and mean response within 10 %, the 95th percentile within 20 %.
WITHIN = {"requests/s": 0.10, "CPU %": 0.10, "mean ms": 0.10, "p95 ms": 0.20}
SERVER = """
sockets: 1
cores_per_socket: 1
clock: 3 GHz
core_speed: 4
ram: 8 GiB
cards: [25 Mbps]
disks: {count: 1, service_time: 0.1 ms}
rack_units: 1
idle_power: 100 W
busy_power: 200 W
price: "1,000 USD"
year: 2024
"""


def row(measure, users, folder):
    """What was measured under so many users; what wrk wrote is kept for the calibration."""
    said, cpu = measure(users)
    (folder / f"{users}.txt").write_text(said)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    percentile = float(re.search(r"95\.000%\s+([\d.]+)ms", said)[1])
    return {"requests/s": rate, "CPU %": cpu, "mean ms": mean_of(said), "p95 ms": percentile}


def measured_often(measure, folder):
    """By users, the median of each figure over the turns, and the output of wrk whose mean response is the median.

    Loads take turns: on a shared host the same work takes 1.0 to 1.9 ms of CPU from one second to the next, and so no
    load has the fast seconds for itself, and none the slow ones.
    """
    rows = {users: [] for users in sorted((*SEEN, *UNSEEN))}
    for turn in range(TURNS):
        (folder / f"turn-{turn}").mkdir()
        for users in rows:
            rows[users].append(row(measure, users, folder / f"turn-{turn}"))
    found = {}
    for users, turns in rows.items():
        found[users] = {name: median(each[name] for each in turns) for name in WITHIN}
        turn = sorted(range(TURNS), key=lambda each: turns[each]["mean ms"])[TURNS // 2]
        (folder / f"{users}.txt").write_text((folder / f"turn-{turn}/{users}.txt").read_text())
    return found


def calibrated_from(found):
    """The table that is calibrated: the outputs of wrk at the loads that may be seen, and the CPU beside them."""
    lines = [f"{users}.txt,{users},{found[users]['CPU %']:.5g},{found[users]['mean ms']:.6g}" for users in SEEN]
    return "\n".join(["file,users,CPU %,mean ms", *lines]) + "\n"


def simulated(scenario, users):
    """What the program says of so many users, by its own simulation of the scenario that was written."""
    overrides = {"workload.population": users, "demand": "none", "run.duration": "60 s", "run.replications": 4}
    found = load(scenario, overrides)
    results = measure_replications(load_engine("kernel"), translate(found), found.run)
    of = results.measures
    cpu = next(usage for usage in results.usages if usage.name == "CPU").utilisation.value
    return {"requests/s": of["requests"].value, "CPU %": cpu, "mean ms": 1e3 * of["response_mean"].value,
            "p95 ms": 1e3 * of["response_p95"].value}  # fmt: skip


@pytest.mark.proof
def test_nginx_is_predicted_at_loads_that_it_was_not_calibrated_at(tmp_path):
    if reason := why_not():
        pytest.skip(f"not run, and so not proven: {reason}")
    (tmp_path / "own/servers").mkdir(parents=True)
    (tmp_path / "own/servers/one-core.yaml").write_text(SERVER)
    with nginx(Path(tmp_path)) as measure:
        found = measured_often(measure, tmp_path)
    (tmp_path / "rows.csv").write_text(calibrated_from(found))
    options = ["--server", "one-core", "--catalog", f"{tmp_path}/own", "--out", f"{tmp_path}/made", "--name", "nginx"]
    told = CliRunner().invoke(app, ["calibrate", "measurements", f"{tmp_path}/rows.csv", *options])
    print(told.output)
    assert told.exit_code == 0, told.exception
    wrong = []
    for users in UNSEEN:
        said, measured = simulated(tmp_path / "made/nginx.yaml", users), found[users]
        for name, within in WITHIN.items():
            off = said[name] / measured[name] - 1.0
            print(
                f"{users} users, {name}: measured {measured[name]:.4g}, predicted {said[name]:.4g}, {100 * off:+.1f} %"
            )
            wrong += [(users, name, off)] if abs(off) > within else []
    assert not wrong
