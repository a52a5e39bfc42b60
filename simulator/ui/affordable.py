"""What a page can simulate while its reader waits: less of the same scenario, and a sentence that says how much less.

One server of a unit stands for all: behind a hash they have nothing in common (see scaled.py), so that a second of five
servers says of one what five seconds of one do, and its warm-up need be simulated once.
"""

from dataclasses import dataclass
from functools import lru_cache

from models.quantities import DURATION, format_quantity
from models.run import Run
from models.scenario import Scenario
from simulator.engines.analytic.bottleneck import loads, population_bound
from simulator.measure.precision import FIRST_REPLICATIONS
from simulator.network.network import Network
from simulator.translate.translate import translate
from simulator.ui.metered import offered

# Simulated requests of an answer, its baseline included: they take less than 5 s on two cores.
BUDGET = 6e6
# What is left of the windows at least, for without some there is no time series, and nothing settles.
FEWEST_WINDOWS = 5
# What finding the warm-up has taken in the shipped scenarios, in times the duration: the pilot runs, one of the
# duration and one twice as long, and the warm-up before each replication.
PILOTS, WARM_UP = 3.0, 0.75


@dataclass(frozen=True)
class Affordable:
    """A scenario as a page simulates it: with what `run`, whether one server stands for all of its unit, what that
    costs in simulated requests, and what was left out in a sentence, "" for nothing."""

    scenario: Scenario
    one_server: bool
    cost: float
    sentence: str


def affordable(scenario: Scenario) -> Scenario:
    """The same scenario, and its baseline, with a run that costs at most BUDGET, or FEWEST_WINDOWS of it."""
    return within(scenario, BUDGET).scenario


def shortened(scenario: Scenario) -> str:
    """What `affordable` leaves out, in a sentence; "" for nothing."""
    return within(scenario, BUDGET).sentence


def within(scenario: Scenario, budget: float) -> Affordable:
    """The scenario, and its baseline, so that both together cost at most `budget` simulated requests.

    As it is where that is cheap enough, however many replications its precision may need. Else one server of each
    unit and 5 replications, shorter if need be, with a warm-up that is found anew if the stated one would take most of
    it. A load test is not made shorter, for it would end at another load.
    """
    if at_most(scenario) <= budget:
        return Affordable(scenario, False, _cost(scenario), "")
    sides = [scenario, *([scenario.baseline] if scenario.baseline else [])]
    rate = max(requests_a_second(one_server(side)) for side in sides)
    seconds = budget / len(sides) / rate if rate else 0.0
    fitted = _fitted(scenario, seconds)
    return Affordable(fitted, True, _cost(one_server(fitted)), _sentence(scenario, fitted))


def at_most(scenario: Scenario) -> float:
    """What the scenario and its baseline cost as they are, in simulated requests, with as many replications as their
    precision may take; a load test asks for none."""
    run = scenario.run
    count = run.most_replications if run.replications is None and scenario.workload.ramp is None else run.replications
    whole = _cost(scenario.model_copy(update={"run": run.model_copy(update={"replications": count}), "baseline": None}))
    return whole + (at_most(scenario.baseline) if scenario.baseline else 0.0)


def one_server(scenario: Scenario) -> Scenario:
    """One server of the unit, with what is offered to it; of the baseline too."""
    unit = scenario.unit.model_copy(update={"nodes": 1, "spare_nodes": 0})
    baseline = one_server(scenario.baseline) if scenario.baseline else None
    return scenario.model_copy(update={"unit": unit, "baseline": baseline})


def requests_a_second(scenario: Scenario) -> float:
    """How many a unit of the scenario is offered; of a population, what it cannot pass (Muntz and Wong 1974)."""
    network = translate(scenario).network
    return offered(network) + (_population(network) if network.source.returns else 0.0)


@lru_cache(maxsize=64)
def _population(network: Network) -> float:
    # How busy it is makes no difference to the bound, unless what a cache keeps depends on that.
    return network.nodes * population_bound(network, loads(network, 1.0))


def _cost(scenario: Scenario) -> float:
    """Simulated requests of a scenario whose warm-up takes as long as usual, and of its baseline."""
    own = requests_a_second(scenario) * _seconds(scenario, scenario.run)
    return own + (_cost(scenario.baseline) if scenario.baseline else 0.0)


def _seconds(scenario: Scenario, run: Run) -> float:
    """Simulated seconds of all runs."""
    count = run.replications or FIRST_REPLICATIONS
    if scenario.workload.ramp is not None:
        return count * run.duration
    if run.warm_up is not None:
        return count * (run.warm_up + run.duration)
    return (PILOTS + count * (1.0 + WARM_UP)) * run.duration


def _fitted(scenario: Scenario, seconds: float) -> Scenario:
    """The scenario, and its baseline, with a run of at most so many simulated seconds each."""
    baseline = _fitted(scenario.baseline, seconds) if scenario.baseline else None
    run = scenario.run
    count = min(run.replications or FIRST_REPLICATIONS, FIRST_REPLICATIONS)
    run = run.model_copy(update={"replications": count})
    if _seconds(scenario, run) > seconds and scenario.workload.ramp is None:
        run = _shorter(run, seconds / count)
    return scenario.model_copy(update={"run": run, "baseline": baseline})


def _shorter(run: Run, seconds: float) -> Run:
    """A run whose replications take so many simulated seconds each, warm-up and share of the pilots included."""
    warm_up = run.warm_up
    left = 0.0 if warm_up is None else seconds - warm_up
    if warm_up is None or left < warm_up:
        warm_up, left = None, seconds / (PILOTS / run.replications + 1.0 + WARM_UP)
    windows = max(FEWEST_WINDOWS, int(left / run.window))
    duration = min(run.duration, windows * run.window)
    return run.model_copy(update={"duration": duration, "warm_up": warm_up})


def _sentence(asked: Scenario, fitted: Scenario) -> str:
    parts = [*_less(asked, fitted.run)]
    if asked.unit.nodes > 1:
        parts.insert(0, f"one server stands for the {asked.unit.nodes} of a unit")
    return f"To answer while you wait, {_listed(parts)}." if parts else ""


def _less(asked: Scenario, run: Run) -> list[str]:
    """What is less of a run than was asked."""
    before, found = asked.run, []
    if run.duration < before.duration:
        less, more = (format_quantity(seconds, DURATION) for seconds in (run.duration, before.duration))
        found.append(f"{less} of each replication are measured instead of {more}")
    if run.warm_up != before.warm_up:
        found.append(f"the warm-up is found anew instead of {format_quantity(before.warm_up, DURATION)}")
    if run.replications != before.replications:
        instead = "as many as the precision takes" if before.replications is None else f"{before.replications:,}"
        found.append(f"there are {run.replications} replications instead of {instead}")
    return found


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)}, and {last}" if first else last
