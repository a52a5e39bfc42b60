"""What stops a server is what requests wait for, by name: theory, simulation and every study say the same.

The bottleneck of each drawn server is known by construction: what carries least, by Little's law of what each request
holds for how long, is half of what comes next, or less.
"""

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest
from yaml import safe_dump

from models.load import load
from models.scenario import Scenario
from simulator.engines.kernel.engine import Kernel
from simulator.errors import Overloaded
from simulator.experiment.measurement import measure_server
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.candidates import farm_candidate
from simulator.farm.study import study
from simulator.farm.upgrade_value import AtCapacity, UpgradeRanking
from simulator.growth.grow import plan_growth
from simulator.output.data import figures
from simulator.solver import Solver
from simulator.studies.check.answer import ScenarioCheck
from simulator.studies.check.data import checks_data
from simulator.studies.grow.result import growth_data
from simulator.studies.plan.result import PlanResult
from simulator.studies.sweep.answer import capacity_figures
from simulator.studies.sweep.figures import variant_figures
from simulator.studies.upgrades.data import server_and_options_data
from simulator.translate.translate import translate

RUN = {"duration": "40 s", "window": "1 s", "replications": 3, "seed": 5}


@dataclass(frozen=True)
class Drawn:
    """A server with the name of what stops it."""

    kind: str
    bottleneck: str
    scenario: dict[str, object]


def _server(kind: str, bottleneck: str, web: dict[str, object], request: dict[str, object], **other: object) -> Drawn:
    """A server of 8 cores whose requests are of one class, in the pool `www` where it has one."""
    classes = {"name": "page", "rate": "20 /s", "size": "10 kB", **request}
    scenario: dict[str, object] = {
        "scenario": kind,
        "demand": "20 requests/s",
        "operating_system": {"model": "linux-6"},
        "server": "m5.4xlarge",
        "unit": {"nodes": 1, "spare_nodes": 0},
        "targets": {"errors": "0.1 %"},
        "datacenter": {"prices": "cloud-us-2026"},
        "run": RUN,
        "workload": {
            "cpu_measured_on": 3.79,
            "classes": [classes],
            "session": {"requests": 5, "think_time": "2 s"},
            "clients": {"rate": "20 Mbps"},
        },
        "web_server": {"model": "nginx", **web},
        **other,
    }
    return Drawn(kind, bottleneck, scenario)


def _pool(threads: int, **other: object) -> dict[str, object]:
    own = {"name": "www", "processes": 1, "threads": threads, "base_memory": "50 MB", "request_memory": "1 MB"}
    return {"pools": [{**own, "growth": {"per_request": "0 B"}, **other}]}


def _database(connections: int) -> dict[str, object]:
    return {"name": "database", "server": "m7i.8xlarge", "servers": 1, "connections": connections}


def _calling(milliseconds: float) -> dict[str, object]:
    return {"calls": [{"tier": "database", "cpu": f"{milliseconds:.0f} ms"}]}


def threads(random: Random) -> Drawn:
    """Each waits for another machine with a thread in its hand, and the processor has much time."""
    count, wait = random.randint(10, 80), random.uniform(150.0, 800.0)
    request = {"pool": "www", "cpu": "2 ms", "wait": f"{wait:.0f} ms"}
    return _server("threads", "www threads", _pool(count), request)


def database(random: Random) -> Drawn:
    """A few connections to a tier with many cores, without threads."""
    return _server("database", "connections of database", {}, {"cpu": "1 ms", **_calling(random.uniform(40.0, 120.0))},
                   tiers=[_database(random.randint(2, 6))])  # fmt: skip


def database_within_threads(random: Random) -> Drawn:
    """All threads are taken by those who wait for a connection."""
    request = {"pool": "www", "cpu": "1 ms", **_calling(random.uniform(40.0, 120.0))}
    return _server("database within threads", "connections of database", _pool(random.randint(30, 60)), request,
                   tiers=[_database(random.randint(2, 6))])  # fmt: skip


def threads_around_database(random: Random) -> Drawn:
    """A thread is held for much longer than a connection within it."""
    request = {"pool": "www", "cpu": "1 ms", "wait": "300 ms", **_calling(20.0)}
    return _server("threads around database", "www threads", _pool(random.randint(10, 25)), request,
                   tiers=[_database(random.randint(10, 12))])  # fmt: skip


def processor_within_threads(random: Random) -> Drawn:
    """All threads are taken by those who wait for a core."""
    request = {"pool": "www", "cpu": f"{random.uniform(15.0, 40.0):.0f} ms"}
    return _server("processor within threads", "CPU", _pool(random.randint(200, 400)), request)


def queue(random: Random) -> Drawn:
    """Who finds the queue full is turned away, long before all threads are busy all the time."""
    count, wait = random.randint(10, 40), random.uniform(150.0, 500.0)
    request = {"pool": "www", "cpu": "2 ms", "wait": f"{wait:.0f} ms"}
    return _server("queue", "www queue", _pool(count, queue_limit=count + random.randint(20, 300)), request)


