"""The largest load within the targets."""

from models.scenario import Scenario
from simulator.cli.today import today
from simulator.experiment.capacity_by_solver import capacity_from_search
from simulator.experiment.capacity_search import AROUND, search_steps
from simulator.experiment.sizing_basis import is_largest_load_enough
from simulator.farm.farm_at_work import operating_points
from simulator.farm.sized_server import buy_farm_of, size_server
from simulator.farm.stamp import make_stamp
from simulator.farm.tier_failure_study import tier_failures
from simulator.solver import Solver
from simulator.studies.capacity.by_group import find_capacity_by_group
from simulator.studies.capacity.result import CapacityResult, GroupCapacityResult
from simulator.studies.watch import Watch
from simulator.uncertainty.model_error import beyond_measured
from simulator.uncertainty.predict import with_own_prediction


def capacity(scenario: Scenario, solver: Solver, command: str, watch: Watch) -> CapacityResult | GroupCapacityResult:
    """The largest load of a server, or of one of each group of nodes, and the farm where there is a demand; `command`
    makes the result again. Raises what `find_capacity` raises,
    by theory what `largest_rate` does."""
    if scenario.unit.paths:
        with watch(search_steps(scenario) * len(scenario.unit.paths), "searching") as step:
            groups = find_capacity_by_group(scenario, solver, step)
        samples = groups.carried.requests.samples
        return GroupCapacityResult(groups, make_stamp(scenario, solver.name, samples, command, today().isoformat()))
    with watch(search_steps(scenario), "searching") as step:
        load = solver.searches(scenario, AROUND, step)
        largest = is_largest_load_enough(scenario)
        carried = capacity_from_search(scenario, load) if largest else size_server(scenario, solver)
        farm = buy_farm_of(scenario, carried)
        farm = farm and with_own_prediction(farm)
        states = operating_points(farm, solver, carried.settled, step) if farm else ()
        down = tier_failures(farm, solver, carried.settled, step) if farm else ()
    stamp = make_stamp(scenario, solver.name, load.offered.samples, command, today().isoformat())
    beyond = beyond_measured(scenario, load.offered.value, load.stop.role if load.stop else None)
    return CapacityResult(scenario, load, farm, states, down, stamp, beyond)
