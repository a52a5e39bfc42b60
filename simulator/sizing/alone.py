"""One server of a scenario by itself, where a search for what it carries may begin."""

from math import isfinite

from models.scenario import Scenario
from simulator.engines.analytic.bottleneck import loads
from simulator.network.network import Network
from simulator.network.scaled import at_load, of_nodes, one_node
from simulator.rollup.busiest import busiest_share
from simulator.sizing.by_path import require_nodes_alike
from simulator.translate.translate import Translation, translate

# Requests/s at which a server is set up before its load is sought: so many that what is open at the start, in
# proportion to it, is told finely at any load below.
REFERENCE = 1e6


def alone(scenario: Scenario) -> Translation:
    """One server of a scenario, at the load that fills its first station, where a search may begin.

    What the scenario offers to it plays no part, so that what it carries does not hang on that. A population, which
    offers what it is answered, stays as it is.
    """
    return _at_saturation(scenario, 1)


def rated(scenario: Scenario) -> Translation:
    """What is searched for the load that a server of a unit carries: one server alone where nodes share nothing, else
    the unit with its spares gone, behind its balancer, at the load at which `alone` is."""
    return _at_saturation(scenario, rated_nodes(scenario))


def without_spares(scenario: Scenario) -> Scenario:
    """The scenario with the spares of its unit gone, where it matters to a server by itself: where other tiers are
    there, which stay and are called by fewer."""
    if not scenario.tiers:
        return scenario
    unit = scenario.unit
    working = unit.model_copy(update={"nodes": unit.nodes - unit.spare_nodes, "spare_nodes": 0})
    return scenario.model_copy(update={"unit": working})


def rated_nodes(scenario: Scenario) -> int:
    """How many nodes a unit is rated with in one world: those that are left with its spares gone, where its nodes have
    to do with each other and get the same in the long run; 1 where one stands for each: they share nothing, or some get
    more than others, and the unit carries what keeps the busiest of them within the targets (see rollup/busiest.py)."""
    unit = scenario.unit
    alike = busiest_share(scenario, unit.spare_nodes) == 1.0
    return unit.nodes - unit.spare_nodes if alike and translate(scenario).network.coupled else 1


def _at_saturation(scenario: Scenario, nodes: int) -> Translation:
    """So many nodes of a unit, at the load that fills the first station of one. Raises ScenarioError where its nodes
    serve classes in groups."""
    require_nodes_alike(scenario)
    whole = translate(_offering(without_spares(scenario), REFERENCE))
    network, full = of_nodes(whole.network, nodes), saturation(one_node(whole.network))
    if scenario.workload.population is None and full is not None and isfinite(full):
        network = at_load(network, full / REFERENCE)
    return Translation(network, whole.origins)


def _offering(scenario: Scenario, rate: float) -> Scenario:
    """The scenario with so many requests a second offered to each server, whatever it states."""
    if scenario.workload.population is not None:
        return scenario
    return scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"offered": rate})})


def saturation(network: Network) -> float | None:
    """The load that fills the bottleneck, whatever else theory cannot say."""
    try:
        return loads(network).bottleneck.saturates
    except ValueError:
        return None
