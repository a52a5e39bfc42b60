"""A variant at the largest load that it carries within its targets: what it carries, and the farm of such servers."""

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.progress import Progress
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import VariantFigures, all_met, counts
from simulator.rollup.capacity import of_unit
from simulator.rollup.farm import Farm, buy
from simulator.rollup.verdicts import not_judged
from simulator.sizing.capacity import asked
from simulator.sizing.carries import carries
from simulator.solver import Solver

NO_DEMAND = Refused("no demand is stated, which the units that are bought could pass")
NO_PERCENTILES = Refused("theory knows no percentiles")


def at_capacity(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> VariantFigures:
    """What a sweep keeps of a variant at its capacity, where it meets its targets. Raises what `carried` raises."""
    server = carries(scenario, solver, progress=progress)
    unit_mbps = of_unit(scenario, server).unit_mbps
    farm = buy(scenario, server) if scenario.demand is not None else None
    percentiles = asked(scenario.targets).percentiles
    verdicts = tuple(not_judged(each, percentiles[each], "s", NO_PERCENTILES) for each in server.unjudged)
    return VariantFigures(
        **counts(farm.sizing if farm else None),
        cost_per_month=farm.whole if farm else None,
        capacity_mbps=unit_mbps,
        server_mbps=server.mbps,
        binding_limit=server.binding,
        headroom=_times_the_demand(farm) if farm else NO_DEMAND,
        verdicts=verdicts,
        met=all_met(verdicts),
        replications=server.mbps.samples,
        units_between=farm.sizing.units_between if farm else None,
    )


def _times_the_demand(farm: Farm) -> Estimate:
    """How much the units that are bought carry, in times what they have to."""
    return farm.sizing.supports
