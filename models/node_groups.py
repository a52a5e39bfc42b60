"""The groups of nodes of a unit to which requests go by their path, each as a scenario by itself."""

from models.parts.unit import NodeGroup
from models.scenario import Scenario


def group_scenario(scenario: Scenario, name: str) -> Scenario:
    """The nodes of a group as a unit by themselves, with their classes only and nothing demanded; the scenario itself
    for the name ""."""
    if not name:
        return scenario
    group = find_group(scenario, name)
    own = {each.name for each in group.classes}
    kinds = tuple(kind for kind in scenario.workload.classes if kind.name in own)
    unit = scenario.unit.model_copy(
        update={"nodes": group.nodes, "spare_nodes": group.spare_nodes, "paths": ()},
    )
    workload = scenario.workload.model_copy(update={"classes": kinds, "offered": None})
    return scenario.model_copy(update={"unit": unit, "workload": workload, "demand": None, "baseline": None})


def group_nodes(scenario: Scenario, name: str) -> range:
    """The nodes of a group by their numbers in the unit, from 0: groups lie side by side in the order of `paths`."""
    first = 0
    for group in scenario.unit.paths:
        if group.name == name:
            return range(first, first + group.nodes)
        first += group.nodes
    raise KeyError(name)


def rated_scenarios(scenario: Scenario) -> tuple[Scenario, ...]:
    """What is rated by itself: each group of nodes as a unit, or the scenario where all nodes are alike."""
    return tuple(group_scenario(scenario, group.name) for group in scenario.unit.paths) or (scenario,)


def request_share(scenario: Scenario, name: str) -> float:
    """The share of all requests that are of the classes of a group."""
    own = {each.name for each in find_group(scenario, name).classes}
    total = sum(kind.rate for kind in scenario.workload.classes)
    return sum(kind.rate for kind in scenario.workload.classes if kind.name in own) / total


def find_group(scenario: Scenario, name: str) -> NodeGroup:
    """The group of that name. Raises StopIteration where there is none."""
    return next(group for group in scenario.unit.paths if group.name == name)
