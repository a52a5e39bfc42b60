"""How many calls a server of a tier has in hand: as stated, or as many as its RAM has room for."""

from models.buffer_pool import buffer_pool_bytes
from models.cached_keys import item_room
from models.parts.tier import Tier
from models.pod_room import memory_on
from models.ram_ledger import RAM_OF_SYSTEM


def room_for_calls(tier: Tier) -> float:
    """The bytes of RAM that the calls in hand of a server may take: what the system, and what a tier keeps, leave, or
    what a pod may use."""
    if tier.pods is not None:
        return memory_on(tier.server, tier.pods)
    kept = item_room(tier, tier.cache) if tier.cache is not None else buffer_pool_bytes(tier)
    return max(0.0, tier.server.ram - RAM_OF_SYSTEM - kept)


def calls_in_hand(tier: Tier) -> int | None:
    """The calls that a server of a tier has in hand at most; None where nothing limits them."""
    if tier.connections is not None or tier.memory is None:
        return tier.connections
    return int(room_for_calls(tier) // tier.memory)
