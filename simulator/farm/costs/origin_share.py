"""What a whole farm fetches from its origin at the demand: the part of what it sends that no cache of it holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.farm.costs.origin_traffic import Fetches
from simulator.farm.sizing import Sizing
from simulator.messages.stages.bill import BY_THEORY, MEASURED


class JointTraffic(NamedTuple):
    """Requests/s for objects to an origin, and Mbps."""

    requests: float
    mbps: float


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
    each: JointTraffic | None = None
    one: JointTraffic | None = None


def origin_traffic(scenario: Scenario, sizing: Sizing) -> OriginTraffic | None:
    """What a farm fetches, by the share that sizes its bill (see `money.fetched`); None without an origin."""
    content = scenario.workload.content
    if content is None or content.origin is None:
        return None
    share = sizing.fetched.times(100.0 / sizing.demand.value, "%")
    by = MEASURED if sizing.fetched.samples else BY_THEORY
    both = sizing.collapsed
    each, one = (_of_farm(sizing, both.each), _of_farm(sizing, both.one)) if both is not None else (None, None)
    return OriginTraffic(sizing.fetched, share, by, sizing.missed_by_class, sizing.revalidated, each, one)


def _of_farm(sizing: Sizing, fetches: Fetches) -> JointTraffic:
    return JointTraffic(fetches.requests * sizing.demanded.requests, fetches.share * sizing.demand.value)
