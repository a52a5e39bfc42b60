"""The fast engine: compiled step programs over arrays, one node at a time."""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from simulator.engines.columns import column_names
from simulator.engines.engine import Stopped, Unsupported
from simulator.engines.histogram import BINS
from simulator.engines.memory import OutOfMemory, free_bytes
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.messages.stages import engines
from simulator.network.groups import first_node_numbers
from simulator.network.network import Network

if TYPE_CHECKING:
    from simulator.engines.kernel.world import World

# A run looks up at least so many times whether it has been stopped; more often where much happens: see TURNS in
# clock.py and in cluster/advance.py.
GLANCES = 8


class Responses:
    """The response times of a run up to the edge of each window, for a plan that asks for them.

    by_window: int64 (windows + 1, bins), of all classes; (0, 0) where the plan does not ask; by_group: int64 (groups,
    windows + 1, bins), the same of each group of nodes, that end before the nodes `ends`; (0, 0, 0) without groups.
    """

    def __init__(self, plan: RunPlan, ends: Sequence[int] = ()) -> None:
        self._plan, self._edge, self._ends = plan, 0, ends
        several = plan.by_window and len(ends) > 0
        self.by_group = np.zeros((len(ends), plan.windows + 1, BINS) if several else (0, 0, 0), dtype=np.int64)
        self.by_window = np.zeros((plan.windows + 1, BINS) if plan.by_window else (0, 0), dtype=np.int64)

    def glances(self) -> Iterator[float]:
        """The times at which to look up, seconds; at the edge of a window nothing has happened yet."""
        plan = self._plan
        if not plan.by_window:
            yield from (plan.duration * glance / GLANCES for glance in range(1, GLANCES + 1))
            return
        for window in range(1, plan.windows + 1):
            yield math.nextafter(window * plan.window, 0.0)
        yield plan.duration

    def glance(self, histograms: np.ndarray) -> None:
        """Looks at the histograms of some nodes, int64 (nodes, classes, bins), at the next time."""
        self._edge += 1
        if self._edge < len(self.by_window):
            histograms.sum(axis=(0, 1), out=self.by_window[self._edge])
            for group, (first, end) in enumerate(pairwise((0, *self._ends))):
                histograms[first:end].sum(axis=(0, 1), out=self.by_group[group, self._edge])


# A job stands in so many heaps in its life, mostly, and an entry there takes so many bytes (see heap.py).
HEAPS, ENTRY_BYTES = 2, 16


