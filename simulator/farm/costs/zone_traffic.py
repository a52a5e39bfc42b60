"""What crosses from one zone of a cloud to another: calls of tiers with their answers, and what databases repeat."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from models.zone_flows import CrossingBytes, crossing_bytes
from simulator.engines.theory.wire import wire_bytes
from simulator.experiment.error_propagation import add
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.origin_traffic import miss_shares, with_all_nodes_up
from simulator.farm.unit_capacity import MBPS
from simulator.network.lines import MBPS_PER_BYTE

ZONES = "zones"
# A GB is paid for where it leaves a zone and where it arrives in another.
DIRECTIONS = 2.0


@dataclass(frozen=True)
class ZoneTraffic:
    """Mbps on the wire that cross between zones on the way to and from a tier, counted once: calls with their answers,
    and what is repeated. answers_unstated: see `CrossingBytes`."""

    calls: Estimate
    copies: Estimate
    answers_unstated: bool

    @property
    def in_all(self) -> Estimate:
        """Both."""
        return add((self.calls, self.copies), MBPS)


def zone_traffic(scenario: Scenario, carried: ServerCapacity, demand: float) -> dict[str, ZoneTraffic]:
    """What crosses for each rented tier, by its name, at `demand` Mbps on the wire to clients; nothing for tiers for
    which nothing does, and where nobody bills it."""
    if scenario.datacenter.prices.zone_gb is None:
        return {}
    found = {each.name: crossing_bytes(scenario, each) for each in scenario.tiers if each.server.is_rented}
    crossing = {name: each for name, each in found.items() if each.crosses}
    missing = any(missed for each in crossing.values() for missed in (*each.calls, *each.copies))
    misses = miss_shares(with_all_nodes_up(scenario, carried)) if missing else {}
    return {name: _traffic(each, carried, demand, misses) for name, each in crossing.items()}


def _traffic(
    crossing: CrossingBytes, carried: ServerCapacity, demand: float, misses: Mapping[str, float]
) -> ZoneTraffic:
    network = carried.network
    requests = demand / (wire_bytes(network) * MBPS_PER_BYTE)

    def mbps(asked: Mapping[str, float]) -> Estimate:
        each = sum(size * (misses[missed] if missed else 1.0) for missed, size in asked.items())
        return exact(requests * network.transport.wire_rate(each) * MBPS_PER_BYTE, MBPS)

    return ZoneTraffic(mbps(crossing.calls), mbps(crossing.copies), crossing.answers_unstated)
