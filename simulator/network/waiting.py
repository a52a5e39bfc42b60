"""What jobs hold while they wait for something else: the cause, where one limit is full because of another."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from simulator.network.resources import TokenPool
from simulator.network.steps import LOOKUPS, Allocate, Call, Free, Release, Seize, Serve, Step, place_of

if TYPE_CHECKING:
    from simulator.network.network import Network

Holdings = Mapping[str, float]
# A limit that is used for this share of what another one is counts as equally full: the rest is sampling noise.
AS_FULL = 0.985
# A share of what fills a pool at which what its waiting room turns away is looked at.
BRINK = 0.999


class WaitingRoom(NamedTuple):
    """The limit that those who wait for a pool fill, and how many of them it lets wait."""

    limit: str
    places: float


def held_around(network: "Network") -> dict[str, frozenset[str]]:
    """By limit, the others of which some who come to it hold a part meanwhile: how long they wait there decides how
    full those are."""
    names, found = network.limit_names, dict[str, set[str]]()
    for step, held in _visits(network):
        name = names[place_of(step)]
        found.setdefault(name, set()).update(names[each] for each in held if names[each] != name)
    return {name: frozenset(held) for name, held in found.items()}


def innermost(full: Sequence[str], around: Mapping[str, frozenset[str]]) -> str:
    """Of limits that are full together, the first that none of the others is inside; "" of none."""
    inner = (name for name in full if not any(name in around.get(other, ()) for other in full if other != name))
    return next(inner, next(iter(full), ""))


def cause_of(used: Mapping[str, float], around: Mapping[str, frozenset[str]]) -> str:
    """The limit that is used most; of those that are used nearly as much, the innermost: the others are full because
    their jobs wait for that one. "" where none is."""
    most = max(used.values(), default=0.0)
    full = sorted((name for name in used if used[name] >= AS_FULL * most), key=lambda name: -used[name])
    return innermost(full, around)


def waiting_room(network: "Network", limit: str) -> WaitingRoom | None:
    """Where those wait for whom a limit has no room yet: the one that turns away, held while they wait, that is full
    first, and its places beside those whom a pool lets in; None where they may be any number."""
    names, pools = network.limit_names, {pool.name: pool for pool in network.pools}
    found = [
        WaitingRoom(names[name], pools[name].size / amount - _let_in(step, pools))
        for step, held in _visits(network)
        if names[place_of(step)] == limit
        for name, amount in held.items()
        if name in pools and pools[name].when_short == "refuse" and amount > 0.0
    ]
    return min(found, key=lambda room: room.places, default=None)


def _let_in(step: Serve | Seize, pools: Mapping[str, TokenPool]) -> float:
    """How many hold some of a pool at a time; 0 of a station, whose few jobs are no part of a crowd."""
    return pools[step.pool].size / step.amount if isinstance(step, Seize) and step.amount > 0.0 else 0.0


def share_turned_away_when_full(places: float) -> float:
    """The share that a waiting room turns away whose pool is offered nearly all that it can do, by M/M/1/K (Kleinrock
    1975, Queueing Systems 1, section 3.6): for servers that are busy all the time are as good as one."""
    if places == inf:
        return 0.0
    empty: float = BRINK ** max(0.0, places)
    return (1.0 - BRINK) * empty / (1.0 - BRINK * empty)


def _visits(network: "Network") -> Iterator[tuple[Serve | Seize, Holdings]]:
    """Every step at which a job of the load may wait, with what it holds of pools and regions then."""
    connected: dict[str, float] = {}
    yield from _walk(network.source.connect, connected)
    for each in network.classes:
        held = dict(connected)
        yield from _walk(each.steps, held)
        yield from _walk(network.source.close, held)


def _walk(steps: Sequence[Step], held: dict[str, float]) -> Iterator[tuple[Serve | Seize, Holdings]]:
    for step in steps:
        if isinstance(step, Serve | Seize):
            yield step, dict(held)
        if isinstance(step, Seize | Allocate):
            name = step.pool if isinstance(step, Seize) else step.region
            held[name] = held.get(name, 0.0) + step.amount
        elif isinstance(step, Release | Free):
            name = step.pool if isinstance(step, Release) else step.region
            held[name] = held.get(name, 0.0) - step.amount
            if held[name] <= 0.0:
                del held[name]
        elif isinstance(step, LOOKUPS):
            yield from _walk(step.on_miss, held)
        elif isinstance(step, Call):
            for way in step.ways:
                yield from _walk(way.steps, held)
            yield from _walk(step.otherwise or (), held)
