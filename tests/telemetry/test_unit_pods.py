"""Pods in front beside the counters of the servers that they stand on."""

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.unit_pods import as_servers, nodes_a_server
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.studies.review.answer import most_of_a_node, with_measured_work
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.model_fit import cpu_busy, fit_model
from simulator.telemetry.read import read_counters
from tests.printed import printed
from tests.telemetry.written import answer, server

API = "scenarios/api_in_pods.yaml"
# A server full of its 15 pods has 16 cores of two threads: 25 % more with the second thread, at 95 % of the clock when
# all work. A request takes a tenth more than 5 ms in calls.
MORE, SERVERS, PODS = 1.1, 11, 15


def busy(rates):
    """The per cent of the 32 threads of each server that so many requests/s of the farm keep busy, rates rising."""
    each = np.asarray(rates) / SERVERS
    return 100.0 * cpu_busy(as_servers(load(API)), each, np.full(len(each), MORE))


def day():
    hours = np.arange(144) / 6.0
    rates = 20_000 * (0.6 + 0.4 * np.sin(np.pi * (hours - 6.0) / 12.0))
    shares = np.interp(rates, np.sort(rates), busy(np.sort(rates)))
    rows = (
        f"{int(h):02d}:{round(h % 1 * 60):02d},{r:.1f},{s:.3f}" for h, r, s in zip(hours, rates, shares, strict=True)
    )
    return "\n".join(["time,requests/s,CPU %", *(f"2026-11-16 {row}" for row in rows)]) + "\n"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    file = tmp_path_factory.mktemp("counters") / "day.csv"
    file.write_text(day(), encoding="utf-8")
    return lay_side_by_side(read_counters([str(file)]))


def test_the_cpu_of_a_server_tells_what_a_request_takes_in_its_pods(record):
    """By hand: 20,000/s x 5.5 ms on 11 servers are 10 of the 16 cores of each, 31 % of its threads and somewhat more,
    as clocks fall. Each of 165 pods has 121/s at the most and 1.1875 cores, 75 % of them in calls of 5.5 ms."""
    scenario = load(API)
    assert busy([20_000])[0] == pytest.approx(100.0 * 10.0 / 32.0, rel=0.06)
    fit = fit_model(as_servers(scenario), record, record.rate, record.rate / SERVERS)
    assert (fit.work, fit.described) == (pytest.approx(MORE, rel=1e-3), 1.0)
    assert (nodes_a_server(scenario), most_of_a_node(scenario, fit)) == (PODS, pytest.approx(20_000 / 165, rel=1e-3))
    measured = with_measured_work(scenario, fit)
    assert measured.unit.nodes == PODS
    assert measured.workload.cpu_measured_on.up_to == pytest.approx(20_000 / 165, rel=1e-3)
    assert capacity_in_theory(measured).requests.value == pytest.approx(0.75 * 2 * 1.1875 / 2 / 5.5e-3, rel=2e-3)


def test_servers_are_judged_and_counted_and_not_their_pods(reviewed, write):
    """By hand: 24,000/s at 162/s a pod take 148 pods, 9.88 servers: with one to spare 11 are enough."""
    found = reviewed(write(day(), "day.csv"), scenario=API, overrides={"supply": {"today": [{"units": SERVERS}]}})
    running = found.review.running
    assert (found.verdict, found.servers, running.units) == ("enough", SERVERS, SERVERS)
    assert running.carries == pytest.approx(10 * PODS * 0.75 * 2 * 1.1875 / 2 / 5.5e-3 / 24_000, rel=3e-3)
    told = printed(found.blocks(), width=300)
    assert "one pod can serve 162 req/s" in told
    assert "each with 15 pods of this unit on it" in told


def test_servers_that_make_no_whole_units_of_pods_are_told_what_to_write(reviewed, write):
    """7 pods, 4 at the most on a server, stand on two."""
    pods = {"cpu": {"request": 2, "limit": 2}, "memory": "4 GiB", "replicas": 7, "most": 4}
    series = answer([each for number in range(3) for each in server(f"web{number}", [9.0] * 5, [0.1] * 5)])
    with pytest.raises(ScenarioError, match=r"units of 2 do not add up to 3 servers.*unit: \{pods: \{replicas"):
        reviewed(write(series), scenario=API, overrides={"unit.pods": pods})
