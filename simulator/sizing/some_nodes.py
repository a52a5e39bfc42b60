"""Some of the nodes of a unit, behind the same balancer."""

from dataclasses import replace

from simulator.network.network import Network
from simulator.network.scaled import one_node


def of_nodes(network: Network, count: int) -> Network:
    """So many of the nodes with their share of all that comes."""
    if count == 1:
        return one_node(network)
    part, source = count / network.nodes, network.source
    trace = None if source.trace is None else source.trace.faster(part)
    opened = round(source.open_at_start * part)
    own = replace(source, rate=source.rate * part, open_at_start=opened, trace=trace)
    background = tuple(replace(jobs, rate=jobs.rate * part) for jobs in network.background)
    return replace(network, nodes=count, source=own, background=background)
