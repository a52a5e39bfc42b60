"""What a page can simulate while its reader waits: less of the same scenario, and a sentence that says how much less.

What a plan costs is the search for what a server carries, at the load that theory expects; what is measured beside it,
the farm as bought, is short. Where a load is stated that sizes the farm, it is a unit at that load. Beside its time, a
scenario may take only so much of the memory that all users of a server share.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from models.content_share import node_contents
from models.errors import Problem, ScenarioError
from models.node_groups import rated_scenarios
from models.parts.run import Run
from models.quantities.units import DURATION, SIZE, format_quantity, parse_quantity
from models.scenario import Scenario
from simulator.engines.decorators.event_budget import offered_requests
from simulator.engines.sized_cache import WeakMemo
from simulator.engines.theory.bottleneck import offered_rate, population_bound, station_loads
from simulator.experiment.memory_budget import require_memory_to_simulate, scenario_bytes
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.single_server import expected_capacity, saturated_server, search_start
from simulator.experiment.sizing_basis import sizing_basis
from simulator.experiment.solvers import FEWEST_WINDOWS, SHORTER
from simulator.messages.page import limits
from simulator.network.network import Network
from simulator.network.scaling import scale_load
from simulator.service.memory_limit import job_memory_limit
from simulator.targets import TargetValues, target_values
from simulator.translate.translate import translate

# Simulated requests of an answer, its baseline included: they take less than 5 s on two cores.
BUDGET = 6e6
# Windows of a replication that is made shorter: as many as tell how long a server takes to settle. They are no shorter
# than what a scenario may state.
WINDOWS, SHORTEST = 20, 0.01
FEWEST = 5  # Windows that every run has.
# What finding the warm-up has taken in the shipped scenarios, in times the duration: the pilot runs, one of the
# duration and one twice as long, and the warm-up before each replication.
PILOTS, WARM_UP = 3.0, 0.75
# Loads that a replication is tried at until the largest one is found, in the shipped scenarios.
TRIALS = 5.5
# Objects of a catalogue, sessions that a server has open at the start, and windows of a replication.
OBJECTS, SESSIONS, MOST_WINDOWS = 4_000_000, 1_000_000, 10_000
# What simulates for all users.
ENGINE = "kernel"


@dataclass(frozen=True)
class BudgetedScenario:
    """A scenario as a page simulates it: with what `run`, what that costs in simulated requests, about, and what was
    left out in a sentence, "" for nothing."""

    scenario: Scenario
    cost: float
    sentence: str


def fit_budget(scenario: Scenario) -> Scenario:
    """The same scenario, and its baseline, with a run that costs at most BUDGET, or WINDOWS of the shortest."""
    return within_budget(scenario, BUDGET).scenario


def shortening_sentence(scenario: Scenario) -> str:
    """What `fit_budget` leaves out, in a sentence; "" for nothing."""
    return within_budget(scenario, BUDGET).sentence


def within_budget(scenario: Scenario, budget: float) -> BudgetedScenario:
    """The scenario, and its baseline, so that both together cost at most `budget` simulated requests.

    As it is where that is cheap enough, however many replications its precision may need. Else 5 replications, shorter
    if need be and in shorter windows, with a warm-up that is found anew if the stated one would take most of it. A load
    test is not made shorter, for it would end at another load. What is changed is what `--set` can change: `run` of the
    scenario, and of a baseline that says nothing else.
    """
    rates = _RATES(scenario)
    if _cost_bound(scenario, rates) <= budget:
        return BudgetedScenario(scenario, _cost(scenario, rates), "")
    run = scenario.run
    count = min(run.replications or FIRST_REPLICATIONS, FIRST_REPLICATIONS)
    fitted = _with(scenario, run.model_copy(update={"replications": count}))
    if _cost(fitted, rates) > budget and scenario.workload.ramp is None:
        fitted = _with(scenario, _shorter(fitted, budget, rates))
    return BudgetedScenario(fitted, _cost(fitted, rates), _sentence(run, fitted.run))


def _cost_bound(scenario: Scenario, rates: Sequence[float]) -> float:
    """What the scenario and its baseline cost as they are, in simulated requests, with as many replications as their
    precision may take; a load test asks for none."""
    return sum(rate * _seconds(_at_most(each)) for rate, each in zip(rates, with_baseline(scenario), strict=True))


def _at_most(scenario: Scenario) -> Scenario:
    """The scenario with as many replications as its precision may take."""
    run = scenario.run
    count = run.most_replications if run.replications is None and scenario.workload.ramp is None else run.replications
    return scenario.model_copy(update={"run": run.model_copy(update={"replications": count})})


def requests_per_second(scenario: Scenario) -> float:
    """How many arrive where most do: at a server at its largest load in theory, or at a unit at the stated one; of a
    population, what it cannot pass (Muntz and Wong 1974)."""
    network = costliest_network(scenario)
    return offered_requests(network) + (_population(network) if network.source.returns else 0.0)


def costliest_network(scenario: Scenario) -> Network:
    """What is simulated longest: one server at the largest load that theory expects, or a unit at the stated one."""
    if sizing_basis(scenario) != LARGEST:
        return translate(scenario).network
    wanted = target_values(scenario.targets)
    return max(
        (_at_largest(saturated_server(each).network, wanted) for each in rated_scenarios(scenario)),
        key=offered_requests,
    )


@lru_cache(maxsize=64)
def _at_largest(network: Network, wanted: TargetValues) -> Network:
    rate = search_start(network, expected_capacity(network, wanted))
    return network if rate is None else scale_load(network, rate / offered_rate(network))


@lru_cache(maxsize=64)
def _population(network: Network) -> float:
    # How busy it is makes no difference to the bound, unless what a cache keeps depends on that.
    return network.nodes * population_bound(network, station_loads(network, 1.0))


def _rates(scenario: Scenario) -> tuple[float, ...]:
    return tuple(map(requests_per_second, with_baseline(scenario)))


# Requests/s of a scenario and of its baseline, which a page asks for several times whenever it is drawn: however long
# they are run, they are the same.
_RATES = WeakMemo(_rates)


def _cost(scenario: Scenario, rates: Sequence[float]) -> float:
    """Simulated requests of a scenario whose warm-up takes as long as usual, and of its baseline, at their `rates`."""
    return sum(rate * _seconds(each) for rate, each in zip(rates, with_baseline(scenario), strict=True))


def _seconds(scenario: Scenario) -> float:
    """Simulated seconds of all runs, those of the farm as bought among them."""
    run = scenario.run
    count = run.replications or FIRST_REPLICATIONS
    if scenario.workload.ramp is not None:
        return count * run.seconds
    largest = sizing_basis(scenario) == LARGEST
    known = run.warm_up if not largest else None
    warm_up = WARM_UP * run.seconds if known is None else known
    pilots = PILOTS * run.seconds if known is None else 0.0
    short = warm_up + min(run.seconds, max(run.seconds / SHORTER[0], FEWEST_WINDOWS * run.window))
    if not largest:
        bought = _states(scenario) / scenario.unit.nodes if scenario.workload.population is None else 0.0
        return pilots + count * (warm_up + run.seconds) + bought * count * short
    searched = count * TRIALS * (warm_up + run.seconds)
    return pilots + searched + max(1, _states(scenario)) * count * short


def _states(scenario: Scenario) -> int:
    """In how many states a server of the farm is measured: none without a demand, and two where there are spares."""
    if scenario.demand is None:
        return 0
    return 2 if scenario.unit.spare_nodes or scenario.spare_units else 1


def _with(scenario: Scenario, run: Run) -> Scenario:
    """The scenario with another run, and its baseline with what of it the baseline does not state itself."""
    new = {key: value for key, value in run if value != getattr(scenario.run, key)}
    baseline = scenario.baseline
    if baseline is not None:
        own = {key: value for key, value in new.items() if getattr(baseline.run, key) == getattr(scenario.run, key)}
        baseline = baseline.model_copy(update={"run": baseline.run.model_copy(update=own)})
    return scenario.model_copy(update={"run": run, "baseline": baseline})


def _shorter(scenario: Scenario, budget: float, rates: Sequence[float]) -> Run:
    """A run with which the scenario and its baseline cost so much, warm-up and pilots included."""
    run = scenario.run
    duration = _duration(scenario, run, budget, rates)
    if run.warm_up is not None and duration < run.warm_up and sizing_basis(scenario) != LARGEST:
        run = run.model_copy(update={"warm_up": None})
        duration = _duration(scenario, run, budget, rates)
    if duration >= run.seconds:
        return run
    window = min(run.window, _readable(max(SHORTEST, duration / WINDOWS)))
    windows = max(WINDOWS if window < run.window else FEWEST, int(duration / window))
    return run.model_copy(update={"window": window, "duration": min(run.seconds, _exact(windows * window))})


def _duration(scenario: Scenario, run: Run, budget: float, rates: Sequence[float]) -> float:
    """Seconds that a replication may take: what a plan costs grows with them along a straight line."""
    nothing, second = (_cost(_with(scenario, _lasting(run, seconds)), rates) for seconds in (0.0, 1.0))
    return (budget - nothing) / (second - nothing) if second > nothing else run.seconds


def _lasting(run: Run, seconds: float) -> Run:
    return run.model_copy(update={"duration": seconds, "window": seconds / WINDOWS})


def _readable(seconds: float) -> float:
    """Two digits of it, no more than it is."""
    step = 10.0 ** (math.floor(math.log10(seconds)) - 1)
    return _exact(math.floor(seconds / step) * step)


def _exact(seconds: float) -> float:
    """The number that is read where it is written with four digits, so that a command says the same."""
    return parse_quantity(format_quantity(seconds, DURATION, digits=4), DURATION)


def _sentence(before: Run, run: Run) -> str:
    parts = _less(before, run)
    return limits.shortened(_listed(parts)) if parts else ""


def _less(before: Run, run: Run) -> list[str]:
    """What is less of a run than was asked; a replication ends sooner still once all figures are precise enough."""
    found = []
    if run.seconds < before.seconds:
        less, more = (_text(each.seconds) for each in (run, before))
        found.append(limits.replication_shorter(less, more))
    if run.window < before.window:
        found.append(limits.windows_shorter(_text(run.window), _text(before.window)))
    if before.warm_up is not None and run.warm_up != before.warm_up:
        found.append(limits.warm_up_anew(_text(before.warm_up)))
    if run.replications != before.replications:
        instead = limits.AS_PRECISE if before.replications is None else f"{before.replications:,}"
        found.append(limits.other_replications(run.replications, instead))
    return found


def _text(seconds: float) -> str:
    return format_quantity(float(f"{seconds:.3g}"), DURATION)


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)}, and {last}" if first else last


def require_memory(scenario: Scenario) -> None:
    """Whether there is room for a scenario and its baseline. Raises ScenarioError with all that takes too much."""
    problems = dict.fromkeys(problem for side in with_baseline(scenario) for problem in _problems(side))
    if problems:
        raise ScenarioError(tuple(problems))


def check_memory(ran: Sequence[Scenario]) -> float:
    """Bytes that scenarios take which are simulated side by side. Raises ScenarioError where no job may take so much.

    Replications are counted as many as their precision may ask for.
    """
    require_memory_to_simulate(ran, ENGINE, job_memory_limit(), limits.ELSEWHERE, cautious=True)
    return sum(scenario_bytes(each, ENGINE, cautious=True) for each in ran)


def with_baseline(scenario: Scenario) -> list[Scenario]:
    """A scenario and its baseline, if it has one."""
    return [scenario, *([scenario.baseline] if scenario.baseline else [])]


def _problems(scenario: Scenario) -> list[Problem]:
    """What takes too much. Theory, which says how many sessions are open, is not asked about a catalogue that does."""
    catalogue = _catalogue(scenario)
    sessions = None if catalogue and sizing_basis(scenario) == LARGEST else _sessions(scenario)
    return [problem for problem in (catalogue, sessions, _windows(scenario)) if problem is not None]


def _catalogue(scenario: Scenario) -> Problem | None:
    contents = node_contents(scenario)
    objects = sum(content.objects * content.slices for content in contents.values())
    if objects <= OBJECTS:
        return None
    key, largest = max(contents.items(), key=lambda each: each[1].objects * each[1].slices)
    value = format_quantity(largest.catalogue, SIZE)
    message = limits.objects(objects, OBJECTS)
    return Problem(scenario.file, 0, f"{key}.catalogue", value, message, limits.SMALLER_CATALOGUE)


def _sessions(scenario: Scenario) -> Problem | None:
    network = costliest_network(scenario)
    count = network.source.open_at_start // network.nodes
    if count <= SESSIONS:
        return None
    closed = scenario.workload.population is not None
    path = "workload.population" if closed else "workload.session"
    remedy = limits.fewer_sessions(closed, offered=sizing_basis(scenario) != LARGEST)
    return Problem(scenario.file, 0, path, "", limits.sessions(count, SESSIONS), remedy)


def _windows(scenario: Scenario) -> Problem | None:
    run = scenario.run
    count = round(((run.warm_up or 0.0) + run.seconds) / run.window)
    if count <= MOST_WINDOWS:
        return None
    value = format_quantity(run.window, DURATION)
    message = limits.windows(count, MOST_WINDOWS)
    return Problem(scenario.file, 0, "run.window", value, message, limits.LONGER_WINDOW)
