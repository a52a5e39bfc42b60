"""Compiles the kernel into the cache, so that the first run need not wait: `python -m simulator.engines.warm`."""

from dataclasses import replace

from simulator.engines.kernel.engine import Kernel
from simulator.engines.plan import RunPlan
from simulator.network.cluster import Balancer, NodeEvent
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass, SessionSource

SHORT = RunPlan(1, 1.0, 0.0)


def smallest() -> Network:
    """The smallest network there is: one node, nothing in it. Compiled code does not depend on what a network holds."""
    nothing = RequestClass("nothing", 1.0, constant(1.0), 0.0, ())
    return Network(1, (), (nothing,), SessionSource(1.0, constant(1.0), constant(1.0), (1.0,)))


def smallest_unit() -> Network:
    """The smallest network whose nodes have to do with each other, one of which is slow and dies: all that is compiled
    beside what one node needs."""
    events = (NodeEvent(0.2, 0, "slows", 0.5), NodeEvent(0.4, 0, "dies"))
    return replace(smallest(), nodes=2, balancer=Balancer("least_connections"), events=events)


def warm() -> None:
    """Loads the compiled kernel into this process, and compiles it first where that has not been done."""
    Kernel().run(smallest(), SHORT, seed=1)


def warm_units() -> None:
    """The same of what runs nodes that have to do with each other."""
    Kernel().run(smallest_unit(), SHORT, seed=1)


if __name__ == "__main__":
    warm()
    warm_units()
