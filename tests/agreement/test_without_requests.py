"""Work without requests: both engines do the same of it, request by request, theory has its utilisation, and a server
carries so much less."""

import pytest

import headroom
from models.errors import Remedy, ScenarioError
from models.load import load
from simulator.engines.run_plan import RunPlan
from simulator.translate.translate import translate
from tests.agreement.twins import requests_of_twins

FARM = "scenarios/first_farm.yaml"
KEY = "operating_system.cpu_without_requests"
PLAN = RunPlan(windows=6, window=1.0, warm_up=1.0, replication=3, log=100_000)
THREADS = {"server.threads_per_core": 2, "server.second_thread": "25 %"}


QUOTA = {"server.cpu_quota": 3.5}


@pytest.mark.parametrize("over", [{}, THREADS, QUOTA])
def test_engines_agree_request_by_request(over):
    found = translate(load(FARM, {KEY: "30 %", "workload.offered": "300 /s", "unit.nodes": 2, **over})).network
    assert requests_of_twins(found, PLAN, seed=4) > 500


def test_a_server_that_nobody_asks_is_as_busy_as_its_counters_say():
    """Of eight threads, two a core, 30 % have a core each."""
    for over, work in (({}, 0.3 * 4.0), (THREADS, 0.3 * 8.0)):
        found = translate(load(FARM, {KEY: "30 %", **over})).network
        (jobs,) = found.background
        assert jobs.rate / found.nodes * jobs.steps[0].demand.mean == pytest.approx(work)


@pytest.mark.parametrize(("cores", "work"), [(2.0, 0.0), (2.8, 0.0), (3.5, 0.7), (4.0, 1.2), (9.0, 1.2)])
def test_beside_a_quota_it_works_on_cores_that_the_quota_leaves(cores, work):
    """Of four cores 30 % are 1.2, of which 4 - 3.5 are none of the quota."""
    assert _taken({KEY: "30 %", "server.cpu_quota": cores}) == pytest.approx(work)


@pytest.mark.parametrize(("share", "work"), [("10 %", 0.0), ("30 %", 0.8 / 3.0), ("50 %", 1.6 / 3.0)])
def test_beside_pods_it_is_worked_once_a_server(share, work):
    """Three pods that may use 1.2 of four cores each leave 0.4."""
    pods = {"cpu": {"request": 1.2, "limit": 1.2}, "memory": "512 MiB", "reserved_cpu": 0, "reserved_memory": "1 GiB"}
    over = {"operating_system": "linux-6", "workload.content": "none", "unit.pods": pods, "unit.spare_nodes": 0}
    assert _taken({**over, KEY: share}) == pytest.approx(work)


def _taken(over):
    """The cores that requests of a node go short of."""
    found = translate(load(FARM, over)).network
    return sum(jobs.rate / found.nodes * jobs.steps[0].demand.mean for jobs in found.background)


@pytest.mark.parametrize(
    ("over", "allowed"),
    [({"targets.utilisation": "60 %"}, "59 %"), ({"server.cpu_quota": 2, "targets.utilisation": "60 %"}, "79 %")],
)
def test_a_share_that_leaves_nothing_to_requests_is_named(over, allowed):
    """Of a quota of 2 of 4 cores, 80 % of all leave 0.8, which is 40 % of it."""
    with pytest.raises(ScenarioError) as refused:
        load(FARM, {KEY: "80 %", **over})
    (found,) = refused.value.problems
    assert (found.path, found.remedies) == (KEY, (Remedy({KEY: allowed}),))
    load(FARM, {KEY: allowed, **over})


@pytest.mark.parametrize("over", [{}, THREADS, {"server.cpu_quota": 2}])
def test_each_spare_draws_what_it_works_without_requests(over):
    """40 % of the way from 160 W idle to 390 W busy."""
    over = over | {
        KEY: "40 %",
        "server.idle_power": "160 W",
        "server.busy_power": "390 W",
        "unit.nodes": 1,
        "unit.spare_nodes": 0,
    }
    one, six = (
        headroom.plan(FARM, {**over, "spare_units": spare}, engine="theory").outcome.farm.sizing for spare in (1, 6)
    )
    more = 1e3 * (six.whole_power.average.value - one.whole_power.average.value)
    assert more == pytest.approx(5 * (160.0 + 0.4 * 230.0))


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
