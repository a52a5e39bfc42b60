"""A queueing network as a page of plain text that a person can check, from the first arrival to the last refusal."""

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Protocol

from models.quantities.writing import counted, duration, memory, number, size
from simulator.describing.parts import (
    CORES,
    SAID_OF_CLIENTS,
    emptied,
    found_midway,
    impatience,
    in_words,
    replayed,
    speed,
)
from simulator.describing.readable import OF_BYTES, amount, listed, share, spread
from simulator.network.cluster import Balancer
from simulator.network.groups import PathGroup
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import MemoryRegion
from simulator.network.session_source import SessionSource
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Free,
    Give,
    Lookup,
    Peek,
    ResponseBytes,
    Retain,
    Serve,
    Step,
    Take,
    Think,
    flat,
)
from simulator.network.wire import FRAMING, SEGMENT

WIDTH = 100
INDENT = "  "
NANO = 1e9  # Nanoseconds in a second, in which the work of a byte is told.


class From(Protocol):
    """Where a resource came from: its path in the scenario, and what limits it in words."""

    @property
    def path(self) -> str:
        """The scenario's path."""

    @property
    def limit(self) -> str:
        """What limits it, in words."""


def describe(network: Network, origins: Mapping[str, From] | None = None, load_is_stated: bool = True) -> str:
    """The network in words. `origins` tells, by the name of a resource, where in the scenario it came from;
    load_is_stated: whether the rate of arrivals was stated, or only taken for the network to have one."""
    sections = [
        ("Nodes", _nodes(network)),
        ("Resources of each node", _resources(network, origins or {})),
        ("Sessions", _sessions(network, load_is_stated)),
        ("On connecting", _program(network, network.source.connect)),
        *((f"Request class: {c.name}", _class(network, c)) for c in network.classes),
        ("On closing", _program(network, network.source.close)),
        *((f"In the background: {jobs.name}", _background(network, jobs)) for jobs in network.background),
        ("When something is short", _refusals(network)),
    ]
    return "\n\n".join("\n".join((title, *map(_wrapped, lines))) for title, lines in sections) + "\n"


def _nodes(network: Network) -> Iterator[str]:
    if network.nodes == 1:
        yield "1 node"
    else:
        yield f"{network.nodes} nodes, each with its own copy of the resources below"
        yield f"the balancer picks a session's node by {network.balancer.called}"
        yield from _spread(network.balancer)
        yield from map(_group, network.groups)


def _group(group: PathGroup) -> str:
    """Which nodes get which classes."""
    return f"{counted(group.nodes, 'node')} of the group {group.name}: sessions that ask for {', '.join(group.classes)}"


def _spread(balancer: Balancer) -> Iterator[str]:
    """What makes nodes, or clients, different to a balancer."""
    if balancer.sources is not None:
        alike = "all alike" if balancer.uneven == 0.0 else f"the share of the i-th falls as i ** -{balancer.uneven:g}"
        yield f"sessions come from {balancer.sources:,} addresses, or networks of them, that it tells apart, {alike}"
    if balancer.weights:
        yield f"the nodes weigh {', '.join(map(str, balancer.weights))}"
    if balancer.slow_start > 0.0:
        yield f"a node that is taken back comes to its full weight within {duration(balancer.slow_start)}"
    if balancer.around:
        yield "it goes around nodes whose breaker is open"


def _resources(network: Network, origins: Mapping[str, From]) -> Iterator[str]:
    for resource in network.resources:
        yield f"{resource.name}: {in_words(network, resource)}"
        if isinstance(resource, MemoryRegion):
            yield from (INDENT + line for line in emptied(resource))
        origin = origins.get(resource.name)
        if origin is not None:
            yield f"{INDENT}from {origin.path} ({origin.limit})"


