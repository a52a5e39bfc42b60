"""A queueing network as a page of plain text that a person can check, from the first arrival to the last refusal."""

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Protocol

from simulator.network.distribution import Distribution
from simulator.network.network import Network, RequestClass, SessionSource, flat
from simulator.network.readable import BYTES, amount, counted, duration, number, rate, share, size, spread
from simulator.network.resources import Cache, MemoryRegion, MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.steps import Admit, Allocate, Free, Give, Lookup, Serve, Step, Take
from simulator.network.wire import FRAMING, SEGMENT

WIDTH = 100
INDENT = "  "
CORES = "cores"  # The unit of a CPU, whose demands are seconds of work.


class From(Protocol):
    """Where a resource came from: its path in the scenario, and what limits it in words."""

    path: str
    limit: str


def describe(network: Network, origins: Mapping[str, From] | None = None) -> str:
    """The network in words. `origins` tells, by the name of a resource, where in the scenario it came from."""
    sections = [
        ("Nodes", _nodes(network)),
        ("Resources of each node", _resources(network, origins or {})),
        ("Sessions", _sessions(network)),
        ("On connecting", _program(network, network.source.connect)),
        *((f"Request class: {c.name}", _class(network, c)) for c in network.classes),
        ("On closing", _program(network, network.source.close)),
        ("When something is short", _refusals(network)),
    ]
    return "\n\n".join("\n".join((title, *map(_wrapped, lines))) for title, lines in sections) + "\n"


def _nodes(network: Network) -> Iterator[str]:
    if network.nodes == 1:
        yield "1 node"
    else:
        yield f"{network.nodes} nodes, each with its own copy of the resources below"
        yield f"the balancer picks a session's node by {network.balancer.policy}"


def _resources(network: Network, origins: Mapping[str, From]) -> Iterator[str]:
    for resource in network.resources:
        yield f"{resource.name}: {_resource(resource)}"
        origin = origins.get(resource.name)
        if origin is not None:
            yield f"{INDENT}from {origin.path} ({origin.limit})"


def _resource(resource: Resource) -> str:
    match resource:
        case SharedCapacity():
            return _shared(resource)
        case MultiServer(servers=servers, queue_limit=limit):
            queue = "" if limit is None else f"; whoever finds {number(limit)} waiting is refused"
            return f"{counted(servers, 'server')} behind one first-in-first-out queue{queue}"
        case TokenPool(size=pool, unit=unit, when_short=when_short):
            short = "whoever comes when it is short waits in line" if when_short == "wait" else "refuses when short"
            return f"pool of {amount(pool, unit)}; {short}"
        case Cache():
            return _cache(resource)
        case MemoryRegion(base=base, ceiling=ceiling, cache=cache):
            contents = f", what {cache} holds" if cache else ""
            return f"{size(ceiling)} at most: {size(base)} from the start{contents} and what requests allocate"


def _shared(station: SharedCapacity) -> str:
    say = _speed(station)
    caps = sorted(set(station.caps))
    cap = say(caps[0]) if len(caps) == 1 else f"{', '.join(say(cap) for cap in caps[:-1])} or {say(caps[-1])}"
    each = "a job" if len(station.caps) == 1 else "a job, by the class of its client,"
    return f"{say(station.capacity)}, shared in equal parts; {each} gets at most {cap}"


def _speed(station: SharedCapacity) -> Callable[[float], str]:
    """How a rate of a station is written; so many cores are a rate already."""
    if station.unit == BYTES:
        return rate
    a_second = "" if station.unit == CORES else " a second"
    return lambda value: f"{amount(value, station.unit)}{a_second}"


def _cache(cache: Cache) -> str:
    parts = [f"{size(cache.capacity)}, the least recently used object leaves first"]
    if cache.time_to_live is not None:
        parts.append(f"an object leaves {duration(cache.time_to_live)} after its last use")
    if cache.largest_object is not None:
        parts.append(f"objects over {size(cache.largest_object)} do not enter")
    if cache.admission_window > 0.0:
        parts.append(f"an object enters when asked for twice within {duration(cache.admission_window)}")
    parts.append("starts in its steady state" if cache.warm else "starts empty")
    return "; ".join(parts)


def _sessions(network: Network) -> Iterator[str]:
    source = network.source
    requests = source.rate * source.requests.mean
    together = "" if network.nodes == 1 else " for all nodes together"
    length = spread(source.requests, number)
    yield f"arrivals: {number(source.rate)} a second{together}, at random (Poisson)"
    yield f"requests a session: {length}; {number(requests)} requests a second are offered"
    yield f"think time after a response: {spread(source.think_time, duration)}"
    if source.open_at_start:
        yield f"{number(source.open_at_start)} sessions are connected and thinking when the clock starts"
    if len(source.client_shares) == 1:
        yield "all clients are alike"
    else:
        for client, part in enumerate(source.client_shares):
            yield f"clients of class {client + 1}: {share(part)} of the sessions{_client_caps(network, client)}"


def _client_caps(network: Network, client: int) -> str:
    caps = [f"at most {_speed(s)(s.caps[client])} at {s.name}" for s in network.shared if len(s.caps) > 1]
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
        if isinstance(step, Lookup):
            yield from (INDENT + line for line in _program(network, step.on_miss, f"{number_before}{position}."))


def _step(network: Network, step: Step) -> str:
    match step:
        case Serve():
            return f"{step.at}: {_demand(network, step)}"
        case Take(pool=pool, amount=wanted, reserve=reserve):
            unit, when_short = next((p.unit, p.when_short) for p in network.pools if p.name == pool)
            left = f", leaving {amount(reserve, unit)} free" if reserve else ""
            return f"take {amount(wanted, unit)} of {pool}{left}, or {'wait' if when_short == 'wait' else 'be refused'}"
        case Give(pool=pool, amount=given):
            return f"give {amount(given, next(p.unit for p in network.pools if p.name == pool))} back to {pool}"
        case Lookup(cache=cache):
            return f"look up in {cache}; on a miss:"
        case Admit(cache=cache):
            return f"offer the object to {cache}"
        case Allocate(region=region, amount=wanted):
            return f"allocate {size(wanted)} of {region}, or fail"
        case Free(region=region, amount=freed):
            return f"free {size(freed)} of {region}"


def _demand(network: Network, step: Serve) -> str:
    if not isinstance(step.demand, Distribution):
        return "send the response's wire bytes"
    unit = next((s.unit for s in network.shared if s.name == step.at), None)
    if unit is None:
        return spread(step.demand, duration, "service")
    if unit == CORES:
        return spread(step.demand, duration, "work")
    return spread(step.demand, lambda value: amount(value, unit))


def _refusals(network: Network) -> Iterator[str]:
    yield "a request that fails ends its session, and all that the session holds is given back"
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
    refuses = any(_asks(step, cause) for step in flat(network.source.connect))
    fails = any(_asks(step, cause) for program in list(network.programs())[1:] for step in flat(program))
    effects = ["sessions are refused"] * refuses + ["requests fail"] * fails
    return " and ".join(effects) or "no step asks for it"


def _asks(step: Step, name: str) -> bool:
    match step:
        case Serve(at=asked) | Take(pool=asked) | Allocate(region=asked):
            return asked == name
        case _:
            return False


def _wrapped(line: str) -> str:
    """A line of a section, indented, with what does not fit the page on further lines below it."""
    indent = INDENT + line[: len(line) - len(line.lstrip())]
    return "\n".join(wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + 2 * INDENT))
