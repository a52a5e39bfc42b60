"""What goes on behind the limits of a node that turn jobs away: who is within whom, what a flow does there, and what
those suffer beside it."""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.formulas.losses import MOST, LossLimit, LossLine, is_reached, nested_limits
from simulator.engines.theory.node.flows import PAUSED, Flow, holding_line
from simulator.engines.theory.node.holdings import HeldPools, held_before, held_in_steps, held_throughout
from simulator.engines.theory.node.waiting_pools import PoolState
from simulator.engines.theory.programs import TheoryPrograms

Values = Mapping[str, float]


class LimitPlaces(NamedTuple):
    """What a limit may stand before. widths: by station, how many jobs it serves at full speed, and the seconds of a
    unit of work at that; pools: those that let wait and are not too large, as their jobs meet inside; in_turn: the
    stations that are queues; curves: by station that has one, how many jobs' work at full speed it does with 1, 2, ...
    of them; unlike: the limits whose jobs are counted by what they hold."""

    widths: Mapping[str, tuple[float, float]]
    pools: Mapping[str, PoolState]
    in_turn: frozenset[str]
    curves: Mapping[str, tuple[float, ...]]
    unlike: frozenset[str] = frozenset()


class LimitState(NamedTuple):
    """What a limit meets with some flow. places: how many jobs fit, by limit; lost: by limit, the share that it turned
    away of the flow; pools: those of `LimitPlaces`, with what the flow leaves to them; built: the limits that were
    found with it so far, by name, to which `NestedLimits.limit` adds.
    """

    places: Callable[[str], float]
    lost: Mapping[str, float]
    pools: Mapping[str, PoolState]
    built: dict[str, LossLimit]


