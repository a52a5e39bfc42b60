"""The backend: resources that stand once, behind all nodes, such as the servers of other tiers.

What a job does there, it does apart from its node: where that dies, the work at the backend goes on to its end. Of jobs
that come there from several nodes at the very same moment, each engine takes them in an order of its own: such moments
have no chance, unless think times are lumped.

Some of it may belong to servers that die. These do their work in calls: one that is under way in a server that dies is
refused, in the order in which calls came there, and who made it goes on before the next one does; what a server had
called itself meanwhile goes on to its end, though nobody waits for it. A server that stands again is empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from simulator.messages.stages import network_rules
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import (
    LOOKUPS,
    SINGLE,
    Call,
    Delay,
    EachSlice,
    JoinFetch,
    KeyLookup,
    Lookup,
    Post,
    ProbeCache,
    Release,
    Revalidate,
    Seize,
    Serve,
    Step,
    flatten,
)

if TYPE_CHECKING:
    from simulator.network.network import Network

# Steps that are taken one after the other, and whether that is at the backend.
StepRun = tuple[bool, tuple[Step, ...]]


@dataclass(frozen=True)
class BackendServer:
    """A server of the backend that may die: its name, and the resources that it has, by theirs."""

    name: str
    resources: tuple[str, ...]


def backend_runs(steps: tuple[Step, ...], backend: frozenset[str]) -> Iterator[StepRun]:
    """Steps in their order, cut where a job goes to the backend or comes from there. Delays beside steps of the backend
    pass there, so that a job which holds something of it stays there until it has given that back."""
    if not backend:
        yield False, steps
        return
    for is_apart, run in groupby(steps, lambda step: isinstance(step, Delay) or _is_at(step, backend)):
        found = tuple(run)
        yield is_apart and any(_is_at(step, backend) for step in found), found


def check_backend(network: "Network") -> None:
    """Raises ValueError for a backend that would not mean the same to every engine: it serves requests and background
    jobs, lets all of them wait, and gets back what is taken of it before a job goes back to its node."""
    resources = {each.name: each for each in network.resources}
    for name in sorted(network.backend):
        if not _lets_wait(resources.get(name)):
            raise ValueError(f"{network_rules.STANDS_AT_BACKEND}, which {name} is not")
    backend = frozenset(network.backend)
    strangers = {name for event in network.events for name in event.stations} - backend
    if strangers:
        raise ValueError(f"{network_rules.BACKEND_SLOWS}, which {', '.join(sorted(strangers))} is not")
    source = network.source
    for steps in (source.connect, source.opened or (), source.close):
        if any(is_at or Call in map(type, run) for is_at, run in backend_runs(steps, backend)):
            raise ValueError(network_rules.NO_SESSION_AT_BACKEND)
    for steps in network.programs():
        _gives_all_back(steps, backend)
    _check_servers(network)


def call_depth(network: "Network") -> int:
    """How many calls may be under way, one inside the other, for one job that goes to the backend; 1 without calls."""
    return max([1, *(_depth(steps) for steps in network.programs())])


def _depth(steps: tuple[Step, ...]) -> int:
    return max((1 + _depth(each) for each in _at_servers(steps)), default=0)


def _check_servers(network: "Network") -> None:
    """What servers have is their own, and is used in calls to them alone, of which none goes round in a circle."""
    owners = {name: each.name for each in network.servers for name in each.resources}
    if len(owners) != sum(len(each.resources) for each in network.servers) or not owners.keys() <= {*network.backend}:
        raise ValueError(network_rules.SERVER_HAS_ITS_OWN)
    strangers = {event.server for event in network.events} - {"", *(each.name for each in network.servers)}
    if strangers:
        raise ValueError(network_rules.no_server_at_backend(sorted(strangers)))
    for steps in network.programs():
        _stays_in_its_server(steps, owners, ())


def _stays_in_its_server(steps: tuple[Step, ...], owners: dict[str, str], inside: tuple[str, ...]) -> None:
    """Checks steps that are taken inside calls to some servers, the last of which they are taken in."""
    own = inside[-1] if inside else None
    for step in steps:
        if not owners and type(step) in SINGLE:
            continue  # What belongs to nobody may be used anywhere.
        match step:
            case Call(ways=ways, otherwise=otherwise):
                for way in ways:
                    if way.server in inside or way.server not in owners.values():
                        raise ValueError(network_rules.call_to_stranger(str(own), way.server))
                    _stays_in_its_server(way.steps, owners, (*inside, way.server))
                _stays_in_its_server(otherwise or (), owners, inside)
            case Serve(at=name) | Seize(pool=name) | Release(pool=name):
                if owners.get(name) != own:
                    raise ValueError(network_rules.used_elsewhere(name, str(owners.get(name)), str(own)))
            case KeyLookup(store=store, on_miss=on_miss):
                if store.server not in ("", own or ""):
                    raise ValueError(network_rules.used_elsewhere(str(store), store.server, str(own)))
                _stays_in_its_server(on_miss, owners, inside)
            case (
                Lookup(on_miss=on_miss)
                | JoinFetch(on_miss=on_miss)
                | Revalidate(on_miss=on_miss)
                | ProbeCache(on_miss=on_miss)
                | EachSlice(on_miss=on_miss)
            ) if own is None:
                _stays_in_its_server(on_miss, owners, inside)
            case _ if own is not None and not isinstance(step, Delay | Post):
                raise ValueError(f"{own} has nothing for {step}")


def _is_at(step: Step, backend: frozenset[str]) -> bool:
    match step:
        case Serve(at=name) | Seize(pool=name) | Release(pool=name):
            return name in backend
        case KeyLookup(on_miss=on_miss):
            own = [each for each in on_miss if not isinstance(each, Delay | Call | Post)]
            return bool(own) and all(_is_at(each, backend) for each in own)
        case Post():
            return True
        case _:
            return False


def _lets_wait(resource: object) -> bool:
    match resource:
        case SharedCapacity():
            return True
        case MultiServer(queue_limit=limit):
            return limit is None
        case TokenPool(when_short=when_short, lingers=lingers):
            return when_short == "wait" and lingers == 0.0
        case _:
            return False


def _gives_all_back(steps: tuple[Step, ...], backend: frozenset[str]) -> None:
    if not backend:  # The calls of misses are among those of all steps.
        for whole in _at_servers(steps):
            _keeps_nothing(whole)
        return
    for is_at, run in backend_runs(steps, backend):
        for step in run:
            if is_at and isinstance(step, Serve) and step.process is not None:
                raise ValueError(network_rules.process_at_backend(step.process, step.at))
            if isinstance(step, LOOKUPS):
                _gives_all_back(step.on_miss, backend)
        for whole in (run if is_at else (), *_at_servers(run)):
            _keeps_nothing(whole)


def _at_servers(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """What is done in servers for each of the calls among some steps, and for theirs."""
    return (way.steps for step in flatten(steps) if isinstance(step, Call) for way in step.ways)


def _keeps_nothing(steps: tuple[Step, ...]) -> None:
    held = [Release(step.pool, step.amount) for step in steps if isinstance(step, Seize)]
    for step in steps:
        if step in held and isinstance(step, Release):
            held.remove(step)
    if held:
        raise ValueError(f"{network_rules.BACKEND_GETS_BACK}, and {held[0].pool} is not")