def ports(random: Random) -> Drawn:
    """A port is of no use for a minute after its connection, and few of them are open to one address."""
    count = random.randint(2_000, 6_000)
    request = {"cpu": "1 ms", "wait": f"{random.uniform(20.0, 60.0):.0f} ms"}
    system = {"model": "linux-6", "ephemeral_ports": {"count": count}}
    return _server("ports", "ephemeral ports", {}, request, operating_system=system)


KINDS = (threads, database, database_within_threads, threads_around_database, processor_within_threads, queue, ports)
SOLVERS = (Theory(), Simulation(Kernel()))
DRAWN = [kind(Random(f"{kind.__name__} {seed}")) for kind in KINDS for seed in range(4)]


@cache
def _written(number: int, folder: str) -> Scenario:
    file = Path(folder) / f"{number}.yaml"
    file.write_text(safe_dump(DRAWN[number].scenario), encoding="utf-8")
    return load(file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(tmp_path_factory.mktemp("drawn"))


@pytest.mark.parametrize("number", range(len(DRAWN)), ids=[each.kind for each in DRAWN])
@pytest.mark.parametrize("solver", SOLVERS, ids=["theory", "kernel"])
def test_what_requests_wait_for_is_the_bottleneck(solver: Solver, number: int, folder: str):
    assert solver.carries(_written(number, folder)).stop.name == DRAWN[number].bottleneck


@pytest.mark.parametrize("number", [0, 4, 8], ids=["threads", "database", "database within threads"])
@pytest.mark.parametrize("solver", SOLVERS, ids=["theory", "kernel"])
def test_a_server_that_is_offered_more_is_overloaded_by_name_and_rate(solver: Solver, number: int, folder: str):
    """At half as much again as it carries, which is all that is completed there."""
    scenario = _written(number, folder)
    carries = Theory().carries(scenario).requests.value
    offered = 1.5 * carries
    run = scenario.run.model_copy(update={"replications": None, "duration": 400.0})
    workload = scenario.workload.model_copy(update={"offered": offered})
    loaded = scenario.model_copy(update={"workload": workload, "run": run})
    with pytest.raises(Overloaded) as raised:
        measure_server(solver, loaded, translate(loaded))
    found = raised.value
    assert (found.limit, found.scenario) == (DRAWN[number].bottleneck, scenario.name)
    assert found.offered == pytest.approx(offered, rel=0.1) and found.carried == pytest.approx(carries, rel=0.05)


SHIPPED = [f"scenarios/{name}.yaml" for name in ("downloads_today", "failing_unit", "release_day")]
FARMS = [f"tests/farms/{name}.yaml" for name in ("b_api", "c_shop", "e_tls", "h_chat")]
GROWTH = {"growth": {"start": "2026-12", "horizon": "12 months", "a_year": "20 %"}}
# Nothing is full where so many sessions are open, so that the limit that is used most is not what stops a server.
FEW_SESSIONS = {"targets": {"errors": "0.1 %", "connections": 40}}
SESSIONS = "target of open sessions"


def _names(scenario: Scenario) -> set[str]:
    """What stops a server, as each command names it by theory."""
    outcome = study(scenario, Theory(), "plan", date(2026, 11, 26))
    data, grown = figures(outcome), plan_growth(scenario, Theory(), closely=False)
    upgrades = server_and_options_data(UpgradeRanking(AtCapacity(scenario, outcome.carried), (), (), ()))
    compared = farm_candidate(scenario.name, outcome.farm)
    (checked,) = checks_data([ScenarioCheck(scenario, outcome)])
    return {
        PlanResult(outcome).bottleneck, data["binding_limit"], data["carries"]["stopped_by"],
        upgrades["server"]["binding_limit"], upgrades["what_would_help"]["present"]["binding_limit"],
        compared.bottleneck, grown.bottleneck, growth_data(grown)["binding_limit"], checked["binding_limit"],
        capacity_figures(scenario, Theory()).binding_limit, variant_figures(outcome).binding_limit,
    }  # fmt: skip


@pytest.mark.parametrize("number", range(0, len(DRAWN), 4), ids=[each.kind for each in DRAWN[::4]])
def test_every_command_names_the_same_bottleneck(number: int, folder: str):
    drawn = DRAWN[number]
    (Path(folder) / "grows.yaml").write_text(safe_dump(drawn.scenario | GROWTH), encoding="utf-8")
    assert _names(load(Path(folder) / "grows.yaml")) == {drawn.bottleneck}


@pytest.mark.parametrize("path", [*FARMS, *SHIPPED], ids=lambda path: Path(path).stem)
def test_every_command_names_the_same_bottleneck_of_farms_that_people_have(path: str):
    assert len(_names(load(path, GROWTH))) == 1


def test_every_command_names_a_target_that_stops_a_server_before_any_limit_is_full(folder: str):
    (Path(folder) / "few.yaml").write_text(safe_dump(DRAWN[0].scenario | GROWTH | FEW_SESSIONS), encoding="utf-8")
    assert _names(load(Path(folder) / "few.yaml")) == {SESSIONS}
