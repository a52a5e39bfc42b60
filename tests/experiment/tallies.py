"""Tallies made up by hand: a network, and what its columns hold at the edges of windows of ten seconds."""

import numpy as np

from simulator.engines.columns import column_names
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import LOG, Tally
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import (
    Cache,
    GarbageCollection,
    MemoryRegion,
    ProcessRecycling,
    SharedCapacity,
    TokenPool,
)
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource

WINDOW = 10.0
CPU = SharedCapacity("CPU", 4.0, (1.0,), "cores", role=Role.CPU)
POOL = TokenPool("kernel pool", 100.0, "refuse", "bytes")
ONE_CLASS = ("request",)


def network(*resources, classes=ONE_CLASS, nodes=1, background=()):
    """A network of these resources whose classes do nothing."""
    of_class = tuple(RequestClass(name, 1.0 / len(classes), constant(1.0), 0.0, ()) for name in classes)
    source = SessionSource(1.0, constant(1.0), constant(1.0), (1.0,))
    return Network(nodes, resources, of_class, source, background=background)


def recycled(name):
    """A memory region that is recycled."""
    return MemoryRegion(name, 100.0, 1.0, recycle=ProcessRecycling("CPU"))


def heap(name):
    """A memory region that is collected."""
    return MemoryRegion(name, 100.0, 1.0, collect=GarbageCollection("CPU", 1.0))


def free_lists(name="free lists"):
    """A cache of freed blocks."""
    return Cache(name, 10.0, role=Role.FREE_LISTS)


def steady(of, *replications, warm_up=0):
    """The measurements of replications of a network: each a mapping of columns, by name and with the number of the
    node before it where that is not 0, to their growth in each window; columns that are not named stay 0."""
    windows = len(next(iter(replications[0].values())))
    tallies = [_tally(of, windows, warm_up, replication, number) for number, replication in enumerate(replications)]
    return ReplicationSet(of, tallies, 0.95)


def _tally(of, windows, warm_up, replication, number):
    columns = column_names(of)
    edges = np.zeros((windows + 1, of.nodes, len(columns)))
    for name, grown in replication.items():
        node, column = (name[0], name[1:]) if isinstance(name[0], int) else (0, name)
        edges[1:, node, columns.index(column)] = np.cumsum(grown)
    plan = RunPlan(windows, WINDOW, warm_up * WINDOW, number)
    histogram = np.zeros((len(of.classes), 1), dtype=np.int64)
    return Tally(plan, columns, edges, histogram, np.zeros(0, dtype=LOG), 0)
