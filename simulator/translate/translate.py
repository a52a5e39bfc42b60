"""Scenario -> queueing network, and the way back: which station came from what; and the load that comes to it.

Every valid scenario translates. From here on there are no units and no names of products, only seconds, bytes and jobs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from models.client_affinity import HASH, distinct_sources, source_unevenness
from models.content_share import splits_content
from models.parts.clients.patience import AnswerRetries, CircuitBreaker
from models.parts.workload import Workload
from models.scenario import Scenario
from models.tier_flows import Flows, gather_callers, pool_equal_servers, tier_flows
from models.unit_pods import as_node
from simulator.network.backend import BackendServer
from simulator.network.client_timeouts import Breaker, ClientTimeouts, RetryAllowance, RetryPolicy
from simulator.network.cluster import Balancer
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.network import Network
from simulator.network.open_sessions import OpenSessions, remaining_requests
from simulator.network.resources import Resource
from simulator.network.session_source import SessionSource, think_times
from simulator.translate.call_programs import CallPrograms
from simulator.translate.caller_pools import unit_pools
from simulator.translate.classes import EnteringRequest, entering_requests, request_classes
from simulator.translate.connections import (
    connection_limits,
    connection_pool,
    connection_steps,
    half_open_connections,
)
from simulator.translate.data_path import buses, cards, disk_cache, disks, origin_link
from simulator.translate.databases import written_back
from simulator.translate.laws import ends_together, network_distribution
from simulator.translate.locks import locks_of_other_calls, servers_of_locks, tier_locks
from simulator.translate.object_store import pieces_beside
from simulator.translate.page_faults import page_faults
from simulator.translate.processes import ServingProcess, resources_of, serving_processes
from simulator.translate.replay import replayed_trace
from simulator.translate.replicas import applied_writes, repeated_writes
from simulator.translate.resources import Origin, Placed, cpu, request_queue, shedding_limit
from simulator.translate.tier_servers import servers_of_tiers, tier_resources
from simulator.translate.tiers import calls_of_other_servers, posted_jobs
from simulator.translate.transport import transport
from simulator.translate.without_requests import work_without_requests

# Requests a second of a server where no load is stated, so that every scenario translates. What is asked at a load of
# its own scales the network to that one; what needs a stated load refuses (simulator/experiment/sizing_basis.py).
UNSTATED = 1.0
# Clients whose cycles are no longer than this, in times the mean one, are found as often as they come.
ALIKE = 1.01
# Of sessions of fewer requests on average, whose number is geometric, most never pause.
SELDOM_PAUSING = 2.0


@dataclass(frozen=True)
class Translation:
    """A network, and for each of its resources what it came from, in the scenario's words."""

    network: Network
    origins: Mapping[str, Origin]


class TranslatedServer(NamedTuple):
    """A server as a network has it: its resources with their origins, its processes, the requests that enter it, and
    the programs of what these call of other tiers."""

    placed: tuple[Placed, ...]
    processes: tuple[ServingProcess, ...]
    entering: tuple[EnteringRequest, ...]
    programs: CallPrograms

    @property
    def resources(self) -> tuple[Resource, ...]:
        """The resources without their origins."""
        return tuple(resource for resource, _ in self.placed)


def translate(scenario: Scenario, pool_tiers: bool = False) -> Translation:
    """The queueing network of a scenario: `nodes` servers of one unit and the load offered to them. With `pool_tiers`
    the equal servers of a tier are one that has all that they have, which is enough for laws that know no waiting."""
    flows = tier_flows(scenario)
    if pool_tiers:
        return _translation(scenario, pool_equal_servers(flows), scenario.unit.nodes, law=True)
    return _translation(scenario, flows, scenario.unit.nodes)


def translate_with_backend(scenario: Scenario, servers_die: bool = False) -> Translation:
    """The same with all servers of the other tiers, which stand once, behind all nodes of the unit. Where they die,
    each call finds one of those that are up."""
    flows = gather_callers(tier_flows(scenario), servers_die)
    placed = (*tier_resources(scenario, flows), *tier_locks(scenario, flows))
    backend = tuple(resource.name for resource, _ in placed)
    servers = (*servers_of_tiers(scenario, flows), *servers_of_locks(flows)) if servers_die else ()
    return _translation(scenario, flows, 1, backend, servers)


def _translation(
    scenario: Scenario,
    flows: Flows,
    worlds: int,
    backend: tuple[str, ...] = (),
    servers: tuple[BackendServer, ...] = (),
    law: bool = False,
) -> Translation:
    """worlds: in how many of them servers of other tiers stand, as many as there are nodes or one; law: whether it is
    asked for laws alone, and nothing is ever drawn."""
    without_requests, scenario = work_without_requests(scenario), as_node(scenario)
    server = translate_server(scenario, flows, law)
    load = session_source(scenario, server.entering)
    network = Network(
        nodes=scenario.unit.nodes,
        resources=server.resources,
        classes=request_classes(scenario, server.entering),
        source=load,
        balancer=_balancer(scenario),
        transport=transport(scenario),
        background=(
            *half_open_connections(scenario),
            *without_requests,
            *calls_of_other_servers(server.programs, server.processes, load),
            *posted_jobs(server.programs, load),
            *written_back(flows, load, worlds),
            *repeated_writes(scenario, flows, load, worlds),
            *applied_writes(scenario, flows, load, worlds),
            *pieces_beside(scenario, flows, server.processes, load, worlds),
            *locks_of_other_calls(flows, load, worlds),
        ),
        backend=backend,
        servers=servers,
    )
    return Translation(network, {resource.name: origin for resource, origin in server.placed})


