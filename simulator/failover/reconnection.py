"""The connections of a dead node that come back to those which are left, all at once or spread over a time."""

from dataclasses import dataclass
from math import inf

from models.scenario import Scenario
from models.unit_pods import pods_on_fullest
from simulator.experiment.capacity_by_solver import station_loads_at
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.steps import Serve


@dataclass(frozen=True)
class ReconnectStorm:
    """What comes to each node that is left when one dies.

    clients: connections; jitter: seconds that they are spread over; rate: handshakes a second, inf where all come at
    once; keeps_up: handshakes a second that the CPU has room for beside the load, inf where they are no work; lasts:
    seconds until all are connected, inf where there is no room.
    """

    clients: float
    jitter: float
    rate: float
    keeps_up: float
    lasts: float


def reconnect_storm(scenario: Scenario, network: Network, requests: float) -> ReconnectStorm | None:
    """What the clients of a dead node do to the others of its unit, each node of which was offered so many requests a
    second; None where nobody says that they connect again, where none are connected, or theory knows no load.

    N connections of a server are 1 / (n - 1) each for the n - 1 others; a handshake is the work w of connecting, and
    the CPU of each has the room c (1 - rho n / (n - 1)) beside its own requests and those that came to the dead one.
    Of pods all die that stand on a server.
    """
    failures, source, gone = scenario.unit.failures, network.source, pods_on_fullest(scenario)
    left = network.nodes - gone
    if failures is None or failures.reconnect is None or left < 1:
        return None
    clients = gone * (source.open_at_start + source.leaving) / source.streams / network.nodes / left
    (cpu, *_) = network.in_role(Role.CPU)
    loads = station_loads_at(network, requests)
    if clients == 0.0 or loads is None:
        return None
    (load,) = (each for each in loads.stations if each.name == cpu.name)
    work = sum(_work(step) for step in source.connect if isinstance(step, Serve) and step.at == cpu.name)
    work *= source.streams  # A session has its share of a handshake.
    room = max(0.0, 1.0 - load.utilisation * network.nodes / left) * load.capacity
    keeps_up = room / work if work > 0.0 else inf
    jitter = failures.reconnect.jitter
    rate = clients / jitter if jitter > 0.0 else inf
    return ReconnectStorm(clients, jitter, rate, keeps_up, max(jitter, clients / keeps_up if keeps_up > 0.0 else inf))


def _work(step: Serve) -> float:
    """Seconds of work of a step of connecting, which asks for nothing by size."""
    return float(getattr(step.demand, "mean", 0.0))
