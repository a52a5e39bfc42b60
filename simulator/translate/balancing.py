"""The balancer of a unit, and the groups of nodes behind it, as the network knows them."""

from models.scenario import Scenario
from models.told_apart import sources, unevenness
from simulator.network.cluster import Balancer
from simulator.network.groups import PathGroup


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


def groups(scenario: Scenario) -> tuple[PathGroup, ...]:
    """The groups of nodes to which requests go by their path; none where every node gets every class."""
    return tuple(
        PathGroup(group.name, group.nodes, tuple(each.name for each in group.classes)) for group in scenario.unit.paths
    )
