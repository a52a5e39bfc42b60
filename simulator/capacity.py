"""Finds how much a server can carry: the largest load that meets the targets, replication by replication.

In each replication the same sessions come at every load, only closer together or further apart (common random numbers),
so that a target is met below a load and missed above it. Bisection finds that load for each replication by itself, and
the spread between replications is what the interval is made of. A load that the server does not keep up with is not
carried, however long its queues take to turn somebody away: sessions that pile up count as not served.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity
from simulator.measure.estimate import from_replications
from simulator.measure.replicate import plan_of, replicate, results_of
from simulator.measure.results import Results
from simulator.rollup.largest_load import LargestLoad, LoadPoint
from simulator.rollup.limits import binding, limits
from simulator.rollup.verdicts import Verdict, verdicts
from simulator.study import require_support
from simulator.translate.translate import translate

Progress = Callable[[], None]
# Loads are told apart down to this fraction, and first tried this fraction away from where the capacity is expected.
STEP = 0.004
FIRST_STEP = 0.02
# Loads around the capacity at which its curve is drawn, in times the capacity.
AROUND = (0.5, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2)
LEAST, MOST = 1e-4, 1e4


@dataclass
class _Trials:
    """What one replication has been tried at: load in times the scenario's to (met, Mbps)."""

    engine: Engine
    scenario: Scenario
    replication: int
    tried: dict[float, tuple[bool, float]] = field(default_factory=dict)

    def met(self, load: float) -> bool:
        """Whether the targets are met at a load."""
        if load not in self.tried:
            results = _alone(self.engine, at_load(self.scenario, load), self.replication)
            self.tried[load] = carries(self.scenario, results), results.estimate("wire_mbps").value
        return self.tried[load][0]

    def largest(self, start: float) -> float:
        """The largest load that meets the targets, to within STEP. Raises NoCapacity if none does."""
        step, low, high = FIRST_STEP, start, start
        while self.met(high) and high < MOST:
            low, high, step = high, high * (1.0 + step), 2.0 * step
        step = FIRST_STEP
        while not self.met(low):
            if low < LEAST:
                raise NoCapacity(f"{self.scenario.name}: no load meets the targets; loosen them, or enlarge the server")
            low, high, step = low / (1.0 + step), low, 2.0 * step
        while high / low - 1.0 > STEP and high < MOST:
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.met(middle) else (low, middle)
        return low


def find_capacity(scenario: Scenario, engine: Engine, progress: Progress = lambda: None) -> LargestLoad:
    """The largest load of a scenario's server within its targets; `progress` is called as each replication is done.

    Raises ScenarioError where the load is not one that can be raised, UnsupportedByEngine before anything has run, and
    NoCapacity if no load meets the targets.
    """
    _require_a_rate(scenario)
    require_support(engine, translate(scenario).network)
    first = _Trials(engine, scenario, 0)
    loads = [first.largest(1.0)]
    progress()
    others = [_Trials(engine, scenario, r) for r in range(1, scenario.run.replications)]

    def search(trials: _Trials) -> float:
        found = trials.largest(loads[0])
        progress()
        return found

    with ThreadPoolExecutor(scenario.run.threads) as pool:
        loads += pool.map(search, others)
    return _summed_up(scenario, engine, loads, [first, *others])


def searches(scenario: Scenario) -> int:
    """How many times `find_capacity` reports progress."""
    return scenario.run.replications


def at_load(scenario: Scenario, load: float) -> Scenario:
    """The same scenario with `load` times as many requests offered."""
    offered = scenario.workload.offered_rate * load
    return scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"offered": offered})})


def carries(scenario: Scenario, results: Results) -> bool:
    """Whether a server meets the targets and keeps up: those turned away and those piling up are within the errors.

    The number of open sessions wanders by the square root of itself; twice that is not held against the server.
    """
    met = all(verdict.met for verdict in _judged(scenario, results))
    came = results.estimate("offered_requests").value * results.duration / scenario.workload.session.requests
    by_chance = 200.0 * math.sqrt(results.estimate("connections").value) / came if came else 0.0
    lost = results.estimate("errors").value + max(0.0, results.estimate("piling_up").value - by_chance)
    return met and lost <= 100.0 * scenario.targets.errors


def _alone(engine: Engine, scenario: Scenario, replication: int) -> Results:
    """What one replication says. It is counted twice, so that every figure has it as its value and no spread."""
    translation = translate(scenario)
    tally = engine.run(translation.network, plan_of(scenario.run, replication), scenario.run.seed)
    return results_of(engine, translation, scenario.run, [tally, tally])


def _judged(scenario: Scenario, results: Results) -> tuple[Verdict, ...]:
    return verdicts(scenario, results, limits(results))


def _summed_up(scenario: Scenario, engine: Engine, loads: list[float], trials: list[_Trials]) -> LargestLoad:
    """The capacity from what each replication found."""
    confidence, offered = scenario.run.confidence, scenario.workload.offered_rate
    mbps = [each.tried[load][1] for each, load in zip(trials, loads, strict=True)]
    server = from_replications(mbps, confidence, "Mbps")
    capacity = from_replications([load * offered for load in loads], confidence, "/s")
    mean = capacity.value / offered
    around = {factor: _measured(scenario, engine, mean * factor) for factor in AROUND}
    nodes = scenario.unit.nodes
    return LargestLoad(
        offered=capacity,
        server_mbps=server,
        unit_mbps=server.times(nodes - scenario.unit.spare_nodes, "Mbps"),
        nodes=nodes,
        spare_nodes=scenario.unit.spare_nodes,
        binding=binding(limits(around[1.0])).limit,
        simulations=sum(len(each.tried) for each in trials),
        curve=tuple(_point(scenario, offered * mean * factor, results) for factor, results in around.items()),
    )


def _measured(scenario: Scenario, engine: Engine, load: float) -> Results:
    """The server at a load, by two replications."""
    loaded = at_load(scenario, load)
    run = scenario.run.model_copy(update={"replications": 2})
    return replicate(engine, translate(loaded), run)


def _point(scenario: Scenario, offered: float, results: Results) -> LoadPoint:
    measures = results.measures
    return LoadPoint(
        offered=offered,
        goodput=results.estimate("wire_mbps"),
        response_mean=measures["response_mean"],
        response_p95=measures["response_p95"],
        errors=results.estimate("errors"),
        connections=results.estimate("connections"),
        met=carries(scenario, results),
    )


def _require_a_rate(scenario: Scenario) -> None:
    """A population offers what it is answered, and a load test finds its own end."""
    workload = scenario.workload
    part = "population" if workload.population is not None else "ramp" if workload.ramp is not None else None
    if part is not None:
        message = "there is no steady load to be raised"
        remedy = f"write `{part}: none` and what is `offered`, or use `run`"
        raise ScenarioError((Problem(scenario.file, 0, f"workload.{part}", "", message, remedy),))
