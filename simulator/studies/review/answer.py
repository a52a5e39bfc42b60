"""What runs beside the model. Read this first: counters -> demand and CPU times -> the farm that runs -> until when."""

from dataclasses import dataclass, field, replace

import numpy as np

from models.errors import ScenarioError
from models.parts.demand import Demand
from models.parts.growth.supply import StandingUnits, Supply
from models.parts.operating_system import MOST_WITHOUT_REQUESTS
from models.quantities.months import YEAR, month_text
from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.unit_pods import as_servers, nodes_a_server, servers_of_unit
from models.variations.changes import with_changes
from simulator.calibration.reading.problems import refuse
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.misfit import Misfit
from simulator.farm.raised_setting import SettingFirst
from simulator.farm.running_farm import RunningFarm, judge_farm
from simulator.farm.sized_server import size_server
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.upgrade_value import UpgradeValue
from simulator.growth.demand_paths import DemandPaths
from simulator.growth.forecast import forecast_demand, forecast_from, is_long_enough
from simulator.growth.grow import plan_growth
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.history import monthly_history
from simulator.messages.review import MEASURED, too_short
from simulator.messages.stages import telemetry
from simulator.solver import Solver
from simulator.store.kept_reviews import KeptReview
from simulator.studies.review.certainty import FarmCertainty, share_off
from simulator.studies.review.change_first import change_first, cheaper_server
from simulator.studies.review.measured_servers import with_measured_servers
from simulator.studies.review.measured_work import front_changes
from simulator.studies.review.memory import ReviewMemory, no_memory
from simulator.studies.review.tier_fit import TierFit, fit_tiers, with_measured_calls
from simulator.studies.review.tiers_first import TiersFirst
from simulator.telemetry.deployments import deployments_of
from simulator.telemetry.farm_record import FarmRecord, lay_side_by_side
from simulator.telemetry.model_fit import DESCRIBED, ModelFit, fit_model, requests_of
from simulator.telemetry.read import CounterSources, read_counters
from simulator.telemetry.record_noise import MeasuredRange, peak_range
from simulator.telemetry.series import SeriesValues
from simulator.telemetry.tier_hosts import host_pattern, host_records, split_tiers
from simulator.uncertainty.intervals import USUAL_CONFIDENCE
from simulator.uncertainty.resolution import resolve

# What is judged, and what the model is held beside: longer ago a farm was another one.
LOOKED_BACK = 92.0  # Days.
# What a system may cost in times another one: beyond that a fit is none.
_LEAST_WORK, _MOST_WORK = 0.1, 10.0
_HORIZON = 36
LONGEST_LIFE = 240.0  # Months, beyond which nothing is looked ahead.


