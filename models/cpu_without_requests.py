"""What a server works without any request, and what of that the requests of a node go short of.

Of a share of its threads that are busy, each has a core of its own first, so that they work W, in cores, as its
capacity curve has it. Beside requests that have the whole server, W is what they go short of. Containers, those of a
quota or pods, run beside what works without requests: of C cores, k of them that may use K each leave C - k K, and
only what is left of W beyond that is taken from them, the same from each:

    max(0, W + k K - C) / k
"""

from itertools import pairwise

from models.capacity_curve import burst_cores, capacity_curve, core_capacity, server_curve
from models.scenario import FarmParts
from models.unit_pods import as_node, pods_on_fullest


def cores_taken(farm: FarmParts) -> float:
    """The cores that requests of a node, a server or a pod, go short of."""
    share, node = farm.operating_system.cpu_without_requests, as_node(farm)
    if share <= 0.0:
        return 0.0
    if node.server.cpu_quota is None:
        return _cores_at(capacity_curve(farm), burst_cores(farm), share)
    containers, curve = pods_on_fullest(farm), server_curve(farm.server)
    work = _cores_at(curve, curve[-1], share)
    return max(0.0, work + containers * core_capacity(node) - curve[-1]) / containers


def share_taken(farm: FarmParts) -> float:
    """The same as a share of what a node may use, 0 to 1."""
    return cores_taken(farm) / core_capacity(as_node(farm))


def share_among_requests(farm: FarmParts) -> float:
    """How much of what is worked without requests, 0 to 1, the CPU of nodes has beside requests: all of it but beside
    containers that leave cores to it."""
    share = farm.operating_system.cpu_without_requests
    if share <= 0.0 or as_node(farm).server.cpu_quota is None:
        return 1.0
    curve = server_curve(farm.server)
    return pods_on_fullest(farm) * cores_taken(farm) / _cores_at(curve, curve[-1], share)


def _cores_at(curve: tuple[float, ...], most: float, share: float) -> float:
    """What the cores do while a share of their threads is busy."""
    if not curve:
        return share * most
    threads = share * len(curve)
    steps = list(pairwise((0.0, *curve)))
    whole = min(int(threads), len(steps) - 1)
    before, after = steps[whole]
    return before + (threads - whole) * (after - before)
