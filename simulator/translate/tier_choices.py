"""What a request draws before it calls other tiers: a server of each, and whether it needs a lock there."""

from collections.abc import Mapping
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from models.parts.tier import TierCall
from models.replication import call_routes, lock_share, route_edges, route_of
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins

_ROUNDING = 1e-12


class TierChoice(NamedTuple):
    """One way in which calls may fall on other tiers, and the share of all that make them which take it.

    Of each tier it calls the first server, and in other `servers`, as likely each, those of that number, by the name of
    each tier that has several. locked: the tiers of which its calls need the lock; free: those that have one which its
    calls do not need. drawn: by the name of each database with replicas, the number from 0 to 1 by which its calls
    write or read.
    """

    share: float = 1.0
    servers: tuple[Mapping[str, int], ...] = ({},)
    locked: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    drawn: tuple[tuple[str, float], ...] = ()

    def route(self, flow: TierFlow, call: TierCall) -> TierCall:
        """A call as it reaches the tier that answers it."""
        return route_of(flow.readers, call, dict(self.drawn).get(call.tier, 0.0))

    def told(self, servers: Mapping[str, int]) -> str:
        """What is drawn with such servers, in words behind a name; "" where there is no choice."""
        said = [f"{tier} {server}" for tier, server in servers.items()]
        said += [resource_origins.drawn(*each) for each in self.drawn]
        said += [resource_origins.holding_lock(tier) for tier in sorted(self.locked)]
        said += [resource_origins.without_lock(tier) for tier in sorted(self.free)]
        return f" ({', '.join(said)})" if said else ""


def tier_choices(flows: Flows, calls: tuple[TierCall, ...]) -> tuple[TierChoice, ...]:
    """Every way in which what makes some calls may find the tiers that it reaches; servers of one tier are as likely as
    each other. What needs a lock needs it in each of its calls of that tier."""
    reached = tiers_reached(flows, calls)
    several = [flow for name, flow in flows.items() if name in reached and flow.servers > 1 and not flow.by_call]
    ways = product(*([(flow.tier.name, each) for each in range(1, flow.servers + 1)] for flow in several))
    servers = tuple(dict(each) for each in ways)
    locks = {flow.tier.name: lock_share(flow.tier) for flow in flows.values() if flow.tier.lock is not None}
    needs = list(product(*(_needs_lock(*each) for each in locks.items() if each[0] in reached)))
    writers = [flow for name, flow in flows.items() if name in reached and flow.readers]
    draws = list(product(*(_draws(flow, _calls_of(flows, calls, flow.tier.name)) for flow in writers)))
    return tuple(_choice(servers, *each) for each in product(needs, draws))


def tiers_reached(flows: Flows, calls: tuple[TierCall, ...]) -> set[str]:
    """The tiers that some calls reach, by way of others too."""
    return {
        name
        for call in calls
        for _, way in call_routes(flows[call.tier].readers, call)
        for name in (way.tier, *tiers_reached(flows, flows[way.tier].tier.awaited))
    }


def _calls_of(flows: Flows, calls: tuple[TierCall, ...], tier: str) -> tuple[TierCall, ...]:
    """Those among some calls, and among what they call themselves, that are of a tier."""
    below = (_calls_of(flows, flows[call.tier].tier.awaited, tier) for call in calls)
    return (*(call for call in calls if call.tier == tier), *(each for some in below for each in some))


def _draws(flow: TierFlow, calls: tuple[TierCall, ...]) -> tuple[tuple[str, float, float], ...]:
    """The numbers from 0 to 1 between which no call changes its way: one in the midst, and the share, of each."""
    edges = sorted({0.0, 1.0, *(edge for call in calls for edge in route_edges(flow.readers, call))})
    steps = [(low, high) for low, high in pairwise(edges) if high - low > _ROUNDING]
    return tuple((flow.tier.name, (low + high) / 2.0, high - low) for low, high in steps)


def _needs_lock(tier: str, share: float) -> tuple[tuple[str, bool, float], ...]:
    """Those who need the lock of a tier, and those who do not, each with their share."""
    return tuple(each for each in ((tier, True, share), (tier, False, 1.0 - share)) if each[2] > 0.0)


def _choice(
    servers: tuple[Mapping[str, int], ...],
    needs: tuple[tuple[str, bool, float], ...],
    draws: tuple[tuple[str, float, float], ...],
) -> TierChoice:
    share = prod(each[2] for each in (*needs, *draws))
    locked, free = (frozenset(tier for tier, needed, _ in needs if needed is wanted) for wanted in (True, False))
    return TierChoice(share, servers, locked, free, tuple((tier, number) for tier, number, _ in draws))