class Kernel:
    """Runs any network, millions of requests a second, without the interpreter's lock.

    Nodes that share nothing run one by one, all others together. `threads` is how many of the former run side by side;
    the tally does not depend on it. `room` is how many bytes the sessions of a node may take; None leaves that to what
    the machine has free.
    """

    name = "kernel"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.room: float | None = None
        self._stopped = Event()

    def supports(self, network: Network) -> Unsupported | None:
        """The kernel runs every network."""
        return None

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Same arguments, same tally, bit for bit. Raises Stopped after `stop`."""
        network = network.every_way
        ran = (self._run_together if network.coupled else self._run_apart)(network, plan, seed)
        return Tally(
            plan=plan,
            columns=column_names(network),
            edges=np.stack([node.edges for node in ran.nodes], axis=1),
            histogram=_added([node.histogram for node in ran.nodes]),
            log=_merge_logs(ran.nodes, plan.log),
            events=ran.at_gate + sum(node.events for node in ran.nodes),
            by_window=ran.by_window,
            by_group=ran.by_group,
            jobs=_added([node.jobs for node in ran.nodes]),
            first_pieces=_added([node.first_pieces for node in ran.nodes]),
        )

    def stop(self) -> None:
        """Ends the runs under way, from any thread, at their next glance."""
        self._stopped.set()

    def _run_apart(self, network: Network, plan: RunPlan, seed: int) -> "_Ran":
        """Each node by itself."""
        one, threads = partial(self._run_node, network, plan, seed), min(self.threads, network.nodes)
        if threads == 1:  # To begin a thread takes as long as a short run.
            nodes = [one(node) for node in range(network.nodes)]
        else:
            with ThreadPoolExecutor(threads) as pool:
                nodes = list(pool.map(one, range(network.nodes)))
        by_window = _added([responses.by_window for _, responses in nodes])
        return _Ran([counted for counted, _ in nodes], by_window, nodes[0][1].by_group)

    def _run_node(self, network: Network, plan: RunPlan, seed: int, node: int) -> "tuple[_Counted, Responses]":
        # What is compiled loads when the first run begins: by then, theory has answered.
        from simulator.engines.kernel.clock import DONE, FULL, advance
        from simulator.engines.kernel.world import build_world, enlarge_world

        self._require_going_on()
        world, responses = build_world(network, plan, seed, node), Responses(plan)
        for until in responses.glances():
            reached = FULL
            while reached != DONE:
                reached = advance(world, until)
                self._require_going_on()
                if reached == FULL:
                    self._require_room(world)
                    world = enlarge_world(world)
            responses.glance(world.statistics.histogram[np.newaxis])
        return _counted(world), responses

    def _run_together(self, network: Network, plan: RunPlan, seed: int) -> "_Ran":
        """All nodes at once."""
        from simulator.engines.kernel.clock import DONE, FULL
        from simulator.engines.kernel.cluster.advance import advance_together
        from simulator.engines.kernel.cluster.nodes import NodesTogether

        ends = first_node_numbers(network)[1:] if network.groups else ()
        nodes, responses = NodesTogether(network, plan, seed), Responses(plan, ends)
        for glance in responses.glances():
            for until in nodes.stops(glance):
                reached = FULL
                while reached != DONE:
                    reached = advance_together(nodes.stack, nodes.gate, until)
                    self._require_going_on()
                    if reached == FULL:
                        self._require_bytes(nodes.bytes_needed, nodes.room, min(glance, nodes.next_arrival))
                        nodes.enlarge()
            responses.glance(nodes.stack.statistics.histogram)
        nodes.count_backend()
        counted = [_counted(world) for world in nodes.worlds()]
        return _Ran(counted, responses.by_window, responses.by_group, nodes.events)

    def _require_going_on(self) -> None:
        """Raises Stopped after `stop`."""
        if self._stopped.is_set():
            raise Stopped

    def _require_room(self, world: "World") -> None:
        """Raises NoRoom where there is none for twice as many jobs beside those that there are."""
        needed = 2.0 * (world.jobs.nbytes + HEAPS * ENTRY_BYTES * world.jobs.size)
        self._require_bytes(needed, world.jobs.size, float(world.clock[0]["arrival"]))

    def _require_bytes(self, needed: float, jobs: int, seconds: float) -> None:
        """Raises NoRoom where there are not so many bytes free."""
        if needed > (free_bytes() if self.room is None else self.room):
            raise OutOfMemory(engines.too_many_sessions(jobs, seconds))


@dataclass(frozen=True)
class _Counted:
    """What is left of a node when its run is over: its jobs and caches are not kept until the last node is done."""

    edges: np.ndarray
    histogram: np.ndarray
    log: np.ndarray
    events: int
    jobs: np.ndarray
    first_pieces: np.ndarray


@dataclass(frozen=True)
class _Ran:
    """What is left of all nodes; their response times by window, and by group of nodes, are those of `Responses`.
    at_gate: how many things happened between the nodes."""

    nodes: list[_Counted]
    by_window: np.ndarray
    by_group: np.ndarray
    at_gate: int = 0


def _counted(world: "World") -> _Counted:
    clock, statistics = world.clock[0], world.statistics
    log = statistics.log[: clock["logged"]]
    events, of_jobs, of_pieces = int(clock["events"]), statistics.jobs, statistics.first_pieces
    return _Counted(statistics.edges, statistics.histogram, log, events, of_jobs, of_pieces)


def _added(counts: Sequence[np.ndarray]) -> np.ndarray:
    """The sum of arrays of one shape, which need not lie side by side; of one, that itself."""
    if len(counts) == 1:
        return counts[0]
    total = counts[0].copy()
    for other in counts[1:]:
        total += other
    return total


def _merge_logs(nodes: list[_Counted], size: int) -> np.ndarray:
    """The first `size` lines of all nodes' logs, in the order in which the requests ended."""
    lines = np.concatenate([node.log for node in nodes]) if len(nodes) > 1 else nodes[0].log
    return lines[np.argsort(lines["end"], kind="stable")][:size]
