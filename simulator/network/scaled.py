"""The same network with another load, or as one of its nodes."""

from dataclasses import replace

from simulator.network.network import Network


def at_load(network: Network, load: float) -> Network:
    """`load` times as many sessions, in the long run and at the start. Background jobs are none of the load."""
    source = network.source
    opened = round(source.open_at_start * load)
    trace = None if source.trace is None else source.trace.faster(load)
    return replace(network, source=replace(source, rate=source.rate * load, open_at_start=opened, trace=trace))


def one_node(network: Network) -> Network:
    """One of the nodes with its share of all that comes.

    Behind a hash the sessions of a node are a random share of all, and nodes have nothing in common: what one does
    alone is what each does in the unit.
    """
    nodes, source = network.nodes, network.source
    trace = None if source.trace is None else source.trace.faster(1.0 / nodes)
    opened = round(source.open_at_start / nodes)
    own = replace(source, rate=source.rate / nodes, open_at_start=opened, trace=trace)
    background = tuple(replace(jobs, rate=jobs.rate / nodes) for jobs in network.background)
    return replace(network, nodes=1, source=own, background=background)
