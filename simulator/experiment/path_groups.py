"""A unit whose balancer sends requests by their path, each class to a group of nodes.

Groups share nothing but the balancer: each is a unit by itself, of its nodes and its classes. What the unit carries, of
requests of all classes in their proportions, is what its group carries that stops first.
"""

from collections.abc import Mapping
from dataclasses import replace

from models.errors import Problem, Remedy, ScenarioError
from models.node_groups import find_group, group_scenario, request_share
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.load_imbalance import busiest_node_share
from simulator.experiment.server_capacity import ServerCapacity
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.translate.translate import translate


def require_nodes_alike(scenario: Scenario) -> None:
    """Raises ScenarioError where groups of nodes serve classes of their own, so that no server stands for all."""
    if scenario.unit.paths:
        ways = (Remedy(command="plan"), Remedy({"unit.paths": "[]"}))
        told = experiment.OWN_CLASSES, experiment.ASK_GROUPS
        raise ScenarioError((Problem(scenario.file, 0, "unit.paths", "", *told, ways),))


def busiest_in_group(scenario: Scenario, name: str, spares_gone: bool) -> float:
    """The requests that the busiest server of a group gets, in times the average of all servers of the unit; 1 for the
    name ""."""
    if not name:
        return 1.0
    group, unit = find_group(scenario, name), scenario.unit
    gone, all_gone = (group.spare_nodes, unit.spare_nodes) if spares_gone else (0, 0)
    each = (unit.nodes - all_gone) / (group.nodes - gone)
    return request_share(scenario, name) * each * busiest_node_share(group_scenario(scenario, name), gone)


def group_scenarios(scenario: Scenario) -> dict[str, Scenario]:
    """Each group as a unit by itself, whose servers are offered their share of what the scenario offers to a server of
    the unit on average, all of them up; {} where nodes are alike."""
    offered, found = scenario.workload.offered_rate, dict[str, Scenario]()
    for name in [group.name for group in scenario.unit.paths]:
        own = group_scenario(scenario, name)
        share = None if offered is None else offered * busiest_in_group(scenario, name, spares_gone=False)
        workload = own.workload.model_copy(update={"offered": share})
        found[name] = own.model_copy(update={"workload": workload})
    return found


def capacity_by_path(
    scenario: Scenario, found: Mapping[str, ServerCapacity], wire_bytes: float, mbps: float
) -> ServerCapacity:
    """What a server of the unit carries on average when its first group is full: requests of all classes.

    found: what a server of each group carries; wire_bytes: the mean of a response of all classes; mbps: of a byte a
    second.
    """
    average = {
        name: carried.requests.times(1.0 / busiest_in_group(scenario, name, True), carried.requests.unit)
        for name, carried in found.items()
    }
    first = min(average, key=lambda name: average[name].value)
    stopped, requests = found[first], average[first]
    # A warm-up that is long enough for every group.
    settled = max((each.settled for each in found.values()), key=lambda each: each.seconds)
    expected = stopped.expected
    return replace(
        stopped,
        requests=requests,
        mbps=requests.times(wire_bytes * mbps, "Mbps"),
        network=mixed_network(scenario),
        expected=None if expected is None else expected / busiest_in_group(scenario, first, True),
        simulations=sum(each.simulations for each in found.values()),
        settled=settled,
        group=first,
        of_groups=tuple((name, _of_unit(scenario, each)) for name, each in average.items()),
    )


def mixed_network(scenario: Scenario) -> Network:
    """One server that gets all classes in their proportions: what the servers of a unit of groups do on average."""
    return replace(translate(scenario).network, nodes=1)


def _of_unit(scenario: Scenario, average: Estimate) -> Estimate:
    unit = scenario.unit
    return average.times(float(unit.nodes - unit.spare_nodes), average.unit)
