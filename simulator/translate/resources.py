"""The resources of one server that neither belong to a worker process nor carry the bytes of responses, each with its
origin."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.capacity_curve import at_once, capacity_curve, threads_of, time_slice
from models.quantities.units import format_memory
from models.quantities.writing import counted, number
from models.scenario import Scenario
from simulator.errors import surely
from simulator.network.resources import Resource, SharedCapacity, TokenPool
from simulator.network.roles import Role

# What people call the resources; the program knows them by their roles.
CPU = "CPU"
POOL, SOCKETS, QUEUE, SHEDDING = "kernel pool", "socket memory", "request queue", "load shedding"
CONNECTIONS, BACKLOG, SET_UP = "connection limit", "listen backlog", "connection set-up"


@dataclass(frozen=True)
class Origin:
    """Where a resource comes from: the scenario's path, and what limits it in words.

    plural: whether the resource's name is a plural, so that a sentence says "the disks bind", but "the CPU binds".
    """

    path: str
    limit: str
    plural: bool = False


Placed = tuple[Resource, Origin]


def cpu(scenario: Scenario) -> Placed:
    """All cores as one station that no request gets more than one core of, with as much of them as the threads do that
    the web server keeps busy."""
    cores, curve, most = float(scenario.server.cores), capacity_curve(scenario), at_once(scenario)
    capacity = curve[-1] if curve else cores if most is None else min(cores, float(most))
    station = SharedCapacity(
        CPU, capacity, (1.0,), "cores", curve=curve, at_once=most, slice=time_slice(scenario), role=Role.CPU
    )
    return station, Origin(_binding_cores(scenario), _cores(scenario, capacity))


def _binding_cores(scenario: Scenario) -> str:
    """What one would change for more cores: the workers where they leave some threads idle."""
    workers, threads = scenario.web_server.workers, threads_of(scenario.server).number
    return "web_server.workers" if workers is not None and workers < threads else "server.cores_per_socket"


def _cores(scenario: Scenario, capacity: float) -> str:
    """The cores of a server in words, and what they are worth together where that is another number."""
    server, workers = scenario.server, scenario.web_server.workers
    said = f"{counted(server.cores, 'core')} of relative speed {server.core_speed:g}"
    said += f" with {server.threads_per_core} threads each" if server.threads_per_core > 1 else ""
    said += f", {counted(workers, 'worker')}" if workers is not None else ""
    return said if capacity == server.cores else f"{said}, worth {number(capacity)} of them together"


def connection_memory(scenario: Scenario) -> Placed:
    """What connections are allocated from: the memory of sockets, or the non-paged kernel pool."""
    system = scenario.operating_system
    held = system.connection_memory(scenario.server.ram).size
    if system.socket_memory is not None:
        sockets = TokenPool(SOCKETS, held, "refuse", "bytes", role=Role.SOCKET_MEMORY)
        return sockets, Origin("operating_system.socket_memory", format_memory(held))
    limit = f"{format_memory(held)}, {format_memory(system.pool_reserve)} of it in reserve"
    pool = TokenPool(POOL, held, "refuse", "bytes", role=Role.KERNEL_POOL)
    return pool, Origin("operating_system.kernel_pool", limit)


def memory_of_connections(scenario: Scenario) -> str:
    """The name of the pool that connections are allocated from."""
    return POOL if scenario.operating_system.socket_memory is None else SOCKETS


def request_queue(scenario: Scenario) -> Iterator[Placed]:
    """How many requests the server may hold at a time, if that is limited: one for each core at least, for a queue
    holds what cannot be served at once."""
    limit = scenario.web_server.queue_limit
    if limit is not None:
        places = max(limit, scenario.server.cores)
        queue = TokenPool(QUEUE, float(places), "refuse", "requests", role=Role.REQUEST_QUEUE)
        at_once = ", one for each core" if limit < places else ""
        yield queue, Origin("web_server.queue_limit", f"{counted(places, 'request')}{at_once}")


def shedding(scenario: Scenario) -> Iterator[Placed]:
    """How many requests the server may hold before it sheds load, if it does."""
    limit = scenario.web_server.shed_at
    if limit is not None:
        places = TokenPool(SHEDDING, float(limit), "refuse", "requests", role=Role.SHEDDING)
        yield places, Origin("web_server.shed_at", f"beyond {counted(limit, 'request')}")


def connecting(scenario: Scenario) -> Iterator[Placed]:
    """What limits how many connections there are, and how many are set up at the same time where that is work."""
    if scenario.web_server.connection_limit is not None:
        limit = scenario.web_server.connection_limit
        places = TokenPool(CONNECTIONS, float(limit), "refuse", "connections", role=Role.CONNECTIONS)
        yield places, Origin("web_server.connection_limit", counted(limit, "connection"))
    if has_backlog(scenario):
        path, held = min(_backlogs(scenario), key=lambda each: each[1])
        backlog = TokenPool(BACKLOG, float(held), "refuse", "connections", role=Role.BACKLOG)
        yield backlog, Origin(path, f"{counted(held, 'connection')} being set up")
    if has_set_up(scenario):
        cores = surely(scenario.operating_system.connection_cores, "number of cores")
        told = f"connections are set up on {cores:,} of {counted(scenario.server.cores, 'core')}"
        set_up = TokenPool(SET_UP, float(cores), "wait", "cores", role=Role.SET_UP)
        yield set_up, Origin("operating_system.connection_cores", told)


def has_backlog(scenario: Scenario) -> bool:
    """Whether a backlog can fill: there is a limit to it, and connecting takes time."""
    session = scenario.workload.session
    takes_time = session.connect_cpu > 0.0 or session.tls is not None
    return takes_time and bool(_backlogs(scenario))


def _backlogs(scenario: Scenario) -> list[tuple[str, int]]:
    """The limits that there are to connections being set up, with the paths that say so; the least is the one."""
    stated = {
        "operating_system.listen_backlog": scenario.operating_system.listen_backlog,
        "web_server.listen_backlog": scenario.web_server.listen_backlog,
    }
    return [(path, held) for path, held in stated.items() if held is not None]


def has_set_up(scenario: Scenario) -> bool:
    """Whether connections wait for one another to be set up: fewer than all cores do it, and it takes time."""
    cores = scenario.operating_system.connection_cores
    return scenario.workload.session.connect_cpu > 0.0 and cores is not None and cores < scenario.server.cores
