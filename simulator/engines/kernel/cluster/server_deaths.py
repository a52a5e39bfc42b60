"""Servers of the backend that die: the calls that are under way there, and what is left of a server."""

from collections.abc import Iterator

import numpy as np

from simulator.engines.kernel.heap import first_heaps
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.world import World
from simulator.network.network import Network


def jobs_there(behind: World, back: int) -> set[int]:
    """Every job at the backend, whose number among the worlds is `back`: those that wait for calls of their own too."""
    found = set[int]()
    for job, _ in present(behind):
        while job not in found:
            found.add(job)
            if behind.jobs[job]["placed"] == back:
                job = int(behind.jobs[job]["wanted"])
    return found


def calls_under_way(behind: World, back: int, server: int) -> list[int]:
    """The jobs of a server in the order in which they came. Nobody waits for what they have called themselves any more:
    that goes on alone. Changes `behind` in place."""
    there = jobs_there(behind, back)
    own = {job for job in there if behind.jobs[job]["inside"] == server}
    for job in there - own:
        if behind.jobs[job]["placed"] == back and behind.jobs[job]["wanted"] in own:
            behind.jobs[job]["placed"] = NOWHERE
    return sorted(own, key=lambda job: float(behind.jobs[job]["start"]))


def empty_server(
    behind: World, network: Network, server: int, small: dict[str, np.ndarray], first: dict[str, np.ndarray], now: float
) -> None:
    """Nobody is in a server any more, and its resources are as they are when it has just been switched on; small: what
    changes at the backend, by name; first: the same as it was at first. Changes `behind` in place."""
    own = network.servers[server].resources
    of_shared, of_queues, _ = first_heaps(network)
    shared = [s for s, each in enumerate(network.shared) if each.name in own]
    queues = [q for q, each in enumerate(network.queues) if each.name in own]
    pools = [p for p, each in enumerate(network.pools) if each.name in own]
    slots = [int(slot) for slot in behind.pools.state["slot"][pools] if slot != NOWHERE]
    heaps = [of_shared[s] + each for s in shared for each in range(len(network.shared[s].caps))]
    places = {
        "heaps.size": heaps + [of_queues[q] for q in queues],
        "next_events.time": shared + [len(network.shared) + q for q in queues] + slots,
        **dict.fromkeys(("sharing.station", "sharing.rate_class", "rules.station", "rules.curve", "halts"), shared),
        "queues": queues,
        "pools.state": pools,
    }
    for name, numbers in places.items():
        small[name][numbers] = first[name][numbers]
    behind.sharing.station["last"][shared] = now
    behind.queues["last"][queues] = now
    behind.pools.state["last"][pools] = now
    behind.halts["since"][shared] = now
    _take_from_timer(behind, server)


def _take_from_timer(behind: World, server: int) -> None:
    """Nobody of a server waits for a time any more. Changes `behind` in place."""
    timer = behind.heaps.size.size - 1
    entries = behind.heaps.entry[timer, : behind.heaps.size[timer]]
    left = entries[behind.jobs["inside"][entries["job"]] != server].copy()
    # What is in order is a heap too.
    left = left[np.lexsort((behind.jobs["order"][left["job"]], left["key"]))]
    behind.heaps.entry[timer, : left.size] = left
    behind.heaps.size[timer] = left.size


def present(world: World) -> Iterator[tuple[int, float]]:
    """Every job in a node, and when it would go on by itself: NEVER for those that do not just wait for a time."""
    timer = world.heaps.size.size - 1
    for heap, size in enumerate(world.heaps.size):
        for entry in world.heaps.entry[heap, :size]:
            yield int(entry["job"]), float(entry["key"]) if heap == timer else NEVER
    for waiting in (world.queues, world.rules.station, world.pools.state):
        for line in waiting:
            job = line["first"] if "waiting" not in line.dtype.names or line["waiting"] else NOWHERE
            while job != NOWHERE:
                yield int(job), NEVER
                job = world.jobs[job]["behind"]
