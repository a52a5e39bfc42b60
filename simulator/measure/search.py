"""The largest load that meets the targets, one replication at a time.

A replication draws the same sessions at every load, only closer together or further apart (common random numbers), so
that its strain rises smoothly with the load and crosses 1 at one place. The crossing is closed in on from both sides by
interpolation of log strain (the Illinois method of Dowell and Jarratt 1971, A Modified Regula Falsi Method, takes the
same steps), each step taken a little beyond the expected crossing so that the interval closes from both ends.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, log

from simulator.errors import NoCapacity

# Loads are told apart down to this fraction; the first steps away from the expected load are this large.
STEP = 0.006
FIRST_STEP = 0.005
# A server that misses its targets at this fraction of the expected load misses them at any load.
LEAST = 0.01
MOST = 1e4
# Interpolation is trusted within these shares of the interval, else it would crawl along a bent curve.
_INSIDE = (0.1, 0.9)


@dataclass(frozen=True)
class Trial:
    """One replication at a load (in times the scenario's): its strain and the target that is nearest, requests/s that
    clients asked for, wire Mbps."""

    load: float
    strain: float
    target: str
    asked_for: float
    mbps: float


@dataclass(frozen=True)
class Found:
    """Where the strain of a replication is 1, between its two nearest trials; `target` is the one missed beyond it."""

    load: float
    asked_for: float
    mbps: float
    target: str
    trials: int


Try = Callable[[float], Trial]


def largest_load(attempt: Try, start: float) -> Found:
    """Where the strain that `attempt` finds at a load crosses 1; `start` is where that is expected.

    Raises NoCapacity if the strain is above 1 at any load. Where it is below 1 at any load, the result is MOST.
    """
    trials: dict[float, Trial] = {}

    def at(load: float) -> Trial:
        if load not in trials:
            trials[load] = attempt(load)
        return trials[load]

    low, high = _around(at, start)
    while high.load / low.load - 1.0 > STEP and high.load < MOST:
        middle = at(_between(low, high))
        low, high = (middle, high) if middle.strain <= 1.0 else (low, middle)
    return _crossing(low, high, len(trials))


def _around(at: Try, start: float) -> tuple[Trial, Trial]:
    """A load that meets the targets and one that misses them, by steps that double."""
    trial, step = at(start), FIRST_STEP
    if trial.strain <= 1.0:
        low, high = trial, at(start * (1.0 + step))
        while high.strain <= 1.0 and high.load < MOST:
            step *= 2.0
            low, high = high, at(high.load * (1.0 + step))
        return low, high
    low, high = at(start / (1.0 + step)), trial
    while low.strain > 1.0:
        if low.load < LEAST * start:
            raise NoCapacity(
                f"no load meets the targets: even {low.asked_for:.4g} requests a second bring {low.strain:.3g} times"
                f' what is allowed of "{low.target}"; loosen that target, or change the server'
            )
        step *= 2.0
        low, high = at(low.load / (1.0 + step)), low
    return low, high


def _between(low: Trial, high: Trial) -> float:
    """The next load to try: a little beyond the expected crossing, on the side of the farther end."""
    width = high.load - low.load
    part = min(max(_part(low, high), _INSIDE[0]), _INSIDE[1])
    beyond = 0.4 * STEP * low.load / width
    part = part + beyond if part < 0.5 else part - beyond
    return low.load + width * min(max(part, _INSIDE[0]), _INSIDE[1])


def _part(low: Trial, high: Trial) -> float:
    """How far from low to high the crossing is expected, from 0 to 1: the middle where the strain does not say."""
    if not (low.strain > 0.0 and high.strain < inf) or low.strain == high.strain:
        return 0.5
    return -log(low.strain) / (log(high.strain) - log(low.strain))


def _crossing(low: Trial, high: Trial, trials: int) -> Found:
    part = _part(low, high)
    load = low.load * exp(part * log(high.load / low.load))
    between = [a + part * (b - a) for a, b in ((low.asked_for, high.asked_for), (low.mbps, high.mbps))]
    return Found(load, *between, high.target, trials)
