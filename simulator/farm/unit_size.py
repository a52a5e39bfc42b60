"""How many nodes a unit has where its scenario does not state that, and other tiers stand behind it.

Of nodes alone any number is as good as another but for what is left over. Behind nodes stand servers of other tiers,
and each unit has its own: units that are too many share too little.
"""

from math import inf

from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.variations.choice import unit_sizes, with_unit_size
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_bound import held_to_utilisation
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.stages.farm import CHEAPEST_UNITS

_NODES = "unit.nodes"
UNSOLVED = (NoCapacity, NotConverged, Unstable, UnsupportedByEngine)


def with_cheapest_units(scenario: Scenario) -> Scenario:
    """The scenario, and its baseline, with units of as many nodes as its farm costs least with, by the bottleneck law,
    of those that cost the same the smallest; as it is where the nodes are stated, or what happens to them, or no other
    tiers and no demand are."""
    if scenario.baseline is not None:
        scenario = scenario.model_copy(update={"baseline": with_cheapest_units(scenario.baseline)})
    source = scenario.sources.get(_NODES)
    stated = source is None or source.kind != "default" or scenario.unit.failures is not None
    if stated or not scenario.tiers or scenario.demand is None:
        return scenario
    costs = {nodes: least_cost(with_unit_size(scenario, nodes)) for nodes in unit_sizes(scenario)}
    nodes = min(costs, key=lambda each: (costs[each], each))
    if costs[nodes] == inf or nodes == scenario.unit.nodes:
        return scenario
    chosen = Provenance(value_text=f"{nodes}", kind="default", source=CHEAPEST_UNITS)
    sized = with_unit_size(scenario, nodes)
    return sized.model_copy(update={"sources": {**scenario.sources, _NODES: chosen}})


def least_cost(scenario: Scenario) -> float:
    """The least money a month that a farm can cost, with the servers of other tiers that it takes: by the bottleneck
    law, held to the target utilisation; inf where that answers nothing."""
    sized = size_tiers(scenario, timely=False)
    try:
        return cost_in_all(buy_farm(sized, held_to_utilisation(sized))).value
    except UNSOLVED:
        return inf