class NestedLimits:
    """The limits `causes` of a node, each within the one that all who come to it hold already, if there is one."""

    def __init__(self, programs: TheoryPrograms, causes: tuple[str, ...], places: LimitPlaces) -> None:
        self.causes, self._places = causes, places
        curves = {name: (*curve[: MOST + 2], *curve[-1:]) for name, curve in places.curves.items()}
        self._curves = {name: (curve, sorted(curve) == list(curve)) for name, curve in curves.items()}
        self._seconds = {PAUSED: 1.0} | {place: alone for place, (_, alone) in places.widths.items()}
        self._lingering = {pool.name for pool in programs.network.pools if pool.lingers > 0.0}
        holding = held_in_steps(programs, frozenset((*causes, *places.pools)))
        self._before, self._throughout = held_before(holding), held_throughout(holding)
        self.parents = {name: self._parent(name) for name in self._before if name in causes}
        self._reached: dict[tuple[str, frozenset[str]], dict[HeldPools, tuple[str, ...]]] = {}

    def _parent(self, name: str) -> str:
        """What all have taken last who come, if that is a limit and they hold it until they have left this one. What
        lingers in a pool is within nothing."""
        if name in self._lingering:
            return ""
        last = {held[-1] if held else "" for held in self._before[name]}
        return last.pop() if len(last) == 1 and last <= self._throughout[name].intersection(self.causes) else ""

    def most(self, name: str) -> float:
        """How many jobs a pool that lets wait, with the limit in it, ever lets come to it."""
        pools = [pool for pool in self._places.pools if all(pool in held for held in self._before.get(name, ()))]
        around = [self._places.pools[pool].places for pool in pools if name in self._before]
        return min(around, default=float("inf"))

    def within(self, name: str) -> Iterator[str]:
        """A limit and all within it."""
        yield name
        for inner in (child for child, parent in self.parents.items() if parent == name):
            yield from self.within(inner)

    def apart(self, name: str) -> Iterator[str]:
        """The limits within a limit that are counted in something else than this one is, so that no number of jobs is a
        number behind both."""
        for inner in (child for child, parent in self.parents.items() if parent == name):
            yield from self.apart(inner) if self._counted_as(inner, name) else (inner,)

    def _counted_as(self, name: str, other: str) -> bool:
        return self._places.unlike.isdisjoint((name, other))

    def around(self, name: str) -> set[str]:
        """The limits that another one is within."""
        found: set[str] = set()
        while name := self.parents.get(name, ""):
            found.add(name)
        return found

    def limit(self, name: str, flow: Flow, now: LimitState) -> LossLimit:
        """The limit with all that a flow does behind it, as if nobody had been turned away by it or those within."""
        # Who is within a limit that is never full stands for itself afterwards, and is the same.
        if name not in now.built:
            now.built[name] = self._limit(name, flow, now)
        return now.built[name]

    def _limit(self, name: str, flow: Flow, now: LimitState) -> LossLimit:
        let_in = 1.0 - now.lost[name]
        inner = [child for child, parent in self.parents.items() if parent == name and self._counted_as(child, name)]
        found = [self._offered_more(self.limit(child, flow, now), let_in) for child in inner]
        places = now.places(name)
        # Who is within is behind this limit too: where that lets no more in, the one within is never full.
        within = tuple(w for w in found if any(each.places < places and is_reached(each) for each in nested_limits(w)))
        known = frozenset(limit.name for limit in within)
        own, of = self._own(name, flow, known), (name, known)
        inside = self._inside(of, flow)
        lines = tuple(self._line(place, amount, flow, of, now.pools, inside) for place, amount in own.items())
        if name in self._places.unlike:
            each = self._weights(of, flow)
            lines = tuple(line._replace(each=each.get((line.place, line.waits), 1.0)) for line in lines)
        return LossLimit(name, places, tuple(line._replace(load=line.load / let_in) for line in lines), within)

    def _offered_more(self, limit: LossLimit, let_in: float) -> LossLimit:
        lines = tuple(line._replace(load=line.load / let_in) for line in limit.lines)
        return limit._replace(lines=lines, within=tuple(self._offered_more(each, let_in) for each in limit.within))

    def _own(self, name: str, flow: Flow, within: frozenset[str]) -> dict[str, float]:
        """By place, what those do there who are behind a limit, and not behind one within it or in a pool there."""
        found: dict[str, float] = defaultdict(float)
        for (path, place), amount in flow.paths.items():
            if self._is_own(name, path, place, within):
                found[place] += amount
        return found

    def _is_own(self, name: str, path: HeldPools, place: str, within: frozenset[str]) -> bool:
        if name not in path:
            return False
        further = path[path.index(name) + 1 :]
        inside = any(pool in self._places.pools for pool in further)
        known = place == PAUSED or place in self._places.pools or place in self._places.widths
        return known and not inside and within.isdisjoint(further)

    def _weights(self, of: tuple[str, frozenset[str]], flow: Flow) -> dict[tuple[str, bool], float]:
        """By place, and whether jobs wait for it, what each job of a line holds of a limit, in times what all hold
        weighted by that (Hayward's unit)."""
        name, within = of
        jobs, held = defaultdict[tuple[str, bool], float](float), defaultdict[tuple[str, bool], float](float)
        for (path, place), amount in flow.paths.items():
            if name not in path:
                continue
            amounts, seconds = flow.amounts.get((name, path, place), 0.0), self._seconds.get(place, 0.0)
            for pool in self._pools_reached(path, of):
                jobs[pool, True] += amount * seconds
                held[pool, True] += amounts * seconds
            if self._is_own(name, path, place, within):
                jobs[place, False] += amount
                held[place, False] += amounts
        all_held, spread = flow.held[name], flow.spread[name]
        return {line: held[line] / each * all_held / spread for line, each in jobs.items() if each > 0.0}

    def _line(
        self,
        place: str,
        amount: float,
        flow: Flow,
        of: tuple[str, frozenset[str]],
        pools: Mapping[str, PoolState],
        inside: Values,
    ) -> LossLine:
        if place == PAUSED:
            return LossLine(place, amount, float("inf"))
        if place in pools:
            pool = pools[place]
            rates = tuple(pool.rates.tolist())
            # Those behind the limit may be longer in the pool, or shorter, than others.
            amount *= inside.get(place, 0.0) / amount / pool.alone if amount and pool.alone else 1.0
            return LossLine(place, amount, float(len(rates)), rates, waits=True)
        width, alone = self._places.widths[place]
        others = max(0.0, flow.work[place] - amount) * alone / width
        left, variation = width * max(1.0 - others, _LEFT), self._variation(place, flow)
        # Beyond so many jobs a limit is none, and only what is done in the end matters.
        rates = _at_most(left, *self._curves.get(place, ((), True)))
        if others > 0.0 and variation == 1.0 and not rates:
            most, free = self._others(of[0], place, flow)
            rates = _beside(width * max(1.0 - free * alone / width, _LEFT), left, most) if 0.0 < most < _FEW else ()
        return LossLine(place, amount * alone, float(len(rates)) if rates else left, rates, variation=variation)

    def _others(self, name: str, place: str, flow: Flow) -> tuple[float, float]:
        """Of those who are not behind a limit, how many are at a place at the most who are in pools that let wait: no
        more than fit; and the work there of all others."""
        inside, free = set(), 0.0
        for (path, at), amount in flow.paths.items():
            if at == place and amount > 0.0 and name not in path:
                pools = [pool for pool in path if pool in self._places.pools]
                inside |= {min(pools, key=lambda pool: self._places.pools[pool].places)} if pools else set()
                free += 0.0 if pools else amount
        return sum(self._places.pools[pool].places for pool in inside), free

    def _inside(self, of: tuple[str, frozenset[str]], flow: Flow) -> dict[str, float]:
        """By pool that lets wait, the mean number of those behind a limit that it would hold if nobody held anybody up,
        but for those who are behind another one within it."""
        found = defaultdict[str, float](float)
        for (path, place), amount in flow.paths.items():
            for pool in self._pools_reached(path, of):
                found[pool] += amount * self._seconds.get(place, 0.0)
        return found

    def _pools_reached(self, path: HeldPools, of: tuple[str, frozenset[str]]) -> tuple[str, ...]:
        """The pools that let wait in which who holds what is in `path` is behind a limit. Every round asks for the same
        paths."""
        reached = self._reached.setdefault(of, {})
        if path not in reached:
            reached[path] = tuple(pool for pool in path if pool in self._places.pools and _came(path, pool, of))
        return reached[path]

    def _variation(self, place: str, flow: Flow) -> float:
        """How services in turn vary; the numbers at a shared station do not depend on that."""
        if place not in self._places.in_turn or not flow.work[place] > 0.0:
            return 1.0
        found = flow.square[place] * flow.visits[place] / flow.work[place] ** 2 - 1.0
        return 1.0 if math.isclose(found, 1.0, rel_tol=1e-9) else max(0.0, found)

    def work(self, name: str, flow: Flow) -> dict[tuple[str, str], float]:
        """By station and line, the work of a flow's jobs behind a limit."""
        found: dict[tuple[str, str], float] = defaultdict(float)
        for (path, place), amount in flow.paths.items():
            if name in path and place in self._places.widths and amount > 0.0:
                found[place, holding_line(path, name, place, self._places.pools)] += amount
        return found

    def at_stations(self, name: str, flow: Flow) -> dict[str, float]:
        """By station, the work of a flow's jobs behind a limit."""
        found: dict[str, float] = defaultdict(float)
        for (station, _), amount in self.work(name, flow).items():
            found[station] += amount
        return found

    def common(self, name: str, other: str, station: str, flow: Flow) -> float:
        """The work at a station of a flow's jobs behind both of two limits."""
        paths = flow.paths.items()
        return sum(amount for (path, place), amount in paths if place == station and name in path and other in path)

    def alone(self, name: str, flow: Flow) -> dict[str, float]:
        """By line, the mean number of a flow's jobs behind a limit if nobody held anybody up."""
        found: dict[str, float] = defaultdict(float)
        for (path, place), amount in flow.paths.items():
            if name in path:
                found[holding_line(path, name, place, self._places.pools)] += amount * self._seconds.get(place, 0.0)
        return found


