"""The whole pipeline. Read this first: scenario -> what a server carries -> the farm -> the farm at work -> outcome."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date

from models.node_groups import of_group, rated_apart
from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine, reason_of
from simulator.measure.progress import Progress
from simulator.measure.results import Refused
from simulator.rollup.as_bought import AsBought
from simulator.rollup.carried import LARGEST, at_stated_load
from simulator.rollup.farm import buy
from simulator.rollup.outcome import Outcome, against, roll_up
from simulator.rollup.stamp import stamped
from simulator.rollup.tier_failure import TierDown
from simulator.sizing.alone import without_spares
from simulator.sizing.by_path import times_the_average
from simulator.sizing.capacity import require_search
from simulator.sizing.carries import carries, carries_in_theory
from simulator.sizing.farm_at_work import at_rate, farm_at_work, measured_at
from simulator.sizing.measuring import measure, require_measurable
from simulator.sizing.right_size import with_what_fits
from simulator.sizing.room import require_room
from simulator.sizing.sized_by import sized_by
from simulator.sizing.solvers import Theory
from simulator.sizing.tier_failure import tiers_down
from simulator.solver import Solver
from simulator.translate.one_world import require_one_world
from simulator.translate.translate import translate


@dataclass(frozen=True)
class Asking:
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
    asking = Asking(solver, command, day, progress, at_work)
    require_answerable(scenario, solver)
    if scenario.baseline is None:
        return _answered(scenario, asking)
    with ThreadPoolExecutor(1) as pool:  # Beside the plan, for a search leaves cores idle at its end.
        other = pool.submit(_baseline, scenario.baseline, asking)
        try:
            found = _answered(scenario, asking)
            baseline, fails = other.result()
        except BaseException:
            other.cancel()
            solver.stop()
            raise
    return replace(against(found, baseline), baseline_fails=fails)


def require_answerable(scenario: Scenario, solver: Solver) -> None:
    """Raises what of a scenario, or of its baseline, cannot be answered, as far as that is known before anything has
    run: there is no memory for both, a load that cannot be raised is to be, the solver does not support it."""
    sides = [scenario, *([scenario.baseline] if scenario.baseline else [])]
    require_room([part for each in sides for part in rated_apart(each)], solver)
    if solver.at_once:
        return
    for each in sides:
        if sized_by(each) == LARGEST:
            for part in rated_apart(each):
                require_search(part)
        else:
            require_measurable(solver, each, translate(each))


def require_plan(scenario: Scenario, solver: Solver) -> None:
    """Raises what `plan` refuses of a scenario, as far as that is known before anything has run: what of it or of its
    baseline cannot be answered, and nodes that fail and cannot be simulated together."""
    require_answerable(scenario, solver)
    if not solver.at_once:
        require_one_world(scenario)


def foresee(scenario: Scenario, command: str, day: date) -> Outcome | Refused:
    """The answer of theory, at once; of the plan alone if theory does not know the baseline. Else why there is none."""
    for asked in (scenario, scenario.without_baseline()):
        try:
            return with_what_fits(study(asked, Theory(), command, day))
        except (UnsupportedByEngine, Unstable, NotConverged) as error:
            reason = reason_of(error)
    return Refused(reason)


def _baseline(scenario: Scenario, asking: Asking) -> tuple[Outcome | None, str]:
    """The baseline answered, or why no load of it meets its targets."""
    try:
        return _answered(scenario, asking), ""
    except NoCapacity as error:
        return None, str(error)


def _answered(scenario: Scenario, asking: Asking) -> Outcome:
    """A scenario answered by itself."""
    return (_at_largest_load if sized_by(scenario) == LARGEST else _at_stated_load)(scenario, asking)


def _at_stated_load(scenario: Scenario, asking: Asking) -> Outcome:
    """A server measured at the load that the scenario states, and the farm of such servers."""
    translation = translate(scenario)
    results = measure(asking.solver, scenario, translation, asking.progress)
    stamp = stamped(scenario, asking.solver.name, results.replications, asking.command, asking.day.isoformat())
    carried = at_stated_load(results, translation.network)
    bought: tuple[AsBought, ...] = ()
    down: tuple[TierDown, ...] = ()
    if scenario.demand is not None and scenario.workload.offered_rate is not None and scenario.workload.ramp is None:
        carried = replace(carried, expected=_expected(scenario))
        if asking.at_work:
            farm = buy(scenario, carried)
            bought = farm_at_work(farm, asking.solver, results.settled, asking.progress)
            down = tiers_down(farm, asking.solver, results.settled, asking.progress)
    return roll_up(scenario, translation.network, results, stamp, None, carried, bought, down)


def _expected(scenario: Scenario) -> float | None:
    """Requests/s at which theory expects the largest load, beside a load that is stated; None where it cannot say."""
    try:
        return carries_in_theory(scenario).requests.value
    except (NoCapacity, UnsupportedByEngine, ValueError):
        return None


def _at_largest_load(scenario: Scenario, asking: Asking) -> Outcome:
    """The largest load of a server, the farm of such servers, and one of them at its share of the demand."""
    carried = carries(scenario, asking.solver, progress=asking.progress)
    stamp = stamped(scenario, asking.solver.name, carried.mbps.samples, asking.command, asking.day.isoformat())
    if scenario.demand is None:
        one = without_spares(of_group(scenario, carried.group))
        rate = carried.requests.value * times_the_average(scenario, carried.group, spares_gone=True)
        settled, together = carried.settled, carried.together
        there = measured_at(one, rate, asking.solver, settled, asking.progress, together)
        return roll_up(scenario, at_rate(one, rate).network, there, stamp, None, carried, ())
    farm = buy(scenario, carried)
    bought = farm_at_work(farm, asking.solver, carried.settled, asking.progress)
    down = tiers_down(farm, asking.solver, carried.settled, asking.progress)
    network = at_rate(of_group(scenario, carried.group), bought[0].requests.value).network
    return roll_up(scenario, network, bought[0].results, stamp, None, carried, bought, down)
