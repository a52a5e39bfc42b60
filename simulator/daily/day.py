"""A day of the farm as bought. Read this first: the course of its load, a curve over loads, and simulated windows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.errors import Problem, ScenarioError
from models.parts.daily.day import DAY, WEEKDAYS, Daily
from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.daily.day_course import DayCourse, day_course
from simulator.daily.day_server import REPLICATIONS, DayServer, nodes_simulated
from simulator.daily.figures import UNITS
from simulator.daily.live_load import LiveLoad, find_viewing, live_load
from simulator.daily.load_curve import POINTS, SteadyLoads, extend_load_curve, steady_load_curve
from simulator.daily.target_violations import DayVerdict, judge_day, times_of_day
from simulator.daily.windows import SimulatedWindow, event_windows, simulate_windows, steepest_windows
from simulator.engines.engine import Engine
from simulator.experiment.capacity_search import search_steps
from simulator.experiment.estimate import Estimate
from simulator.experiment.progress import Progress, announce_steps
from simulator.failover.load import ServerLoad, needs_capacity, stated_load
from simulator.failover.time_course import TimeCourse
from simulator.messages.stages.daily import NO_DAY
from simulator.solver import require_support
from simulator.targets import target_values

# Moments of the day that are told, seconds apart.
STEP = 300.0


@dataclass(frozen=True)
class WeekdayResult:
    """An ordinary day of the week: its largest load, in times the demand of the peak, its requests of a server, and its
    moments judged by their load."""

    name: str
    largest: float
    requests: float
    judged: DayVerdict

    @property
    def outside(self) -> Estimate:
        """Minutes outside the targets."""
        return self.judged.minutes()


@dataclass(frozen=True)
class DayResult:
    """A day of a server of a farm, or of each of a unit's. time: moments of the day, seconds; courses: figures there by
    the curve. windows: those that were simulated, in the order of time. week: ordinary days; empty where all are alike.
    judged: every moment, as simulated or by its load; spares_down: the same by its load alone, were the spares down all
    day, None where units have none, or groups of nodes whose loads differ. live: what viewers ask a server for who join
    at live starts."""

    scenario: Scenario
    load: ServerLoad
    served: DayServer
    course: DayCourse
    curve: SteadyLoads
    time: np.ndarray
    courses: tuple[TimeCourse, ...]
    windows: tuple[SimulatedWindow, ...]
    week: tuple[WeekdayResult, ...]
    judged: DayVerdict
    spares_down: DayVerdict | None = None
    live: tuple[LiveLoad, ...] = ()

    __repr__ = short_repr

    @property
    def outside(self) -> Estimate:
        """Minutes of the day outside the targets."""
        return self.judged.minutes()

    @property
    def peak_spares_down(self) -> float:
        """Requests a second of a server at the demand of the peak with the spares down."""
        return self.served.peak * self.load.spares_down

    @property
    def met(self) -> bool | None:
        """Whether it keeps to its targets all day, in every replication; None where that is not known."""
        return self.judged.met

    @property
    def requests(self) -> float:
        """Requests of a server on that day."""
        return self.course.mean * self.served.peak * DAY

    def rates(self, time: np.ndarray) -> np.ndarray:
        """Requests a second of a server at times of the day."""
        return self.served.peak * self.course.at(time)


def simulate_day(scenario: Scenario, engine: Engine, load: str = "", progress: Progress = lambda: None) -> DayResult:
    """A day of a scenario at a load of the peak (see `stated_load`).

    Raises ScenarioError where nothing is said of a day, and what `stated_load` and the engine raise.
    """
    day = require_day(scenario)
    under = stated_load(scenario, engine, load, progress)
    settled, wanted = under.settled.seconds, target_values(scenario.targets)
    served = DayServer(scenario, engine, nodes_simulated(scenario), under.requests, settled, wanted)
    require_support(engine, served.at(under.requests).network)
    viewing = find_viewing(served.at(under.requests).network) if day.live else None
    course = day_course(day, viewing=viewing)
    happen = event_windows(day)
    chosen = sorted((*happen, *steepest_windows(course, served, happen)), key=lambda each: each.begins)
    week = {name: day_course(day, number) for number, name in enumerate(WEEKDAYS)} if day.weekdays else {}
    loads = np.concatenate([each.times for each in (course, *week.values())]) * under.requests
    announce_steps(progress, len(chosen) * served.replications)
    curve = steady_load_curve(served, float(loads.min()), float(loads.max()), progress)
    windows = tuple(simulate_windows(served, course, curve, chosen, progress))
    day_verdict = judge_day(under.requests * course.at(times_of_day()), curve, windows)
    time = np.arange(0.0, DAY + STEP / 2.0, STEP)
    return DayResult(
        scenario=scenario,
        load=under,
        served=served,
        course=course,
        curve=curve,
        time=time,
        courses=_courses(curve, under.requests * course.at(time)),
        windows=windows,
        week=tuple(_of_weekday(served, name, each, curve) for name, each in week.items()),
        judged=day_verdict,
        live=tuple(live_load(each, viewing, under.requests) for each in day.live) if viewing else (),
        spares_down=_with_spares_down(served, under, course, curve, windows, progress),
    )


def _with_spares_down(
    served: DayServer, load: ServerLoad, course: DayCourse, curve: SteadyLoads, windows: Sequence[SimulatedWindow],
    progress: Progress,
) -> DayVerdict | None:  # fmt: skip
    """The day by the larger load of a server while the spares are down."""
    if load.spares_down <= 1.0 or served.scenario.unit.paths:
        return None
    peak = load.requests * load.spares_down
    further = extend_load_curve(curve, served, peak * float(course.times.max()), progress)
    return judge_day(peak * course.at(times_of_day()), further, windows, by_load_alone=True)


def require_day(scenario: Scenario) -> Daily:
    """What a scenario says of its day. Raises ScenarioError where that is nothing."""
    if scenario.workload.day is None:
        message, remedy = NO_DAY
        raise ScenarioError((Problem(scenario.file, 0, "workload.day", "none", message, remedy),))
    return scenario.workload.day


def day_steps(scenario: Scenario, load: str) -> int:
    """How many times `follow` reports progress, at least."""
    count = scenario.run.replications or REPLICATIONS
    return POINTS * count + (search_steps(scenario) if needs_capacity(scenario, load) else 1)


def _courses(curve: SteadyLoads, rates: np.ndarray) -> tuple[TimeCourse, ...]:
    return tuple(
        TimeCourse(name, unit, curve.figure(name, rates), curve.half_width(name, rates)) for name, unit in UNITS.items()
    )


def _of_weekday(served: DayServer, name: str, course: DayCourse, curve: SteadyLoads) -> WeekdayResult:
    day_verdict = judge_day(served.peak * course.at(times_of_day()), curve)
    return WeekdayResult(name, float(course.times.max()), course.mean * served.peak * DAY, day_verdict)
