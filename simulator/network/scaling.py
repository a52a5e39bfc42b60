"""The same network with another load, with less content, or as one of its nodes; a station of a node that is slow."""

from dataclasses import replace

from simulator.messages.stages import network_rules
from simulator.network.network import Network
from simulator.network.resources import Catalogue, SharedCapacity
from simulator.network.roles import Role


def scale_load(network: Network, load: float) -> Network:
    """`load` times as many sessions, in the long run and at the start. Of the background jobs, those that are of the
    load grow with it."""
    source = network.source
    opened = round(source.open_at_start * load)
    trace = None if source.trace is None else source.trace.faster(load)
    own = replace(source, rate=source.rate * load, open_at_start=opened, trace=trace)
    others = tuple(replace(jobs, rate=jobs.rate * load) if jobs.of_load else jobs for jobs in network.background)
    return network.with_load(own, others, network.nodes, network.balancer)


def with_load_profile(network: Network, profile: tuple[tuple[float, float], ...]) -> Network:
    """The load of a network times a profile of the time (see SessionSource), and what is of that load."""
    others = tuple(replace(jobs, profile=profile) if jobs.of_load else jobs for jobs in network.background)
    return replace(network, source=replace(network.source, profile=profile), background=others)


def single_node(network: Network) -> Network:
    """One of the nodes with its share of all that comes.

    Behind a hash the sessions of a node are a random share of all, and nodes have nothing in common: what one does
    alone is what each does in the unit.
    """
    return with_nodes(network, 1)


def with_nodes(network: Network, count: int) -> Network:
    """So many of the nodes, behind the same balancer, with their share of all that comes. Fewer of them weigh the
    same. Raises ValueError for some of the nodes of groups, which do not all get the same."""
    if network.groups and count != network.nodes:
        raise ValueError(network_rules.some_nodes_of_groups(count))
    nodes, source = network.nodes, network.source
    if nodes == count == 1:
        return network
    trace = None if source.trace is None else source.trace.faster(count / nodes)
    opened = round(source.open_at_start * count / nodes)
    own = replace(source, rate=source.rate * count / nodes, open_at_start=opened, trace=trace)
    background = tuple(replace(jobs, rate=jobs.rate * count / nodes) for jobs in network.background)
    weights = network.balancer.weights if count == nodes > 1 else ()
    balancer = replace(network.balancer, weights=weights)
    return network.with_load(own, background, count, balancer)


def with_content_share(network: Network, share: float) -> Network:
    """The same with so large a share of the objects of each catalogue, and of jobs in the background only those that
    requests post."""
    classes = tuple(
        each if each.catalogue is None else replace(each, catalogue=_share_of_objects(each.catalogue, share))
        for each in network.classes
    )
    return replace(network, classes=classes, background=tuple(jobs for jobs in network.background if jobs.posted))


def _share_of_objects(catalogue: Catalogue, share: float) -> Catalogue:
    whole = catalogue.objects / catalogue.slices
    return replace(catalogue, objects=catalogue.slices * max(1, round(whole * share)))


def slow_down(station: SharedCapacity, speed: float) -> SharedCapacity:
    """A shared station at a share of its speed: so much less to give, to all and to one, but for what caps a client."""
    of_clients = station.role is Role.CARD or len(station.caps) > 1
    quota, slow_burst = station.quota, tuple(value * speed for value in station.burst)
    return replace(
        station,
        capacity=station.capacity * speed,
        caps=station.caps if of_clients else tuple(cap * speed for cap in station.caps),
        curve=tuple(value * speed for value in station.curve),
        quota=None if quota is None else replace(quota, work=quota.work * speed, burst=slow_burst),
    )
