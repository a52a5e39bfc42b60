"""What a request draws before it calls other tiers: a server of each, and whether it needs a lock there."""

from itertools import product
from math import prod
from typing import NamedTuple

from models.parts.tier import TierCall
from models.tier_flows import Flows
from simulator.messages.stages import resource_origins


class TierChoice(NamedTuple):
    """One way in which calls may fall on other tiers, and the share of all that make them which take it.

    servers: which server of each tier is called, from 1, by its name; the first where it is not there. locked: the
    tiers of which its calls need the lock; free: those that have one which its calls do not need.
    """

    share: float = 1.0
    servers: tuple[tuple[str, int], ...] = ()
    locked: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()

    def server_of(self, tier: str) -> int:
        """The server of a tier that is called."""
        return dict(self.servers).get(tier, 1)

    @property
    def told(self) -> str:
        """What is drawn, in words behind a name; "" where there is no choice."""
        said = [f"{tier} {server}" for tier, server in self.servers]
        said += [resource_origins.holding_lock(tier) for tier in sorted(self.locked)]
        said += [resource_origins.without_lock(tier) for tier in sorted(self.free)]
        return f" ({', '.join(said)})" if said else ""


def tier_choices(flows: Flows, calls: tuple[TierCall, ...]) -> tuple[TierChoice, ...]:
    """Every way in which what makes some calls may find the tiers that it reaches; servers of one tier are as likely as
    each other. What needs a lock needs it in each of its calls of that tier."""
    reached = tiers_reached(flows, calls)
    several = [flow for name, flow in flows.items() if name in reached and flow.servers > 1 and not flow.by_call]
    ways = list(product(*([(flow.tier.name, each) for each in range(1, flow.servers + 1)] for flow in several)))
    locks = {flow.tier.name: flow.tier.lock.share for flow in flows.values() if flow.tier.lock is not None}
    needs = list(product(*(_needs_lock(*each) for each in locks.items() if each[0] in reached)))
    return tuple(_choice(servers, each, len(ways)) for servers in ways for each in needs)


def tiers_reached(flows: Flows, calls: tuple[TierCall, ...]) -> set[str]:
    """The tiers that some calls reach, by way of others too."""
    return {name for call in calls for name in (call.tier, *tiers_reached(flows, flows[call.tier].tier.calls))}


def _needs_lock(tier: str, share: float) -> tuple[tuple[str, bool, float], ...]:
    """Those who need the lock of a tier, and those who do not, each with their share."""
    return tuple(each for each in ((tier, True, share), (tier, False, 1.0 - share)) if each[2] > 0.0)


def _choice(servers: tuple[tuple[str, int], ...], needs: tuple[tuple[str, bool, float], ...], ways: int) -> TierChoice:
    share = prod(part for _, _, part in needs) / ways
    locked, free = (frozenset(tier for tier, needed, _ in needs if needed is wanted) for wanted in (True, False))
    return TierChoice(share, servers, locked, free)
