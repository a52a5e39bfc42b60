"""How near a server is to what its targets allow, in one replication."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from simulator.engines.histogram import quantile
from simulator.engines.tally import Tally
from simulator.errors import NotConverged
from simulator.measure.measures import BEYOND
from simulator.measure.steady import Steady
from simulator.measure.usage import share_used, sizes

# A backlog that has grown by less than this share of what came does not keep a load from being carried.
BACKLOG = 0.005
_TAIL = 0.95


@dataclass(frozen=True)
class Asked:
    """Targets of one server; None where a measure is no target.

    errors: share of requests not completed, at most; p95_response: seconds; utilisation: share of any limit;
    connections: sessions open on average.
    """

    errors: float
    p95_response: float | None = None
    utilisation: float | None = None
    connections: float | None = None


class Strain(NamedTuple):
    """Measured over allowed, of the target that is nearest: up to 1 all targets are met. `target` says which it is."""

    value: float
    target: str


def strain(steady: Steady, tally: Tally, asked: Asked) -> Strain:
    """The strain of one replication; infinite where nothing of something is allowed and there is some.

    Raises NotConverged where a percentile is a target and too few responses stand behind it.
    """
    found = {
        "requests not completed": _over(_lost(steady, tally), asked.errors),
        "requests that pile up": backlog(steady, tally) / BACKLOG,
    }
    if asked.p95_response is not None:
        found["95 % of the responses within"] = _tail(tally) / asked.p95_response
    if asked.utilisation is not None:
        used = max(share_used(steady, tally, size) for size in sizes(steady.network))
        found["most used limit"] = used / asked.utilisation
    if asked.connections is not None:
        sessions = steady.level(tally, ("sessions", "open"), ("sessions", "open moment"))
        found["open sessions"] = sessions / asked.connections
    target = max(found, key=found.__getitem__)
    return Strain(found[target], target)


def backlog(steady: Steady, tally: Tally) -> float:
    """Requests in progress that piled up while they were measured, as a share of the sessions that came.

    Whoever waits for an answer asks for nothing else, so a session that waits stands for all of its requests. A server
    that keeps up has as many in progress at the end as at the beginning, but for chance: the difference of two Poisson
    numbers is counted only beyond three of its standard deviations.
    """
    in_progress = steady.edges(tally, "requests", "issued") - steady.edges(tally, "requests", "completed")
    for cause in steady.network.causes:
        in_progress = in_progress - steady.edges(tally, "cause", cause, "failed")
    measured = in_progress[steady.first :]
    grown, came = float(measured[-1] - measured[0]), steady.total(tally, "sessions", "offered")
    chance = 3.0 * math.sqrt(2.0 * float(measured.mean()))
    return grown / came if grown > chance and came else 0.0


def _lost(steady: Steady, tally: Tally) -> float:
    """The share of the requests of sessions that ended which was lost, and of sessions that pile up beyond chance.

    The number of open sessions wanders by the square root of itself; twice that is not held against the server.
    """
    lost = steady.total(tally, "requests", "lost")
    wanted = lost + steady.total(tally, "requests", "completed")
    came = steady.total(tally, "sessions", "offered")
    open_on_average = steady.level(tally, ("sessions", "open"), ("sessions", "open moment"))
    grown = steady.total(tally, "sessions", "open") - 2.0 * math.sqrt(max(0.0, open_on_average))
    return (lost / wanted if wanted else 0.0) + (max(0.0, grown) / came if came else 0.0)


def _over(measured: float, allowed: float) -> float:
    if allowed > 0.0:
        return measured / allowed
    return math.inf if measured > 0.0 else 0.0


def _tail(tally: Tally) -> float:
    """The 95th percentile of the response time, seconds."""
    responses = tally.histogram.sum(axis=0)
    needed = round(BEYOND / (1.0 - _TAIL))
    if responses.sum() < needed:
        raise NotConverged(
            f"{int(responses.sum()):,} responses a replication, and the target of the 95th percentile needs {needed:,};"
            " raise run.duration"
        )
    return quantile(responses, _TAIL)
