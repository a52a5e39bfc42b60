"""The outcome of a plan: everything that a report shows, rolled up from what was measured."""

from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.results import Refused, Results
from simulator.network.network import Network
from simulator.rollup.capacity import Capacity, carried
from simulator.rollup.comparison import Comparison, compare, compare_farms
from simulator.rollup.cost import Cost, cost
from simulator.rollup.influence import Sensitivity
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.limits import Binding, Limit, binding, limits
from simulator.rollup.option import WhatHelps
from simulator.rollup.sizing import Sizing, size
from simulator.rollup.stamp import Stamp
from simulator.rollup.verdicts import Verdict, verdicts


@dataclass(frozen=True)
class Outcome:
    """One scenario answered. sizing and cost are None without a demand, comparison and baseline without a baseline.

    What was asked besides, None where it was not: theory, what theory said of the same scenario, or why nothing;
    largest_load, what one server carries at most; what_helps, what would raise that; sensitivity, which assumed
    values move it.
    """

    scenario: Scenario
    network: Network
    results: Results
    capacity: Capacity
    limits: tuple[Limit, ...]
    binding: Binding
    verdicts: tuple[Verdict, ...]
    sizing: Sizing | None
    cost: Cost | None
    baseline: "Outcome | None"
    comparison: Comparison | None
    stamp: Stamp
    theory: "Outcome | Refused | None" = None
    largest_load: LargestLoad | None = None
    what_helps: WhatHelps | None = None
    sensitivity: Sensitivity | None = None

    @property
    def met(self) -> bool:
        """Whether every target is met; one that cannot be judged is not."""
        return all(verdict.met is True for verdict in self.verdicts)


def roll_up(
    scenario: Scenario, network: Network, results: Results, stamp: Stamp, baseline_outcome: Outcome | None = None
) -> Outcome:
    """The outcome of a scenario from the measurements of one server.

    Raises NoCapacity when no number of units carries the demand, NotConverged when the interval of what a server
    carries reaches 0, InternalError when no limit was measured.
    """
    found = limits(results)
    sizing = size(scenario, results) if scenario.demand is not None else None
    bill = cost(scenario, sizing) if sizing else None
    capacity = carried(scenario, results)
    return Outcome(
        scenario,
        network,
        results,
        capacity,
        found,
        binding(found),
        verdicts(scenario, results, found),
        sizing,
        bill,
        baseline_outcome,
        _comparison(capacity, sizing, bill, baseline_outcome),
        stamp,
    )


def _comparison(
    capacity: Capacity, sizing: Sizing | None, bill: Cost | None, baseline: Outcome | None
) -> Comparison | None:
    if baseline is None:
        return None
    if sizing and bill and baseline.sizing and baseline.cost:
        return compare_farms(sizing, bill, baseline.sizing, baseline.cost)
    return compare(capacity, baseline.capacity)
