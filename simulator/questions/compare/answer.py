"""Servers against the first one on the same sessions, and the farm of each."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity, Overloaded
from simulator.measure.paired import pair
from simulator.measure.progress import Progress, grow
from simulator.measure.results import Paired, Results
from simulator.questions.compare.compared import Compared, Side
from simulator.rollup.carried import LARGEST
from simulator.sizing.alone import rated_nodes
from simulator.sizing.as_sized import as_sized, farm_of
from simulator.sizing.farm_at_work import at_rate, share
from simulator.sizing.measuring import measure_alike
from simulator.sizing.run_length import as_long_as_needed
from simulator.sizing.sized_by import require_offered, sized_by
from simulator.sizing.solvers import Simulation
from simulator.translate.one_world import one_world
from simulator.translate.translate import Translation

# A server that carries so many times as much as another is compared with it at an equal share of that.
FAR_LARGER = 2.0


def compare_all(
    scenarios: Sequence[Scenario],
    engine: Engine,
    progress: Progress = lambda: None,
    measured_as: Callable[[Scenario], Scenario] = lambda scenario: scenario,
) -> Compared:
    """Measures one server of each scenario, and buys the farm of each that states a demand.

    A server is measured where `plan` measures it: at a stated load where that sizes it, else at its share of the
    demand. What falls to one of the first farm is offered to each of the latter, so that they see the same sessions; to
    one of quite another size, as much more or less as it carries.

    measured_as: what stands for a scenario when its server is measured at a stated load, such as one node of its unit.
    A server that is offered more than it carries is told so, and has no differences.
    The farms rest on as many replications as the first one's. Raises ScenarioError where no load is stated and the
    first scenario has no farm that one would follow from, and what `measure_alike` raises.
    """
    require_a_load(scenarios)
    sides = _sides(scenarios, engine, progress)
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
    found = measure_alike(engine, asked, progress, [each.world for each in measured])
    told = tuple(
        replace(side, as_stated=rate is None, sizes_nothing=sized_by(side.scenario) == LARGEST)
        for side, rate in zip(map(_overloaded, sides, asked, found), offered, strict=True)
    )
    results = next(each for each in found if isinstance(each, Results))
    return Compared(told, results, _pairs(asked, found), load)


def _pairs(asked: Sequence[Scenario], found: Sequence[Results | Overloaded]) -> tuple[Paired, ...]:
    """The differences from the first one, of all that settled; none where the first one did not."""
    base, *others = found
    if isinstance(base, Overloaded):
        return ()
    both = zip(asked[1:], others, strict=True)
    return tuple(pair(asked[0], other, base, each) for other, each in both if isinstance(each, Results))


def _overloaded(side: Side, measured: Scenario, found: Results | Overloaded) -> Side:
    if isinstance(found, Results):
        return side
    return replace(side, overloaded=found, offered=measured.workload.offered_rate)


def one_server(scenario: Scenario) -> Scenario:
    """One server of the unit of a scenario, with what is offered to it: behind a hash nodes have nothing in common. The
    whole unit where it calls other tiers, which its servers have in common, or where they serve classes in groups."""
    if scenario.tiers or scenario.unit.paths:
        return scenario
    return scenario.model_copy(update={"unit": scenario.unit.model_copy(update={"nodes": 1, "spare_nodes": 0})})


def require_a_load(scenarios: Sequence[Scenario]) -> None:
    """Raises ScenarioError for a scenario that states no load, unless one follows from the farm of the first one."""
    if scenarios[0].demand is None:
        for scenario in scenarios:
            require_offered(scenario)


def _sides(scenarios: Sequence[Scenario], engine: Engine, progress: Progress) -> tuple[Side, ...]:
    sides: list[Side] = []
    count: int | None = None
    for scenario in scenarios:
        if scenario.demand is None:
            sides.append(Side(scenario, None))
            continue
        grow(progress, scenario.run.replications or count or 0)
        try:
            carried = as_sized(scenario, Simulation(engine), count, progress)
            count = count or carried.mbps.samples
            sides.append(Side(scenario, farm_of(scenario, carried)))
        except NoCapacity as error:
            sides.append(Side(scenario, None, str(error).removeprefix(f"{scenario.name}: ")))
    return tuple(sides)


class _Measured(NamedTuple):
    """A server to be measured: the scenario with what is offered to it, and the world in which it stands."""

    scenario: Scenario
    world: Translation


def _load(scenarios: Sequence[Scenario], sides: Sequence[Side]) -> float | None:
    """Requests/s that fall to a server of the first farm, where some server is measured at that; else None."""
    reference, farm = scenarios[0], sides[0].farm
    unstated = not all(scenario.workload.states_a_load for scenario in scenarios)
    if farm is None:
        if unstated:
            require_offered(reference)
        return reference.workload.offered_rate if unstated else None
    return share(farm).value if unstated or sized_by(reference) == LARGEST else None


def _times_the_first(side: Side, first: Side, load: float | None) -> float:
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
    at_its_share = sized_by(scenario) == sized_by(reference) == LARGEST
    return load if at_its_share or not scenario.workload.states_a_load else None


def _for_as_long(measured: Sequence[_Measured], offered: Sequence[float | None]) -> list[_Measured]:
    """The servers, each run for as long as the one of them that needs most: those at their share as `plan` does."""
    runs = [
        each.scenario.run if rate is None else as_long_as_needed(each.scenario.run, each.world.network, rate)
        for each, rate in zip(measured, offered, strict=True)
    ]
    longest = max(runs, key=lambda run: run.seconds)
    alike = {"duration": longest.duration, "window": longest.window}
    return [
        each._replace(scenario=each.scenario.model_copy(update={"run": each.scenario.run.model_copy(update=alike)}))
        for each in measured
    ]


def _as_stated(scenario: Scenario) -> _Measured:
    return _Measured(scenario, one_world(scenario))


def _at_work(scenario: Scenario, load: float) -> _Measured:
    """A server as `plan` measures one of the farm as bought: by itself where nodes have nothing in common, else behind
    its balancer; where groups of nodes serve classes of their own, all of them."""
    workload = scenario.workload.model_copy(update={"offered": load})
    loaded = scenario.model_copy(update={"workload": workload})
    if scenario.unit.paths:
        return _as_stated(loaded)
    nodes = scenario.unit.nodes if rated_nodes(scenario) > 1 else 1
    seen = loaded.model_copy(update={"unit": scenario.unit.model_copy(update={"nodes": nodes})})
    return _Measured(seen, at_rate(scenario, load, nodes=nodes))
