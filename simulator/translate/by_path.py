"""A unit whose balancer sends requests by their path, as one network: all its groups of nodes in one world.

Each group is translated by itself, as it is rated, and put beside the others. Nodes of a network have the same
resources; one that only one group uses is idle at the nodes of the others.
"""

from dataclasses import replace

from models.checks.failure_checks import who_comes_again_comes_later
from models.errors import Problem, ScenarioError
from models.node_groups import of_group, share_of_requests
from models.parts.failing.failures import Failures
from models.scenario import Scenario
from simulator.network.network import RequestClass
from simulator.network.resources import Resource
from simulator.translate.balancing import groups
from simulator.translate.translate import Translation, translate


def one_world(scenario: Scenario) -> Translation:
    """The queueing network of a unit, with its groups of nodes where it has some.

    Raises ScenarioError where two groups need a resource of the same name that is not the same, such as caches for
    which their processes leave different rooms, and where clients would come again without a pause.
    """
    whole, named = translate(scenario), groups(scenario)
    if not named:
        return whole
    _require_pauses(scenario)
    resources, classes = dict[str, Resource](), dict[str, RequestClass]()
    for group in named:
        own, share = translate(of_group(scenario, group.name)).network, share_of_requests(scenario, group.name)
        for each in own.resources:
            if resources.setdefault(each.name, each) != each:
                raise _differs(scenario, each, group.name)
        classes |= {each.name: replace(each, share=share * each.share) for each in own.classes}
    network = replace(
        whole.network,
        resources=tuple(resources.get(each.name, each) for each in whole.network.resources),
        classes=tuple(classes[each.name] for each in whole.network.classes),
        groups=named,
    )
    return Translation(network, whole.origins)


def _require_pauses(scenario: Scenario) -> None:
    """Nodes of one world have to do with each other, as where they fail."""
    unit = scenario.unit.model_copy(update={"failures": scenario.unit.failures or Failures()})
    found = who_comes_again_comes_later(scenario.model_copy(update={"unit": unit}))
    told = [Problem(scenario.file, 0, ".".join(map(str, e.path)), "", e.message, e.remedy) for e in found]
    if told:
        raise ScenarioError(tuple(told))


def _differs(scenario: Scenario, resource: Resource, group: str) -> ScenarioError:
    message = f"nodes of {group} have another {resource.name} than those of other groups, which one world does not know"
    remedy = "ask `plan`, which rates each group by itself, or write a scenario for each group"
    return ScenarioError((Problem(scenario.file, 0, "unit.paths", group, message, remedy),))
