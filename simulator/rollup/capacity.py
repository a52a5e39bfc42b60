"""What one server carries and what a scalable unit of them does."""

from dataclasses import dataclass

from models.parts.unit import Unit
from simulator.measure.estimate import Estimate
from simulator.rollup.carried import Carried

MBPS, REQUESTS = "Mbps", "/s"


@dataclass(frozen=True)
class Capacity:
    """Wire Mbps, framing included, of one server, of a unit as planned and of a unit with its spares at work.

    unit_mbps = (nodes - spare_nodes) x server_mbps; unit_mbps_full = nodes x server_mbps. server_requests and
    unit_requests: the same in requests/s.
    """

    server_mbps: Estimate
    unit_mbps: Estimate
    unit_mbps_full: Estimate
    server_requests: Estimate
    unit_requests: Estimate
    nodes: int
    spare_nodes: int


def of_unit(unit: Unit, carried: Carried) -> Capacity:
    """What a unit carries, of which one server alone carries so much.

    Nodes add up without loss: behind a hash the sessions of a node are a random share of all, and nodes have nothing in
    common; where they have, what one carries is its share of what all of them do together.
    """
    working, server = unit.nodes - unit.spare_nodes, carried.mbps
    return Capacity(
        server_mbps=server,
        unit_mbps=server.times(working, MBPS),
        unit_mbps_full=server.times(unit.nodes, MBPS),
        server_requests=carried.requests,
        unit_requests=carried.requests.times(working, REQUESTS),
        nodes=unit.nodes,
        spare_nodes=unit.spare_nodes,
    )
