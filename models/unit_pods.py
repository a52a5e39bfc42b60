"""A unit whose nodes are pods: what each of them has of a server, and the servers that they stand on."""

from math import ceil
from typing import TypeVar

from models.parts.failing.failures import Failures, Outage
from models.parts.hardware import Server
from models.parts.pods import Pods
from models.parts.zones import servers_by_zone
from models.pod_room import memory_on, pods_on, quota_on
from models.scenario import FarmParts

_Farm = TypeVar("_Farm", bound=FarmParts)


def as_node(farm: _Farm) -> _Farm:
    """The farm with what a node has in place of its server: the same, or of a unit of pods the share of a pod.

    Its memory is that of the pod, of which the system of the server keeps nothing; and the link to the origin is the
    share of a pod, too.
    """
    if farm.unit.pods is None:
        return farm
    system = farm.operating_system.model_copy(update={"kernel_base_memory": 0.0})
    parts = {"server": _share(farm, farm.unit.pods), "operating_system": system}
    content = farm.workload.content
    if content is not None and content.origin is not None:
        link = content.origin.model_copy(update={"rate": content.origin.rate / pods_on_fullest(farm)})
        own = content.model_copy(update={"origin": link})
        parts["workload"] = farm.workload.model_copy(update={"content": own})
    return farm.model_copy(update=parts)


def _share(farm: FarmParts, pods: Pods) -> Server:
    """What a pod has of its server; what is bought, housed and paid stays that of the server."""
    server, count, memory = farm.server, pods_on_fullest(farm), farm.server.memory_bandwidth
    return server.model_copy(
        update={
            "cpu_quota": quota_on(server, pods),
            "ram": memory_on(server, pods),
            "cards": tuple(card.model_copy(update={"rate": card.rate / count}) for card in server.cards),
            "pcie_bandwidth": None if server.pcie_bandwidth is None else server.pcie_bandwidth / count,
            "memory_bandwidth": memory and memory.model_copy(update={"rate": memory.rate / count}),
        }
    )


def as_servers(farm: _Farm) -> _Farm:
    """The farm with the servers that pods stand on as its nodes, each with all of its cores and cards: what counters of
    hosts see. The same where nodes are servers."""
    if farm.unit.pods is None:
        return farm
    unit = farm.unit.model_copy(update={"pods": None, "nodes": servers_of_unit(farm), "spare_nodes": 0})
    return farm.model_copy(update={"unit": unit})


def nodes_a_server(farm: FarmParts) -> float:
    """Nodes of a unit for each of its servers: 1, or its pods on average."""
    return farm.unit.nodes / servers_of_unit(farm)


def servers_of_unit(farm: FarmParts) -> int:
    """The servers of a unit: its nodes, or those that its pods stand on, each in its zone."""
    return farm.unit.nodes if farm.unit.pods is None else sum(servers for _, servers in _by_zone(farm, farm.unit.pods))


def pods_on_fullest(farm: FarmParts) -> int:
    """The most pods of a unit that stand on one server, over which they are spread evenly; 1 of one without pods."""
    zones = () if farm.unit.pods is None else _by_zone(farm, farm.unit.pods)
    return max((ceil(pods / servers) for pods, servers in zones), default=1)


def nodes_by_server(farm: FarmParts) -> tuple[int, ...]:
    """The nodes of a unit that each of its servers takes along when it dies, most first: itself, or all pods on it."""
    if farm.unit.pods is None:
        return (1,) * farm.unit.nodes
    zones = _by_zone(farm, farm.unit.pods)
    if sum(pods for pods, _ in zones) != farm.unit.nodes:  # Those of a group stand beside the others of the unit.
        zones = ((farm.unit.nodes, servers_of_unit(farm)),)
    told = (pods // servers + (place < pods % servers) for pods, servers in zones for place in range(servers))
    return tuple(sorted(filter(None, told), reverse=True))


def pods_with_a_server(farm: FarmParts, pods: int) -> int:
    """How many of so many pods of a group a server of the unit takes along at the most."""
    return ceil(pods / servers_of_unit(farm))


def unit_failures(farm: FarmParts) -> Failures:
    """What happens to the nodes of a unit: as stated, or else one server dies, with all pods that stand on it."""
    failures = farm.unit.failures or Failures()
    if failures.timetable or farm.unit.pods is None:
        return failures
    return failures.model_copy(update={"timetable": server_outages(farm, failures.outages[0])})


def server_outages(farm: FarmParts, outage: Outage) -> tuple[Outage, ...]:
    """An outage of one server: of its node, or of all pods that stand on it, those of each group by themselves."""
    if not farm.unit.paths or farm.unit.pods is None:
        return (outage.model_copy(update={"together": pods_on_fullest(farm)}),)
    found, first = [], 1
    for group in farm.unit.paths:
        dies = pods_with_a_server(farm, group.nodes)
        found.append(outage.model_copy(update={"node": first, "together": dies}))
        first += group.nodes
    return tuple(found)


def _by_zone(farm: FarmParts, pods: Pods) -> tuple[tuple[int, int], ...]:
    """The pods of a unit in each zone, and the servers that they take there. Spares that are gone leave the servers as
    they are, and so what is counted is what is stated."""
    each = pods_on(farm.server, pods)
    counts = servers_by_zone(pods.replicas or each, farm.unit.zones)
    return tuple((count, ceil(count / each)) for count in counts if count)
