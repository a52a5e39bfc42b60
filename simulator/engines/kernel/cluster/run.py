"""A run of nodes that have to do with each other, as the engine begins it and goes on with it."""

from collections.abc import Iterator

from simulator.engines.kernel.clock import DONE, FULL
from simulator.engines.kernel.cluster.advance import advance_together
from simulator.engines.kernel.cluster.gate import build_gate
from simulator.engines.kernel.cluster.happenings import Happenings
from simulator.engines.kernel.cluster.outside import outside_with, who_waits
from simulator.engines.kernel.cluster.stack import enlarged, stacked, unstacked
from simulator.engines.kernel.tables import compile_programs
from simulator.engines.kernel.world import World, build_world
from simulator.engines.plan import RunPlan
from simulator.network.network import Network


class ClusterRun:
    """All nodes of a network, side by side. `events` is how many things have happened at the gate."""

    def __init__(self, network: Network, plan: RunPlan, seed: int) -> None:
        self._network = network
        stack = stacked([build_world(network, plan, seed, node) for node in range(network.nodes)])
        gate = build_gate(network, stack, 2 * network.nodes * stack.jobs.shape[1])
        self._happenings = Happenings(network, stack, gate, compile_programs(network, 0))
        self._due = list(network.events)

    @property
    def events(self) -> int:
        """What happened at the gate."""
        return int(self._happenings.gate.state[0]["events"])

    @property
    def room(self) -> int:
        """For how many jobs each node has room now."""
        return int(self._happenings.stack.jobs.shape[1])

    @property
    def bytes_needed(self) -> float:
        """What twice the room would take."""
        stack, gate = self._happenings.stack, self._happenings.gate
        return 2.0 * (stack.jobs.nbytes + stack.heaps.entry.nbytes + stack.outbox.nbytes + gate.outside.clients.nbytes)

    def go_to(self, until: float) -> Iterator[bool]:
        """Runs to a time, in turns; yields whether there is no room to go on, until `enlarge` makes some."""
        while self._due and self._due[0].at <= until:
            yield from self._all_go_to(self._due[0].at)
            self._happenings.happens(self._due.pop(0))
        yield from self._all_go_to(until)

    def _all_go_to(self, until: float) -> Iterator[bool]:
        while (reached := advance_together(self._happenings.stack, self._happenings.gate, until)) != DONE:
            yield reached == FULL

    def enlarge(self) -> None:
        """Makes twice the room."""
        found = self._happenings
        found.stack = enlarged(found.stack)
        outside = outside_with(who_waits(found.gate.outside), 2 * found.gate.outside.clients.size)
        found.gate = found.gate._replace(outside=outside, clocks=found.stack.clock)

    def worlds(self) -> list[World]:
        """The worlds of all nodes."""
        return [unstacked(self._happenings.stack, node) for node in range(self._network.nodes)]
