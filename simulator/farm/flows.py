"""What a farm takes from its origin, and what its tiers send out of a cloud and between its zones."""

from collections.abc import Mapping
from typing import NamedTuple

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.egress import tier_egress
from simulator.farm.costs.origin_traffic import (
    fetched_bytes,
    misses_by_class,
    origin_bytes,
    origin_requests,
    request_price,
    revalidations,
    with_all_nodes_up,
)
from simulator.farm.costs.zone_traffic import ZoneTraffic, zone_traffic
from simulator.farm.traffic_demand import TrafficDemand
from simulator.farm.unit_capacity import MBPS


class FarmFlows(NamedTuple):
    """fetched: Mbps from the origin; filled: Mbps that servers fetch, from the origin or a shield before
    it; leaving: Mbps of answers that leave a cloud from a tier, by its name; crossing: what crosses between zones of
    the cloud for each; fetches: requests/s to an origin that bills them; missed_by_class: per cent of the requests of
    each class that are fetched from the origin, where one has content of its own; revalidated: questions/s about old
    copies that the origin answers 304, None where nobody asks, or theory does not know how often."""

    fetched: Estimate
    filled: Estimate
    leaving: Mapping[str, Estimate]
    crossing: Mapping[str, ZoneTraffic]
    fetches: Estimate | None
    missed_by_class: Mapping[str, Estimate]
    revalidated: Estimate | None


def farm_flows(scenario: Scenario, server: ServerCapacity, traffic_demand: TrafficDemand) -> FarmFlows:
    """The flows of a farm that carries a demand, by one of its servers as it works."""
    filled, mbps = fetched_bytes(scenario, server), traffic_demand.mbps
    billed = request_price(scenario) > 0.0
    return FarmFlows(
        fetched=origin_bytes(scenario, server, filled).times(mbps, MBPS),
        filled=filled.times(mbps, MBPS),
        leaving=tier_egress(scenario, server, mbps) if scenario.tiers else {},
        crossing=zone_traffic(scenario, server, mbps) if scenario.tiers else {},
        fetches=origin_requests(scenario, server).times(traffic_demand.requests, "/s") if billed else None,
        missed_by_class=misses_by_class(scenario, server),
        revalidated=_revalidated(with_all_nodes_up(scenario, server), traffic_demand.requests),
    )


def _revalidated(server: ServerCapacity, requests: float) -> Estimate | None:
    if not server.network.revalidations:
        return None
    try:
        return revalidations(server).times(requests, "/s")
    except ValueError:
        return None
