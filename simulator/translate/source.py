"""Who comes: sessions, how they connect and leave, and what arrives in the background."""

from models.parts.workload import Workload
from models.scenario import Scenario
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.network import Background, SessionSource
from simulator.network.roles import Role
from simulator.network.steps import Give, Serve, Step, Take, Think
from simulator.translate.flooding import dropped_with_a_connection
from simulator.translate.laws import keeps_step, law
from simulator.translate.opening import cycle, midway, open_at_start
from simulator.translate.patience import patience
from simulator.translate.replayed import replayed
from simulator.translate.resources import (
    BACKLOG,
    CONNECTIONS,
    CPU,
    SET_UP,
    has_backlog,
    has_set_up,
    memory_of_connections,
    work_asked,
)
from simulator.translate.tls import handshake
from simulator.translate.worker_limits import connected

# Requests a second of a server where no load is stated, so that every scenario translates. What is asked at a load of
# its own scales the network to that one; what needs a stated load refuses (simulator/sizing/sized_by.py).
UNSTATED = 1.0
HALF_OPEN = "half-open connections"


def source(scenario: Scenario) -> SessionSource:
    """Sessions for all nodes together."""
    workload = scenario.workload
    rate = _rate(scenario)
    trace = replayed(scenario)
    requests = _requests(scenario)
    if trace is not None:  # What the log says, in place of what is fitted to it.
        rate = trace.sessions / trace.span * trace.rate
        requests = Distribution(Family.GEOMETRIC, trace.requests / trace.sessions)
    clients = sorted(workload.clients, key=lambda client: client.rate)
    think_time = law(workload.session.think_time)
    return SessionSource(
        rate=rate,
        requests=requests,
        think_time=think_time,
        client_shares=tuple(client.share for client in clients),
        connect=_connect(scenario),
        opened=_opened(scenario),
        close=tuple(Give(step.pool, step.amount) for step in (*_place(scenario), *_kernel_pool(scenario))),
        attempts=workload.retries.attempts,
        back_off=workload.retries.back_off,
        reconnect=workload.retries.reconnect,
        open_at_start=open_at_start(scenario, rate, requests) if trace is None else 0,
        profile=_profile(workload),
        returns=workload.population is not None,
        patience=patience(scenario),
        spread=cycle(scenario) if workload.population is not None and keeps_step(think_time) else 0.0,
        trace=trace,
        midway=midway(scenario, requests) if trace is None else None,
    )


def background(scenario: Scenario) -> tuple[Background, ...]:
    """A flood of half-open connections: each holds its piece of kernel memory until it times out."""
    flood = scenario.workload.half_open
    if flood is None:
        return ()
    # No reserve: the system refuses connections that are complete, a half-open one takes what there is.
    pool = memory_of_connections(scenario)
    steps = (Take(pool, flood.kernel_pool, 0.0), Think(constant(flood.time_out)), Give(pool, flood.kernel_pool))
    return (Background(HALF_OPEN, flood.rate * scenario.unit.nodes, steps, role=Role.HALF_OPEN),)


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


def _connect(scenario: Scenario) -> tuple[Step, ...]:
    """What connecting takes: a place in the backlog meanwhile, a place and kernel memory for good, and work."""
    idle, *sending = _kernel_pool(scenario)
    steps = (*_place(scenario), idle, *_set_up(scenario))
    if scenario.workload.session.tls is not None:
        steps = (*steps, Serve(CPU, constant(handshake(scenario))))
    if has_backlog(scenario):
        steps = (Take(BACKLOG, 1.0), *steps, Give(BACKLOG, 1.0))
    return (*dropped_with_a_connection(scenario), *steps, *sending)


def _opened(scenario: Scenario) -> tuple[Step, ...] | None:
    """What those hold who are connected when the clock starts. They all come at that moment, and a backlog with its
    places for those that are being connected would turn most of them away; without one they connect as everybody."""
    return (*_place(scenario), *_kernel_pool(scenario)) if has_backlog(scenario) else None


def _set_up(scenario: Scenario) -> tuple[Step, ...]:
    """The work of setting up a connection, on some of the cores only where the system does it so."""
    seconds = work_asked(scenario, scenario.workload.session.connect_cpu)
    if seconds == 0.0:
        return ()
    steps = (Serve(CPU, constant(seconds)),)
    return (Take(SET_UP, 1.0), *steps, Give(SET_UP, 1.0)) if has_set_up(scenario) else steps


def _place(scenario: Scenario) -> tuple[Take, ...]:
    """A connection is one of so many, where they are counted."""
    limited = scenario.web_server.connection_limit is not None
    return (*((Take(CONNECTIONS, 1.0),) if limited else ()), *connected(scenario))


def _kernel_pool(scenario: Scenario) -> tuple[Take, ...]:
    """A connection takes kernel memory, more of it once it carries a response, unless a response takes that itself."""
    held, pool = scenario.operating_system.connection_memory(scenario.server.ram), memory_of_connections(scenario)
    take = Take(pool, held.idle, held.reserve)
    return (take,) if held.given_back else (take, Take(pool, max(0.0, held.sending - held.idle)))
