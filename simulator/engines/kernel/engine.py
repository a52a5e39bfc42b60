"""The fast engine: compiled step programs over arrays, one node at a time."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from simulator.engines.columns import column_names
from simulator.engines.engine import Refusal, Stopped, only_hash
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network

if TYPE_CHECKING:
    from simulator.engines.kernel.state import World

# A run looks up at least so many times whether it has been stopped.
GLANCES = 64


class Kernel:
    """Runs any network whose nodes share nothing, millions of requests a second, without the interpreter's lock.

    `threads` is how many nodes run side by side; the tally does not depend on it.
    """

    name = "kernel"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._stopped = Event()

    def supports(self, network: Network) -> Refusal | None:
        """Why the kernel cannot run the network, or None if it can."""
        return only_hash(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Same arguments, same tally, bit for bit. Raises Stopped after `stop`."""
        with ThreadPoolExecutor(min(self.threads, network.nodes)) as pool:
            worlds = list(pool.map(partial(self._run_node, network, plan, seed), range(network.nodes)))
        return Tally(
            plan=plan,
            columns=column_names(network),
            edges=np.stack([world.statistics.edges for world in worlds], axis=1),
            histogram=np.sum([world.statistics.histogram for world in worlds], axis=0),
            log=_merge_logs(worlds, plan.log),
            events=sum(int(world.clock[0]["events"]) for world in worlds),
        )

    def stop(self) -> None:
        """Ends the runs under way, from any thread, at their next glance."""
        self._stopped.set()

    def _run_node(self, network: Network, plan: RunPlan, seed: int, node: int) -> "World":
        # What is compiled loads when the first run begins: by then, theory has answered.
        from simulator.engines.kernel.clock import DONE, FULL, advance
        from simulator.engines.kernel.world import build_world, enlarge

        if self._stopped.is_set():
            raise Stopped
        world = build_world(network, plan, seed, node)
        for glance in range(1, GLANCES + 1):
            until = plan.duration * glance / GLANCES
            reached = FULL
            while reached != DONE:
                reached = advance(world, until)
                if self._stopped.is_set():
                    raise Stopped
                if reached == FULL:
                    world = enlarge(world)
        return world


def _merge_logs(worlds: "list[World]", size: int) -> np.ndarray:
    """The first `size` lines of all nodes' logs, in the order in which the requests ended."""
    lines = np.concatenate([world.statistics.log[: world.clock[0]["logged"]] for world in worlds])
    return lines[np.argsort(lines["end"], kind="stable")][:size]