def translate_server(scenario: Scenario, flows: Flows, law: bool = False) -> TranslatedServer:
    """One server of the unit of a scenario, which meets other tiers so. Its disks are read only if there is a process
    that serves what lies on them. law: see `CallPrograms`."""
    everywhere, programs = serving_processes(scenario), CallPrograms(scenario, flows, law)
    placed: tuple[Placed, ...] = (
        cpu(scenario),
        *(disks(scenario) if everywhere else ()),
        *buses(scenario),
        cards(scenario),
        connection_pool(scenario),
        *(resources_of(scenario, everywhere) if everywhere else ()),
        *(origin_link(scenario) if everywhere else ()),
        *(disk_cache(scenario, everywhere[0]) if everywhere else ()),
        *request_queue(scenario),
        *shedding_limit(scenario),
        *page_faults(scenario),
        *unit_pools(programs.pools, scenario.unit.pods is not None),
        *tier_resources(scenario, flows),
        *tier_locks(scenario, flows),
        *connection_limits(scenario),
    )
    return TranslatedServer(placed, everywhere, tuple(entering_requests(scenario, everywhere, programs)), programs)


def _balancer(scenario: Scenario) -> Balancer:
    """The balancer with all that makes it treat nodes, or clients, differently."""
    unit, patience = scenario.unit, scenario.workload.patience
    around = patience is not None and patience.breaker is not None and patience.breaker.around
    # A session asks one node only, for what lies there: to what a node does, that is a hash.
    policy = HASH if splits_content(scenario) else unit.balancer.policy.replace("-", "_")
    return Balancer(
        policy=policy,
        sources=distinct_sources(scenario),
        uneven=source_unevenness(scenario),
        weights=unit.weights if len(set(unit.weights)) > 1 else (),
        slow_start=unit.balancer.slow_start,
        around=around,
    )


def session_source(scenario: Scenario, entering: Sequence[EnteringRequest]) -> SessionSource:
    """Sessions for all nodes together, of the requests that enter."""
    workload = scenario.workload
    rate = _rate(scenario)
    trace = replayed_trace(scenario)
    requests = _requests(scenario)
    if trace is not None:  # What the log says, in place of what is fitted to it.
        rate = trace.sessions / trace.span * trace.rate
        requests = Distribution(Family.GEOMETRIC, trace.requests / trace.sessions)
    clients = sorted(workload.clients, key=lambda client: client.rate)
    think_time, connection = network_distribution(workload.session.think_time), connection_steps(scenario)
    return SessionSource(
        rate=rate,
        requests=requests,
        think_time=think_time,
        client_shares=tuple(client.share for client in clients),
        connect=connection.connect,
        opened=connection.opened,
        close=connection.close,
        attempts=workload.retries.attempts,
        back_off=workload.retries.back_off,
        reconnect=workload.retries.reconnect,
        open_at_start=open_at_start(scenario, entering, rate, requests) if trace is None else 0,
        profile=_profile(workload),
        returns=workload.population is not None,
        patience=_patience(scenario),
        spread=cycle_time(scenario, entering) if workload.population is not None and ends_together(think_time) else 0.0,
        trace=trace,
        midway=open_sessions(scenario, entering, requests) if trace is None else None,
        startup=workload.session.startup,
        streams=workload.session.streams,
    )


def _rate(scenario: Scenario) -> float:
    """New sessions a second; a population never grows."""
    workload = scenario.workload
    if workload.population is not None:
        return 0.0
    return (workload.offered_rate or UNSTATED) * scenario.unit.nodes / workload.session.requests


def _requests(scenario: Scenario) -> Distribution:
    """How many requests a session sends."""
    session = scenario.workload.session
    lengths = Family.GEOMETRIC if session.requests_distribution == "geometric" else Family.CONSTANT
    return Distribution(lengths, session.requests)


def _profile(workload: Workload) -> tuple[tuple[float, float], ...]:
    if workload.ramp is None or workload.ramp.shape == "constant":
        return ()
    return (0.0, 0.0), (workload.ramp.over, 1.0)


def _patience(scenario: Scenario) -> ClientTimeouts | None:
    """How long clients wait; None where all of them wait for ever and ask again never."""
    stated = scenario.workload.patience
    if stated is None:
        return None
    return ClientTimeouts(
        inf if stated.connect is None else stated.connect,
        inf if stated.response is None else stated.response,
        _retrying(stated.retries),
        _breaker(stated.breaker),
    )


