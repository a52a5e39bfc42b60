"""How many give up at the most: clients that wait no longer (`workload.patience`), and who waits too long for a timed
pool.

A server works on for who has left, so that nobody is sooner answered because somebody else gave up, and a response
takes as long as if all clients had stayed; who gives up waiting for a pool leaves the line shorter for those behind.
So the shares below are upper bounds, as far as theory knows waits: the lower one of two. Of a response of mean m
and variance V, no more than V / (V + (T - m)^2) take longer than T > m (Cantelli 1928). Its pieces may depend on each
other, as all that grows with a size does, so that its standard deviation is at most the sum of theirs (Minkowski). The
other one is by moments of any order (response_tails.py), and far lower where T is many times the mean.
"""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from simulator.engines.theory.error_bounds import ResponseBounds, loss_bounds
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.node import BUSIEST
from simulator.engines.theory.node.traffic import ClassRequests, completed_requests, planned_requests
from simulator.engines.theory.programs import Stage, Stages
from simulator.engines.theory.response_tails import ResponseTails
from simulator.network.client_timeouts import (
    CONNECT_TIMED_OUT,
    RESPONSE_TIMED_OUT,
    Breaker,
    ClientTimeouts,
    RetryPolicy,
)
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity

# Where more requests than this share may give up, or be sent again, theory says nothing.
MOST = 0.05
# A breaker that opens in fewer windows than this never does.
_NEVER_OPENS = 1e-4
# Of requests of which more fail nothing is known, and this keeps what is said of them finite.
_MOST_FAILING = 0.99


class Abandonment(NamedTuple):
    """Upper bounds. by: by cause, the share of the requests that clients mean to send which is lost; again: requests
    that are sent again, as a share; response: how far off it makes mean responses, as a share of them."""

    by: Mapping[str, float]
    again: float
    response: float

    @property
    def lost(self) -> float:
        """The share of the requests that clients mean to send which is lost."""
        return min(1.0, sum(self.by.values()))


NOBODY = Abandonment({}, 0.0, 0.0)


def find_abandonment(equilibrium: Equilibrium) -> Abandonment:
    """How many give up at the most in a steady state that was found as if nobody did."""
    network, traffic = equilibrium.node.programs.network, equilibrium.traffic
    late, patience = equilibrium.node.late_requests(traffic), network.source.patience
    if patience is None:
        return Abandonment(late, 0.0, 0.0) if late else NOBODY
    bounds = ResponseBounds(equilibrium)
    times, tails, connect = _Times(equilibrium), ResponseTails(equilibrium, bounds), equilibrium.node.programs.connect
    unconnected = min(late_share(*times.of(connect), patience.connect), tails.late_share(connect, patience.connect))
    unanswered, off = 0.0, 0.0
    for each in equilibrium.node.programs.classes:
        found = traffic.classes[each.name]
        if found.completed > 0.0 and patience.response < math.inf:
            _, deviation = times.of(each.stages)
            # Responses may be so much longer than theory has them.
            longest = patience.response / (1.0 + bounds.error(found.flow, found.response))
            share = min(
                late_share(found.response, deviation, patience.response), tails.late_share(each.stages, longest)
            )
            unanswered += each.share * share
            failing = _failing_share(found, traffic.requests * each.share) * (1.0 + loss_bounds(equilibrium).lost)
            again = _tried_before(found.response, patience.retries, min(failing, _MOST_FAILING))
            off = max(off, _off(found.response, deviation, patience, share) + again)
    fails = min(1.0, unanswered + sum(late.values()) + failed_share(equilibrium))
    again = patience.retries.count * min(1.0, fails + unconnected)
    if max(equilibrium.busy.values(), default=0.0) * (1.0 + again) >= 1.0 and again > 0.0:
        unanswered = 1.0  # With all that may be sent again there may be more than the server can do.
    law = network.source.requests
    ends = max(0.0, 1.0 - completed_requests(law, unanswered) / planned_requests(law))
    by = {CONNECT_TIMED_OUT: unconnected, RESPONSE_TIMED_OUT: ends}
    return Abandonment(late | {cause: share for cause, share in by.items() if cause in network.causes}, again, off)


def late_share(mean: float, deviation: float, longest: float) -> float:
    """The largest share of times of such a mean and standard deviation that may exceed `longest` (Cantelli 1928)."""
    if longest == math.inf:
        return 0.0
    if longest <= mean or not deviation < math.inf:
        return 1.0
    return deviation**2 / (deviation**2 + (longest - mean) ** 2)


def opens(breaker: Breaker, bad: float) -> bool:
    """Whether a breaker ever opens, to speak of, where requests end badly at random with such a chance: Chernoff's
    bound on the share of them in the smallest window that it looks at."""
    if bad <= 0.0:
        return False
    if bad >= breaker.share:
        return True
    a, rest = breaker.share, 1.0 - breaker.share
    exponent = a * math.log(a / bad) + (rest * math.log(rest / (1.0 - bad)) if rest > 0.0 else 0.0)
    return math.exp(-max(1, breaker.least) * exponent) > _NEVER_OPENS


