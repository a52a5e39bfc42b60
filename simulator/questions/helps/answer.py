"""What would help: the capacity with each option of the catalogue, against the present one on the same sessions."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from models.quantities.units import format_memory
from models.scenario import Scenario
from models.variations.option import Option, options
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine, surely
from simulator.measure.estimate import Estimate, from_replications
from simulator.measure.paired import difference
from simulator.measure.progress import Progress
from simulator.rollup.busiest import servers_at_work
from simulator.rollup.carried import LARGEST, Carried
from simulator.rollup.farm import buy
from simulator.rollup.option import AtCapacity, NotApplicable, Saturated, WhatHelps, Worth, ranked, worth
from simulator.sizing.as_sized import as_sized
from simulator.sizing.carries import carries, server_network
from simulator.sizing.ceiling import ceiling_of, most_carried
from simulator.sizing.sized_by import is_largest_load_enough, sized_by
from simulator.sizing.solvers import Simulation
from simulator.solver import Solver

# Theory rules out what cannot gain 1 % of the present capacity, or as much as its interval where that is wider.
WORTH_SIMULATING = 0.01

Judged = Worth | Saturated | NotApplicable


def configurations(scenario: Scenario) -> int:
    """How many times `what_would_help` reports progress: for the present configuration and each that applies."""
    return 1 + sum(option.scenario is not None for option in options(scenario))


def what_would_help(scenario: Scenario, engine: Engine, progress: Progress = lambda: None) -> WhatHelps:
    """The capacity that each option gains and what it costs, ranked; `progress` is called as each is judged.

    An option is not simulated if it makes the same network, for then the capacity is the same, or if it saves nothing
    and a station is full at the present load with it too; but it is, from the least bound of its farm up, as long as
    that may cost less in all than every farm found so far. Raises what `find_capacity` raises for the scenario itself,
    and ScenarioError where the catalogue is wrong.
    """
    offered = options(scenario)
    solver = Simulation(engine)
    now = _at(scenario, carries(scenario, solver), solver)
    judge = solver
    progress()
    judged: list[Judged] = []
    for option in offered:
        judged.append(_judged(now, option, judge))
        if option.scenario is not None:
            progress()
    _judge_what_may_be_cheaper(now, offered, judged, judge)
    worths = ranked([found for found in judged if isinstance(found, Worth)])
    return WhatHelps(
        now,
        tuple(found for found in worths if not found.is_useless),
        tuple(found for found in judged if isinstance(found, Saturated)),
        tuple(found for found in judged if isinstance(found, NotApplicable)),
        tuple(found for found in worths if found.is_useless),
    )


def _judge_what_may_be_cheaper(
    now: AtCapacity, offered: Sequence[Option], judged: list[Judged], solver: Solver
) -> None:
    """Puts what is measured in place of what theory has ruled out for its load, where its farm may be the cheapest: a
    branch and bound, as in `optimise`."""
    left = sorted((found.bound, place) for place, found in enumerate(judged) if isinstance(found, Saturated))
    for bound, place in left:
        costs = [found.whole_cost for found in judged if isinstance(found, Worth) and not found.elsewhere]
        farm = now.farm
        costs += [farm.cost.with_bandwidth.whole.value] if farm is not None else []
        if bound >= min((cost for cost in costs if cost is not None), default=inf):
            return
        judged[place] = _measured(now, offered[place], solver)


def _at(scenario: Scenario, carried: Carried, solver: Solver, replications: int | None = None) -> AtCapacity:
    """A scenario whose server carries so much at most, with what its farm is sized by."""
    if is_largest_load_enough(scenario):
        return AtCapacity(scenario, carried)
    try:
        return AtCapacity(scenario, carried, as_sized(scenario, solver, replications))
    except NoCapacity:
        return AtCapacity(scenario, carried, has_farm=False)


def _judged(now: AtCapacity, option: Option, solver: Solver) -> Judged:
    """What is known of an option: by its own words, by theory, or by simulation."""
    if option.scenario is None:
        return NotApplicable(option.name, option.reason)
    try:
        if _same_server(now.scenario, option.scenario):
            return _same(now, option)
        saturated = _saturated(now, option)
        if saturated is not None:
            return saturated
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return NotApplicable(option.name, str(error))
    return _measured(now, option, solver)


def _measured(now: AtCapacity, option: Option, solver: Solver) -> Judged:
    """What is measured of an option, or why that is not possible."""
    scenario = surely(option.scenario, "scenario of an option")
    try:
        # As many replications as the present configuration had, so that each has one to be paired with.
        count = now.carried.mbps.samples
        return _worth(now, option, _at(scenario, carries(scenario, solver, count), solver, count))
    except (NoCapacity, NotConverged, UnsupportedByEngine) as error:
        return NotApplicable(option.name, str(error))


def _same_server(one: Scenario, other: Scenario) -> bool:
    """Whether two scenarios differ in nothing that a server's simulation sees; how many there are is not of that."""
    return server_network(one) == server_network(other)


