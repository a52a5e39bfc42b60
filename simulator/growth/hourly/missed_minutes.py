"""The minutes in which targets are missed: those near what a server carries are simulated one by one."""

import math
from dataclasses import dataclass

import numpy as np

from models.scenario import Scenario
from simulator.experiment.limits import rank_limits
from simulator.experiment.results import WarmUp
from simulator.experiment.verdicts import verdicts
from simulator.farm.farm_at_work import Profile, server_at_rate
from simulator.growth.hourly.day import STEP, STEPS, ServersByHour
from simulator.solver import MeasurementOptions, Solver

MINUTE = 60.0
IN_A_MINUTE = int(MINUTE / STEP)
MINUTES = STEPS // IN_A_MINUTE
# Shares of what a server carries: below, a minute meets its targets, above it misses them; between, it is simulated.
SURELY_MET, SURELY_MISSED = 0.97, 1.03
MOST = 12  # Minutes that are simulated; of more, so many that lie evenly among them by their load.
REPLICATIONS = 5
ENOUGH = 1e5  # Requests that tell: where a step has so many, that with the most stands for its minute.
SHORTEST_LEAD, LONGEST_LEAD = STEP, 600.0  # s before a minute, in which the server comes to its state.
JUMP = 1e-3  # s in which the load of a server changes when another one begins to serve.
SAME = 1e-9  # Loads that differ by less, in times one of them, are one.


@dataclass(frozen=True)
class MissedMinutes:
    """Minutes in which a server misses a target. minutes: likely; low, high: with all that is not clear
    counted as met, and as missed. load: int64, the numbers of the minutes whose load is more than a server carries.
    simulated: how many were, of so many near what it carries; none by theory."""

    minutes: float
    low: float
    high: float
    load: np.ndarray
    simulated: int
    near: int


def missed_minutes(
    scenario: Scenario, day: ServersByHour, carries: float, demand: float, solver: Solver, settled: WarmUp
) -> MissedMinutes:
    """Which minutes miss a target.

    carries: requests/s that a server carries within its targets; demand: requests/s of the whole peak; settled: the
    warm-up of a server there. Raises what the solver raises.
    """
    strain = day.per_server.reshape(-1, IN_A_MINUTE).mean(axis=1) * demand / carries
    over = np.flatnonzero(strain > 1.0)
    near = np.flatnonzero((strain >= SURELY_MET) & (strain <= SURELY_MISSED))
    near = near[np.argsort(strain[near], kind="stable")]
    if solver.at_once or not len(near):
        return MissedMinutes(float(len(over)), float(len(over)), float(len(over)), over, 0, len(near))
    asked = near[np.unique(np.linspace(0, len(near) - 1, min(MOST, len(near))).round().astype(int))]
    judged = [_judged(scenario, day, minute, demand, solver, settled) for minute in asked]
    surely, each = float((strain > SURELY_MISSED).sum()), len(near) / len(asked)
    counts = [surely + each * sum(kinds) for kinds in zip(*judged, strict=True)]
    return MissedMinutes(counts[1], counts[0], counts[2], over, len(asked), len(near))


def _judged(
    scenario: Scenario, day: ServersByHour, minute: int, demand: float, solver: Solver, settled: WarmUp
) -> tuple[bool, bool, bool]:
    """Whether a minute clearly misses a target, likely does, and perhaps does."""
    lead = min(LONGEST_LEAD, max(SHORTEST_LEAD, STEP * math.ceil(settled.seconds / STEP)))
    first, steps = _looked_at(day, minute, demand)
    share, profile = _falls_to_a_server(day, first - round(lead / STEP), first + steps)
    parts = {"duration": steps * STEP, "warm_up": lead, "window": 2.0, "replications": REPLICATIONS}
    measuring = MeasurementOptions(scenario.run.model_copy(update=parts), WarmUp(lead))
    results = solver.results(server_at_rate(scenario, share * demand, profile), measuring, lambda: None)
    found = verdicts(scenario, results, rank_limits(results))
    fails = [each for each in found if each.met is False]
    unclear = [each for each in found if each.met is None or not each.clear]
    return any(each.clear for each in fails), bool(fails), bool(fails or unclear)


def _looked_at(day: ServersByHour, minute: int, demand: float) -> tuple[int, int]:
    """The first step that is simulated of a minute, and how many are."""
    first = minute * IN_A_MINUTE
    load = day.per_server[first : first + IN_A_MINUTE]
    if load.max() * demand * STEP < ENOUGH:
        return first, IN_A_MINUTE
    return first + int(load.argmax()), 1


def _falls_to_a_server(day: ServersByHour, first: int, end: int) -> tuple[float, Profile]:
    """What a server gets at the step `first` of a day, in times the demand of the peak, and what from then on, before
    `end`, in times that."""
    at = np.arange(first, end) % len(day.serving)
    begins, ends = day.shares[at] / day.serving[at], day.shares[at + 1] / day.serving[at]
    corners: list[tuple[float, float]] = []
    for place, (begin, finish) in enumerate(zip(begins / begins[0], ends / begins[0], strict=True)):
        jumps = bool(corners) and abs(corners[-1][1] - begin) > SAME
        if not corners or jumps:
            corners.append((place * STEP + (JUMP if jumps else 0.0), float(begin)))
        corners.append(((place + 1) * STEP, float(finish)))
    return float(begins[0]), tuple(corners)
