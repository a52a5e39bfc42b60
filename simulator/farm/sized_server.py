"""What one server carries, the way its scenario sizes it, and the farm of such servers: what every question asks.

`plan` does the same, and measures the farm at work besides (study.py).
"""

from models.scenario import Scenario
from simulator.errors import NoCapacity
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.limits import rank_limits
from simulator.experiment.measurement import measure_server
from simulator.experiment.progress import Progress
from simulator.experiment.server_capacity import LARGEST, ServerCapacity, capacity_at_stated_load
from simulator.experiment.sizing_basis import sizing_basis
from simulator.experiment.verdicts import verdicts
from simulator.farm.farm import Farm, buy_farm
from simulator.messages.stages.farm import misses_targets
from simulator.solver import Solver
from simulator.targets import LABELS
from simulator.translate.translate import translate


def size_server(
    scenario: Scenario, solver: Solver, replications: int | None = None, progress: Progress = lambda: None
) -> ServerCapacity:
    """What a server carries: at most within its targets, or of the load that sizes it (see `sized_by`).

    `replications` where they are to be pairs of others. Raises NoCapacity where a target is missed for sure at the load
    that sizes it, and what `carries` or `measure` raises.
    """
    if sizing_basis(scenario) == LARGEST:
        return server_capacity(scenario, solver, replications, progress)
    run = scenario.run if replications is None else scenario.run.model_copy(update={"replications": replications})
    asked = scenario.model_copy(update={"run": run})
    translation = translate(asked)
    results = measure_server(solver, asked, translation, progress)
    missed = [each for each in verdicts(asked, results, rank_limits(results)) if each.met is False and each.clear]
    if missed:
        named = ", ".join(f'"{LABELS[each.target]}"' for each in missed)
        raise NoCapacity(misses_targets(scenario.name, named))
    return capacity_at_stated_load(results, translation.network)


def buy_farm_of(scenario: Scenario, carried: ServerCapacity) -> Farm | None:
    """The farm of servers that carry so much; None without a demand. Raises what `buy` raises."""
    return None if scenario.demand is None else buy_farm(scenario, carried)