def _same(now: AtCapacity, option: Option) -> Judged:
    """An option with which a server does the same: it is one for its price, or for the number of servers."""
    scenario = surely(option.scenario, "scenario of an option")
    found = _worth(now, option, replace(now, scenario=scenario))
    if found.helps or found.saves or found.cheapens:
        return found
    return NotApplicable(option.name, _nothing(now.scenario, scenario))


def _nothing(before: Scenario, after: Scenario) -> str:
    """Why a server does the same as before."""
    if after.server.ram > before.server.ram:
        space = format_memory(before.process_address_space)
        return f"the server does the same with it: a process has {space} of address space, whatever the RAM"
    return "the server does the same with it"


def _saturated(now: AtCapacity, option: Option) -> Saturated | None:
    """Theory's word against an option: a ceiling below the present capacity, or hardly above it and nothing saved."""
    carried = now.carried.mbps
    hardly = max(WORTH_SIMULATING * carried.value, carried.half_width)
    network = server_network(surely(option.scenario, "scenario of an option"))
    most = most_carried(network, now.carried.requests.value)
    if most is None or most.mbps > carried.value + hardly:
        return None
    less = most.mbps < carried.value - hardly
    if less or not _cheaper(now, option):
        return Saturated(option.name, most.station, most.mbps, less, _least_cost(now, option))
    return None


def _least_cost(now: AtCapacity, option: Option) -> float:
    """The least that the farm of an option costs a month in all, if a server carries all that theory lets it; inf where
    there is no farm, or another load sizes it."""
    scenario = surely(option.scenario, "scenario of an option")
    if now.farm is None or sized_by(scenario) != LARGEST:
        return inf
    return buy(scenario, ceiling_of(scenario).carried).cost.with_bandwidth.whole.value


def _cheaper(now: AtCapacity, option: Option) -> bool:
    """Whether it would cost less at the load that is carried now."""
    return _worth(now, option, replace(now, scenario=surely(option.scenario, "scenario of an option"))).saves


def _worth(now: AtCapacity, option: Option, then: AtCapacity) -> Worth:
    gain = difference("server_mbps", now.carried.mbps, then.carried.mbps)
    unit_gain = difference("unit_mbps", _unit_mbps(now), _unit_mbps(then))
    found = worth(now, then, gain, unit_gain, option.price)
    told = {name: getattr(option, name) for name in ("name", "adapted", "instead", "elsewhere")}
    return replace(found, **told)


def _unit_mbps(at: AtCapacity) -> Estimate:
    """What a unit carries in each replication: nodes that work all carry what one does, but for those that get less
    than the busiest."""
    working = servers_at_work(at.scenario)
    server = at.carried.mbps
    return from_replications([working * mbps for mbps in server.each], server.confidence, server.unit)
