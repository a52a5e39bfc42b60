"""Servers against the first one on the same sessions, and the farm of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity, Overloaded
from simulator.experiment.measurement import measure_with_common_draws
from simulator.experiment.paired_differences import pair_results
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Paired, Results
from simulator.experiment.run_length import with_duration
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.single_server import rated_nodes
from simulator.experiment.sizing_basis import require_offered, sizing_basis
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.candidates import why_no_farm
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.farm_at_work import server_at_rate, server_share
from simulator.farm.prediction import CostBeside
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.farm.sized_server import size_server
from simulator.farm.tier_failure_study import misses_as_bought
from simulator.translate.one_world import joint_network
from simulator.translate.translate import Translation
from simulator.uncertainty.predict import predict_beside, with_own_prediction

# A server that carries so many times as much as another is compared with it at an equal share of that.
FAR_LARGER = 2.0


def compare_scenarios(
    scenarios: Sequence[Scenario],
    engine: Engine,
    progress: Progress = lambda: None,
    measured_as: Callable[[Scenario], Scenario] = lambda scenario: scenario,
) -> ScenarioComparison:
    """Measures one server of each scenario, and buys the farm of each that states a demand.

    A server is measured where `plan` measures it: at a stated load where that sizes it, else at its share of the
    demand. What falls to one of the first farm is offered to each of the latter, so that they see the same sessions; to
    one of quite another size, as much more or less as it carries.

    measured_as: what stands for a scenario when its server is measured at a stated load, such as one node of its unit.
    A server that is offered more than it carries is told so, and has no differences.
    The farms rest on as many replications as the first one's. Raises ScenarioError where no load is stated and the
    first scenario has no farm that one would follow from, and what `measure_with_common_draws` raises.
    """
    require_load(scenarios)
    sides = _with_predictions(_sides(scenarios, engine, progress))
    load = _load(scenarios, sides)
    sides = tuple(replace(side, times=_times_the_first(side, sides[0], load)) for side in sides)
    offered = tuple(
        None if (rate := _offered(side.scenario, load, scenarios[0])) is None else rate * side.times for side in sides
    )
    measured = [
        _at_work(scenario, rate) if rate is not None else _as_stated(measured_as(scenario))
        for scenario, rate in zip(scenarios, offered, strict=True)
    ]
    measured = _for_as_long(measured, offered)
    asked = [each.scenario for each in measured]
    found = measure_with_common_draws(engine, asked, progress, [each.world for each in measured])
    told = tuple(
        replace(side, as_stated=rate is None, sizes_nothing=sizing_basis(side.scenario) == LARGEST)
        for side, rate in zip(map(_overloaded, sides, asked, found), offered, strict=True)
    )
    results = next(each for each in found if isinstance(each, Results))
    return ScenarioComparison(told, results, _pairs(asked, found), load)


def _pairs(scenarios: Sequence[Scenario], found: Sequence[Results | Overloaded]) -> tuple[Paired, ...]:
    """The differences from the first one, of all that settled; none where the first one did not."""
    base, *others = found
    if isinstance(base, Overloaded):
        return ()
    both = zip(scenarios[1:], others, strict=True)
    return tuple(pair_results(scenarios[0], other, base, each) for other, each in both if isinstance(each, Results))


def _overloaded(side: ComparedFarm, measured: Scenario, found: Results | Overloaded) -> ComparedFarm:
    if isinstance(found, Results):
        return side
    return replace(side, overloaded=found, offered=measured.workload.offered_rate)


def single_server(scenario: Scenario) -> Scenario:
    """One server of the unit of a scenario, with what is offered to it: behind a hash nodes have nothing in common. The
    whole unit where it calls other tiers, which its servers have in common, or where they serve classes in groups."""
    if scenario.tiers or scenario.unit.paths:
        return scenario
    return scenario.model_copy(update={"unit": scenario.unit.model_copy(update={"nodes": 1, "spare_nodes": 0})})


def require_load(scenarios: Sequence[Scenario]) -> None:
    """Raises ScenarioError for a scenario that states no load, unless one follows from the farm of the first one."""
    if scenarios[0].demand is None:
        for scenario in scenarios:
            require_offered(scenario)


def _sides(scenarios: Sequence[Scenario], engine: Engine, progress: Progress) -> tuple[ComparedFarm, ...]:
    sides: list[ComparedFarm] = []
    count: int | None = None
    for scenario in scenarios:
        if scenario.demand is None:
            sides.append(ComparedFarm(scenario, None))
            continue
        announce_steps(progress, scenario.run.replications or count or 0)
        try:
            carried = size_server(scenario, Simulation(engine), count, progress)
            count = count or carried.mbps.samples
            farm = buy_farm(scenario, carried)
            sides.append(ComparedFarm(scenario, farm, why_not=misses_as_bought(farm, Theory())))
        except NoCapacity as error:
            reason = str(error).removeprefix(f"{scenario.name}: ")
            sides.append(ComparedFarm(scenario, None, reason, why_no_farm(error)))
    return tuple(sides)


def _with_predictions(sides: tuple[ComparedFarm, ...]) -> tuple[ComparedFarm, ...]:
    """The farms with how sure each is, and what it costs beside the first of them, in the same worlds."""
    first, *others = sides
    farms = [side.farm for side in others if side.farm is not None]
    if first.farm is None:
        known: Iterator[tuple[Farm, CostBeside | None]] = ((with_own_prediction(farm), None) for farm in farms)
    else:
        own, found = predict_beside(first.farm, farms)
        first, known = replace(first, farm=own), iter(found)
    told = [first]
    for side in others:
        farm, beside = (None, None) if side.farm is None else next(known)
        told.append(replace(side, farm=farm, beside=beside))
    return tuple(told)


class _Measured(NamedTuple):
    """A server to be measured: the scenario with what is offered to it, and the world in which it stands."""

    scenario: Scenario
    world: Translation


def _load(scenarios: Sequence[Scenario], sides: Sequence[ComparedFarm]) -> float | None:
    """Requests/s that fall to a server of the first farm, where some server is measured at that; else None."""
    reference, farm = scenarios[0], sides[0].farm
    unstated = not all(scenario.workload.states_a_load for scenario in scenarios)
    if farm is None:
        if unstated:
            require_offered(reference)
        return reference.workload.offered_rate if unstated else None
    return server_share(farm).value if unstated or sizing_basis(reference) == LARGEST else None


def _times_the_first(side: ComparedFarm, first: ComparedFarm, load: float | None) -> float:
    """How much more is offered to a server than to the first one, that both are used for the same share of what they
    carry; 1 where they are about as large, for then the same load tells more."""
    if load is None or side.farm is None or first.farm is None:
        return 1.0
    carries, times = side.farm.carried, side.farm.carried.requests.value / first.farm.carried.requests.value
    if carries.way != LARGEST or first.farm.carried.way != LARGEST:
        return 1.0
    return times if load > carries.requests.value or not 1.0 / FAR_LARGER < times < FAR_LARGER else 1.0


def _offered(scenario: Scenario, load: float | None, reference: Scenario) -> float | None:
    """What is offered to a server that is measured at its share of a demand; None for one measured as it states."""
    if load is None:
        return None
    at_its_share = sizing_basis(scenario) == sizing_basis(reference) == LARGEST
    return load if at_its_share or not scenario.workload.states_a_load else None


def _for_as_long(measured: Sequence[_Measured], offered: Sequence[float | None]) -> list[_Measured]:
    """The servers, each run for as long as the one of them that needs most: those at their share as `plan` does."""
    runs = [
        each.scenario.run if rate is None else with_duration(each.scenario.run, each.world.network, rate)
        for each, rate in zip(measured, offered, strict=True)
    ]
    longest = max(runs, key=lambda run: run.seconds)
    alike = {"duration": longest.duration, "window": longest.window}
    return [
        each._replace(scenario=each.scenario.model_copy(update={"run": each.scenario.run.model_copy(update=alike)}))
        for each in measured
    ]


def _as_stated(scenario: Scenario) -> _Measured:
    return _Measured(scenario, joint_network(scenario))


def _at_work(scenario: Scenario, load: float) -> _Measured:
    """A server as `plan` measures one of the farm as bought: by itself where nodes have nothing in common, else behind
    its balancer; where groups of nodes serve classes of their own, all of them."""
    workload = scenario.workload.model_copy(update={"offered": load})
    loaded = scenario.model_copy(update={"workload": workload})
    if scenario.unit.paths:
        return _as_stated(loaded)
    nodes = scenario.unit.nodes if rated_nodes(scenario) > 1 else 1
    spares = scenario.unit.spare_nodes if nodes > 1 else 0
    seen = loaded.model_copy(update={"unit": scenario.unit.model_copy(update={"nodes": nodes, "spare_nodes": spares})})
    return _Measured(seen, server_at_rate(scenario, load, nodes=nodes))