def _sessions(network: Network, load_is_stated: bool) -> Iterator[str]:
    source = network.source
    requests = source.rate * source.requests.mean
    together = "" if network.nodes == 1 else " for all nodes together"
    length = spread(source.requests, number)
    if not load_is_stated:
        yield f"no load is stated; what follows is at {number(requests / network.nodes)} request a second of each node"
    if source.trace is not None:
        yield from replayed(source.trace)
    elif source.rate > 0.0:
        yield f"arrivals: {number(source.rate)} a second{together}, at random (Poisson){_profile(source.profile)}"
        yield f"requests a session: {length}; {number(requests)} requests a second are offered"
    else:
        yield "arrivals: none after the start"
        yield f"requests a session: {length}"
    if source.returns:
        yield "who leaves comes again: after a think time, or after the back-off if anything was refused or failed"
    yield f"think time after a response: {spread(source.think_time, duration)}"
    if source.patience is not None:
        yield from impatience(source.patience)
    yield from _opened(source)
    if len(source.client_shares) == 1:
        yield "all clients are alike"
    else:
        for client, part in enumerate(source.client_shares):
            yield f"clients of class {client + 1}: {share(part)} of the sessions{_client_caps(network, client)}"


def _opened(source: SessionSource) -> Iterator[str]:
    """Who is there when the clock starts, and how far on."""
    if source.midway is not None:
        yield from found_midway(source, source.midway)
    elif source.open_at_start:
        yield f"{number(source.open_at_start)} sessions are connected and thinking when the clock starts"
        if source.spread:
            yield f"these come to their first request evenly within {duration(source.spread)}"


def _profile(profile: tuple[tuple[float, float], ...]) -> str:
    """How a rate changes with time."""
    corners = [f"{share(factor)} at {duration(time)}" for time, factor in profile]
    return f"; of that {' to '.join(corners)} in straight lines, then unchanged" if corners else ""


def _background(network: Network, jobs: Background) -> Iterator[str]:
    together = "" if network.nodes == 1 else " for all nodes together"
    yield f"arrivals: {number(jobs.rate)} a second{together}, at random (Poisson){_profile(jobs.profile)}"
    yield "no sessions and no requests; one that is refused a step leaves"
    yield from _program(network, jobs.steps)


def _client_caps(network: Network, client: int) -> str:
    caps = [f"at most {speed(s)(s.caps[client])} at {s.name}" for s in network.shared if len(s.caps) > 1]
    return "".join(f", {cap}" for cap in caps)


def _class(network: Network, asked: RequestClass) -> Iterator[str]:
    yield f"{share(asked.share)} of the requests"
    yield f"response: {spread(asked.payload, size)}, after a header of {size(asked.header)}"
    framing = f"{size(FRAMING)} for every {number(SEGMENT)} bytes or part of them"
    yield f"wire bytes: header and response, and {framing}"
    if asked.catalogue is not None:
        objects = f"{number(asked.catalogue.objects)} objects of {spread(asked.catalogue.size, size)}"
        yield f"asks for one of {objects}; the i-th most popular in proportion to 1 / i^{asked.catalogue.zipf:g}"
    yield from _program(network, asked.steps)


def _program(network: Network, steps: tuple[Step, ...], number_before: str = "") -> Iterator[str]:
    """The steps, numbered; those of a miss are indented under their lookup."""
    if not steps:
        yield "nothing to do"
    for position, step in enumerate(steps, start=1):
        yield f"{number_before}{position}. {_step(network, step)}"
        if isinstance(step, Lookup | Peek):
            yield from (INDENT + line for line in _program(network, step.on_miss, f"{number_before}{position}."))


def _step(network: Network, step: Step) -> str:
    match step:
        case Serve():
            cold = "" if step.process is None else f", more while the process of {step.process} is cold"
            return f"{step.at}: {_demand(network, step)}{cold}"
        case Think(time=time):
            return f"wait {spread(time, duration)}, with nothing to do here"
        case Take(pool=pool, amount=wanted, reserve=reserve):
            unit, when_short = next((p.unit, p.when_short) for p in network.pools if p.name == pool)
            left = f", leaving {amount(reserve, unit)} free" if reserve else ""
            return f"take {amount(wanted, unit)} of {pool}{left}, or {'wait' if when_short == 'wait' else 'be refused'}"
        case Give(pool=pool, amount=given):
            return f"give {amount(given, next(p.unit for p in network.pools if p.name == pool))} back to {pool}"
        case Lookup(cache=cache):
            return f"look up in {cache}; on a miss:"
        case Peek(cache=cache):
            return f"draw an object and see whether {cache} holds it, as that of another server would; on a miss:"
        case Admit(cache=cache):
            return f"offer the object to {cache}"
        case Allocate(region=region, amount=wanted):
            return f"allocate {memory(wanted)} of {region}, or fail"
        case Free(region=region, amount=freed):
            return f"free {memory(freed)} of {region}"
        case Retain(region=region, amount=left):
            behind = f"leave {memory(left)} behind in {region}, or fail"
            return behind if left else f"count a request served by {region}"


