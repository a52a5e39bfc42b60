"""Results made up by hand, so that roll-ups and reports are tested without a simulation.

The numbers are those of the side-by-side test (TechNet Magazine, Moving Microsoft Update Downloads to x64, Figure 1)
where it has them. `Results` here are what a measurement of one server would say; nothing in them was simulated.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from models.load import load
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Results, Series, ServerSeries, Unavailable, Usage
from simulator.experiment.server_capacity import ServerCapacity, capacity_at_stated_load
from simulator.experiment.subjects import Measure, PartQuantity
from simulator.farm.outcome import Outcome, roll_up
from simulator.farm.stamp import Stamp
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import ResponseBytes, Serve

ROOT = Path(__file__).parent.parent
SCENARIO = ROOT / "scenarios" / "published" / "microsoft_update_farm.yaml"
PINNED = {"demand": "12 Gbps", "unit.nodes": "5", "unit.spare_nodes": "0"}
ROLES = {
    "CPU": Role.CPU,
    "disks": Role.DISK,
    "network cards": Role.CARD,
    "kernel pool": Role.KERNEL_POOL,
    "process memory": Role.MEMORY,
}
FLOWS = {
    "traffic": ServerSeries.TRAFFIC,
    "requests": ServerSeries.REQUESTS,
    "connections": ServerSeries.CONNECTIONS,
    "response time": ServerSeries.RESPONSE_TIME,
}
OF = {**FLOWS, **ROLES}
PARTS = (
    Measure("cache_hit_ratio", "hits of the file cache", PartQuantity.HIT_RATIO, ("file cache",)),
    Measure("process_memory", "process memory", PartQuantity.MEMORY, ("process memory",)),
)
X64_MBPS, X86_MBPS = 976.0, 602.0


def measured(value: float, relative: float = 0.005, unit: str = "") -> Estimate:
    """An estimate of five replications at 95 %."""
    return Estimate(value, abs(value) * relative, 0.95, 5, unit)


def scenario(overrides: Mapping[str, object] | None = None) -> Scenario:
    """The Microsoft Update scenario with the demand and the unit of the documents."""
    return _loaded(json.dumps({**PINNED, **(overrides or {})}))


@lru_cache(maxsize=256)  # Nothing in a scenario can be changed, and many tests begin with the same few.
def _loaded(overrides: str) -> Scenario:
    loaded = load(SCENARIO, json.loads(overrides))
    shown = {"file": "scenarios/microsoft_update.yaml"}
    baseline = loaded.baseline.model_copy(update=shown) if loaded.baseline else None
    return loaded.model_copy(update={**shown, "baseline": baseline})


def network() -> Network:
    """A network just large enough to be printed."""
    steps = (Serve("CPU", constant(0.0007)), Serve("network cards", ResponseBytes()))
    source = SessionSource(850.0, constant(20.0), exponential(3.7), (1.0,))
    cpu = SharedCapacity("CPU", 4.0, (1.0,), "cores", role=Role.CPU)
    cards = SharedCapacity("network cards", 1.25e8, (84_000.0,), "bytes")
    request = RequestClass("range request", 1.0, exponential(33_600.0), 350.0, steps)
    return Network(5, (cpu, cards), (request,), source)


def results(
    wire_mbps: float = X64_MBPS, relative: float = 0.005, usages: tuple[Usage, ...] | None = None, **measures: object
) -> Results:
    """The x64 column as results; `measures` replaces single ones."""
    return Results(
        engine="kernel",
        nodes=5,
        replications=5,
        confidence=0.95,
        seed=1,
        simulated_requests=10_200_000,
        warm_up=120.0,
        duration=120.0,
        measures={**_measures(wire_mbps, relative), **measures},
        refused={"kernel pool": measured(0.0, unit="%")},
        failed={"process memory": measured(0.0, unit="%")},
        usages=x64_usages() if usages is None else usages,
        series=_series(wire_mbps),
        parts=PARTS,
    )


def carried(*args: object, **named: object) -> ServerCapacity:
    """What a server carries that was measured like `results`."""
    return capacity_at_stated_load(results(*args, **named), network())


def x86_results(wire_mbps: float = X86_MBPS, relative: float = 0.008) -> Results:
    """The 32-bit column: disks and pool full, 38 % of the sessions refused."""
    overloaded = results(
        wire_mbps,
        relative,
        x86_usages(),
        requests=measured(2_097.0, relative, "/s"),
        completed_requests=measured(2_055.0, relative, "/s"),
        requests_max=measured(2_180.0, 0.01, "/s"),
        response_mean=measured(1.02, 0.01, "s"),
        response_p50=measured(0.74, 0.01, "s"),
        cache_hit_ratio=measured(69.4, 0.001, "%"),
        connections=measured(15_746.0, 0.002, ""),
        response_p95=measured(3.1, 0.02, "s"),
        errors=measured(39.0, 0.01, "%"),
        refused_sessions=measured(38.0, 0.01, "%"),
        failed_requests=measured(2.0, 0.05, "%"),
        process_memory=measured(1.9e9, 0.001, "B"),
    )
    return replace(overloaded, refused={"kernel pool": measured(38.0, 0.01, "%")})


def usage(
    name: str, kind: str, utilisation: float, turned_away: float = 0.0, limit: str = "a limit", origin: str = "server"
) -> Usage:
    """A limit in use; utilisation and turned_away are shares."""
    used = measured(100.0 * utilisation, 0.004, "%")
    plural = name in ("disks", "network cards")
    lost = measured(100.0 * turned_away, 0.01, "%")
    return Usage(name, kind, limit, origin, used, lost, plural=plural, role=ROLES.get(name))


def x64_usages() -> tuple[Usage, ...]:
    """The network card is nearly full, nothing is turned away."""
    return (
        usage("network cards", "server", 0.976, limit="1 Gbps", origin="server.cards"),
        usage("process memory", "memory", 0.83, limit="3.75 GiB of RAM beside the system", origin="server.ram"),
        usage("CPU", "server", 0.60, limit="4 cores of relative speed 1", origin="server.cores_per_socket"),
        usage("disks", "server", 0.42, limit="6 disks, 9 ms a read", origin="server.disks"),
        usage("kernel pool", "pool", 0.14, limit="1.56 GiB", origin="operating_system.kernel_pool"),
    )


def x86_usages() -> tuple[Usage, ...]:
    """The pool is full because the disks are; the pool is where sessions are refused."""
    return (
        usage("kernel pool", "pool", 0.999, 0.38, "256 MiB, 20 MiB of it in reserve", "operating_system.kernel_pool"),
        usage("disks", "server", 0.995, 0.0, "6 disks, 9 ms a read", "server.disks"),
        usage("process memory", "memory", 0.91, 0.02, "2 GiB of address space a process", "operating_system"),
        usage("network cards", "server", 0.602, 0.0, "1 Gbps", "server.cards"),
        usage("CPU", "server", 0.37, 0.0, "4 cores of relative speed 1", "server.cores_per_socket"),
    )


def stamp() -> Stamp:
    """A stamp whose every field is fixed."""
    return Stamp(
        scenario_file="scenarios/microsoft_update.yaml",
        scenario_sha256="0f" * 32,
        model_version="0.1.0",
        seed=1,
        replications=5,
        engine="kernel",
        libraries={"numpy": "2.4.6", "numba": "0.68.1"},
        command="headroom plan scenarios/microsoft_update.yaml",
        day="2026-01-31",
    )


def outcome(overrides: Mapping[str, object] | None = None, name: str = "") -> Outcome:
    """The whole plan: x64 against 32-bit. `name` renames the scenario."""
    plan = scenario(overrides)
    if name:
        plan = plan.model_copy(update={"name": name})
    baseline = roll_up(plan.baseline, network(), x86_results(), stamp()) if plan.baseline else None
    return roll_up(plan, network(), results(), stamp(), baseline)


def _measures(wire_mbps: float, relative: float) -> dict[str, Estimate | Unavailable]:
    return {
        "offered_requests": measured(3_400.0, 0.001, "/s"),
        "requests": measured(3_400.0, relative, "/s"),
        "completed_requests": measured(3_399.0, relative, "/s"),
        "goodput_mbps": measured(wire_mbps * 0.936, relative, "Mbps"),
        "wire_mbps": measured(wire_mbps, relative, "Mbps"),
        "response_mean": measured(0.61, relative, "s"),
        "response_p50": measured(0.41, relative, "s"),
        "response_p95": measured(1.62, 0.01, "s"),
        "response_p99": Unavailable("needs 1,000 requests in each replication, there are 710"),
        "connections": measured(13_600.0, 0.002, ""),
        "cache_hit_ratio": measured(86.1, 0.001, "%"),
        "process_memory": measured(3.2e9, 0.0005, "B"),
        "requests_max": measured(3_512.0, 0.01, "/s"),
        "refused_sessions": exact(0.0, "%"),
        "failed_requests": exact(0.0, "%"),
        "errors": measured(0.04, 0.2, "%"),
    }


def _series(wire_mbps: float) -> tuple[Series, ...]:
    time = np.arange(48) * 5.0 + 2.5
    wave = np.sin(time / 15.0)
    shapes = {
        "traffic": ("Mbps", wire_mbps, 0.01),
        "requests": ("/s", 3_400.0, 0.01),
        "connections": ("", 13_600.0, 0.004),
        "response time": ("s", 0.61, 0.02),
        "process memory": ("B", 3.2e9, 0.001),
        "CPU": ("%", 60.0, 0.01),
        "disks": ("%", 42.0, 0.02),
        "network cards": ("%", wire_mbps / 10.0, 0.01),
    }
    return tuple(
        Series(name, unit, time, level * (1 + swing * wave), np.full(48, level * swing), OF[name])
        for name, (unit, level, swing) in shapes.items()
    )
