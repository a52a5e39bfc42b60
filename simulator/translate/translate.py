"""Scenario -> queueing network, and the way back: which station came from what.

Every valid scenario translates. From here on there are no units and no names of products, only seconds, bytes and jobs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.network.network import Network
from simulator.translate.balancing import balancer
from simulator.translate.classes import request_classes
from simulator.translate.fetching import buses, cards, disk_cache, disks, origin_link
from simulator.translate.page_faults import page_faults
from simulator.translate.processes import page_cache, pages_are_cached, processes, resources_of
from simulator.translate.resources import Origin, Placed, connecting, connection_memory, cpu, request_queue, shedding
from simulator.translate.source import background, source
from simulator.translate.tiers import of_others, tier_resources
from simulator.translate.worker_limits import worker_limits


@dataclass(frozen=True)
class Translation:
    """A network, and for each of its resources what it came from, in the scenario's words."""

    network: Network
    origins: Mapping[str, Origin]


def translate(scenario: Scenario) -> Translation:
    """The queueing network of a scenario: `nodes` servers of one unit and the load offered to them."""
    parts, load = tuple(_parts(scenario)), source(scenario)
    network = Network(
        nodes=scenario.unit.nodes,
        resources=tuple(resource for resource, _ in parts),
        classes=request_classes(scenario),
        source=load,
        balancer=balancer(scenario),
        background=(*background(scenario), *of_others(scenario, load)),
    )
    return Translation(network, {resource.name: origin for resource, origin in parts})


def _parts(scenario: Scenario) -> Iterator[Placed]:
    """Every resource of one server. Its disks are read only if there is a process that serves what lies on them."""
    everywhere = processes(scenario)
    yield cpu(scenario)
    if everywhere:
        yield from disks(scenario)
    yield from buses(scenario)
    yield cards(scenario)
    yield connection_memory(scenario)
    if pages_are_cached(scenario):
        yield page_cache(scenario)
    for process in everywhere:
        yield from resources_of(scenario, process)
    if everywhere:
        yield from origin_link(scenario)
        yield from disk_cache(scenario, everywhere[0])
    yield from request_queue(scenario)
    yield from shedding(scenario)
    yield from page_faults(scenario)
    yield from tier_resources(scenario)
    yield from connecting(scenario)
    yield from worker_limits(scenario)
