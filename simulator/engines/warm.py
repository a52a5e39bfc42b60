"""Compiles the kernel into the cache, so that no run need wait for that: `python -m simulator.engines.warm`.

What most runs need is compiled at once: nodes that share nothing, of a few stations each. With `--all`, what the others
need is too: nodes that have to do with each other, and nodes of many stations. Each takes as long as the first.
"""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from simulator.engines.engine import engine_named
from simulator.engines.plan import RunPlan
from simulator.network.cluster import NodeEvent
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import MultiServer
from simulator.network.session_source import SessionSource


def smallest() -> Network:
    """The smallest network there is: one node, nothing in it. Compiled code does not depend on what a network holds,
    but for what `others` differ in."""
    nothing = RequestClass("nothing", 1.0, constant(1.0), 0.0, ())
    return Network(1, (), (nothing,), SessionSource(1.0, constant(1.0), constant(1.0), (1.0,)))


def others() -> tuple[Network, ...]:
    """The smallest networks for which the kernel is compiled once more: nodes of which one is slow and dies while the
    others go on, and a node of many stations."""
    from simulator.engines.kernel.stations.next_events import FEW  # With it, Numba is imported.

    dying = (NodeEvent(0.125, 0, "slows", 0.5), NodeEvent(0.25, 0, "dies"), NodeEvent(0.5, 0, "stands"))
    stations = tuple(MultiServer(f"station {number}", 1) for number in range(FEW + 1))
    return replace(smallest(), nodes=2, events=dying), replace(smallest(), resources=stations)


def warm(network: Network | None = None) -> None:
    """Loads what is compiled for a network, the smallest if none is given, into this process, and compiles it first
    where that has not been done."""
    engine_named("kernel").run(network or smallest(), RunPlan(1, 1.0, 0.0), seed=1)


def warm_all() -> None:
    """The same for all networks, in as many processes as there are others."""
    warm()
    with ProcessPoolExecutor(len(others()), multiprocessing.get_context("spawn")) as pool:
        list(pool.map(warm, others()))


if __name__ == "__main__":
    warm_all() if "--all" in sys.argv[1:] else warm()
