"""Scenario -> queueing network, and the way back: which station came from what.

Every valid scenario translates. From here on there are no units and no names of products, only seconds, bytes and jobs.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from models.distribution import Distribution as Spread
from models.scenario import Scenario
from simulator.network.distribution import Distribution, Kind, constant
from simulator.network.network import Balancer, Network, RequestClass, SessionSource
from simulator.network.resources import Catalogue
from simulator.network.steps import Admit, Allocate, Free, Give, Lookup, ResponseBytes, Serve, Step, Take
from simulator.translate.resources import CACHE, CARDS, CPU, DISKS, MEMORY, POOL, QUEUE, Origin, resources


@dataclass(frozen=True)
class Translation:
    """A network, and for each of its resources what it came from, in the scenario's words."""

    network: Network
    origins: Mapping[str, Origin]


def translate(scenario: Scenario) -> Translation:
    """The queueing network of a scenario: `nodes` servers of one unit and the load offered to them."""
    parts = resources(scenario)
    network = Network(
        nodes=scenario.unit.nodes,
        resources=tuple(resource for resource, _ in parts),
        classes=(_request_class(scenario),),
        source=_source(scenario),
        balancer=Balancer(scenario.unit.balancer.policy),
    )
    return Translation(network, {resource.name: origin for resource, origin in parts})


def _request_class(scenario: Scenario) -> RequestClass:
    """A byte-range request: CPU, then the file cache or the disks, then the card."""
    request, content = scenario.workload.request, scenario.workload.content
    catalogue = Catalogue(content.objects, content.zipf, law(content.object_size))
    return RequestClass("range request", 1.0, law(request.size), request.header, _request_steps(scenario), catalogue)


def _request_steps(scenario: Scenario) -> tuple[Step, ...]:
    buffer = scenario.web_server.read_buffer
    work = scenario.workload.request.cpu * scenario.operating_system.cpu_factor / scenario.server.core_speed
    disks = scenario.server.disks
    read = Distribution(Kind[disks.distribution.upper()], disks.service_time)
    on_miss = (Allocate(MEMORY, buffer), Serve(DISKS, read), Admit(CACHE), Free(MEMORY, buffer))
    steps = (Serve(CPU, constant(work)), Lookup(CACHE, on_miss), Serve(CARDS, ResponseBytes()))
    if scenario.web_server.queue_limit is None:
        return steps
    return (Take(QUEUE, 1.0), *steps, Give(QUEUE, 1.0))


def _source(scenario: Scenario) -> SessionSource:
    """Sessions for all nodes together. A connection takes kernel pool, more of it once it carries a response."""
    session, retries = scenario.workload.session, scenario.workload.retries
    system = scenario.operating_system
    idle = system.pool_per_idle_connection
    sending = max(0.0, system.pool_per_sending_connection - idle)
    lengths = Kind.GEOMETRIC if session.requests_distribution == "geometric" else Kind.CONSTANT
    rate = scenario.workload.offered * scenario.unit.nodes / session.requests
    clients = sorted(scenario.workload.clients, key=lambda client: client.rate)
    return SessionSource(
        rate=rate,
        requests=Distribution(lengths, session.requests),
        think_time=law(session.think_time),
        client_shares=tuple(client.share for client in clients),
        connect=(Take(POOL, idle, system.pool_reserve), Take(POOL, sending)),
        close=(Give(POOL, idle), Give(POOL, sending)),
        attempts=retries.attempts,
        back_off=retries.back_off,
        open_at_start=_open(scenario, rate) if scenario.run.start == "warm" else 0,
    )


def _open(scenario: Scenario, rate: float) -> int:
    """How many sessions are open in the steady state of a server with time to spare (Little's law).

    A session thinks between its requests and waits for each of them at least as long as its client takes to read.
    """
    session, request = scenario.workload.session, scenario.workload.request
    reading = sum(client.share * request.size.mean / client.rate for client in scenario.workload.clients)
    return round(rate * ((session.requests - 1.0) * session.think_time.mean + session.requests * reading))


def law(spread: Spread) -> Distribution:
    """A distribution of the models as one of the network."""
    return Distribution(Kind[spread.distribution.upper()], spread.mean, spread.shape or 0.0)
