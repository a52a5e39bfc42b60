"""The network of a unit whose nodes have to do with each other: all of them in one world, those of each group beside
those of the others."""

from dataclasses import replace

from models.checks.failure_checks import check_retry_pauses
from models.errors import Problem, Remedy, ScenarioError
from models.node_groups import group_scenario, request_share
from models.parts.failing.failures import Failures
from models.scenario import Scenario
from models.tier_flows import tier_flows
from models.unit_pods import as_node
from simulator.messages.stages import translation_errors
from simulator.network.groups import NodeGroup
from simulator.network.network import RequestClass
from simulator.network.resources import Resource
from simulator.translate.classes import request_classes
from simulator.translate.translate import Translation, translate, translate_server


def require_one_world(scenario: Scenario) -> None:
    """Raises what `joint_network` raises where nodes of a farm fail, before anything of it is simulated."""
    if scenario.unit.failures is not None and scenario.demand is not None:
        joint_network(scenario)


def joint_network(scenario: Scenario) -> Translation:
    """The queueing network of a unit whose balancer sends requests by their path, all its groups of nodes in one world;
    that of `translate` where it has no groups.

    Each group is translated by itself, as it is rated, and put beside the others. Nodes of a network have the same
    resources; one that only one group uses is idle at the nodes of the others.
    Raises ScenarioError where two groups need a resource of the same name that is not the same, such as caches for
    which their processes leave different rooms, and where clients would come again without a pause.
    """
    whole, named = translate(scenario), _groups(scenario)
    if not named:
        return whole
    _require_pauses(scenario)
    resources, classes = dict[str, Resource](), dict[str, RequestClass]()
    for group in named:
        own, share = group_scenario(scenario, group.name), request_share(scenario, group.name)
        server = translate_server(as_node(own), tier_flows(own))
        for each in server.resources:
            if resources.setdefault(each.name, each) != each:
                raise _differs(scenario, each, group.name)
        asked = request_classes(own, server.entering)
        classes |= {each.name: replace(each, share=share * each.share) for each in asked}
    network = replace(
        whole.network,
        resources=tuple(resources.get(each.name, each) for each in whole.network.resources),
        classes=tuple(classes[each.name] for each in whole.network.classes),
        groups=named,
    )
    return Translation(network, whole.origins)


def _groups(scenario: Scenario) -> tuple[NodeGroup, ...]:
    """The groups of nodes to which requests go by their path; none where every node gets every class."""
    return tuple(
        NodeGroup(group.name, group.nodes, tuple(each.name for each in group.classes)) for group in scenario.unit.paths
    )


def _require_pauses(scenario: Scenario) -> None:
    """Nodes of one world have to do with each other, as where they fail."""
    unit = scenario.unit.model_copy(update={"failures": scenario.unit.failures or Failures()})
    findings = check_retry_pauses(scenario.model_copy(update={"unit": unit}))
    told = tuple(finding.problem(scenario.file) for finding in findings)
    if told:
        raise ScenarioError(told)


def _differs(scenario: Scenario, resource: Resource, group: str) -> ScenarioError:
    told = translation_errors.nodes_differ(group, resource.name), translation_errors.RATE_GROUPS
    return ScenarioError((Problem(scenario.file, 0, "unit.paths", group, *told, (Remedy(command="plan"),)),))
