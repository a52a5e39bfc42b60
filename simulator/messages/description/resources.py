"""The resources of a node in words: what each of them is, how memory is emptied, and where each of them came from."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from typing import Protocol

from models.quantities.formatting import count_text, duration, listed, memory, number, size_text
from simulator.messages.description.cache_policies import LEAVES
from simulator.messages.description.readable import CORES, INDENT, amount, speed
from simulator.network.network import Network
from simulator.network.resources import (
    Cache,
    MemoryRegion,
    MultiServer,
    ProcessRecycling,
    Resource,
    SharedCapacity,
    TokenPool,
    limit_name,
)
from simulator.network.steps import Allocate, Leak, flatten


class ResourceOrigin(Protocol):
    """Where a resource came from: its path in the scenario, and what limits it in words."""

    @property
    def path(self) -> str:
        """The scenario's path."""

    @property
    def limit(self) -> str:
        """What limits it, in words."""


def resources(network: Network, origins: Mapping[str, ResourceOrigin]) -> Iterator[str]:
    """Each resource, equal ones once, and by its name in `origins` where in the scenario it came from."""
    equal = Counter(map(limit_name, network.resources))
    for resource in _each_once(network):
        name = limit_name(resource)
        title = name if equal[name] == 1 else f"{name}, each of {number(equal[name])} that are met"
        yield f"{title}: {_in_words(network, resource)}"
        if isinstance(resource, MemoryRegion):
            yield from (INDENT + line for line in _emptied(resource))
        origin = origins.get(resource.name)
        if origin is not None:
            yield f"{INDENT}from {origin.path} ({origin.limit})"


def _each_once(network: Network) -> Iterator[Resource]:
    """The resources in their order, of equal ones the first."""
    told = set[str]()
    for resource in network.resources:
        if limit_name(resource) not in told:
            told.add(limit_name(resource))
            yield resource


def _in_words(network: Network, resource: Resource) -> str:
    """What a resource is, in one line."""
    match resource:
        case SharedCapacity():
            return _shared(resource)
        case MultiServer(servers=servers, queue_limit=limit):
            queue = "" if limit is None else f"; whoever finds {number(limit)} waiting is refused"
            return f"{count_text(servers, 'server')} behind one first-in-first-out queue{queue}"
        case TokenPool(size=pool, unit=unit, when_short=when_short, lingers=lingers, longest=longest):
            short = "whoever comes when it is short waits in line" if when_short == "wait" else "refuses when short"
            short += f", for {duration(longest)} at most, and is refused then" if resource.is_timed else ""
            later = f"; what is given back is free {duration(lingers)} later" if lingers else ""
            return f"pool of {amount(pool, unit)}; {short}{later}"
        case Cache():
            return _cache(resource)
        case MemoryRegion():
            return _region(network, resource)


def _shared(station: SharedCapacity) -> str:
    say = speed(station)
    caps = sorted(set(station.caps))
    cap = listed([say(cap) for cap in caps], " or ")
    each = "a job" if len(station.caps) == 1 else "a job, by the class of its client,"
    return f"{say(station.capacity)}{_bent(station)}, {_shares(station)}; {each} gets at most {cap}{_quota(station)}"


def _quota(station: SharedCapacity) -> str:
    """How much of what it does at once a station may do in a period."""
    quota = station.quota
    if quota is None:
        return ""
    most = speed(station)(quota.burst[-1])
    return f"; {duration(quota.work)} of work in each {duration(quota.period)}, of {most} until that is used up"


