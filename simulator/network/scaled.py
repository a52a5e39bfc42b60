"""The same network with another load, or as one of its nodes; a station of a node that is slow."""

from dataclasses import replace

from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role


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


def slowed(station: SharedCapacity, speed: float) -> SharedCapacity:
    """A shared station at a share of its speed: so much less to give, to all and to one, but for what caps a client."""
    of_clients = station.role is Role.CARD or len(station.caps) > 1
    return replace(
        station,
        capacity=station.capacity * speed,
        caps=station.caps if of_clients else tuple(cap * speed for cap in station.caps),
        curve=tuple(value * speed for value in station.curve),
    )
