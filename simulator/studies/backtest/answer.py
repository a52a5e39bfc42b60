"""A record through an autoscaler. Read this first: counters -> demand -> servers of the rule -> minutes and money."""

import math
from dataclasses import dataclass, field

import numpy as np

from models.parts.demand import Demand
from models.parts.growth.autoscaling import POLICIES, Autoscaling
from models.parts.growth.scaling_policies import HOURS, ServersAtHour
from models.scenario import Scenario
from models.unit_pods import as_servers
from models.variations.changes import with_changes
from simulator.calibration.reading.problems import refuse
from simulator.errors import UnsupportedByEngine
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.farm.farm import buy_farm
from simulator.farm.sized_server import size_server
from simulator.growth.generations import Generation, farm_generation
from simulator.growth.hourly.autoscaled_day import followed_limit, hourly_rent, monthly_cost, servers_on
from simulator.growth.hourly.day import STEP, ServersByHour
from simulator.growth.hourly.fleet import DAY, TICK, FleetCourse, Servers, Shares, follow_load
from simulator.growth.hourly.missed_minutes import MINUTE, MissedMinutes, missed_minutes
from simulator.messages import backtest
from simulator.messages.review import MEASURED
from simulator.solver import Solver
from simulator.studies.backtest.cold_cache import CacheFilling, cache_filling
from simulator.studies.review.answer import with_measured_work
from simulator.telemetry.farm_record import HOUR, FarmRecord, lay_side_by_side
from simulator.telemetry.model_fit import fit_model, requests_of
from simulator.telemetry.read import CounterSources, read_counters
from simulator.telemetry.tier_hosts import split_tiers
from simulator.uncertainty.resolution import resolve

SHORTEST_STEP = 60.0  # s: what autoscalers of clouds see.
EPSILON = 1e-9  # Of servers: a need that is whole but for rounding is that number.
_EVERY = int(MINUTE / TICK)
_MANY = 1_000_000


@dataclass(frozen=True)
class FarmCourse:
    """One way to run the farm through the record. name: "autoscaler", "fixed" or "schedule"; serving, on: servers on
    average in each minute; missed: minutes outside the targets; cost: money a month, without what leaves a cloud."""

    name: str
    serving: Shares = field(repr=False)
    on: Shares = field(repr=False)
    missed: MissedMinutes
    cost: float

    @property
    def server_hours(self) -> float:
        """Server hours that the record takes."""
        return float(self.on.sum()) * MINUTE / HOUR


@dataclass(frozen=True)
class AutoscalerTrial:
    """An autoscaler on a record. filling: how the caches of a new server fill, where that was worked out, or why theory
    does not know; corrected: whether CPU times are those that were measured; gaps: steps that were not measured; new:
    the servers, with what one carries; limit: the one whose use is followed. demand: requests/s in each minute from
    `begins` on, in seconds since 1970; needed: servers that carry it, as warm as can be. schedule: the fewest servers
    by the hour of the day, midnight UTC first, that miss no minute."""

    scenario: Scenario
    scaling: Autoscaling
    filling: CacheFilling | Unavailable | None
    record: FarmRecord
    corrected: bool
    gaps: int
    new: Generation
    limit: str
    begins: float
    demand: Shares = field(repr=False)
    needed: Servers = field(repr=False)
    autoscaler: FarmCourse
    fixed: FarmCourse
    scheduled: FarmCourse
    schedule: tuple[int, ...]

    @property
    def carries(self) -> float:
        """Requests/s that a server carries within its targets."""
        return self.new.farm.carried.requests.value

    @property
    def courses(self) -> tuple[FarmCourse, FarmCourse, FarmCourse]:
        """The three ways to run the farm."""
        return self.autoscaler, self.fixed, self.scheduled

    @property
    def met(self) -> bool:
        """Whether the autoscaler misses no minute."""
        return self.autoscaler.missed.minutes <= 0.0

    @property
    def hours(self) -> Servers:
        """The hour of the day of each minute, UTC."""
        return _hours_of_day(self.begins, len(self.demand))


