"""Capacity and cost with every assumed value at both ends of its range, one at a time.

Theory goes first. An end is not simulated where a server does the same there, as with all prices, nor where theory
rules it out: where the largest load that theory expects, and the mean response time just below the present capacity,
change by less than half a percent. Theory rules out nothing where it cannot solve the server, where processes recycle
or heaps are collected, for it takes those as warm, and where the target that ends the capacity is one of percentiles.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from models.errors import ScenarioError
from models.scenario import Scenario
from models.variations.assumptions import AssumedRange, assumed_ranges, why_impossible, with_values
from simulator.engines.theory.engine import TheoryEngine
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine, require
from simulator.experiment.capacity_by_solver import capacity_in_theory, rated_servers, server_capacity
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.paired_differences import ROUNDING, difference
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.influence import (
    CAPACITY,
    COST,
    IN_THEORY,
    RULED_OUT,
    SAME_SERVER,
    SIMULATED,
    AnswerAtValue,
    AnswerName,
    Influence,
)
from simulator.farm.stopping_limit import stopping_limit
from simulator.network.network import Network
from simulator.solver import Solver
from simulator.targets import PERCENTILES

# A share of the largest load and of the mean response time below which theory calls a change none, and the load at
# which it looks at the latter, in times the present capacity.
NEGLIGIBLE, BELOW = 0.005, 0.95
_UNSOLVED = (NoCapacity, NotConverged, UnsupportedByEngine)


@dataclass(frozen=True)
class BaseCase:
    """The scenario as it is: what its server carries, by whom that is found, what that hangs on (see rated_servers),
    and what its farm costs."""

    scenario: Scenario
    solver: Solver
    rated: tuple[tuple[Network, float], ...]
    server: ServerCapacity
    farm: Farm | None

    @property
    def answer(self) -> AnswerAtValue:
        """What its server carries and its farm costs, beside those at the ends of ranges."""
        return _at(self, "", self.server, self.farm, SIMULATED)


def base_case(scenario: Scenario, solver: Solver, server: ServerCapacity) -> BaseCase:
    """A scenario as it is, whose server carries so much; `solver` answers at the ends of its ranges."""
    return BaseCase(scenario, solver, rated_servers(scenario), server, _farm(scenario, server))


def one_at_a_time(
    scenario: Scenario,
    solver: Solver,
    stated: ServerCapacity | None = None,
    ranges: Sequence[AssumedRange] | None = None,
) -> tuple[Influence, ...]:
    """Every stated range alone, or each of `ranges`, those first that move the cost most, or without a demand the
    capacity.

    stated: what a server carries at the present values, where that is not the largest load. Raises what `sensitivity`
    raises.
    """
    ranges = assumed_ranges(scenario)[0] if ranges is None else ranges
    server = stated or server_capacity(scenario, solver)
    return influences(base_case(scenario, solver, server), ranges, lambda: None)


def influences(now: BaseCase, ranges: Sequence[AssumedRange], progress: Progress) -> tuple[Influence, ...]:
    """Each range alone, those first that move the cost most, or without a demand the capacity; `progress` is called as
    each end is known."""
    main: AnswerName = COST if now.farm else CAPACITY
    return tuple(sorted(_influences(now, ranges, progress), key=lambda each: -each.swing(main)))


def _influences(now: BaseCase, ranges: Sequence[AssumedRange], progress: Progress) -> Iterator[Influence]:
    for each in ranges:
        ends = []
        for text in (each.low_text, each.high_text):
            ends.append(_end(now, each, text))
            progress()
        yield Influence(each, *ends)


def _end(now: BaseCase, parameter: AssumedRange, text: str) -> AnswerAtValue | Unavailable:
    """The answer with a parameter at an end of its range, or why that cannot be."""
    try:
        scenario = with_values(now.scenario, {parameter.path: text})
    except ScenarioError as error:
        return Unavailable(why_impossible(error))
    rated = rated_servers(scenario)
    try:
        if rated == now.rated:
            return _at(now, text, now.server, _farm(scenario, now.server), SAME_SERVER)
        if now.solver.at_once:
            server = capacity_in_theory(scenario, rated)
            return _at(now, text, server, _farm(scenario, server), IN_THEORY)
        if is_unchanged_in_theory(now.scenario, scenario, now.server):
            return _at(now, text, now.server, _farm(scenario, now.server), RULED_OUT)
        server = server_capacity(scenario, now.solver, now.server.mbps.samples)
        return _at(now, text, server, _farm(scenario, server), SIMULATED)
    except _UNSOLVED as error:
        return Unavailable(str(error))


def is_unchanged_in_theory(present: Scenario, other: Scenario, server: ServerCapacity) -> bool:
    """Whether theory says that another server carries the same: see the rule at the top."""
    rated = rated_servers(present), rated_servers(other)
    if server.target in PERCENTILES or any(_turns_over(network) for each in rated for network, _ in each):
        return False
    try:
        most = [capacity_in_theory(*each).mbps.value for each in zip((present, other), rated, strict=True)]
        response = [[_response(*one, BELOW * server.requests.value) for one in each] for each in rated]
    except (*_UNSOLVED, KeyError, ValueError):
        return False
    told = (most, *zip(*response, strict=True))
    return all(abs(after / before - 1.0) < NEGLIGIBLE for before, after in told)


def _response(network: Network, times: float, rate: float) -> float:
    """The mean response time of a server that gets so many times a rate, seconds."""
    return TheoryEngine().solve(network, times * rate).figure("response_mean").value


def _turns_over(network: Network) -> bool:
    """Whether processes are recycled or heaps collected."""
    return any(region.recycle is not None or region.collect is not None for region in network.regions)


def _at(now: BaseCase, text: str, server: ServerCapacity, farm: Farm | None, by: str) -> AnswerAtValue:
    return AnswerAtValue(
        text,
        server.mbps,
        _capacity_change(now, server, by),
        farm.exact if farm else None,
        farm.decided.whole if farm else None,
        _cost_change(now, server, farm, by) if farm else None,
        by,
        _stop(now, server),
    )


def _farm(scenario: Scenario, server: ServerCapacity) -> Farm | None:
    """The farm of such servers; None without a demand."""
    return None if scenario.demand is None else buy_farm(scenario, server)


def _stop(now: BaseCase, server: ServerCapacity) -> str:
    """The name of what stops a server; no range is of a target."""
    return stopping_limit(server, now.scenario.targets).name


def _capacity_change(now: BaseCase, server: ServerCapacity, by: str) -> Estimate:
    before = now.server.mbps
    if by == RULED_OUT:  # Not known to be none, but to be less than what the rule lets pass.
        return Estimate(0.0, NEGLIGIBLE * before.value, before.confidence, 0, before.unit)
    if server is now.server:
        return exact(0.0, before.unit)
    return _difference(before, server.mbps, _stop(now, server) == _stop(now, now.server))


def _cost_change(now: BaseCase, server: ServerCapacity, farm: Farm, by: str) -> Estimate:
    present = require(now.farm, "farm")
    before, in_common = present.exact, by == SAME_SERVER or _stop(now, server) == _stop(now, now.server)
    change = _difference(before, farm.exact, in_common)
    wider = change.half_width
    if change.each:  # Pairs of replications say nothing of how well the misses are known that an origin bills.
        same_misses = in_common or math.isclose(farm.sizing.fetched.value, present.sizing.fetched.value)
        wider += abs(farm.of_misses - present.of_misses) if same_misses else farm.of_misses + present.of_misses
    if by == RULED_OUT:  # The cost hangs on the number of servers, and so may be off by as much as what one carries.
        wider += NEGLIGIBLE * before.value
    return replace(change, half_width=wider)


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
