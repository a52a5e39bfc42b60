"""Debian's nginx, measured at three loads with wrk, calibrated, and predicted at three others that it had not seen.

Run by `make proof`, on a machine that does little else. Where a server cannot be started and loaded the test says why
and has not run: it is not counted as passed.
"""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from models.load import load
from simulator.cli import app
from simulator.engines.engine import engine_named
from simulator.measure.replicate import replicate
from simulator.translate.translate import translate
from tests.calibration.real_server import mean_of, nginx, why_not

SEEN, UNSEEN = (4, 12, 24), (8, 18, 32)
# What issue asks of it: throughput, CPU and mean response within 10 %, the 95th percentile within 20 %.
WITHIN = {"requests/s": 0.10, "CPU %": 0.10, "mean ms": 0.10, "p95 ms": 0.20}
SERVER = """
sockets: 1
cores_per_socket: 1
clock: 3 GHz
core_speed: 4
ram: 8 GiB
cards: [1 Gbps]
disks: {count: 1, service_time: 0.1 ms}
rack_units: 1
idle_power: 100 W
busy_power: 200 W
price: "1,000 USD"
year: 2024
"""


def row(measure, users):
    said, cpu = measure(users)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    percentile = float(re.search(r"95\.000%\s+([\d.]+)ms", said)[1])
    return {"users": users, "requests/s": rate, "CPU %": cpu, "mean ms": mean_of(said), "p95 ms": percentile}


def table(rows):
    return (
        "\n".join([",".join(rows[0]), *(",".join(f"{value:.6g}" for value in each.values()) for each in rows)]) + "\n"
    )


def simulated(scenario, users):
    """What the program says of so many users, by its own simulation of the scenario that was written."""
    overrides = {"workload.population": users, "demand": "none", "run.duration": "60 s", "run.replications": 4}
    found = load(scenario, overrides)
    results = replicate(engine_named("kernel"), translate(found), found.run)
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
        found = {users: row(measure, users) for users in sorted((*SEEN, *UNSEEN))}
    (tmp_path / "rows.csv").write_text(table([found[users] for users in SEEN]))
    options = ["--server", "one-core", "--catalog", f"{tmp_path}/own", "--out", f"{tmp_path}/made", "--name", "nginx"]
    told = CliRunner().invoke(app, ["calibrate", "measurements", f"{tmp_path}/rows.csv", *options])
    print(table(list(found.values())), told.output)
    assert told.exit_code == 0, told.exception
    off = {}
    for users in UNSEEN:
        said = simulated(tmp_path / "made/nginx.yaml", users)
        off[users] = {name: said[name] / found[users][name] - 1.0 for name in WITHIN}
        print(
            users,
            {
                name: (round(found[users][name], 3), round(said[name], 3), f"{100 * off[users][name]:+.1f} %")
                for name in WITHIN
            },
        )
    wrong = {
        (users, name): each[name] for users, each in off.items() for name in WITHIN if abs(each[name]) > WITHIN[name]
    }
    assert not wrong
