"""Checks of pods: a server has room for each, and what a unit of them does is known."""

from collections.abc import Callable, Iterator
from math import ceil

from models.checks.memory_checks import ram_needed
from models.messages import pods as said
from models.parts.hardware import Server
from models.parts.pods import Pods
from models.pod_room import pod_room
from models.quantities.units import format_memory, memory_at_least
from models.ram_ledger import ram_ledger
from models.reading.finding import Finding
from models.reading.source_tree import Path
from models.scenario import FarmParts
from models.unit_pods import as_node, pods_on_fullest, pods_with_a_server, servers_of_unit

_UNIT = ("unit", "pods")


def _pods_fit(farm: FarmParts) -> Iterator[Finding]:
    """Pods that a server has room for, whose limits are no less than what they ask for."""
    for number, tier in enumerate(farm.tiers):
        if tier.pods is not None:
            yield from _fit(("tiers", number, "pods"), tier.server, tier.pods, tier.name)
    if farm.unit.pods is not None:
        yield from _fit(_UNIT, farm.server, farm.unit.pods, "the unit")


def _fit(path: Path, server: Server, pods: Pods, of: str) -> Iterator[Finding]:
    """of: what the server is one of, in words."""
    if pods.cpu.limit is not None and pods.cpu.limit < pods.cpu.request:
        request = f"{pods.cpu.request:g}"
        yield Finding((*path, "cpu", "limit"), *said.limit_below_request(request), (request,))
    if pods.memory.limit is not None and pods.memory.limit < pods.memory.request:
        request = memory_at_least(pods.memory.request)
        yield Finding((*path, "memory", "limit"), *said.limit_below_request(request), (request,))
    room = pod_room(server, pods)
    if pods.cpu.request > room.threads:
        yield Finding((*path, "cpu", "request"), *said.no_room(f"{room.threads:.4g} threads", of))
    if pods.memory.request > room.memory:
        yield Finding((*path, "memory", "request"), *said.no_room(format_memory(room.memory), of))


def _nodes_may_be_pods(farm: FarmParts) -> Iterator[Finding]:
    """What else is stated of a unit of pods can be answered."""
    if farm.unit.pods is None:
        return
    if farm.server.cpu_quota is not None:
        yield Finding(("server", "cpu_quota"), *said.LIMIT_OF_PODS, ("none",))
    if farm.operating_system.kernel_base_memory is None:
        yield Finding(_UNIT, *said.no_containers(farm.operating_system.name), ("none", {"operating_system": "linux-6"}))
    content, origin = farm.workload.content, {"workload.content.origin": "{rate: 10 Gbps, latency: 20 ms}"}
    if content is not None and content.origin is None:
        yield Finding(("workload", "content"), *said.NO_DISKS, ("none", origin))
    if farm.web_server.disk_cache is not None:
        yield Finding(("web_server", "disk_cache"), *said.NO_DISK_CACHE, ("none",))


def _full_servers_are_units(farm: FarmParts) -> Iterator[Finding]:
    """A unit whose pods nobody counts is one server: it stands in one zone, by itself, and is spare as a whole."""
    unit = farm.unit
    if unit.pods is None or unit.pods.replicas is not None:
        return
    if unit.spare_nodes:
        yield Finding(("unit", "spare_nodes"), *said.SPARE_SERVERS, ("0",))
    if unit.zones > 1:
        yield Finding(("unit", "zones"), *said.SERVER_IN_ZONES, ("1",))
    if farm.tiers:
        yield Finding((*_UNIT, "replicas"), *said.TIERS_OF_A_SERVER, (str(unit.nodes),))


