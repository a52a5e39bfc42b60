"""A cache of keys at the demand: how often it finds an item, what it drops, and how long it takes to fill again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from models.cached_keys import calls_to_refill, calls_to_warm, items_held, key_miss_ratio, miss_ratio_one_down
from models.parts.tier import Tier
from models.scenario import FarmParts
from models.shield import stands_between
from models.tier_flows import TierFlow, asked_of_tier
from simulator.experiment.estimate import Estimate

PERCENT = 100.0


@dataclass(frozen=True)
class CacheAtWork:
    """A cache at the demand.

    hits, hits_one_down: calls that find their item, %, with all servers of each unit, and when one of them has just
    died; held: items that the servers of a unit hold, None where nothing is known of them; evicted: items a second that
    all servers of the farm drop for others; warms: seconds until a server that was empty is as full as ever, and
    refills until it misses no more than 1 % of its calls beyond those that it ever misses; None where nothing is
    known of the items. origin_one_down: Mbps from the origin when one of each unit has just died, of a shield that
    all ask for what they miss.
    """

    hits: float
    hits_one_down: float
    held: float | None
    evicted: float
    warms: float | None
    refills: float | None
    origin_one_down: Estimate | None = None


def before_origin(farm: FarmParts, tier: Tier, cache: CacheAtWork, filled: Estimate, fetched: Estimate) -> CacheAtWork:
    """The same cache with what comes from the origin when a server of each unit has died; filled: Mbps that the nodes
    fetch, fetched: of these, what comes from the origin with all of them."""
    if filled.value <= 0.0 or not stands_between(farm, tier):
        return cache
    found = 1.0 - fetched.value / filled.value
    missed = 1.0 - found * (tier.servers - 1) / tier.servers
    return replace(cache, origin_one_down=filled.times(missed, filled.unit))


def cache_at_work(flow: TierFlow, requests: float, units: float, misses: Mapping[str, float]) -> CacheAtWork | None:
    """A cache of so many units that get so many requests a second together; None of a tier that is none. misses: as
    `asked_of_tier` has them.

    All that is missed is stored, and pushes as much out where there is no room. Of C calls a second to a unit it takes
    n / C seconds until n have come.
    """
    tier = flow.tier
    if tier.cache is None:
        return None
    missed, calls = key_miss_ratio(tier), requests * asked_of_tier(flow, lambda _: 1.0, misses)
    items = tier.cache.items
    full = items is not None and items_held(tier) < items.count
    known = items is not None and calls > 0.0
    return CacheAtWork(
        hits=PERCENT * (1.0 - missed),
        hits_one_down=PERCENT * (1.0 - miss_ratio_one_down(tier)),
        held=items_held(tier) if items is not None else None,
        evicted=calls * missed if full else 0.0,
        warms=calls_to_warm(tier) * units / calls if known else None,
        refills=calls_to_refill(tier) * units / calls if known else None,
    )
