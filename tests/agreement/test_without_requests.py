"""Work without requests: both engines do the same of it, request by request, theory has its utilisation, and a server
carries so much less."""

import pytest

import headroom
from models.load import load
from simulator.engines.run_plan import RunPlan
from simulator.translate.translate import translate
from tests.agreement.twins import requests_of_twins

FARM = "scenarios/first_farm.yaml"
KEY = "operating_system.cpu_without_requests"
PLAN = RunPlan(windows=6, window=1.0, warm_up=1.0, replication=3, log=100_000)
THREADS = {"server.threads_per_core": 2, "server.second_thread": "25 %"}


@pytest.mark.parametrize("over", [{}, THREADS])
def test_engines_agree_request_by_request(over):
    found = translate(load(FARM, {KEY: "30 %", "workload.offered": "300 /s", "unit.nodes": 2, **over})).network
    assert requests_of_twins(found, PLAN, seed=4) > 500


def test_a_server_that_nobody_asks_is_as_busy_as_its_counters_say():
    """Of eight threads, two a core, 30 % have a core each."""
    for over, work in (({}, 0.3 * 4.0), (THREADS, 0.3 * 8.0)):
        found = translate(load(FARM, {KEY: "30 %", **over})).network
        (jobs,) = found.background
        assert jobs.rate / found.nodes * jobs.steps[0].demand.mean == pytest.approx(work)


@pytest.mark.parametrize("engine", ["theory", "kernel"])
def test_utilisation_is_that_of_requests_and_that_without(engine):
    short = {"run.warm_up": "20 s", "run.duration": "60 s"} if engine == "kernel" else {}
    run = headroom.run(FARM, {KEY: "10 %", "workload.offered": "400 /s", **short}, engine=engine)
    cpu = run.figure("limits.utilisation", "CPU").value
    assert cpu == pytest.approx(10.0 + 400.0 * 0.7e-3 / 4.0 * 100.0, rel=0.03)


def test_a_server_carries_what_is_left_within_its_target():
    """CPU to 60 %: of it 20 points are used without a request."""
    over = {"targets": {"errors": "1 %", "utilisation": "60 %"}, "workload.request.cpu": "7 ms"}
    alone, beside = (
        headroom.plan(FARM, {**over, KEY: share}, engine="theory").outcome.farm.carried.requests.value
        for share in ("0 %", "20 %")
    )
    assert beside / alone == pytest.approx(40.0 / 60.0, rel=1e-3)
