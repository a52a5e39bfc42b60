"""What matters: capacity and cost with every assumed value at both ends of its range, and all ranges at once.

Theory goes first. An end is not simulated where a server does the same there, as with all prices, nor where theory
rules it out: where the largest load that theory expects, and the mean response time just below the present capacity,
change by less than half a percent. Theory rules out nothing where it cannot solve the server, where processes recycle
or heaps are collected, for it takes those as warm, and where the target that ends the capacity is one of percentiles.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from models.assumed import Assumed, assumed, impossible, with_values
from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.carried import TAIL, Carried, bill_at, carried, in_theory, server_network
from simulator.engines.analytic.engine import Analytic
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.indices import indices
from simulator.measure.estimate import Estimate, given
from simulator.measure.paired import ROUNDING, difference
from simulator.measure.progress import Progress
from simulator.measure.results import Refused
from simulator.network.network import Network
from simulator.rollup.cost import USD
from simulator.rollup.farm_bill import Bill
from simulator.rollup.influence import (
    IN_THEORY,
    RULED_OUT,
    SAME_SERVER,
    SIMULATED,
    AtValue,
    Influence,
    Sensitivity,
)
from simulator.study import Solver

# A share of the largest load and of the mean response time below which theory calls a change none, and the load at
# which it looks at the latter, in times the present capacity.
NEGLIGIBLE, BELOW = 0.005, 0.95
SAMPLES = 64
_UNSOLVED = (NoCapacity, NotConverged, UnsupportedByEngine)


@dataclass(frozen=True)
class Present:
    """The scenario as it is: what its server carries, by whom that is found, and what its farm costs."""

    scenario: Scenario
    solver: Solver
    network: Network
    server: Carried
    bill: Bill | None


def steps(scenario: Scenario) -> int:
    """How many times `sensitivity` reports progress, at least: the present, and both ends of every range."""
    return 1 + 2 * len(assumed(scenario)[0])


def sensitivity(
    scenario: Scenario, solver: Solver, samples: int = SAMPLES, progress: Progress = lambda: None
) -> Sensitivity:
    """Every stated range of a scenario, one at a time by the solver and all at once by theory.

    samples: of the Sobol sequence, a power of two. Simulated ends see the same sessions as the present, in as many
    replications. Raises what `find_capacity` raises for the scenario itself, by theory what `largest_rate` does.
    """
    ranges, left_out = assumed(scenario)
    server = carried(scenario, solver)
    now = Present(scenario, solver, server_network(scenario), server, bill_at(scenario, server))
    progress()
    found = list(_influences(now, ranges, progress))
    main = "cost" if now.bill else "capacity"
    ordered = tuple(sorted(found, key=lambda each: -each.swing(main)))
    together = indices(scenario, ranges, samples, progress)
    present = _at(now, "", server, now.bill, SIMULATED)
    ends = [end for each in found for end in each.ends]
    simulated = 1 + sum(end.by == SIMULATED for end in ends) if not isinstance(solver, Analytic) else 0
    return Sensitivity(present, solver.name, ordered, left_out, together, simulated, now.bill is not None)


def _influences(now: Present, ranges: tuple[Assumed, ...], progress: Progress) -> Iterator[Influence]:
    for each in ranges:
        ends = []
        for text in (each.low_text, each.high_text):
            ends.append(_end(now, each, text))
            progress()
        yield Influence(each, *ends)


def _end(now: Present, parameter: Assumed, text: str) -> AtValue | Refused:
    """The answer with a parameter at an end of its range, or why that cannot be."""
    try:
        scenario = with_values(now.scenario, {parameter.path: text})
    except ScenarioError as error:
        return Refused(impossible(error))
    network = server_network(scenario)
    try:
        if network == now.network:
            return _at(now, text, now.server, bill_at(scenario, now.server), SAME_SERVER)
        if isinstance(now.solver, Analytic):
            server = in_theory(scenario)
            return _at(now, text, server, bill_at(scenario, server), IN_THEORY)
        if ruled_out(now.scenario, scenario, now.server):
            return _at(now, text, now.server, bill_at(scenario, now.server), RULED_OUT)
        server = carried(scenario, now.solver, now.server.mbps.samples)
        return _at(now, text, server, bill_at(scenario, server), SIMULATED)
    except _UNSOLVED as error:
        return Refused(str(error))


def ruled_out(present: Scenario, other: Scenario, server: Carried) -> bool:
    """Whether theory says that another server carries the same: see the rule at the top."""
    networks = server_network(present), server_network(other)
    if server.target == TAIL or any(_turns_over(network) for network in networks):
        return False
    try:
        most = [in_theory(scenario).mbps.value for scenario in (present, other)]
        response = [_response(network, BELOW * server.offered.value) for network in networks]
    except (*_UNSOLVED, KeyError, ValueError):
        return False
    return all(abs(after / before - 1.0) < NEGLIGIBLE for before, after in (most, response))


def _response(network: Network, rate: float) -> float:
    return Analytic().solve(network, rate).figure("response_mean").value


def _turns_over(network: Network) -> bool:
    """Whether processes are recycled or heaps collected."""
    return any(region.recycle is not None or region.collect is not None for region in network.regions)


def _at(now: Present, text: str, server: Carried, farm: Bill | None, by: str) -> AtValue:
    cost = farm.exact if farm else None
    return AtValue(
        text,
        server.mbps,
        _capacity_change(now, server, by),
        cost,
        farm.whole if farm else None,
        _cost_change(now, server, cost, by) if cost else None,
        by,
        server.binding,
    )


def _capacity_change(now: Present, server: Carried, by: str) -> Estimate:
    before = now.server.mbps
    if by == RULED_OUT:  # Not known to be none, but to be less than what the rule lets pass.
        return Estimate(0.0, NEGLIGIBLE * before.value, before.confidence, 0, before.unit)
    if server is now.server:
        return given(0.0, before.unit)
    return _difference(before, server.mbps, server.binding == now.server.binding)


def _cost_change(now: Present, server: Carried, cost: Estimate, by: str) -> Estimate:
    before = now.bill.exact
    change = _difference(before, cost, by == SAME_SERVER or server.binding == now.server.binding)
    if by != RULED_OUT:
        return change
    # All of the cost that hangs on the number of servers may be off by as much as the capacity.
    moving = before.value - now.scenario.demand * 8e-6 * now.scenario.datacenter.prices.bandwidth
    return Estimate(change.value, change.half_width + NEGLIGIBLE * moving, change.confidence, change.samples, USD)


def _difference(before: Estimate, after: Estimate, in_common: bool) -> Estimate:
    """What is more than before: by pairs of replications; in theory, whose errors are the same share of both where
    they are `in_common`, for the same limit binds, and else add up."""
    if before.each and len(before.each) == len(after.each):
        return difference("", before, after).difference
    more = after.value - before.value
    if math.isclose(after.value, before.value, rel_tol=ROUNDING):
        return Estimate(0.0, 0.0, before.confidence, 0, before.unit)
    error = abs(after.half_width - before.half_width) if in_common else after.half_width + before.half_width
    return Estimate(more, error, before.confidence, 0, before.unit)