def _bent(station: SharedCapacity) -> str:
    """From how many jobs on a station does all that it can, where that depends on them, and what it does for some."""
    jobs = len(station.curve)
    if jobs < 2:
        return ""
    some = sorted({1, (jobs + 1) // 2} - {jobs})
    less = listed([f"{speed(station)(station.curve[n - 1])} with {number(n)}" for n in some])
    return f" with {count_text(jobs, 'job')} or more ({less})"


def _shares(station: SharedCapacity) -> str:
    """How jobs divide it."""
    if station.at_once is None:
        return "shared in equal parts"
    together = f"{count_text(station.at_once, 'job')} served at once and the others in line"
    if station.slice is None:
        return together
    work = duration(station.slice) if station.unit == CORES else amount(station.slice, station.unit)
    return f"{together}, one that is served goes behind them after {work} of work"


def _cache(cache: Cache) -> str:
    parts = [f"{memory(cache.capacity)}, {LEAVES[cache.policy]}"]
    if cache.time_to_live is not None:
        parts.append(f"an object leaves {duration(cache.time_to_live)} after its last use")
    if cache.largest_object is not None:
        parts.append(f"objects over {size_text(cache.largest_object)} do not enter")
    if cache.admission_window > 0.0:
        parts.append(f"an object enters when asked for twice within {duration(cache.admission_window)}")
    parts.append("starts in its steady state" if cache.warm else "starts empty")
    return "; ".join(parts)


def _region(network: Network, region: MemoryRegion) -> str:
    """What a region holds: its base, its cache, and what the programs allocate and leave behind in it."""
    steps = [step for program in network.programs() for step in flatten(program)]
    retains = any(isinstance(step, Leak) and step.region == region.name and step.amount > 0.0 for step in steps)
    allocates = any(isinstance(step, Allocate) and step.region == region.name for step in steps)
    levels_off = "" if region.plateau is None else f", ever less of it towards {memory(region.plateau)}"
    contents = [f"{memory(region.base)} from the start"]
    contents += [f"what {region.cache} holds"] * (region.cache is not None)
    contents += ["what requests allocate"] * (allocates or not retains)
    contents += [f"what {'they' if allocates else 'requests'} leave behind{levels_off}"] * retains
    return f"{memory(region.ceiling)} at most: {listed(contents)}"


def _emptied(region: MemoryRegion) -> Iterator[str]:
    """How a region is emptied, if it is."""
    if region.recycle is not None:
        yield from _recycle(region.recycle)
    if region.collect is not None:
        stops, pause = region.collect.stops, duration(region.collect.pause)
        yield f"collected when full: {stops} serves nobody for {pause}, then only what was there from the start is left"


def _recycle(recycle: ProcessRecycling) -> Iterator[str]:
    """The life of a process, from what ends the one before it to its own end."""
    reasons = [f"holds {memory(recycle.at)}"] if recycle.at is not None else []
    reasons += [f"has served {count_text(recycle.requests, 'request')}"] if recycle.requests is not None else []
    reasons += [f"is {duration(recycle.period)} old"] if recycle.period is not None else []
    if not reasons:
        yield "never recycled"
        return
    yield f"recycled when a request ends and it {listed(reasons, ' or ')}"
    limit = "" if recycle.start_limit == inf else f", begun again after {duration(recycle.start_limit)}"
    yield f"a new process initialises beside it: {duration(recycle.initialise)} of work at {recycle.cpu}{limit}"
    yield f"then requests enter the new one, with nothing cached or left behind{_cold(recycle)}"
    killed = "" if recycle.stop_limit == inf else f", {duration(recycle.stop_limit)} at the most; then these fail"
    yield f"the old one holds its memory until the requests in it have ended{killed}"


def _cold(recycle: ProcessRecycling) -> str:
    """What a new process costs while it serves already."""
    jobs = "1 job does" if recycle.start_up_jobs == 1 else f"{number(recycle.start_up_jobs)} jobs together do"
    parts = [""]
    if recycle.start_up_work > 0.0:
        parts.append(f"{jobs} {duration(recycle.start_up_work)} of work at {recycle.cpu}")
    if recycle.cold_factor > 1.0 and recycle.warm_time > 0.0:
        factor = f"work of requests is {number(recycle.cold_factor)} times as much"
        parts.append(f"{factor}, falling to once within {duration(recycle.warm_time)}")
    return "; ".join(parts)
