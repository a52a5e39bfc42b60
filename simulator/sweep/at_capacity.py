"""A variant at the largest load that it carries within its targets: what it carries, and the farm of such servers."""

from models.scenario import Scenario
from simulator.carried import TAIL, bill_at, carried
from simulator.engines.analytic.engine import Analytic
from simulator.measure.estimate import Estimate
from simulator.measure.progress import Progress
from simulator.measure.results import Refused
from simulator.rollup.farm_bill import Bill
from simulator.rollup.verdicts import Verdict
from simulator.study import Solver
from simulator.sweep.answer import OF_DEMAND, Figures, all_met, counts

NO_DEMAND = Refused("no demand is stated, which the units that are bought could pass")
NO_PERCENTILES = Refused("theory knows no percentiles")


def at_capacity(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> Figures:
    """What a sweep keeps of a variant at its capacity, where it meets its targets. Raises what `carried` raises."""
    server = carried(scenario, solver, progress=progress)
    nodes = scenario.unit.nodes - scenario.unit.spare_nodes
    unit_mbps = server.mbps.times(nodes, "Mbps")
    farm = bill_at(scenario, server)
    verdicts = _not_known(scenario) if isinstance(solver, Analytic) else ()
    return Figures(
        **counts(farm.sizing if farm else None),
        cost_per_month=farm.whole if farm else None,
        capacity_mbps=unit_mbps,
        server_mbps=server.mbps,
        binding_limit=server.binding,
        headroom=_times_the_demand(farm) if farm else NO_DEMAND,
        verdicts=verdicts,
        met=all_met(verdicts),
        replications=server.mbps.samples,
    )


def _times_the_demand(farm: Bill) -> Estimate:
    """How much the units that are bought carry, in times what they have to."""
    return farm.sizing.farm_mbps.times(1.0 / farm.sizing.demand.value, OF_DEMAND)


def _not_known(scenario: Scenario) -> tuple[Verdict, ...]:
    """The target that the search of theory leaves out."""
    asked = scenario.targets.p95_response
    return () if asked is None else (Verdict("p95_response", TAIL, asked, "s", NO_PERCENTILES, None, False),)
