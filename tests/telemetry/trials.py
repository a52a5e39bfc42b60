"""A farm that the kernel simulates through a day, server by server and step by step, as what is written into counters.

The day is short, and a request long, so that a record is simulated within a second: what matters is the noise of a
step, that of 4,000 requests in sessions of twenty.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.farm.farm_at_work import server_at_rate
from simulator.network.roles import Role
from tests.telemetry.conftest import FARM
from tests.telemetry.written import STEP

HOSTS, STEPS, WARM_UP = 4, 72, 1
# Requests/s of each server at the peak, of which a third is left at night.
PEAK = 14.0
STATED = 0.1  # s of CPU, as the scenario says.
SCENARIO = {
    "workload.request": {"size": "336 kB", "cpu": f"{STATED} s", "cpu_distribution": "exponential"},
    "workload.clients": {"rate": "800 kB/s"},
    "unit": {"nodes": 2, "spare_nodes": 0},
    "targets": {"errors": "1 %", "utilisation": "75 %"},
    "reserve": "20 %",
}


@dataclass(frozen=True)
class SimulatedFarm:
    """A farm in steps of STEP seconds. rate, cpu, sent: float64 (servers, steps): requests/s, the share of the CPUs
    that was busy, bytes/s on the wire."""

    rate: np.ndarray
    cpu: np.ndarray
    sent: np.ndarray

    @property
    def steps(self) -> int:
        return self.rate.shape[1]


def shape(steps: int = STEPS) -> np.ndarray:
    """The load of each step in times the peak, the corners of a day."""
    return 2.0 / 3.0 - np.cos(2.0 * math.pi * np.arange(steps + 1) / steps) / 3.0


@cache
def _network(work: float, peak: float):
    corners = [(0.0, float(shape()[0]))]
    corners += [(STEP * (WARM_UP + at), float(each)) for at, each in enumerate(shape())]
    scenario = load(FARM, SCENARIO | {"workload.request.cpu": f"{work} s"})
    return server_at_rate(scenario, peak, tuple(corners)).network


def simulate_farm(work: float, seed: int, hosts: int = HOSTS, peak: float = PEAK) -> SimulatedFarm:
    """So many servers whose requests take `work` seconds of a core."""
    network, kernel = _network(work, peak), load_engine("kernel")
    cpu = next(each for each in network.shared if each.role is Role.CPU)
    found = []
    for host in range(hosts):
        tally = kernel.run(network, RunPlan(WARM_UP + STEPS, float(STEP), WARM_UP * float(STEP), host), seed)
        columns = (("requests", "completed"), ("shared", cpu.name, "work"), ("requests", "wire"))
        rate, busy, sent = (np.diff(tally.column(*each))[WARM_UP:] / STEP for each in columns)
        found.append((rate, busy / cpu.capacity, sent))
    rate, busy, sent = (np.array(each) for each in zip(*found, strict=True))
    return SimulatedFarm(rate, busy, sent)
