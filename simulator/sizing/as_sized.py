"""What one server carries, the way its scenario sizes it, and the farm of such servers: what every question asks.

`plan` does the same, and measures the farm at work besides (study.py).
"""

from models.scenario import Scenario
from simulator.errors import NoCapacity
from simulator.measure.progress import Progress
from simulator.rollup.carried import LARGEST, Carried, at_stated_load
from simulator.rollup.farm import Farm, buy
from simulator.rollup.limits import limits
from simulator.rollup.verdicts import verdicts
from simulator.sizing.carries import carries
from simulator.sizing.measuring import measure
from simulator.sizing.sized_by import sized_by
from simulator.solver import Solver
from simulator.targets import LABELS
from simulator.translate.translate import translate


def as_sized(
    scenario: Scenario, solver: Solver, replications: int | None = None, progress: Progress = lambda: None
) -> Carried:
    """What a server carries: at most within its targets, or of the load that sizes it (see `sized_by`).

    `replications` where they are to be pairs of others. Raises NoCapacity where a target is missed for sure at the load
    that sizes it, and what `carries` or `measure` raises.
    """
    if sized_by(scenario) == LARGEST:
        return carries(scenario, solver, replications, progress)
    run = scenario.run if replications is None else scenario.run.model_copy(update={"replications": replications})
    asked = scenario.model_copy(update={"run": run})
    translation = translate(asked)
    results = measure(solver, asked, translation, progress)
    missed = [each for each in verdicts(asked, results, limits(results)) if each.met is False and each.clear]
    if missed:
        named = ", ".join(f'"{LABELS[each.target]}"' for each in missed)
        raise NoCapacity(f"{scenario.name}: at the load that sizes it a server misses its targets {named}")
    return at_stated_load(results, translation.network)


def farm_of(scenario: Scenario, carried: Carried) -> Farm | None:
    """The farm of servers that carry so much; None without a demand. Raises what `buy` raises."""
    return None if scenario.demand is None else buy(scenario, carried)
