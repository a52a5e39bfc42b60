"""How many responses take longer than a time at the most, by moments of any order.

A response is a sum of pieces of time, whose norms are at most added (Minkowski), and Markov's inequality is taken at
the best order (formulas/moments.py):

    P(R > T) <= min over k of (sum of ||X_i||_k / T)^k

A piece that comes with a chance c has c^(1/k) of its norm. Work x at a shared station meets others of whom there are,
at any moment of its own service, as many as an arrival finds: the steady state of such a network with the job in it for
good has (n + 1) / rate(n + 1) times as many moments of n others as that of arrivals, and spends as much less service in
each (Kelly 1979, Reversibility and Stochastic Networks, chapter 3). So its time is the integral over x of slownesses
that are all distributed alike, and its norm is at most ||x||_k (a + ||Y||_k), where a is the slowness of a job alone,
and Y what others add: of mean s - a, with no more than e to come on average however long it is, where e = 1 / (C (1 -
u)) as their number is geometric where all of the station is shared. Those who wait in line for one server do so for a
geometric number of the rests of services (Pollaczek and Khinchine), so that no more than e = r / (1 - u) is to come if
no more than r ever is of a service; of c servers, r / (c (1 - u)), exact in M/M/c.

Of what has no such bound - a pool, a Pareto service, turns of a slice, a quota, somebody else's fetch - each wait
counts as if it was too long, and so does one that next to nobody has.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.error_bounds import NEVER, ResponseBounds, throttled_stations
from simulator.engines.theory.formulas.moments import ORDERS, Norms, mixed_norms, norms_of_excess, share_beyond
from simulator.engines.theory.node.delays import longest_slowness, unshared_time
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.node import BUSIEST
from simulator.engines.theory.programs import DrawnDemand, Stage, Stages
from simulator.engines.theory.wire import demand_norms, longest_demand_rest
from simulator.network.resources import SharedCapacity


class _Wait(NamedTuple):
    """At a place: its norms, and the chance that a wait is of a length of which nothing is known."""

    norms: Norms
    unknown: float


_NONE = _Wait(np.zeros(ORDERS.size), 0.0)
_ONE: Norms = np.ones(ORDERS.size)


class ResponseTails:
    """The tails of how long programs take in a steady state, in which places hold jobs up for as much longer as theory
    may be off there."""

    def __init__(self, equilibrium: Equilibrium, bounds: ResponseBounds) -> None:
        self._off = bounds.at_place
        self._found, self._network = equilibrium, equilibrium.node.programs.network
        self._flow, self._delays = equilibrium.traffic.flow, equilibrium.met.delays
        self._shared = {station.name: station for station in self._network.shared}
        self._queues = {queue.name: queue for queue in self._network.queues}
        self._throttled = throttled_stations(self._network, self._flow)
        self._slownesses, self._waits = dict[str, Norms](), dict[str, _Wait]()

    def late_share(self, stages: Stages, longest: float) -> float:
        """The largest share of times of some stages that may exceed `longest` seconds."""
        norms, unknown = np.zeros(ORDERS.size), 0.0
        for chance, piece, of_unknown in self._pieces(stages, 1.0):
            if chance > 0.0:
                norms, unknown = norms + chance ** (1.0 / ORDERS) * piece, unknown + chance * of_unknown
        return min(1.0, share_beyond(norms, longest) + unknown)

    def _pieces(self, stages: Stages, chance: float) -> Iterator[tuple[float, Norms, float]]:
        """Of each piece of time the chance that it is spent, its norms, and the chance that nothing is known of it."""
        for stage in stages:
            if stage.at:
                yield chance, *self._wait(stage.at)
            if stage.demand is not None:
                yield chance, self._spent(stage, stage.demand), float(stage.at in self._throttled)
            # Who waits for somebody's fetch, and a fetch of several slices, are nowhere near a piece that comes once.
            if stage.on_miss and (stage.looks > 0.0 or stage.miss > 1.0):
                yield chance, _NONE.norms, 1.0
            yield from self._pieces(stage.on_miss, chance * min(1.0, stage.miss))

    def _spent(self, stage: Stage, demand: DrawnDemand) -> Norms:
        norms = demand_norms(*demand)
        return norms * self._slowness(stage.at) if stage.at else norms

    def _slowness(self, place: str) -> Norms:
        """Of the seconds of a unit of work at a place."""
        if place not in self._slownesses:
            self._slownesses[place] = self._found_slowness(self._shared[place]) if place in self._shared else _ONE
        return self._slownesses[place]

    def _found_slowness(self, station: SharedCapacity) -> Norms:
        delay, busy = self._delays[station.name], self._busy(station.name)
        shares = self._network.source.client_shares if len(station.caps) > 1 else (1.0,)
        alone = mixed_norms(shares, [unshared_time(station, cap) for cap in station.caps])
        excess = norms_of_excess(delay.slowness - delay.alone, longest_slowness(station, busy))
        return alone + (1.0 + self._off(station.name)) * excess

    def _busy(self, place: str) -> float:
        return min(self._found.busy.get(place, 0.0), BUSIEST)

    def _wait(self, place: str) -> _Wait:
        if place not in self._waits:
            self._waits[place] = self._found_wait(place, self._delays[place].wait)
        return self._waits[place]

    def _found_wait(self, place: str, wait: float) -> _Wait:
        if not wait > 0.0:
            return _NONE
        idle, off = 1.0 - self._busy(place), 1.0 + self._off(place)
        if not wait < math.inf:
            return _Wait(_NONE.norms, 1.0)
        if place not in self._queues and place not in self._shared:
            return _Wait(_NONE.norms, min(1.0, off * wait * self._found.node.full_rate(place, self._flow) * idle))
        servers, sliced = self._servers(place)
        work, square, visits = self._flow.work[place], self._flow.square[place], self._flow.visits[place]
        longest = max(work / visits, 0.5 * square / work, self._longest_rests[place]) / (servers * idle)
        # As many wait as in M/M/c, for such a time on average.
        waits = min(1.0, off * wait * servers * idle / (0.5 * square / work))
        if sliced or not longest < math.inf or waits <= NEVER:
            return _Wait(_NONE.norms, waits)
        return _Wait(off * norms_of_excess(wait, longest), 0.0)

    def _servers(self, place: str) -> tuple[float, bool]:
        """How much a place in line does at once, and whether jobs go behind those who wait after a slice."""
        if place in self._queues:
            return float(self._queues[place].servers), False
        return self._shared[place].capacity, self._shared[place].slice is not None

    @cached_property
    def _longest_rests(self) -> Mapping[str, float]:
        """By place, the most that there is still to come on average of any service there, in its unit of work."""
        programs, found = self._found.node.programs, defaultdict[str, float](float)
        for each in (*programs.classes, *programs.background):
            for place, rest in _rests(each.stages):
                for image, _ in each.ways.images(place):
                    found[image] = max(found[image], rest)
        for place, rest in _rests((*programs.connect, *programs.close)):
            found[place] = max(found[place], rest)
        return found


def _rests(stages: Stages) -> Iterator[tuple[str, float]]:
    """By stage that works at a place, that place and the most that there is still to come of its work."""
    for stage in stages:
        if stage.at and stage.demand is not None:
            yield stage.at, longest_demand_rest(*stage.demand)
        yield from _rests(stage.on_miss)
