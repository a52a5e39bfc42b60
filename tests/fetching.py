"""What grows with the response, all in one network: work, reads in pieces, transfers, and what an origin sends."""

from dataclasses import replace

from simulator.network.distribution import constant, exponential
from simulator.network.network import Network
from simulator.network.resources import Cache, SharedCapacity
from simulator.network.steps import Admit, BySize, Delay, Lookup, ResponseBytes, Serve


def fetching(network: Network) -> Network:
    """Work by the byte, reads in pieces, transfers beside reads and through memory, and an origin behind two caches, at
    a download server."""
    resources = (
        *network.resources,
        Cache("disk cache", 900 * 30720.0, warm=True, behind="file cache"),
        SharedCapacity("transfer", 60e6, (30e6,), "bytes"),
        SharedCapacity("memory", 50e6, (50e6,), "bytes"),
        SharedCapacity("link", 8e6, (8e6,), "bytes"),
    )
    fetched = (Delay(constant(0.03)), Serve("link", BySize(constant(0.0), 1.0)), Admit("disk cache"))
    read = (
        Serve("disks", BySize(exponential(0.003), 1e-8, 16384.0, 0.001), 1),
        Serve("transfer", BySize(constant(0.0), 1.0)),
    )
    on_miss = (Lookup("disk cache", fetched), *read, Admit("file cache"))
    work = Serve("cpu", BySize(exponential(0.001), 5e-8), 0)
    send = (Serve("memory", BySize(constant(0.0), 3.5)), Serve("card", ResponseBytes()))
    steps = (work, Lookup("file cache", on_miss), *send)
    classes = tuple(replace(each, steps=steps) for each in network.classes)
    return replace(network, resources=resources, classes=classes)
