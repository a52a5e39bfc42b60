"""Compiles the kernel into the cache, so that no run need wait for that: `python -m simulator.engines.precompile`.

What most runs need is compiled at once: nodes that share nothing, of a few stations each. With `--all`, what the others
need is too: nodes that have to do with each other, and nodes of many stations. Each takes as long as the first.
"""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.backend import BackendServer
from simulator.network.cluster import NodeEvent
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue, MultiServer
from simulator.network.session_source import SessionSource
from simulator.network.steps import Call, CallWay, Delay, Serve


def smallest_network() -> Network:
    """The smallest network there is: one node, nothing in it. The clock and all that it runs are compiled for it as for
    any other, but for what `others` differ in."""
    nothing = RequestClass("nothing", 1.0, constant(1.0), 0.0, ())
    return Network(1, (), (nothing,), SessionSource(1.0, constant(1.0), constant(1.0), (1.0,)))


def usual_network() -> Network:
    """The smallest network for which everything is compiled that nodes need which share nothing: what fills caches
    before the clock starts is called by itself. So it has a warm one, another behind it, one that keeps what is asked
    for twice, and objects of several sizes."""
    objects = Catalogue(4, 1.0, exponential(1.0))
    asking = RequestClass("asking", 1.0, constant(1.0), 0.0, (), objects)
    caches = (
        Cache("front", 1.0, warm=True),
        Cache("behind", 2.0, warm=True, behind="front"),
        Cache("twice", 1.0, warm=True, admission_window=1.0),
    )
    return replace(smallest_network(), resources=caches, classes=(asking,))


def special_networks() -> tuple[Network, ...]:
    """The smallest networks for which the kernel is compiled once more: nodes of which one is slow and dies, with
    requests in it, while the others go on, as does a server behind them all with calls in it; a node of many stations;
    and such nodes of many stations each."""
    from simulator.engines.kernel.stations.next_events import FEW  # With it, Numba is imported.

    dying = (NodeEvent(0.125, 0, "slows", 0.5), NodeEvent(0.25, 0, "dies"), NodeEvent(0.5, 0, "stands"))
    stations = tuple(MultiServer(f"station {number}", 1) for number in range(FEW + 1))
    idle, wait = smallest_network(), Delay(constant(0.25))
    asking = RequestClass("asking", 1.0, constant(1.0), 0.0, (wait,))
    calls = Call((CallWay("behind", (Serve("queue", constant(1.0)),)),))
    often = SessionSource(64.0, constant(1.0), exponential(1.0), (1.0,))
    busy = replace(idle, nodes=2, classes=(asking,), source=often, events=dying)
    behind = replace(
        busy,
        resources=(MultiServer("queue", 1),),
        classes=(replace(asking, steps=(wait, calls)),),
        events=(*dying, NodeEvent(0.75, 0, "dies", server="behind")),
        backend=("queue",),
        servers=(BackendServer("behind", ("queue",)),),
    )
    return behind, replace(idle, resources=stations), replace(busy, resources=stations)


def precompile(network: Network | None = None) -> None:
    """Loads what is compiled for a network, the usual one if none is given, into this process, and compiles it first
    where that has not been done."""
    load_engine("kernel").run(network or usual_network(), RunPlan(1, 1.0, 0.0), seed=1)


def precompile_all() -> None:
    """The same for all networks, in as many processes as there are others."""
    precompile()
    with ProcessPoolExecutor(len(special_networks()), multiprocessing.get_context("spawn")) as pool:
        list(pool.map(precompile, special_networks()))


if __name__ == "__main__":
    precompile_all() if "--all" in sys.argv[1:] else precompile()
