"""What a network must keep to, so that it means the same to every engine. Raises ValueError, when a network is made."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from simulator.network.resources import MemoryRegion
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Free,
    Lookup,
    Peek,
    ResponseBytes,
    Retain,
    Serve,
    Step,
    flat,
)

if TYPE_CHECKING:
    from simulator.network.network import Network


def check_network(network: "Network") -> None:
    """Checks the names, the stations that processes and heaps work at, and every program."""
    _names_differ("resource", [resource.name for resource in network.resources])
    _names_differ("class of requests", [request_class.name for request_class in network.classes])
    _names_differ("kind of background job", [jobs.name for jobs in network.background])
    shared = {station.name for station in network.shared}
    _stand_behind_others(network)
    for region in network.regions:
        _works_at_a_shared_station(region, shared)
    recycled = {region.name for region in network.regions if region.recycle is not None}
    source = network.source
    opened = source.opened or ()
    for steps in (source.connect, opened, source.close, *(jobs.steps for jobs in network.background)):
        _asks_for_nothing(steps)
    for program in network.programs():
        _peeks_at_what_there_is(network, program)
        _admits_what_was_looked_up(program, set())
        _slows_shared_stations(program, recycled, shared)
    for steps in [(*first, *c.steps, *source.close) for c in network.classes for first in (source.connect, opened)]:
        _is_inside_one_process(steps, recycled)
    for jobs in network.background:
        _is_inside_one_process(jobs.steps, recycled)


def check_profile(profile: tuple[tuple[float, float], ...]) -> None:
    """The corners of a profile begin at time 0 and ascend in time, and no factor is negative."""
    times = [time for time, _ in profile]
    if profile and (times[0] != 0.0 or times != sorted(set(times)) or min(factor for _, factor in profile) < 0.0):
        raise ValueError(f"a profile begins at 0 s, ascends in time and is never negative, got {profile}")


def _names_differ(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"more than one {what} is called {', '.join(twice)}")


def _stand_behind_others(network: "Network") -> None:
    """What a cache stands behind is another cache, which stands behind none."""
    first = {cache.name for cache in network.caches if not cache.behind}
    for cache in network.caches:
        if cache.behind and cache.behind not in first:
            raise ValueError(f"{cache.name} stands behind {cache.behind}, which is no first cache")


def _works_at_a_shared_station(region: MemoryRegion, shared: set[str]) -> None:
    """New processes start up, and collections stop, at a shared station."""
    needed = [region.recycle.cpu] if region.recycle else [region.collect.stops] if region.collect else []
    for name in needed:
        if name not in shared:
            raise ValueError(f"{region.name}: {name} is no shared station")


def _asks_for_nothing(steps: tuple[Step, ...]) -> None:
    """Only requests ask for an object and have a response."""
    for step in flat(steps):
        if isinstance(step, Lookup) or (isinstance(step, Serve) and isinstance(step.demand, ResponseBytes | BySize)):
            raise ValueError(f"only a request asks for something: {step}")


def _admits_what_was_looked_up(steps: tuple[Step, ...], missed: set[str]) -> None:
    """A cache is offered an object only after it was found to miss it."""
    for step in steps:
        if isinstance(step, Admit) and step.cache not in missed:
            raise ValueError(f"{step.cache} is offered an object that was not looked up there")
        if isinstance(step, Lookup):
            _admits_what_was_looked_up(step.on_miss, missed | {step.cache})
        if isinstance(step, Peek):
            _admits_what_was_looked_up(step.on_miss, missed)


def _peeks_at_what_there_is(network: "Network", steps: tuple[Step, ...]) -> None:
    """A job draws of the objects that requests ask for, and looks at a cache that is there."""
    caches = {cache.name for cache in network.caches}
    for step in flat(steps):
        if isinstance(step, Peek) and (step.cache not in caches or step.catalogue not in network.catalogues):
            raise ValueError(f"{step.cache}: nobody else looks such objects up there")


def _slows_shared_stations(steps: tuple[Step, ...], recycled: set[str], shared: set[str]) -> None:
    """A cold process multiplies drawn demands at shared stations; no other demand is one of its work."""
    for step in flat(steps):
        if isinstance(step, Serve) and step.process is not None:
            if step.process not in recycled:
                raise ValueError(f"{step.process} is not recycled, so it is never cold")
            if step.at not in shared or isinstance(step.demand, ResponseBytes):
                raise ValueError(f"{step.at}: a cold process means more work at a shared station only")


def _is_inside_one_process(steps: Iterable[Step], recycled: set[str]) -> None:
    """A job is inside the processes of one region at a time."""
    entered = set()
    for step in flat(tuple(steps)):
        if isinstance(step, Allocate | Free | Retain) and step.region in recycled:
            entered.add(step.region)
        if isinstance(step, Serve) and step.process is not None:
            entered.add(step.process)
    if len(entered) > 1:
        raise ValueError(f"a job is inside one process at a time, not in those of {', '.join(sorted(entered))}")
