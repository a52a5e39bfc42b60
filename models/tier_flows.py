"""Who calls which tier how often, and how many of its servers stand in the world of one server that calls them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from models.capacity_curve import capacity_curve
from models.parts.tier import Tier, TierCall
from models.scenario import FarmParts

_ROUNDING = 1e-9
_Farm = TypeVar("_Farm", bound=FarmParts)


@dataclass(frozen=True)
class TierFlow:
    """A tier as one server of the unit meets it, calls counted for each request of that server.

    kinds: the calls that are made of the tier by its share of all requests, each with how many; calls: all of them;
    met: those made in the world of this server; servers: of the tier in that world; others: calls that each of these
    gets from other servers of the unit, or on their behalf.
    """

    tier: Tier
    kinds: tuple[tuple[float, TierCall], ...]
    calls: float
    met: float
    servers: int
    others: float


Flows = Mapping[str, TierFlow]


def tier_flows(farm: FarmParts) -> Flows:
    """Every tier by its name, callers before those that they call.

    Of A calls for each request of a unit with n servers, each of the m servers of the tier gets A n / m. With C calls
    in the world of one server, K = C / (A n / m) servers of the tier, rounded up, get C / K each from there, and the
    rest from others.
    """
    found = dict[str, TierFlow]()
    for tier in _callers_first(farm.tiers):
        own = [(share * call.times, call) for share, call in _of_requests(farm) if call.tier == tier.name]
        further = [(above, call) for above in found.values() for call in above.tier.calls if call.tier == tier.name]
        kinds = (*own, *((above.calls * call.times, call) for above, call in further))
        calls = sum(many for many, _ in kinds)
        made = sum(many for many, _ in own) + sum(above.met * call.times for above, call in further)
        a_server = calls * farm.unit.nodes / tier.servers
        servers = max(1, ceil(made / a_server - _ROUNDING))
        others = a_server - made / servers
        others = others if others > _ROUNDING * a_server else 0.0
        found[tier.name] = TierFlow(tier, kinds, calls, made + servers * others, servers, others)
    return found


def as_server(farm: _Farm, tier: Tier) -> _Farm:
    """The farm with a server of the tier in place of its own, all of whose cores work."""
    web_server = farm.web_server.model_copy(update={"workers": None})
    return farm.model_copy(update={"server": tier.server, "web_server": web_server})


def tier_cores(farm: FarmParts, tier: Tier) -> float:
    """What the cores of a server of a tier do together, in cores."""
    curve = capacity_curve(as_server(farm, tier))
    return curve[-1] if curve else float(tier.server.cores)


def tier_work(farm: FarmParts, tier: Tier) -> float:
    """Seconds of a core of a tier's server that one request of the unit is on average, by all its calls."""
    kinds = tier_flows(farm)[tier.name].kinds
    asked = sum(many * call.cpu for many, call in kinds) * farm.workload.cpu_measured_on
    return asked * farm.operating_system.cpu_factor / tier.server.core_speed


def _of_requests(farm: FarmParts) -> Iterator[tuple[float, TierCall]]:
    """The calls that requests make, each with the share of all requests that makes it."""
    workload = farm.workload
    if workload.request is not None:
        yield from ((1.0, call) for call in workload.request.calls)
    total = sum(kind.rate for kind in workload.classes)
    yield from ((kind.rate / total, call) for kind in workload.classes for call in kind.calls)


def _callers_first(tiers: tuple[Tier, ...]) -> Iterator[Tier]:
    """The tiers in an order in which each comes after all that call it; the checks leave no circle."""
    left = list(tiers)
    while left:
        called = {call.tier for tier in left for call in tier.calls}
        first = next(tier for tier in left if tier.name not in called)
        left.remove(first)
        yield first
