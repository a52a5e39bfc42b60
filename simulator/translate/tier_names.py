"""What the resources of the servers of tiers are called, by the name of the tier; those of one tier are equal, and so
one limit."""

from models.parts.tier import Tier
from models.tier_flows import TierFlow
from simulator.messages.stages.resource_origins import tier_pool

CPU, CONNECTIONS = "CPU of {}", "connections of {}"
DISKS, CARDS, LOG = "disks of {}", "network cards of {}", "log of {}"
# Who applies what others wrote, in a replica.
APPLIERS = "appliers of {}"
# A lock stands once, however many servers a tier has, and so is none of the limits that they divide.
LOCK = "lock of {}"
# What all disks of a server transfer, where they do that beside other reads.
TRANSFER = "disk bandwidth of {}"
# The pool of a server of the unit to a tier.
UNIT_POOL = "connection pool to {}"


def tier_limit_names(tier: Tier) -> tuple[str, ...]:
    """The names of what the servers of a tier can run out of."""
    pools = (tier_pool(tier.name, call.tier) for call in tier.calls if call.pool is not None)
    return (
        *(each.format(tier.name) for each in (CPU, CONNECTIONS, DISKS, TRANSFER, CARDS, LOG, APPLIERS)),
        *dict.fromkeys(pools),
    )


def server_of_tier(name: str, flow: TierFlow, server: int) -> str:
    """A name with the tier in it, and which of its servers it is, where there are several."""
    return f"{name.format(flow.tier.name)}{f' {server}' if flow.servers > 1 else ''}"


def server_name(flow: TierFlow, server: int) -> str:
    """A server of a tier by itself."""
    return server_of_tier("{}", flow, server)
