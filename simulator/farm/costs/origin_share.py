"""What a whole farm fetches from its origin at the demand: the part of what it sends that no cache of it holds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.origin_traffic import SHARE, collapsed_fetches
from simulator.farm.sizing import Sizing
from simulator.messages.stages.bill import BY_THEORY, MEASURED


class AskedOfOrigin(NamedTuple):
    """Requests/s for objects to an origin, and Mbps."""

    requests: float
    mbps: float


class JointTraffic(NamedTuple):
    """What is asked where each request that misses an object fetches it, and where one does for all who come
    meanwhile."""

    each: AskedOfOrigin
    one: AskedOfOrigin


@dataclass(frozen=True)
class OriginTraffic:
    """What the origin has to deliver to all servers together: `mbps` at the demand, without its reserve, and `share`,
    the same in per cent of what they put on the wire. by: what both rest on, BY_THEORY or MEASURED. by_class: per cent
    of the requests of each class that are fetched, where one has content of its own. revalidated: questions/s about old
    copies that it answers 304, None where there are none."""

    mbps: Estimate
    share: Estimate
    by: str
    by_class: Mapping[str, Estimate]
    revalidated: Estimate | None = None


def origin_traffic(scenario: Scenario, sizing: Sizing) -> OriginTraffic | None:
    """What a farm fetches, by the share that sizes its bill (see `money.fetched`); None without an origin."""
    content = scenario.workload.content
    if content is None or content.origin is None:
        return None
    share = sizing.fetched.times(100.0 / sizing.demand.value, "%")
    by = MEASURED if sizing.fetched.samples else BY_THEORY
    return OriginTraffic(sizing.fetched, share, by, sizing.missed_by_class, sizing.revalidated)


def joint_traffic(scenario: Scenario, sizing: Sizing, carried: ServerCapacity) -> JointTraffic | None:
    """What the origin gets of all servers at the demand, either way; None as `collapsed_fetches` has it."""
    requests, mbps = sizing.demanded.requests, sizing.demand.value
    each = replace(carried, requests=exact(requests / max(1.0, sizing.nodes.whole.value), carried.requests.unit))
    found = collapsed_fetches(scenario, each, sizing.filled.times(1.0 / mbps, SHARE))
    if found is None:
        return None
    both = (AskedOfOrigin(way.requests * requests, way.share * mbps) for way in (found.each, found.one))
    return JointTraffic(*both)