def failed_share(equilibrium: Equilibrium) -> float:
    """The share of the requests sent that fail otherwise, and are sent again alike."""
    traffic = equilibrium.traffic
    return sum(traffic.failed.values()) / traffic.requests if traffic.requests > 0.0 else 0.0


def _off(mean: float, deviation: float, patience: ClientTimeouts, share: float) -> float:
    """How far off the mean of the responses that are waited for is: those that take longer are not in it, E[R; R > T]
    at most E[R^2] / T, and the root of E[R^2] P(R > T) (Schwarz); and who tries again has waited since it asked for the
    first time."""
    if not deviation < math.inf:
        return math.inf
    square = deviation**2 + mean**2
    sooner = min(square / patience.response, math.sqrt(square * share))
    tries, longest = patience.retries.count, patience.response + patience.retries.longest
    later = share * longest / (1.0 - share) if tries and share < 1.0 else 0.0
    return max(sooner, later) / mean


def _failing_share(found: ClassRequests, sent: float) -> float:
    """The share of so many requests of a class sent, a second, that fail at their first try."""
    return max(0.0, 1.0 - found.completed / sent)


def _tried_before(mean: float, retries: RetryPolicy, failing: float) -> float:
    """How much longer the mean of the responses is, as a share of it, for those that failed before: each of the tries
    and pauses that may come before the last is had by no more than fail at the first, such a share of all."""
    seconds, pause = 0.0, retries.back_off
    for _ in range(retries.count if failing > 0.0 else 0):
        seconds += mean + pause
        pause = min(retries.longest, retries.factor * pause)
    return failing * seconds / ((1.0 - failing) * mean)


class _Times:
    """Means and standard deviations of how long programs take in a steady state."""

    def __init__(self, equilibrium: Equilibrium) -> None:
        self._found, self._network = equilibrium, equilibrium.node.programs.network
        self._flow, self._delays = equilibrium.traffic.flow, equilibrium.met.delays
        self._shared = {station.name: station for station in self._network.shared}
        self._queues = {queue.name: queue.servers for queue in self._network.queues}

    def of(self, stages: Stages) -> tuple[float, float]:
        """Seconds of some stages: their mean if nobody is spared anything, and at most their standard deviation."""
        mean = deviation = 0.0
        for chance, first, second in self._pieces(stages, 1.0):
            mean += chance * first
            deviation += math.sqrt(max(0.0, chance * second - (chance * first) ** 2))
        return mean, deviation

    def _pieces(self, stages: Stages, chance: float) -> Iterator[tuple[float, float, float]]:
        """Of each piece of time the chance that it is spent, and its mean and mean square."""
        for stage in stages:
            if stage.pause > 0.0:
                yield chance, stage.pause, stage.square
            if stage.at:
                wait = self._delays[stage.at].wait
                yield chance, wait, 2.0 * wait * self._next_leaves(stage.at)
                if stage.work > 0.0:
                    mean, square = self._slowness(stage)
                    yield chance, stage.work * mean, stage.square * square
            # Where the others wait for who fetches what they miss, none waits for longer than that takes.
            yield from self._pieces(stage.on_miss, chance * (1.0 if stage.looks > 0.0 else stage.miss))

    def _next_leaves(self, place: str) -> float:
        """The mean wait, s, of those who wait at a place, exponential: so long take those before them, one after the
        other, at a place that is full."""
        busy = min(self._found.busy.get(place, 0.0), BUSIEST)
        if place in self._found.node.places and place not in self._found.node.stations:
            return 1.0 / (self._found.node.full_rate(place, self._flow) * (1.0 - busy))
        visits, work, square = self._flow.visits[place], self._flow.work[place], self._flow.square[place]
        if visits <= 0.0 or work <= 0.0:
            return 0.0
        servers = self._queues[place] if place in self._queues else self._shared[place].capacity
        return max(work / visits, 0.5 * square / work) / (servers * (1.0 - busy))

    def _slowness(self, stage: Stage) -> tuple[float, float]:
        """Seconds of a unit of work at a place, and their mean square. Who is slowed finds a geometric number of others
        beyond what the place serves at full speed (Kelly 1979), or some that it serves at a lower one."""
        delay, station = self._delays[stage.at], self._shared.get(stage.at)
        if station is None:
            return delay.slowness, delay.slowness**2
        busy = min(self._found.busy.get(stage.at, 0.0), BUSIEST)
        lost = max(0.0, delay.slowness - delay.alone)
        beyond = lost * (delay.alone + 2.0 / (station.capacity * (1.0 - busy)))
        return delay.slowness, (_unhindered(self._network, station) + math.sqrt(beyond)) ** 2


def _unhindered(network: Network, station: SharedCapacity) -> float:
    """The root of the mean square of the seconds of a unit of work of a job alone, over the clients' rate classes."""
    caps, most = station.caps, station.curve[0] if station.curve else station.capacity
    shares = network.source.client_shares if len(caps) > 1 else (1.0,)
    return math.sqrt(sum(share / min(cap, most) ** 2 for share, cap in zip(shares, caps, strict=True)))
