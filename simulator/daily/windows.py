"""Windows of a day that are simulated request by request: what happens in them, and how far off the loads are there."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.parts.daily.day import DAY, Daily, Flood
from models.parts.load_shape import HalfOpen
from simulator.daily.day_course import DayCourse
from simulator.daily.day_server import DayServer
from simulator.daily.figures import REQUESTS, UNITS, MissedTarget, day_figures
from simulator.daily.load_curve import SteadyLoads
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replication_set import ReplicationSet, cut_windows
from simulator.experiment.replications import run_in_parallel
from simulator.experiment.results import Unavailable
from simulator.experiment.target_strain import client_strain, responses_needed
from simulator.messages.stages.daily import NOT_SIMULATED
from simulator.network.network import Network
from simulator.network.resources import Cache
from simulator.network.roles import Role

# Requests and half-open connections that each replication of a window simulates at most, and seconds of it, unless that
# is more.
BUDGET, SHORTEST, LONGEST = 5e5, 120.0, 3600.0
# Seconds of a piece that is judged by itself, of which the shortest is taken in which enough responses come.
PIECES = (60.0, 120.0, 300.0, 600.0, 1800.0)
AMPLE = 1.5
AFTER = 120.0  # Seconds that something that happened is watched for after it is over.
LONGER = 3  # How many times a window may be made twice as long.
MINUTE, GRID = 60.0, 10.0
TOO_FEW = "too few responses"
OPENS = 0.1  # Seconds in which a flood begins and ends.


@dataclass(frozen=True)
class PlannedWindow:
    """A window to be simulated: its name, from when to when, seconds of the day; happens: whether it is one in which
    something happens, so that it counts in place of the curve; stale: whether its caches begin empty; flood: the one
    that begins at `begins`; over: when it was to end at first, where it was made longer since, else 0;
    joining: whether its sessions are told from its load, for viewers join who stay."""

    name: str
    begins: float
    ends: float
    happens: bool
    stale: bool = False
    flood: Flood | None = None
    over: float = 0.0
    joining: bool = False

    @property
    def is_more_than_load(self) -> bool:
        """Whether what happens is not told by how many requests come."""
        return self.stale or self.flood is not None


@dataclass(frozen=True)
class SimulatedWindow:
    """A window as it was simulated, up to `ends`, which is sooner than what was asked for where that was too much.

    full: figures by name; by_curve: the same by the curve, NaN where it tells none; outside: minutes outside the
    targets; by_curve_outside: the same by the curve, minutes. misses: by replication and piece of so many seconds, the
    target that is missed, None where all are met; judged_at: bool (replications, pieces), whether enough responses came
    to judge it.
    """

    asked: PlannedWindow
    ends: float
    piece: float
    full: dict[str, Estimate | Unavailable]
    by_curve: dict[str, float]
    outside: Estimate
    by_curve_outside: float
    misses: tuple[tuple[MissedTarget | None, ...], ...]
    judged_at: np.ndarray

    @property
    def until(self) -> float:
        """When it is over, seconds of the day: as was asked for, or later where it had to be simulated for longer."""
        return max(self.ends, self.asked.over or self.asked.ends)

    @property
    def missed(self) -> MissedTarget | None:
        """The target that is missed longest; None where all are met."""
        kinds = Counter(miss for one in self.misses for miss in one if miss is not None)
        return kinds.most_common(1)[0][0] if kinds else None

    @property
    def still_outside(self) -> bool:
        """Whether a target is missed at its end."""
        return any(one[-1] is not None for one in self.misses)

    @property
    def known_outside(self) -> Estimate | Unavailable:
        """Minutes outside the targets; not known where none is, of what was simulated, and some was not."""
        is_whole = self.judged_at.all() and self.ends >= self.until
        if self.outside.value or is_whole or not self.asked.is_more_than_load:
            return self.outside
        return Unavailable(NOT_SIMULATED)

    @property
    def goes_on(self) -> bool:
        """Whether something that happened is not over at its end."""
        return self.asked.happens and self.still_outside and self.ends < DAY - self.piece

    def off(self, name: str) -> Estimate | None:
        """How far the curve is off a figure, %; None where one of both tells none, or there is nothing to tell."""
        full, curve = self.full[name], self.by_curve[name]
        if isinstance(full, Unavailable) or not (np.isfinite(curve) and full.value > 0.0):
            return None
        return full.through(lambda value: 100.0 * (curve / value - 1.0), "%")


def event_windows(day: Daily) -> list[PlannedWindow]:
    """The windows in which something happens, in the order of time."""
    found = [PlannedWindow("crowd", each.at, each.at + each.lasts + AFTER, True) for each in day.crowds]
    found += [PlannedWindow("stale content", each.at, each.at + LONGEST, True, stale=True) for each in day.stale]
    found += [
        PlannedWindow("live start", each.at, each.at + each.joins + AFTER, True, joining=True) for each in day.live
    ]
    if day.release is not None:
        found.append(PlannedWindow("release", day.release.at, day.release.at + LONGEST, True))
    if day.flood is not None:
        found.append(
            PlannedWindow("flood", day.flood.at, day.flood.at + day.flood.lasts + AFTER, True, flood=day.flood)
        )
    within = (replace(each, ends=min(each.ends, DAY)) for each in found)
    return sorted((each for each in within if each.ends - each.begins >= GRID), key=lambda each: each.begins)


def steepest_windows(course: DayCourse, served: DayServer, taken: Sequence[PlannedWindow]) -> list[PlannedWindow]:
    """Windows in which the curve may be off most: where the load rises and falls most steeply, and where it is largest,
    of the time in which nothing else happens."""
    time = np.arange(0.0, DAY - LONGEST, LONGEST / 4.0)
    busy = [any(each.begins < t + LONGEST and t < each.ends for each in taken) for t in time]
    free = time[~np.array(busy, dtype=bool)]
    if not free.size:
        return []
    slope = course.at(free + LONGEST) - course.at(free)
    chosen = {"steepest rise": free[slope.argmax()], "steepest fall": free[slope.argmin()]}
    chosen["largest load"] = free[course.at(free + LONGEST / 2.0).argmax()]
    found = []
    for name, begins in chosen.items():
        rate = served.peak * served.nodes * float(course.at(begins + LONGEST / 2.0))
        half = min(LONGEST, max(SHORTEST, BUDGET / rate)) / 2.0
        middle = begins + LONGEST / 2.0
        found.append(PlannedWindow(name, float(middle - half), float(middle + half), False))
    return sorted(found, key=lambda each: each.begins)


def simulate_windows(
    served: DayServer,
    course: DayCourse,
    curve: SteadyLoads,
    planned_windows: Sequence[PlannedWindow],
    progress: Progress = lambda: None,
) -> list[SimulatedWindow]:
    """Every window, request by request. One in which something happens goes on, twice as long each time, until the
    targets are met again at its end. Raises what the engine raises."""
    simulated_windows = _simulate_window(served, course, curve, planned_windows, BUDGET, progress)
    for times in range(1, LONGER + 1):
        open_ = [place for place, each in enumerate(simulated_windows) if each.goes_on]
        longer = [_longer(simulated_windows[place].asked) for place in open_]
        announce_steps(progress, len(open_) * served.replications)
        again = _simulate_window(served, course, curve, longer, BUDGET * 2.0**times, progress)
        for place, window in zip(open_, again, strict=True):
            simulated_windows[place] = window
    return simulated_windows


def _longer(planned_window: PlannedWindow) -> PlannedWindow:
    ends = min(DAY, planned_window.begins + 2.0 * (planned_window.ends - planned_window.begins))
    return replace(planned_window, ends=ends, over=planned_window.over or planned_window.ends)


def _simulate_window(
    served: DayServer,
    course: DayCourse,
    curve: SteadyLoads,
    planned_windows: Sequence[PlannedWindow],
    budget: float,
    progress: Progress,
) -> list[SimulatedWindow]:
    count = served.replications
    prepared = [_prepared(served, course, each, budget) for each in planned_windows]

    def one(number: int) -> Tally:
        network, plan, _ = prepared[number // count]
        tally = served.engine.run(network, replace(plan, replication=number % count), served.scenario.run.seed)
        progress()
        return tally

    if not planned_windows:
        return []
    tallies = run_in_parallel(served.engine, one, range(count * len(planned_windows)), served.scenario.run.threads)
    return [
        _window_result(served, course, curve, each, prepared[place], tallies[place * count : (place + 1) * count])
        for place, each in enumerate(planned_windows)
    ]


Prepared = tuple[Network, RunPlan, float]


def _prepared(served: DayServer, course: DayCourse, planned_window: PlannedWindow, budget: float) -> Prepared:
    """The network of a window with its profile, its plan, and when it ends."""
    grid = np.arange(planned_window.begins, planned_window.ends, GRID)
    rates = served.peak * served.nodes * course.at(grid)
    events = rates + (planned_window.flood.rate * served.nodes if planned_window.flood else 0.0)
    done = np.searchsorted(np.cumsum(events * GRID), budget)
    seconds = min(planned_window.ends - planned_window.begins, max(SHORTEST, GRID * float(done)))
    least = min(AMPLE * responses_needed(served.asked) / float(rates.min()), seconds)
    piece = next((each for each in PIECES if each >= least), PIECES[-1])
    count = max(1, math.floor(seconds / piece + 1e-9))
    piece = min(piece, seconds)
    # Caches that begin empty cannot have settled before.
    lead = 0.0 if planned_window.stale else piece * math.ceil(served.settled / piece)
    ends = planned_window.begins + count * piece
    plan = RunPlan(round(lead / piece) + count, piece, lead, by_window=True)
    return _network(served, course, planned_window, lead, ends), plan, ends


def _network(served: DayServer, course: DayCourse, planned_window: PlannedWindow, lead: float, ends: float) -> Network:
    start = max(0.0, planned_window.begins - lead)
    waits = lead - (planned_window.begins - start)  # Before midnight it is as at midnight.
    corners = course.profile(start, ends, planned_window.joining)
    profile = corners if waits <= 0.0 else ((0.0, 1.0), *((time + waits, factor) for time, factor in corners))
    flood, scenario = planned_window.flood, served.scenario
    if flood is not None:
        half_open = HalfOpen(rate=flood.rate, time_out=flood.time_out, kernel_pool=flood.kernel_pool)
        workload = scenario.workload.model_copy(update={"half_open": half_open})
        served = replace(served, scenario=scenario.model_copy(update={"workload": workload}))
    begins = float(course.comes(start, planned_window.joining))
    network = served.at(served.peak * begins, profile).network
    if flood is not None:
        over = lead + flood.lasts
        shape = ((0.0, 0.0), (lead + OPENS, 0.0), (lead + 2.0 * OPENS, 1.0), (over, 1.0), (over + OPENS, 0.0))
        jobs = (replace(each, profile=shape) if each.role is Role.HALF_OPEN else each for each in network.background)
        network = replace(network, background=tuple(jobs))
    if not planned_window.stale:
        return network
    cold = (replace(each, warm=False) if isinstance(each, Cache) else each for each in network.resources)
    return replace(network, resources=tuple(cold))


def _window_result(
    served: DayServer,
    course: DayCourse,
    curve: SteadyLoads,
    planned_window: PlannedWindow,
    prepared: Prepared,
    tallies: Sequence[Tally],
) -> SimulatedWindow:
    network, plan, ends = prepared
    confidence, first = served.scenario.run.confidence, round(plan.warm_up / plan.window)
    each, judged = [], []
    for tally in tallies:
        whole = cut_windows(tally, first, plan.windows)
        each.append(
            day_figures(ReplicationSet(network, (whole,), confidence), whole, served.asked, client_strain).figures
        )
        pieces = [cut_windows(tally, piece, piece + 1) for piece in range(first, plan.windows)]
        judged.append(
            [
                day_figures(ReplicationSet(network, (part,), confidence), part, served.asked, client_strain)
                for part in pieces
            ]
        )
    misses = tuple(tuple(found.missed for found in one) for one in judged)
    minutes = [sum(miss is not None for miss in one) * plan.window / MINUTE for one in misses]
    time = np.arange(planned_window.begins + GRID / 2.0, ends, GRID)
    rates = served.peak * course.at(time)
    outside = curve.outside(rates).mean(axis=0).sum() * GRID / MINUTE
    return SimulatedWindow(
        asked=planned_window,
        ends=ends,
        piece=plan.window,
        full={name: _estimate([one[name] for one in each], confidence, UNITS[name]) for name in UNITS},
        by_curve={name: _by_curve(curve, name, rates) for name in UNITS},
        outside=from_replications(minutes, confidence, "min"),
        by_curve_outside=float(outside),
        misses=misses,
        judged_at=np.array([[not np.isnan(found.strain) for found in one] for one in judged]),
    )


def _estimate(values: list[float], confidence: float, unit: str) -> Estimate | Unavailable:
    return from_replications(values, confidence, unit) if np.isfinite(values).all() else Unavailable(TOO_FEW)


def _by_curve(curve: SteadyLoads, name: str, rates: np.ndarray) -> float:
    """A figure of the curve over some time: what is told of responses counts by how many there are."""
    return float(np.average(curve.figure(name, rates), weights=None if name == REQUESTS else rates))
