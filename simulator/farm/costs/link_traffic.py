"""The links of a site: what goes over each at the demand, with all of them up and with some down, and what that costs.

What a link that is down had goes over the transit links that are left, in proportion to what these carry, as routers
spread flows; peering and exchanges reach no other networks than their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from models.parts.daily.day import Daily
from models.parts.link import SiteLink
from models.scenario import Scenario
from simulator.experiment.estimate import exact
from simulator.experiment.verdicts import Verdict, judge
from simulator.messages.stages.bill import links_down
from simulator.network.lines import MBPS_PER_BYTE
from simulator.targets import Target

PERCENTILE = 0.95


@dataclass(frozen=True)
class LinkLoad:
    """A link at the demand. mbps: what goes over it with all links up; down: the names of the links that it is used
    most without, as many as are looked at, none where it is used for no more without any, and mbps_then what goes over
    it then; percentile: Mbps of the 95th percentile of its five-minute means; gigabytes: GB of a month; cost: money a
    month, in the currency of the bill."""

    link: SiteLink
    mbps: float
    down: tuple[str, ...]
    mbps_then: float
    percentile: float
    gigabytes: float
    cost: float

    @property
    def carries(self) -> float:
        """Mbps that its ports carry."""
        return self.link.carries * MBPS_PER_BYTE

    @property
    def used(self) -> float:
        """Per cent of them with all links up."""
        return 100.0 * self.mbps / self.carries

    @property
    def used_then(self) -> float:
        """Per cent of them with those links down."""
        return 100.0 * self.mbps_then / self.carries

    @property
    def paid(self) -> float:
        """Mbps that are paid for."""
        return max(self.percentile, self.link.committed) if self.link.price else 0.0


def site_links(scenario: Scenario) -> tuple[SiteLink, ...]:
    """The links that what leaves the servers goes over; none where they are rented, which pay egress."""
    return () if scenario.server.is_rented else scenario.datacenter.links


def link_loads(scenario: Scenario, mbps: float, gb_a_mbps: float, down: int = 1) -> tuple[LinkLoad, ...]:
    """Each link at so many Mbps on the wire, beside the worst that so many links down do to it. gb_a_mbps: GB a month
    that leave for each of them, by the mean of the month."""
    links, day = site_links(scenario), scenario.workload.day
    percentile = 1.0 if day is None or not links else _percentile(day)
    return tuple(_load(link, links, mbps, percentile, gb_a_mbps, down) for link in links)


def link_verdicts(scenario: Scenario, mbps: float) -> tuple[Verdict, ...]:
    """Whether the links carry so many Mbps with those down that may be."""
    down = scenario.datacenter.spare_links
    loads = link_loads(scenario, mbps, 0.0, down)
    if not loads:
        return ()
    worst = max(loads, key=lambda each: each.used_then)
    verdict = judge(Target.LINKS, 100.0 * scenario.targets.links, "%", exact(worst.used_then, "%"))
    return (replace(verdict, state=links_down(worst.down)),)


@lru_cache(maxsize=64)
def _percentile(day: Daily) -> float:
    return day.percentile(PERCENTILE)


def _load(
    link: SiteLink, links: tuple[SiteLink, ...], mbps: float, percentile: float, gb_a_mbps: float, down: int
) -> LinkLoad:
    own = mbps * link.share
    without = ((), link.share), *_with_others_down(link, links, down)
    worst = max(without, key=lambda each: each[1])  # Of equals the first, with all links up.
    gigabytes = own * gb_a_mbps
    cost = link.cost(own * percentile, gigabytes)
    return LinkLoad(link, own, worst[0], mbps * worst[1], own * percentile, gigabytes, cost)


def _with_others_down(
    link: SiteLink, links: tuple[SiteLink, ...], down: int
) -> Iterator[tuple[tuple[str, ...], float]]:
    """The names of each set of so many other links, and the share of the traffic that goes over this one without
    them."""
    others = [each for each in links if each is not link]
    for gone in combinations(others, min(down, len(others))):
        lost = sum(each.share for each in gone)
        left = sum(each.carries for each in links if each.is_transit and each not in gone)
        takes = lost * link.carries / left if link.is_transit else 0.0
        yield tuple(each.name for each in gone), link.share + takes
