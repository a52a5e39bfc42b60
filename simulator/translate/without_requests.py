"""What the cores of a server work without any request: small jobs in the background, which share them with requests."""

from itertools import pairwise

from models.capacity_curve import burst_cores, capacity_curve
from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.steps import Serve
from simulator.translate.resources import CPU

# Seconds of a core of each job: a turn of an agent. Less than that only takes time to simulate, much more would be a
# batch that requests wait for.
TURN = 0.01


def work_without_requests(scenario: Scenario) -> tuple[Background, ...]:
    """The jobs that keep the stated share of the threads of each server busy when no request comes."""
    work = _cores_at(capacity_curve(scenario), burst_cores(scenario), scenario.operating_system.cpu_without_requests)
    if work <= 0.0:
        return ()
    rate = work / TURN * scenario.unit.nodes
    role = Role.WITHOUT_REQUESTS
    return (Background(role.value, rate, (Serve(CPU, constant(TURN)),), role=role),)


def _cores_at(curve: tuple[float, ...], most: float, share: float) -> float:
    """What the cores do while a share of their threads is busy."""
    if not curve:
        return share * most
    threads = share * len(curve)
    steps = list(pairwise((0.0, *curve)))
    whole = min(int(threads), len(steps) - 1)
    before, after = steps[whole]
    return before + (threads - whole) * (after - before)
