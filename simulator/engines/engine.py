"""What every engine offers, and the list of those that there are."""

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.errors import USE_KERNEL, UnsupportedByEngine
from simulator.messages.stages import theory_gaps
from simulator.network.network import Network


@dataclass(frozen=True)
class Unsupported:
    """Why an engine cannot run a network: the part it cannot do, in the scenario's words, and what to use instead."""

    part: str
    why: str
    instead: str

    def __str__(self) -> str:
        return f"{self.part}: {self.why}; {self.instead}"

    def raised(self, before: str = "") -> UnsupportedByEngine:
        """The exception that says so, after what it is `before`."""
        return UnsupportedByEngine(f"{before}{self.part}: {self.why}", self.instead)


class Stopped(Exception):  # noqa: N818 - it is no error to be asked to stop
    """A run was stopped before its end: there is no result."""


class Engine(Protocol):
    """Turns a network into a tally."""

    name: str

    def supports(self, network: Network) -> Unsupported | None:
        """Why this engine cannot run the network, or None if it can."""

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Pure: the same arguments give the same tally, bit for bit. Raises Stopped after `stop`."""

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""


# The policies behind which every node meets sessions that come at random, whatever the others do.
AT_RANDOM = ("hash", "random")


def unsupported_together(network: Network) -> Unsupported | None:
    """The refusal of nodes that have to do with each other, by what knows a node by itself only."""
    apart = network.nodes == 1 or network.balancer.policy in AT_RANDOM
    if apart and not network.coupled:
        return None
    if network.groups:
        return Unsupported("unit.paths", theory_gaps.GROUPS, USE_KERNEL)
    if network.events:
        return Unsupported("unit.failures", theory_gaps.FAILING_NODES, USE_KERNEL)
    if network.balancer.weights:
        return Unsupported("unit.balancer.weights", theory_gaps.NODES_ALIKE, USE_KERNEL)
    if network.balancer.uneven > 0.0:
        return Unsupported("workload.addresses.uneven", theory_gaps.ADDRESSES_ALIKE, USE_KERNEL)
    policy, why = network.balancer.called, theory_gaps.BALANCERS
    return Unsupported(f"unit.balancer.policy = {policy}", why, f"{USE_KERNEL}, or `balancer: nlb`")


# Where each engine lives: the one list behind the choices of the command line, the documentation and the tests.
ENGINES = {
    "kernel": ("simulator.engines.kernel.engine", "Kernel"),
    "reference": ("simulator.engines.reference.engine", "Reference"),
}
# What answers by formulas, without running anything: see simulator/experiment/theory_results.py. It is no Engine.
THEORY = "theory"
# What it was called before; who writes that is understood.
_FORMER_NAMES = {"analytic": THEORY}


def engine_name(name: str) -> str:
    """The name of what answers, which may have been called otherwise before."""
    return _FORMER_NAMES.get(name, name)


def load_engine(name: str) -> Engine:
    """The engine of that name, loaded when it is first asked for. Raises KeyError for a name not in ENGINES."""
    module, kind = ENGINES[name]
    engine: Engine = getattr(import_module(module), kind)()
    return engine
