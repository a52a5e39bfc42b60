"""The balancer of a unit, as the network knows it."""

from models.scenario import Scenario
from models.told_apart import sources, unevenness
from simulator.network.cluster import Balancer


def balancer(scenario: Scenario) -> Balancer:
    """The balancer with all that makes it treat nodes, or clients, differently."""
    unit, patience = scenario.unit, scenario.workload.patience
    around = patience is not None and patience.breaker is not None and patience.breaker.around
    return Balancer(
        policy=unit.balancer.policy,
        sources=sources(scenario),
        uneven=unevenness(scenario),
        weights=unit.weights if len(set(unit.weights)) > 1 else (),
        slow_start=unit.balancer.slow_start,
        around=around,
    )
