"""What one server carries and what a scalable unit of them does."""

from dataclasses import dataclass

from models.content_share import splits_content
from models.scenario import Scenario
from models.unit_pods import servers_of_unit
from simulator.experiment.estimate import Estimate
from simulator.experiment.load_imbalance import busiest_node_share
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.messages.stages.farm import CONTENT_SHARED, TIERS_SHARED

MBPS, REQUESTS = "Mbps", "/s"
# Its largest load is found beside the calls of as many as are left with the spares gone.


@dataclass(frozen=True)
class UnitCapacity:
    """Wire Mbps, framing included, of one server, of a unit as planned and of a unit with its spares at work.

    unit_mbps = (nodes - spare_nodes) x server_mbps / busiest; unit_mbps_full = nodes x server_mbps / busiest_of_all,
    refused where largest loads are of servers that call tiers, which may stop the unit before.
    server_requests and unit_requests: the same in requests/s. busiest, busiest_of_all: what the busiest node gets, in
    times an even share, without and with the spares. zones, spare_zones: in how many its nodes stand, of which so many
    may be down. pod_servers: the servers that its nodes stand on, where these are pods; None where they are servers.
    """

    server_mbps: Estimate
    unit_mbps: Estimate
    unit_mbps_full: Estimate | Unavailable
    server_requests: Estimate
    unit_requests: Estimate
    nodes: int
    spare_nodes: int
    busiest: float = 1.0
    busiest_of_all: float = 1.0
    zones: int = 1
    spare_zones: int = 0
    pod_servers: int | None = None

    @property
    def servers(self) -> int:
        """The servers of a unit."""
        return self.nodes if self.pod_servers is None else self.pod_servers

    @property
    def in_pods(self) -> bool:
        """Whether its nodes are pods."""
        return self.pod_servers is not None


def unit_capacity(scenario: Scenario, carried: ServerCapacity) -> UnitCapacity:
    """What a unit carries, of which one server alone carries so much.

    Nodes add up without loss: behind a hash the sessions of a node are a random share of all, and nodes have nothing in
    common; where they have, what one carries is its share of what all of them do together. Where some get more than
    others, the unit carries what keeps its busiest node within the targets.
    """
    unit, server = scenario.unit, carried.mbps
    busiest = busiest_node_share(scenario, unit.spare_nodes)
    of_all = busiest_node_share(scenario) if unit.spare_nodes else busiest
    working = (unit.nodes - unit.spare_nodes) / busiest
    return UnitCapacity(
        server_mbps=server,
        unit_mbps=server.times(working, MBPS),
        unit_mbps_full=_with_spares(scenario, carried) or server.times(unit.nodes / of_all, MBPS),
        server_requests=carried.requests,
        unit_requests=carried.requests.times(working, REQUESTS),
        nodes=unit.nodes,
        spare_nodes=unit.spare_nodes,
        busiest=busiest,
        busiest_of_all=of_all,
        zones=unit.zones,
        spare_zones=unit.spare_zones,
        pod_servers=None if unit.pods is None else servers_of_unit(scenario),
    )


def _with_spares(scenario: Scenario, carried: ServerCapacity) -> Unavailable | None:
    """Why it is not known what a unit carries with its spares at work; None where it is."""
    if scenario.unit.spare_nodes == 0 or carried.way != LARGEST:
        return None
    if scenario.tiers:
        return Unavailable(TIERS_SHARED)
    return Unavailable(CONTENT_SHARED) if splits_content(scenario) else None
