"""How much more than its share the busiest node of a unit gets that gives each object a node of its own.

Each limit has an imbalance of its own: cards by the bytes of the objects that fall to a node, the CPU by their work,
the link of an origin by what of them is missed. A unit is full where the first limit of its busiest node is: at
1 / max over limits of u_l b_l of what is offered, for uses u_l of an average node and b_l in times an even share. What
one server carries has u_l alone, so that the factor between them is max u_l b_l / max u_l.
"""

from dataclasses import replace
from functools import lru_cache
from math import log2

import numpy as np

from models.parts.object_catalogue import ObjectCatalogue
from models.scenario import Scenario
from simulator.engines.theory.bottleneck import station_loads
from simulator.engines.theory.largest_load import binding_loads
from simulator.engines.theory.object_work import REQUESTS, SECONDS, ObjectWork, object_work
from simulator.experiment.deals import Law, busiest_share
from simulator.network.network import Network
from simulator.network.resources import Cache
from simulator.network.scaling import scale_load, single_node
from simulator.targets import TargetValues, target_values
from simulator.translate.translate import translate

# Requests/s at which a node is looked at before its first station is known.
_REFERENCE = 1e6
# Steps to twice a rate, or twice the bytes of a cache, at which nodes are looked at: worlds that differ little share
# what is found there.
_STEPS = 16
# By the name of a catalogue, how many objects all nodes have together, and how uneven these are used.
_Contents = tuple[tuple[str, int, float], ...]


def content_imbalance(scenario: Scenario, nodes: int) -> float:
    """What the busiest of so many nodes gets of the work at the limit that stops it, in times what an average one gets
    of what stops that: what 95 % of deals of the objects to nodes do not exceed."""
    if nodes == 1:
        return 1.0
    unit, workload = scenario.unit, scenario.workload
    kinds = [(kind.name, kind.content) for kind in workload.classes if kind.content is not None]
    stated: list[tuple[str, ObjectCatalogue | None]] = [("", workload.content), *kinds]
    contents = tuple((name, each.objects, each.zipf) for name, each in stated if each is not None)
    left = {"nodes": nodes, "spare_nodes": max(0, unit.spare_nodes - unit.nodes + nodes)}
    changes: dict[str, object] = {"unit": unit.model_copy(update=left)}
    if workload.population is None:
        changes["workload"] = workload.model_copy(update={"offered": _REFERENCE})
    network = single_node(translate(scenario.model_copy(update=changes)).network)
    return _imbalance(network, contents, nodes, target_values(scenario.targets))


@lru_cache(maxsize=1024)
def _imbalance(network: Network, contents: _Contents, nodes: int, targets: TargetValues) -> float:
    near = tuple(
        replace(each, capacity=_near(each.capacity)) if isinstance(each, Cache) else each for each in network.resources
    )
    uses, works = _uses_and_works(replace(network, resources=near), targets)
    most = max(uses.values(), default=0.0)
    if not 0.0 < most < np.inf:
        return busiest_share(_laws(works[REQUESTS], contents, nodes), nodes)
    found = 0.0
    for name, use in sorted(uses.items(), key=lambda each: -each[1]):
        # No node gets more than all of the work of a limit.
        if use * nodes > found:
            shares = (busiest_share(_laws(work, contents, nodes), nodes) for work in _works_of(name, works))
            found = max(found, use * max(shares))
    return found / most


def _near(value: float) -> float:
    return 2.0 ** (round(_STEPS * log2(value)) / _STEPS) if 0.0 < value < np.inf else value


def _works_of(limit: str, works: dict[str, tuple[ObjectWork, ...]]) -> list[tuple[ObjectWork, ...]]:
    """What a limit is used by: a station by the work at it, what is held, such as connections, by the requests or by
    the seconds that they take."""
    return [works[limit]] if limit in works else [works[name] for name in (REQUESTS, SECONDS) if name in works]


def _uses_and_works(
    network: Network, targets: TargetValues
) -> tuple[dict[str, float], dict[str, tuple[ObjectWork, ...]]]:
    """How much of what is allowed of each limit a request a second takes, and by which objects."""
    closed = network.source.returns
    if closed and any(jobs.of_load for jobs in network.background):
        return {}, object_work(network, _REFERENCE)
    full = station_loads(network, _REFERENCE).bottleneck.saturates
    if not 0.0 < full < np.inf:
        full = _REFERENCE
    full = _near(full)
    if not closed:
        network = scale_load(network, full / _REFERENCE)
    works = object_work(network, full)
    stations = station_loads(network, full).stations
    rates = {station.name: station.saturates for station in stations if station.name in works}
    # What a population holds is bounded by who is there.
    rates |= {} if closed else {each.name: each.rate for each in binding_loads(network) if each.kind == "pool"}
    allowed = {name: (targets.ceilings if name in network.ceilings else targets.utilisation) or 1.0 for name in rates}
    return {name: 1.0 / (rate * allowed[name]) for name, rate in rates.items() if 0.0 < rate < np.inf}, works


def _laws(works: tuple[ObjectWork, ...], contents: _Contents, nodes: int) -> tuple[Law, ...]:
    """How some work falls on the objects of all nodes: an object of these is as popular at its node as so many times
    its share of all."""
    total, counted = sum(each.work for each in works), {name: (count, zipf) for name, count, zipf in contents}
    return tuple(
        Law(
            *counted[each.catalogue.name],
            # So near that deals are shared by worlds that differ little: far within what deals leave open.
            round(each.work / total, 3),
            tuple(at / nodes for at in each.popularity),
            each.of_mean,
        )
        for each in works
    )
