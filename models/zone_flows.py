"""How many bytes cross from zone to zone for each request of a farm: calls of tiers, and what replicas repeat."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.cached_keys import answer_bytes, key_miss_ratio
from models.parts.tier import Tier, TierCall
from models.parts.zones import crossing_share
from models.replication import divides_writes
from models.scenario import FarmParts
from models.tier_flows import calls_of_requests, tier_flows
from models.zone_placement import callers_by_zone


@dataclass(frozen=True)
class CrossingBytes:
    """Bytes that cross from one zone to another on their way to and from a tier, for each request of the farm, by the
    class that must miss for it, as if each of its requests missed, "" for what is always asked.

    calls: what calls send, and their answers; copies: what other servers of a database are sent of each commit;
    answers_unstated: whether some calls that cross do not say how large their `answer` is, which counts as nothing.
    """

    calls: Mapping[str, float]
    copies: Mapping[str, float]
    answers_unstated: bool

    @property
    def crosses(self) -> bool:
        """Whether anything does."""
        return any((*self.calls.values(), *self.copies.values())) or self.answers_unstated


def crossing_bytes(farm: FarmParts, tier: Tier) -> CrossingBytes:
    """What crosses to and from a tier, between servers that are rented: others stand in no zone of a cloud.

    Of the calls of each caller the share that `crossing_share` says crosses. A commit is sent to every other server of
    its database that keeps the same, of which as large a share stands in other zones as of any two of its servers.
    """
    there = callers_by_zone(farm, tier)
    calls, copies, unstated = dict[str, float](), dict[str, float](), False
    for missed, many, call, caller in _calls(farm, tier.name):
        others = 0 if divides_writes(tier) else sum(there)
        copied = _copied(call) * others * crossing_share(there, there, False)
        copies[missed] = copies.get(missed, 0.0) + many * copied
        if not (farm.server if caller is None else caller.server).is_rented:
            continue
        share = crossing_share(callers_by_zone(farm, caller), there, tier.prefer_zone)
        answer = answer_bytes(tier, call)
        calls[missed] = calls.get(missed, 0.0) + many * share * (call.sends + (call.stores or 0.0) + (answer or 0.0))
        unstated = unstated or (share > 0.0 and answer is None and call.stores is None)
    return CrossingBytes(calls, copies, unstated)


def _calls(farm: FarmParts, name: str) -> Iterator[tuple[str, float, TierCall, Tier | None]]:
    """Every kind of calls of a tier: the class that must miss, how many of each request of the farm, the call, and the
    tier that makes it, None for the unit."""
    for missed, share, call in calls_of_requests(farm):
        if call.tier == name:
            yield missed, share * call.times, call, None
    for above in tier_flows(farm).values():
        for call in (each for each in above.tier.calls if each.tier == name):
            if above.tier.cache is not None:
                # Whoever called a cache asks for what that does not have.
                share = call.share * call.times
                for missed, many, _, by in _calls(farm, above.tier.name):
                    yield missed, many * share * key_miss_ratio(above.tier, missed), call, by
                continue
            yield from ((flow.missed, flow.calls * call.share * call.times, call, above.tier) for flow in above.flows)


def _copied(call: TierCall) -> float:
    """Bytes that a call writes to the log."""
    return 0.0 if call.writes is None else call.writes.commits * call.writes.log
