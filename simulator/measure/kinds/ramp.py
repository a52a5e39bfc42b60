"""How far a rising load gets before too many of its sessions fail."""

from dataclasses import dataclass

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Measures, Refused
from simulator.measure.steady import PERCENT, Steady

# The rate that a server accepts is the mean over so many windows, so that chance evens out.
WINDOWS = 5.0


@dataclass(frozen=True)
class RampEnd:
    """Where a ramp ended: seconds from the start of the run, sessions that had not failed until then, those accepted
    per second, those open."""

    seconds: float
    sessions: float
    rate: float
    open: float


def ramp(steady: Steady, until_failed: float) -> Measures:
    """`ramp_seconds`, `ramp_sessions`, `ramp_rate` and `ramp_open`: where the share of all sessions so far that were
    refused or broken first reaches `until_failed` (0 to 1), warm-up included; see End."""
    ends = {id(tally): _end(steady, tally, until_failed) for tally in steady.tallies}
    never = f"fewer than {PERCENT * until_failed:g} % of the sessions failed in a replication; offer more or run longer"

    def part(name: str, unit: str) -> Estimate | Refused:
        found = {key: getattr(end, name) if end else None for key, end in ends.items()}
        return steady.estimate_or(lambda tally: found[id(tally)], unit, never)

    units = {"seconds": "s", "sessions": "", "rate": "/s", "open": ""}
    return {f"ramp_{name}": part(name, unit) for name, unit in units.items()}


def _end(steady: Steady, tally: Tally, until_failed: float) -> RampEnd | None:
    """The end of one replication's ramp, interpolated within its window; None if it has none."""
    causes = steady.network.causes
    offered = steady.edges(tally, "sessions", "offered")
    refused = sum((steady.edges(tally, "cause", cause, "gave up") for cause in causes), np.zeros_like(offered))
    broken = sum((steady.edges(tally, "cause", cause, "failed") for cause in causes), np.zeros_like(offered))
    at = crossing(refused + broken - until_failed * offered)
    if at is None:
        return None
    window = tally.plan.window
    accepted = offered - refused
    before = max(0.0, at - WINDOWS)
    return RampEnd(
        seconds=at * window,
        sessions=_at(offered - refused - broken, at),
        rate=(_at(accepted, at) - _at(accepted, before)) / ((at - before) * window),
        open=_at(steady.edges(tally, "sessions", "open"), at),
    )


def crossing(excess: np.ndarray) -> float | None:
    """Where float64 (edges,) first rises above 0, as a fractional index, straight between its edges; None if never.

    An excess that is above 0 at the first edge after the start counts from that edge: before it nothing is known.
    """
    above = np.flatnonzero(excess[1:] > 0.0) + 1
    if not above.size:
        return None
    after = int(above[0])
    if after == 1:
        return 1.0
    return after - 1 + float(excess[after - 1] / (excess[after - 1] - excess[after]))


def _at(edges: np.ndarray, at: float) -> float:
    return float(np.interp(at, np.arange(len(edges)), edges))
