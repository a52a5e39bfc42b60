"""Compiles the kernel into the cache, so that the first run need not wait: `python -m simulator.engines.warm`."""

from simulator.engines.kernel.engine import Kernel
from simulator.engines.plan import RunPlan
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass, SessionSource


def smallest() -> Network:
    """The smallest network there is: one node, nothing in it. Compiled code does not depend on what a network holds."""
    nothing = RequestClass("nothing", 1.0, constant(1.0), 0.0, ())
    return Network(1, (), (nothing,), SessionSource(1.0, constant(1.0), constant(1.0), (1.0,)))


def warm() -> None:
    """Loads the compiled kernel into this process, and compiles it first where that has not been done."""
    Kernel().run(smallest(), RunPlan(1, 1.0, 0.0), seed=1)


if __name__ == "__main__":
    warm()
