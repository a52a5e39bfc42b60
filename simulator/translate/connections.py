"""Connections: what they are allocated from, what bounds how many there are, and what setting one up takes.

Whoever finds none left is turned away with the limit as the cause, as a worker that is short of them does: it closes a
connection at once, and answers a request that it cannot pass on with an error. Ports are those towards an upstream, and
what a worker counts in file descriptors are files too.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from models.parts.request import Request
from models.quantities.formatting import count_text, size_text
from models.quantities.units import format_memory
from models.ram_ledger import connection_memory, memory_path, takes_what_is_left
from models.scenario import Scenario
from simulator.errors import require
from simulator.messages.stages import resource_origins
from simulator.network.distribution import constant, mean_square
from simulator.network.network import Background
from simulator.network.resources import TokenPool
from simulator.network.roles import LimitCategory, Role
from simulator.network.steps import Delay, Release, Seize, Serve, Step
from simulator.translate.data_path import CARDS
from simulator.translate.flooded_packets import connection_drop_steps
from simulator.translate.laws import network_distribution
from simulator.translate.resources import CPU, SETTING, Origin, Placed
from simulator.translate.tls import handshake_bytes, handshake_work
from simulator.translate.transport import round_trips

# What people call the resources; the program knows them by their roles.
POOL, SOCKETS, HELD = "kernel pool", "socket memory", "memory of connections"
CONNECTIONS, BACKLOG, SET_UP = "connection limit", "listen backlog", "connection set-up"
WORKER_CONNECTIONS, FILES, PORTS = "worker connections", "file descriptors", "ephemeral ports"
HALF_OPEN = "half-open connections"
# Parts of a connection, of which a session that shares it has a whole number.
_PARTS = 2**20


class ConnectionSteps(NamedTuple):
    """What connecting takes; what those hold who are connected when the clock starts, None where they connect as
    everybody; and what closing gives back."""

    connect: tuple[Step, ...]
    opened: tuple[Step, ...] | None
    close: tuple[Step, ...]


def connection_pool(scenario: Scenario) -> Placed:
    """What connections are allocated from: the memory of sockets, or the non-paged kernel pool."""
    system = scenario.operating_system
    held = connection_memory(scenario).size
    if system.socket_memory is not None:
        sockets = TokenPool(SOCKETS, held, "refuse", "bytes", role=Role.SOCKET_MEMORY)
        if takes_what_is_left(scenario):
            told = resource_origins.idle_connections(
                format_memory(held), size_text(connection_memory(scenario).idle), size_text(_largest_buffer(scenario))
            )
            return replace(sockets, name=HELD), Origin(memory_path(scenario), told)
        stated = not system.socket_memory.is_setting
        category = SETTING if stated else LimitCategory.HARDWARE
        return sockets, Origin("operating_system.socket_memory", format_memory(held), category=category)
    limit = f"{format_memory(held)}, {format_memory(system.pool_reserve)} {resource_origins.IN_RESERVE}"
    pool = TokenPool(POOL, held, "refuse", "bytes", role=Role.KERNEL_POOL)
    return pool, Origin("operating_system.kernel_pool", limit)


def _largest_buffer(scenario: Scenario) -> float:
    """The most that a response of any kind holds while its client reads it."""
    workload = scenario.workload
    kinds = (*workload.classes, *((workload.request,) if workload.request else ()))
    return max(response_buffer(scenario, each) for each in kinds)


def memory_of_connections(scenario: Scenario) -> str:
    """The name of the pool that connections are allocated from."""
    if scenario.operating_system.socket_memory is None:
        return POOL
    return HELD if takes_what_is_left(scenario) else SOCKETS


def response_buffer(scenario: Scenario, request: Request) -> float:
    """Whole bytes that a response holds for as long as its client reads it: what is sent, up to what the socket and the
    web server buffer; 0 where a connection holds them for good.

    A client reads a response of S bytes for a time that grows with S: over that time it is of E[S^2] / E[S] bytes on
    average, and holds at most the lesser of that and the buffers (Jensen), just that where all are equally large.
    """
    held, size = connection_memory(scenario), network_distribution(request.size)
    if not held.given_back:
        return 0.0
    if request.pieces is not None:  # What is far apart fills no send buffer.
        return request.pieces.memory
    return float(round(min(held.sending - held.idle, request.header + mean_square(size) / size.mean)))


def connection_limits(scenario: Scenario) -> Iterator[Placed]:
    """What limits how many connections there are, and how many are set up at the same time where that is work."""
    if scenario.web_server.connection_limit is not None:
        limit = scenario.web_server.connection_limit
        places = TokenPool(CONNECTIONS, float(limit), "refuse", "connections", role=Role.CONNECTIONS)
        yield places, Origin("web_server.connection_limit", count_text(limit, "connection"), category=SETTING)
    if _has_backlog(scenario):
        path, held = min(_backlogs(scenario), key=lambda each: each[1])
        backlog = TokenPool(BACKLOG, float(held), "refuse", "connections", role=Role.BACKLOG)
        yield backlog, Origin(path, f"{count_text(held, 'connection')} being set up", category=SETTING)
    if _has_set_up(scenario):
        cores = require(scenario.operating_system.connection_cores, "number of cores")
        told = resource_origins.connection_cores(cores, scenario.server.cores)
        set_up = TokenPool(SET_UP, float(cores), "wait", "cores", role=Role.SET_UP)
        yield set_up, Origin("operating_system.connection_cores", told)
    yield from _worker_limits(scenario)


def _has_backlog(scenario: Scenario) -> bool:
    """Whether a backlog can fill: connections stand in it, there is a limit to it, and connecting takes time."""
    session = scenario.workload.session
    takes_time = session.connect_cpu > 0.0 or session.tls is not None or session.handshake_time > 0.0
    return session.transport.backlog and takes_time and bool(_backlogs(scenario))


def _backlogs(scenario: Scenario) -> list[tuple[str, int]]:
    """The limits that there are to connections being set up, with the paths that say so; the least is the one."""
    stated = {
        "operating_system.listen_backlog": scenario.operating_system.listen_backlog,
        "web_server.listen_backlog": scenario.web_server.listen_backlog,
    }
    return [(path, held) for path, held in stated.items() if held is not None]


def _has_set_up(scenario: Scenario) -> bool:
    """Whether connections wait for one another to be set up: fewer than all cores do it, and it takes time."""
    cores = scenario.operating_system.connection_cores
    return scenario.workload.session.connect_cpu > 0.0 and cores is not None and cores < scenario.server.cores


def _worker_limits(scenario: Scenario) -> Iterator[Placed]:
    """The limits that there are: of a worker times the workers, of ports times the addresses of the upstream."""
    web, system = scenario.web_server, scenario.operating_system
    workers = web.processes_on(scenario.server.cores)
    of = f"{count_text(workers, 'worker process', 'worker processes')} of"
    if web.worker_connections is not None:
        most = workers * web.worker_connections
        pool = TokenPool(WORKER_CONNECTIONS, float(most), "refuse", "connections", role=Role.WORKER_CONNECTIONS)
        limit = f"{count_text(most, 'connection')}, {of} {web.worker_connections:,}"
        yield pool, Origin("web_server.worker_connections", limit, plural=True, category=SETTING)
    if web.open_files is not None:
        most = workers * web.open_files
        files = TokenPool(FILES, float(most), "refuse", "file descriptors", role=Role.OPEN_FILES)
        yield (
            files,
            Origin(
                "web_server.open_files",
                f"{of} {count_text(web.open_files, 'file descriptor')}",
                plural=True,
                category=SETTING,
            ),
        )
    if _has_ports(scenario):
        ports, addresses = (
            require(system.ephemeral_ports, "range of ports"),
            require(web.upstream, "upstream").addresses,
        )
        lingers = _lingers(scenario)
        pool = TokenPool(PORTS, float(ports.count * addresses), "refuse", "ports", lingers, role=Role.PORTS)
        to = f"{count_text(ports.count, 'port')} to {count_text(addresses, 'address', 'addresses')}"
        after = resource_origins.lingering_ports(lingers) if lingers else ", connections kept alive"
        yield pool, Origin("operating_system.ephemeral_ports", f"{to}{after}", plural=True, category=SETTING)


def _has_ports(scenario: Scenario) -> bool:
    """Whether requests take ports: they wait for an upstream over connections, of a system that counts its ports."""
    workload = scenario.workload
    waits = [each.wait for each in (*workload.classes, *((workload.request,) if workload.request else ()))]
    counts = scenario.operating_system.ephemeral_ports is not None and scenario.web_server.upstream is not None
    return counts and any(wait is not None for wait in waits)


def _lingers(scenario: Scenario) -> float:
    """How long a port is of no use after its connection; not at all where connections are kept for further requests."""
    ports, upstream = scenario.operating_system.ephemeral_ports, scenario.web_server.upstream
    return 0.0 if ports is None or upstream is None or upstream.kept_alive else ports.time_wait


def connection_steps(scenario: Scenario) -> ConnectionSteps:
    """The steps of a client's connection. Those who are connected at the start all come at that moment, and a backlog
    with its places for those that are being connected would turn most of them away."""
    place, memory = _place(scenario), _kernel_pool(scenario)
    held = (*place, *memory)
    return ConnectionSteps(
        connect=_connect(scenario, place, memory),
        opened=held if _has_backlog(scenario) else None,
        close=tuple(Release(step.pool, step.amount) for step in held),
    )


def _connect(scenario: Scenario, place: tuple[Seize, ...], memory: tuple[Seize, ...]) -> tuple[Step, ...]:
    """What connecting takes: a place in the backlog meanwhile, a place and kernel memory for good, work, the bytes of
    its handshake, and their round trips."""
    idle, *sending = memory
    steps, shared = (*place, idle, *_set_up(scenario)), 1.0 / scenario.workload.session.streams
    if scenario.workload.session.tls is not None:
        steps = (*steps, Serve(CPU, constant(handshake_work(scenario) * shared)))
        sent = handshake_bytes(scenario) * shared
        steps = (*steps, Serve(CARDS, constant(sent))) if sent > 0.0 else steps
    steps = (*steps, *round_trips(scenario))
    if _has_backlog(scenario):
        of_backlog = connection_share(scenario)
        steps = (Seize(BACKLOG, of_backlog), *steps, Release(BACKLOG, of_backlog))
    return (*connection_drop_steps(scenario), *steps, *sending)


def _set_up(scenario: Scenario) -> tuple[Step, ...]:
    """The work of setting up a connection, on some of the cores only where the system does it so."""
    session = scenario.workload.session
    seconds = scenario.work_asked(session.connect_cpu) / session.streams
    if seconds == 0.0:
        return ()
    steps = (Serve(CPU, constant(seconds)),)
    return (Seize(SET_UP, 1.0), *steps, Release(SET_UP, 1.0)) if _has_set_up(scenario) else steps


def _place(scenario: Scenario) -> tuple[Seize, ...]:
    """A connection is one of so many, where they are counted."""
    limited = scenario.web_server.connection_limit is not None
    counted_in = ((CONNECTIONS,) if limited else ()) + _counted(scenario)
    return tuple(Seize(name, connection_share(scenario)) for name in counted_in)


def connection_share(scenario: Scenario) -> float:
    """The share of a connection that a session has, which may share it with others: in so many parts that sums of it
    are exact."""
    return round(_PARTS / scenario.workload.session.streams) / _PARTS


def _counted(scenario: Scenario) -> tuple[str, ...]:
    """The limits that every connection counts in, to a client or to an upstream."""
    web = scenario.web_server
    stated = {WORKER_CONNECTIONS: web.worker_connections, FILES: web.open_files}
    return tuple(name for name, limit in stated.items() if limit is not None)


def _kernel_pool(scenario: Scenario) -> tuple[Seize, ...]:
    """A connection takes kernel memory, more of it once it carries a response, unless a response takes that itself."""
    held, pool = connection_memory(scenario), memory_of_connections(scenario)
    idle, sending = (float(round(each / scenario.workload.session.streams)) for each in (held.idle, held.sending))
    take = Seize(pool, idle, held.reserve)
    return (take,) if held.given_back else (take, Seize(pool, max(0.0, sending - idle)))


def upstream_steps(scenario: Scenario, request: Request, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps while which a request waits for an upstream, over a connection of its own."""
    if request.wait is None or scenario.web_server.upstream is None:
        return steps
    # The port last: one that was refused something else has opened no connection, so that no port lingers after it.
    names = (*_counted(scenario), *((PORTS,) if _has_ports(scenario) else ()))
    takes = tuple(Seize(name, 1.0) for name in names)
    return (*takes, *steps, *(Release(name, 1.0) for name in reversed(names)))


def file_steps(scenario: Scenario, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps while which a file is open."""
    if scenario.workload.content is None or scenario.web_server.open_files is None:
        return steps
    return (Seize(FILES, 1.0), *steps, Release(FILES, 1.0))


def half_open_connections(scenario: Scenario) -> tuple[Background, ...]:
    """A flood of half-open connections: each holds its piece of kernel memory until it times out."""
    flood = scenario.workload.half_open
    if flood is None:
        return ()
    # No reserve: the system refuses connections that are complete, a half-open one takes what there is.
    pool = memory_of_connections(scenario)
    steps = (Seize(pool, flood.kernel_pool, 0.0), Delay(constant(flood.time_out)), Release(pool, flood.kernel_pool))
    return (Background(HALF_OPEN, flood.rate * scenario.unit.nodes, steps, role=Role.HALF_OPEN),)