def backtest_autoscaler(
    scenario: Scenario, sources: CounterSources, solver: Solver, progress: Progress = lambda: None
) -> AutoscalerTrial:
    """An autoscaler on a record of counters. Raises ScenarioError where the scenario states no autoscaler and for a
    record that is too short, and what sizing raises."""
    scaling = scenario.supply.autoscaling if scenario.supply is not None else None
    if scaling is None:
        refuse(scenario.file, *backtest.NO_AUTOSCALER, path="supply.autoscaling")
    own, _ = split_tiers(read_counters(*sources), scenario.tiers, sources.name)
    record = lay_side_by_side(own, SHORTEST_STEP)
    if record.days < 1.0:
        refuse(sources.name, *backtest.too_short(record.days * HOURS))
    rates = requests_of(scenario, record)
    if not float(np.nanmax(rates, initial=0.0)) > 0.0:
        refuse(sources.name, *backtest.NOTHING_DEMANDED)
    fitted = _fitted(scenario, record, rates)
    load = _load(record, rates)
    peak = float(load.max())
    asked = resolve(with_changes(fitted, {"demand": Demand(requests=peak)}, MEASURED))
    farm = buy_farm(asked, size_server(asked, solver, progress=progress))
    filling = _filling(asked)
    if isinstance(filling, CacheFilling):
        scaling = scaling.model_copy(update={"cold": filling.cold, "warm_after": filling.seconds})
    trial = _Trial(asked, farm_generation(farm, asked.server.name), load, float(record.at[0] % DAY), solver)
    used = followed_limit(scaling, farm.carried.limits)
    needed = np.maximum(1, np.ceil(_minutes(trial.ticks) / trial.carries - EPSILON)).astype(np.int64)
    hours = _hours_of_day(float(record.at[0]), len(needed))
    schedule = tuple(int(needed[hours == hour].max()) for hour in range(HOURS))
    by_schedule = follow_load(_scheduled(scaling, schedule), trial.ticks, trial.of_day)
    fixed = np.full(len(trial.ticks), needed.max())
    busy = used.utilisation.value / 100.0 / trial.carries
    return AutoscalerTrial(
        scenario=asked,
        scaling=scaling,
        filling=filling,
        record=record,
        corrected=fitted is not scenario,
        gaps=int((~np.isfinite(rates)).sum()),
        new=trial.new,
        limit=used.name,
        begins=float(record.at[0]),
        demand=_minutes(trial.ticks),
        needed=needed,
        autoscaler=trial.course("autoscaler", follow_load(scaling, busy * trial.ticks, trial.of_day)),
        fixed=trial.course("fixed", FleetCourse(fixed, fixed, fixed.astype(np.float64))),
        scheduled=trial.course("schedule", by_schedule),
        schedule=schedule,
    )


def _hours_of_day(begins: float, minutes: int) -> Servers:
    """The hour of the day, UTC, of each of so many minutes."""
    return np.asarray((begins + MINUTE * np.arange(minutes)) % DAY // HOUR, dtype=np.int64)


def _fitted(scenario: Scenario, record: FarmRecord, rates: Shares) -> Scenario:
    """The scenario with the CPU times that were measured, where they were."""
    if not np.isfinite(record.cpu).any() or not record.servers.max(initial=0.0) > 0.0:
        return scenario
    each = rates / np.where(record.servers > 0.0, record.servers, np.nan)
    return with_measured_work(scenario, fit_model(as_servers(scenario), record, rates, each))


def _filling(scenario: Scenario) -> CacheFilling | Unavailable | None:
    """How the caches of a new server fill, where the scenario states neither, or why theory does not know."""
    stated = any(scenario.sources[f"supply.autoscaling.{key}"].kind != "default" for key in ("cold", "warm_after"))
    try:
        return None if stated else cache_filling(scenario)
    except UnsupportedByEngine as error:
        return Unavailable(error.why)


def _load(record: FarmRecord, rates: Shares) -> Shares:
    """Requests/s at the beginning of each STEP, and at the end, of the whole hours of a record: straight lines from the
    middle of a step that was measured to that of the next."""
    known = np.isfinite(rates)
    hours = math.floor((record.days * DAY + EPSILON) / HOUR)
    at = float(record.at[0]) + STEP * np.arange(hours * round(HOUR / STEP) + 1)
    return np.asarray(np.interp(at, record.at[known] + record.step / 2.0, rates[known]))


def _minutes(ticks: np.ndarray) -> Shares:
    """The mean of each minute of values by TICK."""
    return np.asarray(ticks.reshape(-1, _EVERY).mean(axis=1))


def _scheduled(scaling: Autoscaling, schedule: tuple[int, ...]) -> Autoscaling:
    """The servers of a schedule in place of a policy."""
    servers = tuple(ServersAtHour(servers=count) for count in schedule)
    bounds = {"minimum": 1, "maximum": _MANY, "schedule": servers}
    return scaling.model_copy(update=dict.fromkeys(POLICIES) | bounds)


@dataclass(frozen=True)
class _Trial:
    """Servers on a load. load: requests/s at the beginning of each STEP, and at the end; of_day: seconds since midnight
    UTC at the first."""

    scenario: Scenario
    new: Generation
    load: Shares
    of_day: float
    solver: Solver

    @property
    def carries(self) -> float:
        return self.new.farm.carried.requests.value

    @property
    def ticks(self) -> Shares:
        """Requests/s in each TICK."""
        return np.repeat((self.load[:-1] + self.load[1:]) / 2.0, round(STEP / TICK))

    def course(self, name: str, fleet: FleetCourse) -> FarmCourse:
        """The minutes outside the targets, and the money, of a fleet. Only what comes and goes is simulated: what is
        counted from what a server carries has been simulated there."""
        every, peak = round(STEP / TICK), float(self.load.max())
        steps = ServersByHour(self.load / peak, fleet.warm[::every], fleet.on[::every])
        solver = self.solver if name == "autoscaler" else Theory()
        settled = self.new.farm.carried.settled
        missed = missed_minutes(self.scenario, steps, self.carries, peak, solver, settled)
        by_hour = (self.load[:-1] / peak).reshape(-1, round(HOUR / STEP)).mean(axis=1)
        rent = self.scenario.instance_a_month if name == "fixed" else hourly_rent(self.scenario)
        on = servers_on(self.scenario, fleet.on).reshape(len(by_hour), -1)
        cost = monthly_cost(self.new, by_hour, on, rent)
        return FarmCourse(name, _minutes(fleet.serving), _minutes(fleet.on), missed, cost)
