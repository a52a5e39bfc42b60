"""How many pods a server has room for, and what each of them may use of it."""

from typing import NamedTuple

from models.parts.cpu_quota import CpuQuota
from models.parts.hardware import Server
from models.parts.pods import Pods

_GIB = 1024.0**3
# What Google Kubernetes Engine keeps of a node, as shares of so much of it, one after the other; and the memory below
# which it takes pods off a node. Source: Google Kubernetes Engine, Node allocatable resources.
_OF_THREADS = ((1.0, 0.06), (1.0, 0.01), (2.0, 0.005), (float("inf"), 0.0025))
_OF_MEMORY = ((4 * _GIB, 0.25), (4 * _GIB, 0.2), (8 * _GIB, 0.1), (112 * _GIB, 0.06), (float("inf"), 0.02))
_EVICTION = 100 * 1024.0**2
# What it keeps of a node with less than 1 GiB in place of that.
_OF_SMALL = 255 * 1024.0**2
_ROUNDING = 1e-9


class PodRoom(NamedTuple):
    """What a server has for pods: hardware threads, bytes of RAM, and places."""

    threads: float
    memory: float
    places: int

    def number(self, pods: Pods) -> tuple[int, str]:
        """How many of some pods stand there, and what limits that: CPU, memory, or the number allowed."""
        found = {
            "CPU": int(self.threads / pods.cpu.request + _ROUNDING),
            "memory": int(self.memory / pods.memory.request + _ROUNDING),
            "most": self.places,
        }
        least = min(found, key=found.__getitem__)
        return found[least], least


def pod_room(server: Server, pods: Pods) -> PodRoom:
    """What the system leaves of a server to pods."""
    threads = float(server.threads)
    kept_threads = _kept(threads, _OF_THREADS) if pods.reserved_cpu is None else pods.reserved_cpu
    shares = _kept(server.ram, _OF_MEMORY) if server.ram >= _GIB else _OF_SMALL
    kept_memory = shares + _EVICTION if pods.reserved_memory is None else pods.reserved_memory
    return PodRoom(max(0.0, threads - kept_threads), max(0.0, server.ram - kept_memory), pods.most)


def _kept(amount: float, shares: tuple[tuple[float, float], ...]) -> float:
    kept = 0.0
    for part, share in shares:
        kept += share * min(part, amount)
        amount = max(0.0, amount - part)
    return kept


def pods_on(server: Server, pods: Pods) -> int:
    """How many pods stand on a server that is full of them, 1 at least."""
    return max(1, pod_room(server, pods).number(pods)[0])


def memory_on(server: Server, pods: Pods) -> float:
    """The bytes of RAM that a pod of a server may use: its limit, as far as a server full of pods that use as much has
    room for that; what it asks for, where it has none."""
    memory = pods.memory
    if memory.limit is None:
        return memory.request
    return min(memory.limit, pod_room(server, pods).memory / pods_on(server, pods))


def quota_on(server: Server, pods: Pods) -> CpuQuota:
    """The CPU time that a pod of a server may take.

    No more is counted on than its share of a server while all pods are busy. One without a limit shares without
    periods.
    """
    cpu, share = pods.cpu, pod_room(server, pods).threads / pods_on(server, pods)
    if cpu.limit is None:
        return CpuQuota.model_construct(cores=share, period=0.0)
    return CpuQuota.model_construct(cores=min(cpu.limit, share), period=cpu.period)