@dataclass(frozen=True)
class Review:
    """A farm that runs. record: what was measured; peak: the largest demand of a step of it, at `peak_at`;
    peak_between: where another record of the same load has it. measured: servers that were measured at once, 0 where
    nobody says. fit: the model beside it; corrected: whether its CPU times are those that were measured. running: the
    verdict; carries_between: the interval of what the farm can carry, in times what it must, over all that is not
    known. Both intervals are None where nobody knows. ahead: the months to come, or why nothing is known of them.
    raise_first: the setting that stops a server, tiers_first: more of the tiers that do, upgrade: what else to change,
    where it is short; instead: the farm of another server that costs less than what is left, where it is too large.
    None where there is none. last: the verdict of the review before, None where none is remembered. tiers: those with
    pods beside the deployments of their names, and others beside their hosts, as far as these were measured."""

    scenario: Scenario
    record: FarmRecord
    peak: Demand
    peak_at: float
    peak_between: MeasuredRange | None
    measured: int
    fit: ModelFit
    corrected: bool
    running: RunningFarm
    carries_between: MeasuredRange | None
    ahead: GrowthPlan | Unavailable = field(repr=False)
    raise_first: SettingFirst | None = None
    tiers_first: TiersFirst | None = None
    upgrade: UpgradeValue | None = None
    instead: Farm | None = None
    last: KeptReview | None = None
    tiers: tuple[TierFit, ...] = ()

    @property
    def misfit(self) -> Misfit | None:
        """Why the model does not describe the farm, the first of the reasons; None where it does, as far as that was
        measured."""
        fit = self.fit
        reasons = {
            Misfit.CPU_WITHOUT_REQUESTS: fit.idle > MOST_WITHOUT_REQUESTS,
            Misfit.REQUEST_CPU: fit.work is not None and not self.corrected,
            Misfit.CALL_CPU: any(map(is_other_call, self.tiers)),
            Misfit.TIER_DISKS: any(self.has_fuller_disks(each) for each in self.tiers),
            # A demand in requests does not rest on bytes.
            Misfit.OTHER_BYTES: self.peak.wire is not None and fit.has_other_bytes,
            Misfit.RESPONSE_BYTES: not fit.has_its_bytes,
            Misfit.CPU_AT_PEAK: fit.at_peak is False,
            Misfit.CPU_BEYOND_PEAK: fit.grows is False,
            Misfit.CPU_IN_OTHER_HOURS: fit.described is not None and fit.described < DESCRIBED,
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    def has_fuller_disks(self, tier: TierFit) -> bool:
        """Whether the disks of a tier are fuller than the model says, and too full for the peak with its reserve."""
        return tier.disks_used * (1.0 + self.scenario.reserve) > (self.scenario.targets.utilisation or 1.0)

    @property
    def describes(self) -> bool | None:
        """Whether the model describes the farm; None where no CPU was measured, and nothing else is off."""
        return False if self.misfit is not None else None if self.fit.described is None else True

    @property
    def no_verdict_because(self) -> Misfit | None:
        """Why nobody knows whether the farm is enough; None where the verdict can be stood by."""
        misfit = self.misfit
        return misfit if misfit is not None and misfit.leaves_no_verdict else None

    @property
    def stands(self) -> bool:
        """Whether the verdict can be stood by: the model has the work, the bytes and, where the load is largest, the
        CPU of this farm, as far as they were measured."""
        return self.no_verdict_because is None

    @property
    def bottleneck(self) -> str:
        """What stops a server, by its name."""
        return stopping_limit(self.running.farm.carried, self.scenario.targets).name


def is_other_call(tier: TierFit) -> bool:
    """Whether the CPU time of the calls of a tier is too far from that of the scenario to be the same work."""
    return tier.work is not None and not _LEAST_WORK <= tier.work <= _MOST_WORK


def review_farm(
    scenario: Scenario,
    sources: CounterSources,
    tolerance: float,
    solver: Solver,
    progress: Progress = lambda: None,
    memory: ReviewMemory = no_memory,
) -> Review:
    """What runs, by its counters. Raises ScenarioError for counters that tell no demand, and what sizing raises."""
    in_pods = [tier.name for tier in scenario.tiers if tier.pods is not None]
    counters = read_counters(*sources.with_tiers(in_pods, host_pattern(scenario.tiers)))
    own, series = split_tiers(counters, scenario.tiers, scenario.file)
    record = lay_side_by_side(own)
    recent = record.last(LOOKED_BACK)
    servers, measured = _servers(scenario, record, sources.name)
    a_unit = servers_of_unit(scenario)
    if servers % a_unit:
        refuse(scenario.file, *telemetry.no_whole_units(servers, a_unit, scenario.unit.pods is not None))
    times = servers / measured if measured and not record.whole else 1.0
    requests = times * requests_of(scenario, recent)
    each = requests / _sharing(recent, servers, times)
    if not float(np.nanmax(requests, initial=0.0)) > 0.0:
        refuse(sources.name, *(telemetry.NO_STEP if recent.left_out else telemetry.NO_DEMAND_MEASURED))
    fit = fit_model(as_servers(scenario), recent, requests, each)
    demanded = times * _amounts(scenario, recent)
    place = int(np.nanargmax(demanded))
    peak = _demand(scenario, recent, float(demanded[place]))
    units, hosts = servers // a_unit, host_records(scenario.tiers, series, recent.step)
    deployed = deployments_of(counters.pods, in_pods, recent.step)
    scenario = with_measured_servers(scenario, (*deployed, *(each.record for each in hosts.values())), units)
    tiers = fit_tiers(scenario, deployed, hosts, recent, requests, units)
    called = with_measured_calls(scenario, tiers, _LEAST_WORK, _MOST_WORK)
    fitted = resolve(with_changes(with_measured_work(called, fit), {"demand": peak}, MEASURED))
    farm = buy_farm(fitted, size_server(fitted, solver, progress=progress))
    most = most_of_a_node(scenario, fit)
    corrected = fitted.workload.cpu_measured_on.up_to == most
    between = peak_range(recent.at, demanded, recent.step, np.random.default_rng(scenario.run.seed))
    off = share_off(float(demanded[place]), between)
    # CPU times that are not those that were measured are off by what is stated of them, and by no record.
    of_work = share_off(fit.work, fit.work_between) if corrected and fit.work is not None else 0.0
    certainty = FarmCertainty(farm, most if corrected else None, off, of_work)
    last = memory(scenario, recent)
    running = _judged(certainty, units, tolerance, last)
    first = change_first(called, fit, running)
    return Review(
        scenario=fitted, record=recent, peak=peak, peak_at=float(recent.at[place]), peak_between=between,
        measured=measured, fit=fit, corrected=corrected, running=running, carries_between=certainty.carries(running),
        ahead=_ahead(scenario, certainty, record, times, running), raise_first=first.setting,
        tiers_first=first.tiers, upgrade=first.upgrade,
        instead=cheaper_server(called, fit, running), last=last, tiers=tiers,
    )  # fmt: skip


def _servers(scenario: Scenario, record: FarmRecord, file: str) -> tuple[int, int]:
    """Servers that run, and how many of them were measured at once."""
    measured = int(record.servers.max(initial=0.0))
    today = scenario.supply.today if scenario.supply is not None else ()
    standing = sum(each.units for each in today) * servers_of_unit(scenario)
    if not standing and not measured:
        refuse(file, *telemetry.NO_SERVERS)
    if standing and measured > standing:
        refuse(file, *telemetry.too_many_servers(measured, standing))
    return standing or measured, measured


def _sharing(record: FarmRecord, servers: int, times: float) -> SeriesValues:
    """Servers that share the demand in each step: as many as were measured, where all are."""
    known = record.servers * times if record.servers.max(initial=0.0) * times >= servers else np.zeros(len(record.at))
    return np.where(known > 0.0, known, float(servers))


def _amounts(scenario: Scenario, record: FarmRecord) -> SeriesValues:
    """The demand in each step, in the unit in which it is stated: bytes/s where the scenario has bytes, and they were
    measured."""
    return record.sent if _is_in_bytes(scenario, record) else record.rate


def _is_in_bytes(scenario: Scenario, record: FarmRecord) -> bool:
    if not np.isfinite(record.sent).any():
        return False
    in_bytes = scenario.demand is not None and scenario.demand.is_in_bytes
    return in_bytes or not np.isfinite(record.rate).any()


def _demand(scenario: Scenario, record: FarmRecord, amount: float) -> Demand:
    return Demand(wire=amount) if _is_in_bytes(scenario, record) else Demand(requests=amount)


def most_of_a_node(scenario: Scenario, fit: ModelFit) -> float:
    """Requests/s of one server at the most, or of each of the pods on it."""
    return fit.most / nodes_a_server(scenario)


def with_measured_work(scenario: Scenario, fit: ModelFit) -> Scenario:
    """The scenario with the CPU times that were measured: those of a core of its own server, up to the most that one
    did. As it is where no CPU was measured, or where the fit is none."""
    core = scenario.workload.cpu_measured_on
    if fit.work is None:
        return scenario
    speed = core.server.core_speed
    times = fit.work * speed / scenario.server.core_speed
    if not _LEAST_WORK <= scenario.operating_system.cpu_factor * times <= _MOST_WORK:
        return scenario
    most = most_of_a_node(scenario, fit)
    changes = front_changes(scenario, times) | {
        "operating_system.cpu_without_requests": fit.idle,
        "server.core_speed": speed,
        "workload.cpu_measured_on.server.name": scenario.server.name,
        "workload.cpu_measured_on.up_to": most,
    }
    try:
        found = with_changes(scenario, changes, MEASURED)
    except ScenarioError:
        return scenario
    source = Provenance(value_text=f"{most:.3g} /s", kind="measured", source=MEASURED)
    return found.model_copy(update={"sources": {**found.sources, "workload.cpu_measured_on.up_to": source}})


def _judged(certainty: FarmCertainty, units: int, tolerance: float, last: KeptReview | None) -> RunningFarm:
    """The verdict on so many units, where the last review found a number of servers right."""
    farm = certainty.farm
    known = certainty.enough(units) is not None
    confidence = farm.scenario.confidence or USUAL_CONFIDENCE
    enough = (lambda count, times: certainty.enough(count, times) or 0.0) if known else None
    right = None if last is None else last.right // servers_of_unit(farm.scenario)
    return judge_farm(farm, units, 1.0 + farm.scenario.reserve, tolerance, enough, confidence, right)


def _ahead(
    scenario: Scenario, certainty: FarmCertainty, record: FarmRecord, times: float, running: RunningFarm
) -> GrowthPlan | Unavailable:
    """When the farm that runs is too small, as its demand grows: by the forecast of what was measured, where that is
    long enough, else as the scenario states. What is not known of its servers counts in each way that the demand goes.
    """
    fitted = running.farm.scenario
    paths = _paths(scenario, fitted, record, times)
    if paths is None:
        return Unavailable(too_short(record.days))
    stated = scenario.supply or Supply()
    today = stated.today or (StandingUnits(units=running.units),)
    # Of servers whose age nobody states, none is to go for it.
    ageless = {} if stated.today else {"life": LONGEST_LIFE}
    supply = stated.model_copy(update={"today": today, "autoscaling": None, **ageless})
    asked = with_changes(fitted, {"supply": supply}, MEASURED)
    try:
        paths = replace(paths, drawn=certainty.demand_felt(paths.drawn, running.units))
        return plan_growth(asked, Theory(), paths, closely=False, in_worlds=False)
    except (NoCapacity, NotConverged, Unstable, UnsupportedByEngine) as error:
        return Unavailable(str(error))


def _paths(scenario: Scenario, fitted: Scenario, record: FarmRecord, times: float) -> DemandPaths | None:
    amounts = times * _amounts(scenario, record)
    there = np.isfinite(amounts) & (amounts > 0.0)
    samples = list(zip(record.at[there].tolist(), amounts[there].tolist(), strict=True))
    try:
        past = monthly_history(samples, "peak", scenario.file) if record.days >= 2.0 * YEAR * 28.0 else None
        if past is not None and is_long_enough(past):
            months = scenario.growth.months if scenario.growth is not None else _HORIZON
            return forecast_from(past, fitted, month_text(past.last + 1), months, scenario.file)
    except ScenarioError:  # Too many months are missing.
        pass
    if scenario.growth is None:
        return None
    return forecast_demand(fitted.model_copy(update={"growth": scenario.growth}))
