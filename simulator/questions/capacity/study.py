"""The largest load within the targets."""

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.questions.capacity.by_group import find_capacity_by_group
from simulator.questions.capacity.result import CapacityResult, GroupCapacityResult
from simulator.questions.day import today
from simulator.questions.watch import Watch
from simulator.rollup.stamp import stamped
from simulator.sizing.as_sized import as_sized, farm_of
from simulator.sizing.capacity import find_capacity, searches
from simulator.sizing.carries import of_largest_load
from simulator.sizing.sized_by import is_largest_load_enough
from simulator.sizing.solvers import Simulation
from simulator.sizing.tier_failure import tiers_down


def capacity(scenario: Scenario, engine: Engine, command: str, watch: Watch) -> CapacityResult | GroupCapacityResult:
    """The largest load of a server, or of one of each group of nodes, and the farm where there is a demand; `command`
    makes the result again. Raises what `find_capacity` raises."""
    if scenario.unit.paths:
        with watch(searches(scenario) * len(scenario.unit.paths), "searching") as step:
            groups = find_capacity_by_group(scenario, engine, step)
        samples = groups.carried.requests.samples
        return GroupCapacityResult(groups, stamped(scenario, engine.name, samples, command, today().isoformat()))
    with watch(searches(scenario), "searching") as step:
        load = find_capacity(scenario, engine, step)
        largest = is_largest_load_enough(scenario)
        carried = of_largest_load(scenario, load) if largest else as_sized(scenario, Simulation(engine))
        farm = farm_of(scenario, carried)
        down = tiers_down(farm, Simulation(engine), carried.settled, step) if farm else ()
    stamp = stamped(scenario, engine.name, load.offered.samples, command, today().isoformat())
    return CapacityResult(scenario, load, farm, down, stamp)
