"""What a system and its worker processes count: connections, file descriptors, and ports towards an upstream.

Whoever finds none left is turned away with the limit as the cause, as a worker that is short of them does: it closes a
connection at once, and answers a request that it cannot pass on with an error.
"""

from collections.abc import Iterator

from models.parts.request import Request
from models.quantities.writing import counted
from models.scenario import Scenario
from simulator.errors import surely
from simulator.network.resources import TokenPool
from simulator.network.roles import Role
from simulator.network.steps import Give, Step, Take
from simulator.translate.resources import Origin, Placed

WORKER_CONNECTIONS, FILES, PORTS = "worker connections", "file descriptors", "ephemeral ports"


def worker_limits(scenario: Scenario) -> Iterator[Placed]:
    """The limits that there are: of a worker times the workers, of ports times the addresses of the upstream."""
    web, system = scenario.web_server, scenario.operating_system
    workers = web.processes_on(scenario.server.cores)
    of = f"{counted(workers, 'worker process', 'worker processes')} of"
    if web.worker_connections is not None:
        most = workers * web.worker_connections
        pool = TokenPool(WORKER_CONNECTIONS, float(most), "refuse", "connections", role=Role.WORKER_CONNECTIONS)
        limit = f"{counted(most, 'connection')}, {of} {web.worker_connections:,}"
        yield pool, Origin("web_server.worker_connections", limit, plural=True)
    if web.open_files is not None:
        most = workers * web.open_files
        files = TokenPool(FILES, float(most), "refuse", "file descriptors", role=Role.OPEN_FILES)
        yield files, Origin("web_server.open_files", f"{of} {counted(web.open_files, 'file descriptor')}", plural=True)
    if _has_ports(scenario):
        ports, addresses = surely(system.ephemeral_ports, "range of ports"), surely(web.upstream, "upstream").addresses
        lingers = _lingers(scenario)
        pool = TokenPool(PORTS, float(ports.count * addresses), "refuse", "ports", lingers, role=Role.PORTS)
        to = f"{counted(ports.count, 'port')} to {counted(addresses, 'address', 'addresses')}"
        after = f", each of no use for {lingers:g} s after its connection" if lingers else ", connections kept alive"
        yield pool, Origin("operating_system.ephemeral_ports", f"{to}{after}", plural=True)


def connected(scenario: Scenario) -> tuple[Take, ...]:
    """What a connection to a client is counted as."""
    return tuple(Take(name, 1.0) for name in _counted(scenario))


def passed_on(scenario: Scenario, request: Request, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps while which a request waits for an upstream, over a connection of its own."""
    if request.wait is None or scenario.web_server.upstream is None:
        return steps
    # The port last: one that was refused something else has opened no connection, so that no port lingers after it.
    names = (*_counted(scenario), *((PORTS,) if _has_ports(scenario) else ()))
    takes = tuple(Take(name, 1.0) for name in names)
    return (*takes, *steps, *(Give(name, 1.0) for name in reversed(names)))


def reading(scenario: Scenario, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps while which a file is open."""
    if scenario.workload.content is None or scenario.web_server.open_files is None:
        return steps
    return (Take(FILES, 1.0), *steps, Give(FILES, 1.0))


def _counted(scenario: Scenario) -> tuple[str, ...]:
    """The limits that every connection counts in, to a client or to an upstream."""
    web = scenario.web_server
    stated = {WORKER_CONNECTIONS: web.worker_connections, FILES: web.open_files}
    return tuple(name for name, limit in stated.items() if limit is not None)


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