def _demand(network: Network, step: Serve) -> str:
    unit = next((s.unit for s in network.shared if s.name == step.at), None)
    match step.demand:
        case ResponseBytes():
            return "send the response's wire bytes"
        case BySize():
            return _by_size(step.demand, unit)
        case drawn if unit is None or unit == CORES:
            return spread(drawn, duration, "service" if unit is None else "work")
        case drawn:
            return spread(drawn, _saying(unit))


def _saying(unit: str | None) -> Callable[[float], str]:
    """How an amount of what a station does is written: seconds of a queue's servers and of cores."""
    if unit is None or unit == CORES:
        return duration
    return size if unit == OF_BYTES else lambda value: amount(value, unit)


def _by_size(demand: BySize, unit: str | None) -> str:
    """A demand that grows with the response, its parts that are nothing left out; of bytes, how often each counts."""
    say = _saying(unit)
    parts = [spread(demand.each, say)] if demand.each.mean > 0.0 else []
    if unit == OF_BYTES and demand.per_byte > 0.0:
        often = "" if demand.per_byte == 1.0 else f"{number(demand.per_byte)} times "
        parts.append(f"{often}every byte of the response")
    elif demand.per_byte > 0.0:
        parts.append(f"{number(demand.per_byte * NANO)} ns for every byte of the response")
    parts += [f"{say(demand.again)} for every further {memory(demand.piece)} of it"] if demand.again else []
    return listed(parts) or say(0.0)


def _refusals(network: Network) -> Iterator[str]:
    patience = network.source.patience
    again = "is tried again or " if patience is not None and patience.retries.count > 0 else ""
    yield f"a request that fails {again}ends its session, and all that the session holds is given back"
    yield f"a session that is refused {_afterwards(network.source)}"
    if not network.causes:
        yield "nothing here refuses or fails"
    for cause in network.causes:
        yield f"counted as a cause: {cause} ({_what_it_does(network, cause)})"


def _afterwards(source: SessionSource) -> str:
    if source.attempts == 0:
        return "gives up"
    return f"tries again after {duration(source.back_off)}, up to {counted(source.attempts, 'time')}, then gives up"


def _what_it_does(network: Network, cause: str) -> str:
    """What running out of a resource means: it depends on where in the programs it is asked for."""
    if cause in SAID_OF_CLIENTS:
        return SAID_OF_CLIENTS[cause]
    in_requests = (network.source.close, *(asked.steps for asked in network.classes))
    effects = ["sessions are refused"] * _asks_in(network, network.source.connect, cause)
    effects += ["requests fail"] * any(_asks_in(network, program, cause) for program in in_requests)
    return listed(effects) or "no step asks for it"


def _asks_in(network: Network, program: tuple[Step, ...], cause: str) -> bool:
    """Whether a program has a step at which `cause` can end it: a request learns at a Retain that it was stopped."""
    stopped = [region.name for region in network.regions if region.stop_cause == cause]
    if stopped:
        return any(isinstance(step, Retain) and step.region in stopped for step in flat(program))
    return any(_asks(step, cause) for step in flat(program))


def _asks(step: Step, name: str) -> bool:
    match step:
        case Serve(at=asked) | Take(pool=asked) | Allocate(region=asked):
            return asked == name
        case Retain(region=asked, amount=left):
            return asked == name and left > 0.0
        case _:
            return False


def _wrapped(line: str) -> str:
    """A line of a section, indented, with what does not fit the page on further lines below it."""
    indent = INDENT + line[: len(line) - len(line.lstrip())]
    return "\n".join(wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + 2 * INDENT))