def _retrying(retries: AnswerRetries) -> RetryPolicy:
    budget = None if retries.budget is None else RetryAllowance(retries.budget.share, retries.budget.most)
    return RetryPolicy(retries.count, retries.back_off, retries.factor, retries.longest, retries.jitter, budget)


def _breaker(breaker: CircuitBreaker | None) -> Breaker | None:
    return None if breaker is None else Breaker(breaker.share, breaker.window, breaker.least, breaker.rest)


def open_at_start(scenario: Scenario, entering: Sequence[EnteringRequest], rate: float, requests: Distribution) -> int:
    """How many sessions are open at the start, of all nodes: a whole population, nobody where the rate has yet to rise,
    else those of the steady state; `rate` is that of new sessions a second, `requests` is how many they send."""
    if scenario.workload.population is not None:
        return scenario.workload.population * scenario.workload.session.streams * scenario.unit.nodes
    if not _starts_warm(scenario):
        return 0
    return _steady(scenario, entering, rate, requests)


def open_sessions(
    scenario: Scenario, entering: Sequence[EnteringRequest], requests: Distribution
) -> OpenSessions | None:
    """How far on those are who are open at the start; None where all may begin with a pause, and where nobody is as far
    on as in a steady state: clients that return are spread over their first cycle, others begin."""
    if scenario.workload.population is not None or not _starts_warm(scenario):
        return None
    if not _is_found_midway(scenario, entering, requests):
        return None
    think_time = scenario.workload.session.think_time
    clients = sorted(scenario.workload.clients, key=lambda client: client.rate)
    readings = tuple(_response(entering, 1.0 / client.rate) for client in clients)
    seconds = [each.share * (reading + think_time.mean) for each, reading in zip(clients, readings, strict=True)]
    found = tuple(each / sum(seconds) for each in seconds)
    left = remaining_requests(after_startup(requests, scenario.workload.session.startup))
    return OpenSessions(left, found, readings, ends_together(network_distribution(think_time)))


def after_startup(requests: Distribution, startup: int) -> Distribution:
    """How many requests a session sends of which it thinks after each but the last: those of its start-up, which is
    over soon, are not found at a moment."""
    return requests if requests.kind is Family.GEOMETRIC else constant(max(1.0, requests.mean - startup))


def _is_found_midway(scenario: Scenario, entering: Sequence[EnteringRequest], requests: Distribution) -> bool:
    """Whether it matters how far on a session is that is open at the start, and whose it is: not where it has as many
    requests left as any other, pauses for longer than it waits, and is found as often as it comes, whoever it is of.
    Where most sessions send one request, few of those that come ever pause, however long the others do."""
    think_time, reading = scenario.workload.session.think_time.mean, _response(entering, _slowness(scenario))
    slowest = max(_response(entering, 1.0 / client.rate) for client in scenario.workload.clients)
    unlike = slowest + think_time > ALIKE * (reading + think_time)
    few_pause = 1.0 < requests.mean < SELDOM_PAUSING
    return requests.kind is not Family.GEOMETRIC or reading > think_time or few_pause or unlike


def cycle_time(scenario: Scenario, entering: Sequence[EnteringRequest]) -> float:
    """Seconds from one request of a client to the next on a server with time to spare: a pause, the work, and the
    response."""
    working = sum(
        each.share * scenario.work_asked(each.request.cpu + each.request.cpu_per_byte * each.request.size.mean)
        for each in entering
    )
    return scenario.workload.session.think_time.mean + working + _response(entering, _slowness(scenario))


def _starts_warm(scenario: Scenario) -> bool:
    return scenario.workload.ramp is None and scenario.run.start == "warm"


def _steady(scenario: Scenario, entering: Sequence[EnteringRequest], rate: float, requests: Distribution) -> int:
    """How many sessions are open in the steady state of a server with time to spare (Little's law).

    A session thinks between its requests and waits for each of them at least as long as other machines take to
    contribute to the answer, and its client to read it. Where they are found midway, those that have only the rest of
    their last response to read are not among them: they ask for nothing any more (see Midway).
    """
    session = scenario.workload.session
    think_time, response = session.think_time.mean, _response(entering, _slowness(scenario))
    if _is_found_midway(scenario, entering, requests):
        sent = requests if requests.kind is Family.GEOMETRIC else constant(float(int(requests.mean)))
        return round(rate * think_times(sent, session.startup) * (think_time + response))
    return round(rate * (think_times(requests, session.startup) * think_time + session.requests * response))


def _slowness(scenario: Scenario) -> float:
    """Seconds for which a client reads a byte, on average."""
    return sum(client.share / client.rate for client in scenario.workload.clients)


def _response(entering: Sequence[EnteringRequest], slowness: float) -> float:
    """Seconds that a request takes at least: other machines contribute, and its client reads."""
    waits = ((each.request.wait.mean if each.request.wait else 0.0) + each.request.streaming_time for each in entering)
    read = (each.request.size.mean * slowness for each in entering)
    return sum(each.share * (wait + seconds) for each, wait, seconds in zip(entering, waits, read, strict=True))