def _spare_pods_are_those_of_a_server(farm: FarmParts) -> Iterator[Finding]:
    """A server that is down leaves all pods that are counted on: as many are spare as it takes with it, or none."""
    unit, fullest = farm.unit, pods_on_fullest(farm)
    if unit.pods is None or unit.pods.replicas is None:
        return
    if unit.paths and servers_of_unit(farm) > 1:
        yield from _spare_pods_of_groups(farm)
    elif not 0 < unit.spare_nodes < fullest:
        return
    elif fullest == unit.nodes:
        half = f"{ceil(unit.nodes / 2)}"
        apart = {"unit.pods.most": half, "unit.spare_nodes": half}
        yield Finding(("unit", "spare_nodes"), *said.all_on_one(unit.nodes, half), ("0", apart))
    else:
        ways = (str(fullest), "0", {"unit.pods.most": str(unit.spare_nodes)})
        yield Finding(("unit", "spare_nodes"), *said.too_few_spares(fullest, unit.spare_nodes), ways)


def _spare_pods_of_groups(farm: FarmParts) -> Iterator[Finding]:
    """Each group is spread over all servers of the unit, of which one that is down takes its share along."""
    for number, group in enumerate(farm.unit.paths):
        dies = pods_with_a_server(farm, group.nodes)
        if 0 < group.spare_nodes < min(dies, group.nodes):
            path = ("unit", "paths", number, "spare_nodes")
            more = str(farm.unit.spare_nodes + dies - group.spare_nodes)
            way = {f"unit.paths[{number}].spare_nodes": str(dies), "unit.spare_nodes": more}
            yield Finding(path, *said.too_few_of_group(dies, group.name, group.spare_nodes), (way,))


def other_servers_take_over(farm: FarmParts) -> Iterator[Finding]:
    """Of pods a server dies, where nobody says what does: others of the unit have some too."""
    failures, unit = farm.unit.failures, farm.unit
    if unit.pods is None or failures is None or servers_of_unit(farm) > 1:
        return
    if failures.mtbf is not None or not failures.timetable:
        key = "timetable" if failures.mtbf is None else "mtbf"
        if unit.pods.replicas is None or unit.nodes == 1:
            two = 2 * unit.nodes
            remedy, way = (
                said.more_pods(two, unit.nodes),
                {"unit.pods.replicas": f"{two}", "unit.pods.most": f"{unit.nodes}"},
            )
        else:
            half = ceil(unit.nodes / 2)
            remedy, way = said.apart(half), {"unit.pods.most": f"{half}"}
        yield Finding(("unit", "failures", key), said.one_server(unit.nodes), remedy, (way,))


def _a_pod_holds_its_processes(farm: FarmParts) -> Iterator[Finding]:
    """What the processes, and the connections at the least, take of the memory of a pod."""
    node = as_node(farm)
    ledger = None if farm.unit.pods is None else ram_ledger(node)
    if ledger is None or ledger.left >= 0.0:
        return
    entries = ", ".join(f"{each.what} {format_memory(each.bytes)}" for each in ledger.entries if each.bytes)
    needed, path = memory_at_least(ram_needed(node, ledger)), (*_UNIT, "memory", "request")
    ways = {"unit.pods.memory.request": needed, "unit.pods.memory.limit": "none"}
    if enough := _processes_that_fit(node, farm.unit.pods):
        told = said.too_many_processes(entries, enough, node.server.cores, needed)
        yield Finding(path, *told, ({"web_server.worker_processes": str(enough)}, ways))
    else:
        yield Finding(path, *said.too_little_memory(entries, needed), (ways,))


def _processes_that_fit(node: FarmParts, pods: Pods | None) -> int:
    """One worker process for each thread that a pod may use, where nobody states how many there are and these fit; 0
    where they do not."""
    if pods is None or node.web_server.worker_processes is not None or node.web_server.pools:
        return 0
    fewer = max(1, ceil(pods.cpu.limit or pods.cpu.request))
    stated = node.model_copy(update={"web_server": node.web_server.model_copy(update={"worker_processes": fewer})})
    ledger = ram_ledger(stated)
    return fewer if fewer < node.server.cores and ledger is not None and ledger.left >= 0.0 else 0


POD_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _pods_fit,
    _nodes_may_be_pods,
    _full_servers_are_units,
    _spare_pods_are_those_of_a_server,
    other_servers_take_over,
    _a_pod_holds_its_processes,
)
