"""What one server carries and what a scalable unit of them does."""

from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.results import Results

MBPS = "Mbps"


@dataclass(frozen=True)
class Capacity:
    """Wire Mbps, framing included, of one server, of a unit as planned and of a unit with its spares at work.

    unit_mbps = (nodes - spare_nodes) x server_mbps; unit_mbps_full = nodes x server_mbps.
    """

    server_mbps: Estimate
    unit_mbps: Estimate
    unit_mbps_full: Estimate
    nodes: int
    spare_nodes: int


def carried(scenario: Scenario, results: Results) -> Capacity:
    """What a server and a unit carry in a scenario, as the results measured one server of a whole unit.

    Nodes add up without loss, because the results are the mean over the nodes of a unit with its balancer at work.
    """
    unit, server = scenario.unit, results.estimate("wire_mbps")
    planned = server.times(unit.nodes - unit.spare_nodes, MBPS)
    return Capacity(server, planned, server.times(unit.nodes, MBPS), unit.nodes, unit.spare_nodes)
