"""One server of a unit at a stated load while the spares of its unit are down: the others take over their share."""

from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, Overloaded, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.estimate import exact
from simulator.experiment.limits import rank_limits
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable, WarmUp
from simulator.experiment.single_server import without_spares
from simulator.experiment.verdicts import verdicts
from simulator.farm.farm_at_work import measure_at_rate
from simulator.farm.operating_point import SPARES_GONE, OperatingPoint
from simulator.messages.stages.farm import pile_up
from simulator.solver import Solver


def server_with_spares_down(
    scenario: Scenario, solver: Solver, settled: WarmUp, progress: Progress = lambda: None
) -> OperatingPoint | Unavailable | None:
    """A server that gets what is offered to all nodes of its unit over those that are left; why that is not known;
    None where a unit has no spares or nobody states a rate."""
    rate, unit, workload = scenario.workload.offered_rate, scenario.unit, scenario.workload
    other_load = workload.ramp or workload.trace or workload.population or workload.day
    if rate is None or not unit.spare_nodes or other_load or scenario.unit.paths:
        return None
    left = unit.nodes - unit.spare_nodes
    share = rate * unit.nodes / left
    try:
        results = measure_at_rate(without_spares(scenario), share, solver, settled, progress)
    except Overloaded as error:
        return Unavailable(pile_up(error.limit, error.offered))
    except (NotConverged, UnsupportedByEngine, NoCapacity) as error:
        return Unavailable(reason_without_remedy(error))
    known = rank_limits(results)
    return OperatingPoint(
        SPARES_GONE, float(left), exact(share, "/s"), results, known, verdicts(scenario, results, known)
    )