def _came(path: HeldPools, pool: str, of: tuple[str, frozenset[str]]) -> bool:
    """Whether who holds what is in `path` is in a pool to which he came behind a limit, and behind none within it."""
    name, within = of
    if name not in path or pool not in path:
        return False
    between = path[path.index(name) + 1 : path.index(pool)]
    return pool not in between and within.isdisjoint(between)


# At least this part of a place is left by others.
_LEFT = 1e-8
# More others than this are as good as any number; so far, in times as many, they are told from none.
_FEW, _FAR = 256.0, 8


def _at_most(left: float, curve: tuple[float, ...], rises: bool) -> tuple[float, ...]:
    """A curve cut off at `left`. Theory asks for thousands of them, of hundreds of rates where cores are many; one that
    rises is cut at one place. Rounding may keep a curve from rising."""
    if not rises:
        return tuple(min(rate, left) for rate in curve)
    cut = bisect_right(curve, left)
    return curve[:cut] + (left,) * (len(curve) - cut)


def _beside(width: float, left: float, most: float) -> tuple[float, ...]:
    """How many of 1, 2, ... jobs are served at full speed at a place that leaves `width` to them and to those in pools
    that let wait: no fewer than `left`, which these leave on average, and than their part beside the most of these."""
    n = np.arange(1.0, max(1, math.ceil(_FAR * max(most, width))) + 1.0)
    return tuple(np.minimum(n, np.maximum(left, width * n / (n + most))).tolist())


