"""The whole pipeline. Read this first: scenario -> what a server carries -> the farm -> the farm at work -> outcome."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date

from models.node_groups import group_scenario, rated_scenarios
from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.capacity_by_solver import capacity_in_theory, server_capacity
from simulator.experiment.capacity_search import require_search
from simulator.experiment.measurement import measure_server, require_measurable
from simulator.experiment.memory_budget import require_memory
from simulator.experiment.path_groups import busiest_in_group
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST, capacity_at_stated_load
from simulator.experiment.single_server import without_spares
from simulator.experiment.sizing_basis import sizing_basis
from simulator.experiment.solvers import Theory
from simulator.farm.farm import buy_farm
from simulator.farm.farm_at_work import measure_at_rate, operating_points, server_at_rate
from simulator.farm.larger_cache import with_larger_cache
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome, compare_with_baseline, roll_up
from simulator.farm.right_size import with_fitting_farm
from simulator.farm.setting_first import setting_first
from simulator.farm.stamp import make_stamp
from simulator.farm.tier_failure import TierFailure
from simulator.farm.tier_failure_study import tier_failures
from simulator.farm.tier_sizing import sized_by_callers
from simulator.solver import Solver
from simulator.translate.one_world import require_one_world
from simulator.translate.translate import translate


@dataclass(frozen=True)
class StudyContext:
    """Who answers, and what goes into the stamp: the command, and the ISO day. `progress` is called as runs end."""

    solver: Solver
    command: str
    day: date
    progress: Progress
    at_work: bool


def study(
    scenario: Scenario,
    solver: Solver,
    command: str,
    day: date,
    progress: Progress = lambda: None,
    at_work: bool = True,
) -> Outcome:
    """Answers a scenario, and its baseline if it has one: by simulation, or by theory.

    at_work: whether a farm that is sized by a stated load is measured at its demand too; one that is sized by the
    largest load always is.
    `progress` is called as each run ends (see `replications`). `command` and `day` go into the stamp. Raises
    UnsupportedByEngine, NoCapacity and NotConverged; ScenarioError has been raised before, by `load`.
    """
    asking = StudyContext(solver, command, day, progress, at_work)
    require_answerable(scenario, solver)
    if scenario.baseline is None:
        return _answered(scenario, asking)
    with ThreadPoolExecutor(1) as pool:  # Beside the plan, for a search leaves cores idle at its end.
        other = pool.submit(_baseline, scenario.baseline, asking)
        try:
            outcome = _answered(scenario, asking)
            baseline, fails = other.result()
        except BaseException:
            other.cancel()
            solver.stop()
            raise
    return replace(compare_with_baseline(outcome, baseline), baseline_fails=fails)


def require_answerable(scenario: Scenario, solver: Solver) -> None:
    """Raises what of a scenario, or of its baseline, cannot be answered, as far as that is known before anything has
    run: there is no memory for both, a load that cannot be raised is to be, the solver does not support it."""
    sides = [scenario, *([scenario.baseline] if scenario.baseline else [])]
    require_memory([part for each in sides for part in rated_scenarios(each)], solver)
    if solver.at_once:
        return
    for each in sides:
        if sizing_basis(each) == LARGEST:
            for part in rated_scenarios(each):
                require_search(part)
        else:
            require_measurable(solver, each, translate(each))


def require_plan(scenario: Scenario, solver: Solver) -> None:
    """Raises what `plan` refuses of a scenario, as far as that is known before anything has run: what of it or of its
    baseline cannot be answered, and nodes that fail and cannot be simulated together."""
    require_answerable(scenario, solver)
    if not solver.at_once:
        require_one_world(scenario)


def study_farm(scenario: Scenario, solver: Solver, command: str, day: date, progress: Progress) -> Outcome:
    """A scenario answered, with the farm that fits better and the larger cache that lowers its bill, where there are
    such. Raises what `study` does."""
    return with_larger_cache(with_fitting_farm(study(scenario, solver, command, day, progress), solver))


def study_in_theory(scenario: Scenario, command: str, day: date) -> Outcome | Unavailable:
    """The answer of theory, at once; of the plan alone if theory does not know the baseline. Else why there is none."""
    for asked in (scenario, scenario.without_baseline()):
        try:
            return with_fitting_farm(study(asked, Theory(), command, day))
        except (UnsupportedByEngine, Unstable, NotConverged) as error:
            reason = reason_without_remedy(error)
    return Unavailable(reason)


def _baseline(scenario: Scenario, asking: StudyContext) -> tuple[Outcome | None, str]:
    """The baseline answered, or why no load of it meets its targets."""
    try:
        return _answered(scenario, asking), ""
    except NoCapacity as error:
        return None, str(error)


def _answered(scenario: Scenario, asking: StudyContext) -> Outcome:
    """A scenario answered by itself; with what to raise first where a setting that it states stops a server, and
    what the pools of callers buy of tiers."""
    if sizing_basis(scenario) != LARGEST:
        return _at_stated_load(scenario, asking)
    outcome = _at_largest_load(scenario, asking)
    stops = setting_first(scenario.without_baseline(), outcome.carried)
    return replace(outcome, setting_first=stops, by_work=sized_by_callers(scenario.without_baseline()))


def _at_stated_load(scenario: Scenario, asking: StudyContext) -> Outcome:
    """A server measured at the load that the scenario states, and the farm of such servers."""
    translation = translate(scenario)
    results = measure_server(asking.solver, scenario, translation, asking.progress)
    stamp = make_stamp(scenario, asking.solver.name, results.replications, asking.command, asking.day.isoformat())
    carried = capacity_at_stated_load(results, translation.network)
    bought: tuple[OperatingPoint, ...] = ()
    down: tuple[TierFailure, ...] = ()
    if scenario.demand is not None and scenario.workload.offered_rate is not None and scenario.workload.ramp is None:
        carried = replace(carried, expected=_expected(scenario))
        if asking.at_work:
            farm = buy_farm(scenario, carried)
            bought = operating_points(farm, asking.solver, results.settled, asking.progress)
            down = tier_failures(farm, asking.solver, results.settled, asking.progress)
    return roll_up(scenario, translation.network, results, stamp, None, carried, bought, down)


def _expected(scenario: Scenario) -> float | None:
    """Requests/s at which theory expects the largest load, beside a load that is stated; None where it cannot say."""
    try:
        return capacity_in_theory(scenario).requests.value
    except (NoCapacity, UnsupportedByEngine, ValueError):
        return None


def _at_largest_load(scenario: Scenario, asking: StudyContext) -> Outcome:
    """The largest load of a server, the farm of such servers, and one of them at its share of the demand."""
    carried = server_capacity(scenario, asking.solver, progress=asking.progress)
    stamp = make_stamp(scenario, asking.solver.name, carried.mbps.samples, asking.command, asking.day.isoformat())
    if scenario.demand is None:
        one = without_spares(group_scenario(scenario, carried.group))
        rate = carried.requests.value * busiest_in_group(scenario, carried.group, spares_gone=True)
        settled, together = carried.settled, carried.together
        there = measure_at_rate(one, rate, asking.solver, settled, asking.progress, together)
        return roll_up(scenario, server_at_rate(one, rate).network, there, stamp, None, carried, ())
    farm = buy_farm(scenario, carried)
    bought = operating_points(farm, asking.solver, carried.settled, asking.progress)
    down = tier_failures(farm, asking.solver, carried.settled, asking.progress)
    network = server_at_rate(group_scenario(scenario, carried.group), bought[0].requests.value).network
    return roll_up(scenario, network, bought[0].results, stamp, None, carried, bought, down)
