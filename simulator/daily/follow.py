"""A day of the farm as bought. Read this first: the course of its load, a curve over loads, and simulated windows."""

from dataclasses import dataclass

import numpy as np

from models.errors import Problem, ScenarioError
from models.parts.daily.day import DAY, WEEKDAYS, Daily
from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.daily.course import DayCourse, course_of
from simulator.daily.curve import POINTS, SteadyLoads, curve_of
from simulator.daily.figures import UNITS
from simulator.daily.judged import DayJudged, day_judged, moments
from simulator.daily.served import REPLICATIONS, DayServer, together
from simulator.daily.windows import Window, happenings, simulated, steepest
from simulator.engines.engine import Engine
from simulator.measure.estimate import Estimate
from simulator.measure.progress import Progress, grow
from simulator.sizing.capacity import searches
from simulator.solver import require_support
from simulator.survival.load import Load, is_searched, load_of
from simulator.survival.over_time import Course
from simulator.targets import asked

# Moments of the day that are told, seconds apart.
STEP = 300.0


@dataclass(frozen=True)
class OfWeekday:
    """An ordinary day of the week: its largest load, in times the demand of the peak, its requests of a server, and its
    moments judged by their load."""

    name: str
    largest: float
    requests: float
    judged: DayJudged

    @property
    def outside(self) -> Estimate:
        """Minutes outside the targets."""
        return self.judged.minutes()


@dataclass(frozen=True)
class DayFollowed:
    """A day of a server of a farm, or of each of a unit's. time: moments of the day, seconds; courses: figures there by
    the curve. windows: those that were simulated, in the order of time. week: ordinary days; empty where all are alike.
    judged: every moment, as simulated or by its load."""

    scenario: Scenario
    load: Load
    served: DayServer
    course: DayCourse
    curve: SteadyLoads
    time: np.ndarray
    courses: tuple[Course, ...]
    windows: tuple[Window, ...]
    week: tuple[OfWeekday, ...]
    judged: DayJudged

    __repr__ = short_repr

    @property
    def outside(self) -> Estimate:
        """Minutes of the day outside the targets."""
        return self.judged.minutes()

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


def follow(scenario: Scenario, engine: Engine, load: str = "", progress: Progress = lambda: None) -> DayFollowed:
    """A day of a scenario at a load of the peak (see `load_of`).

    Raises ScenarioError where nothing is said of a day, and what `load_of` and the engine raise.
    """
    day = require_a_day(scenario)
    under = load_of(scenario, engine, load, progress)
    settled, wanted = under.settled.seconds, asked(scenario.targets)
    served = DayServer(scenario, engine, together(scenario), under.requests, settled, wanted)
    require_support(engine, served.at(under.requests).network)
    course = course_of(day)
    happen = happenings(day)
    chosen = sorted((*happen, *steepest(course, served, happen)), key=lambda each: each.begins)
    week = {name: course_of(day, number) for number, name in enumerate(WEEKDAYS)} if day.weekdays else {}
    loads = np.concatenate([each.times for each in (course, *week.values())]) * under.requests
    grow(progress, len(chosen) * served.replications)
    curve = curve_of(served, float(loads.min()), float(loads.max()), progress)
    windows = tuple(simulated(served, course, curve, chosen, progress))
    judged = day_judged(under.requests * course.at(moments()), curve, windows)
    time = np.arange(0.0, DAY + STEP / 2.0, STEP)
    return DayFollowed(
        scenario=scenario,
        load=under,
        served=served,
        course=course,
        curve=curve,
        time=time,
        courses=_courses(curve, under.requests * course.at(time)),
        windows=windows,
        week=tuple(_of_weekday(served, name, each, curve) for name, each in week.items()),
        judged=judged,
    )


def require_a_day(scenario: Scenario) -> Daily:
    """What a scenario says of its day. Raises ScenarioError where that is nothing."""
    if scenario.workload.day is None:
        message, remedy = "nothing is said of a day", "write `day: {hours: [...]}` with 24 factors, midnight first"
        raise ScenarioError((Problem(scenario.file, 0, "workload.day", "none", message, remedy),))
    return scenario.workload.day


def steps(scenario: Scenario, load: str) -> int:
    """How many times `follow` reports progress, at least."""
    count = scenario.run.replications or REPLICATIONS
    return POINTS * count + (searches(scenario) if is_searched(scenario, load) else 1)


def _courses(curve: SteadyLoads, rates: np.ndarray) -> tuple[Course, ...]:
    return tuple(
        Course(name, unit, curve.figure(name, rates), curve.half_width(name, rates)) for name, unit in UNITS.items()
    )


def _of_weekday(served: DayServer, name: str, course: DayCourse, curve: SteadyLoads) -> OfWeekday:
    judged = day_judged(served.peak * course.at(moments()), curve)
    return OfWeekday(name, float(course.times.max()), course.mean * served.peak * DAY, judged)