def shared_stations(behind: NestedLimits, flow: Flow) -> Iterator[tuple[str, str, str, float]]:
    """Two limits, a station that jobs of both come to, and the share of their work there that is of those behind the
    second one: all behind the first, where that is around it, or both together."""
    for inner in behind.causes:
        own, around = behind.at_stations(inner, flow), behind.around(inner)
        others = (name for name in behind.causes if name != inner)
        for outer in (name for name in others if inner not in behind.around(name)):
            for station, work in behind.at_stations(outer, flow).items():
                within = own.get(station, 0.0)
                both = work if outer in around else work + within - behind.common(outer, inner, station, flow)
                yield outer, inner, station, within / both


def delay_beside_limits(
    behind: NestedLimits, thinned: Mapping[tuple[str, str], float], used: Values, before: Flow
) -> dict[tuple[str, str], float]:
    """By limit and station, the share of its delays that those suffer there who are not behind the limit.

    Of a shared station of one server and a limit alone: the others meet one more job than there are behind the
    limit, and each other. If they keep the share o of it busy and those behind the limit i, whose delays are the
    share e, theirs are 1 - (1 - e) i / (1 - o). used: by station, the share of it that is.
    """
    found: dict[tuple[str, str], float] = {}
    for name in {name for name, _ in thinned}:
        for (station, line), own in behind.work(name, before).items():
            share = _suffered(used[station], own / before.work[station], thinned.get((name, line), 1.0))
            found[name, station] = found.get((name, station), 1.0) * share
    return found


def delay_beside_pools(eases: Values, used: Values, before: Flow) -> dict[tuple[str, str], float]:
    """The same by pool that lets wait and station, of those who are not in the pool."""
    return {
        (pool, station): _suffered(used[station], own / before.work[station], eases[pool])
        for (pool, station), own in before.inside.items() if station in used and own > 0.0 and eases[pool] < 1.0
    }  # fmt: skip


def _suffered(used: float, own: float, left: float) -> float:
    """The share of their delays that others suffer at a station that is used for a share of its time, `own` of that by
    those who suffer the share `left` of theirs."""
    behind = used * own
    return 1.0 - (1.0 - left) * min(1.0, behind / max(1.0 - used + behind, behind))
