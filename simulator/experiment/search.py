"""The largest load that meets the targets, one replication at a time.

A replication draws the same sessions at every load, only closer together or further apart (common random numbers), so
that its strain rises smoothly with the load and crosses 1 at one place. The crossing is closed in on from both sides by
interpolation of log strain (the Illinois method of Dowell and Jarratt 1971, A Modified Regula Falsi Method, takes the
same steps), each step taken a little beyond the expected crossing so that the interval closes from both ends.

What comes in some minutes varies more than what a server carries, and of one replication it is the same share of what
is meant at any load. So one trial tells how far the load must be moved for its clients to ask for as much as is
expected to be carried, and mostly a second one, a little beyond that, is the last.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, inf, log

from simulator.engines.tally import Tally
from simulator.errors import NoLoad, NotConverged
from simulator.targets import NearestTarget, Target

# Loads are told apart down to this fraction, if not stated otherwise; the first step beyond the expected crossing, and
# every step beyond an interpolated one, is this share of it.
STEP = 0.01
_BEYOND = 0.4
# Loads that are no further apart than this share are near.
_NEAR = 0.05
# A server that misses its targets at this fraction of the expected load misses them at any load; none below is tried.
LEAST = 0.01
MOST = 1e4
# From this strain on the lowest load is tried before those between, which cost a hundred times as much.
HOPELESS = 2.0
# The lowest load brings a hundredth of the responses, whose percentiles are off by chance. Where it misses a target by
# less than HOPELESS, this share of the expected load decides, by ten times as many.
TENTH = 0.1
# Interpolation is trusted within these shares of the interval, else it would crawl along a bent curve.
_INSIDE = (0.1, 0.9)


@dataclass(frozen=True)
class Trial:
    """One replication at a load (in times the scenario's): its strain and the target that is nearest, requests/s that
    clients asked for, wire Mbps, and the tally that says so, if it is kept."""

    load: float
    strain: float
    nearest: NearestTarget
    asked_for: float
    mbps: float
    tally: Tally | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class ReplicationCapacity:
    """Where the strain of a replication is 1, between its two nearest trials; `target` is the one missed beyond it.

    within: the trial at the largest load that met all targets; beyond: the one at the smallest load that missed some,
    or, at the load MOST, missed none either. trials: how many there were in all. part: how far from within to beyond
    the crossing is, from 0 to 1, in the logarithm of what is measured.
    """

    load: float
    asked_for: float
    mbps: float
    target: Target
    trials: int
    within: Trial
    beyond: Trial
    part: float


Try = Callable[[float], Trial]


def search_largest_load(
    attempt: Try, start: float, expected: float | None = None, step: float = STEP
) -> ReplicationCapacity:
    """Where the strain that `attempt` finds at a load crosses 1, between trials that are no more than a share
    `step` apart in load, or in what clients ask for and what is on the wire.

    `start` is where that is expected, and `expected` what clients ask for there, requests/s, if that is known better.
    Raises NoLoad if the strain is above 1 at any load. Where it is below 1 at any load, the result is MOST.
    """
    trials: dict[float, Trial] = {}

    def at(load: float) -> Trial:
        if load not in trials:
            trials[load] = attempt(load)
        return trials[load]

    low, high = _around(at, start, expected, _BEYOND * step)
    while _apart(low, high) > step and high.load < MOST:
        middle = at(_between(low, high, _BEYOND * step))
        low, high = (middle, high) if middle.strain <= 1.0 else (low, middle)
    return _crossing(low, high, len(trials))


def _around(at: Try, start: float, expected: float | None, step: float) -> tuple[Trial, Trial]:
    """A load that meets the targets and one that misses them, by steps that double from `step` on; the first one goes
    that far beyond what is expected to be carried."""
    trial = at(start)
    off = expected / trial.asked_for if expected and trial.asked_for else 1.0
    if trial.strain <= 1.0:
        low, high = trial, at(start * max(off, 1.0) * (1.0 + step))
        while high.strain <= 1.0 and high.load < MOST:
            step *= 2.0
            low, high = high, at(high.load * (1.0 + step))
        return low, high
    floor = _require_any(at, start) if trial.strain > HOPELESS else LEAST * start
    low, high = at(start * min(off, 1.0) / (1.0 + step)), trial
    while low.strain > 1.0:
        if low.load <= floor:
            told = high if _by_chance(low) and not _by_chance(high) else low
            raise NoLoad(told.nearest, told.asked_for)
        step *= 2.0
        try:
            low, high = at(max(low.load / (1.0 + step), floor)), low
        except NotConverged:
            if _missed_when_idle(low, high):
                raise NoLoad(low.nearest, low.asked_for) from None
            raise
    return low, high


def _require_any(at: Try, start: float) -> float:
    """The lowest load that needs to be tried: one that meets the targets, or one of which nobody knows, as it brings
    too few responses to judge. Raises NoLoad where low loads miss a target too."""
    try:
        lowest = at(LEAST * start)
    except NotConverged:
        return LEAST * start
    if lowest.strain > 1.0 and (lowest.strain <= HOPELESS or _by_chance(lowest)):
        lowest = at(TENTH * start)
    if lowest.strain > 1.0:
        raise NoLoad(lowest.nearest, lowest.asked_for)
    return lowest.load


def _by_chance(lowest: Trial) -> bool:
    """Whether the lowest load that is tried may only seem to miss its targets: of so few sessions some that wait at the
    end, and did not at the beginning, are a large share."""
    return lowest.nearest.target is Target.PILING_UP


def _missed_when_idle(low: Trial, high: Trial) -> bool:
    """Whether two trials say that no lower load meets the targets either, though it brings too few responses to judge.

    Response times grow the faster the higher the load is (they are convex in it), so that a straight line through two
    of them is below them at a load of 0.
    """
    if high.strain == inf or high.load == low.load:
        return False
    return low.strain - low.load * (high.strain - low.strain) / (high.load - low.load) > 1.0


def _apart(low: Trial, high: Trial) -> float:
    """How far two trials are apart, as a share: in load or, where the loads are near enough for figures to change one
    way between them, in what is told of them. A full server is asked for little more at a higher load."""
    load = high.load / low.load - 1.0
    if load > _NEAR:
        return load
    told = [(low.asked_for, high.asked_for), (low.mbps, high.mbps)]
    return min(load, max(abs(b - a) / a if a else inf for a, b in told))


def _between(low: Trial, high: Trial, step: float) -> float:
    """The next load to try: by `step` beyond the expected crossing, on the side of the farther end."""
    width = high.load - low.load
    part = min(max(_part(low, high), _INSIDE[0]), _INSIDE[1])
    beyond = step * low.load / width
    part = part + beyond if part < 0.5 else part - beyond
    return low.load + width * min(max(part, _INSIDE[0]), _INSIDE[1])


def _part(low: Trial, high: Trial) -> float:
    """How far from low to high the crossing is expected, from 0 to 1: the middle where the strain does not say."""
    if high.strain <= 1.0:  # Nothing is missed even at the load MOST.
        return 1.0
    return crossing_fraction(low.strain, high.strain)


def crossing_fraction(within: float, beyond: float) -> float:
    """Where a strain is 1 between one of at most that and one of more, from 0 to 1, by its logarithm; in their middle
    where one of them does not say."""
    if within <= 0.0 or beyond == inf or within == beyond:
        return 0.5
    return -log(within) / (log(beyond) - log(within))


def _crossing(low: Trial, high: Trial, trials: int) -> ReplicationCapacity:
    part = _part(low, high)
    load = geometric_between(low.load, high.load, part)
    asked_for = low.asked_for + part * (high.asked_for - low.asked_for)
    mbps = low.mbps + part * (high.mbps - low.mbps)
    return ReplicationCapacity(load, asked_for, mbps, high.nearest.target, trials, low, high, part)


def geometric_between(low: float, high: float, part: float) -> float:
    """Between two figures by their logarithms, `part` of the way (0 to 1); in a straight line where one is 0."""
    if low <= 0.0 or high <= 0.0:
        return low + part * (high - low)
    return low * exp(part * log(high / low))
