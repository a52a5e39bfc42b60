"""Servers against the first one on the same sessions, and the farm of each."""

from collections.abc import Callable, Sequence

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.errors import NoCapacity
from simulator.measure.paired import pair
from simulator.measure.progress import Progress, grow
from simulator.questions.compare.compared import Compared, Side
from simulator.sizing.as_sized import as_sized, farm_of
from simulator.sizing.measuring import measure_alike
from simulator.sizing.sized_by import require_offered
from simulator.sizing.solvers import Simulation


def compare_all(
    scenarios: Sequence[Scenario],
    engine: Engine,
    progress: Progress = lambda: None,
    measured_as: Callable[[Scenario], Scenario] = lambda scenario: scenario,
) -> Compared:
    """Measures one server of each scenario, and buys the farm of each that states a demand.

    measured_as: what stands for a scenario when its server is measured, such as one node of its unit. The farms
    rest on as many replications as the first one's. Raises ScenarioError where no load is stated and the first
    scenario has no farm that one would follow from, and what `measure_alike` raises.
    """
    require_a_load(scenarios)
    sides = _sides(scenarios, engine, progress)
    load = None if all(scenario.workload.states_a_load for scenario in scenarios) else _share(scenarios[0], sides)
    measured = [measured_as(_at(scenario, load)) for scenario in scenarios]
    base, *found = measure_alike(engine, measured, progress)
    reference, *others = measured
    pairs = tuple(pair(reference, other, base, results) for other, results in zip(others, found, strict=True))
    return Compared(sides, base, pairs, load)


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


def _share(reference: Scenario, sides: Sequence[Side]) -> float:
    """Requests/s that fall to a server of the first farm as bought."""
    farm = sides[0].farm
    if farm is None:
        require_offered(reference)
        return reference.workload.offered_rate or 0.0
    sizing = farm.sizing
    return farm.carried.requests.value * sizing.needed_servers.value / sizing.servers.whole.value


def _at(scenario: Scenario, load: float | None) -> Scenario:
    """The scenario at that load, unless it states one."""
    if load is None or scenario.workload.states_a_load:
        return scenario
    return scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"offered": load})})
