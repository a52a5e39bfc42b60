"""What the balancer of a unit tells apart of its clients."""

from models.parts.unit import CLASS_C, SINGLE
from models.scenario import FarmParts

HASH = "hash"


def distinct_sources(farm: FarmParts) -> int | None:
    """How many addresses, or networks of them, the balancer tells apart; None where they are too many to count: it
    hashes none, or each connection by itself."""
    stated, addresses = farm.unit.balancer, farm.workload.addresses
    if addresses is None or stated.policy != HASH:
        return None
    return {SINGLE: addresses.count, CLASS_C: addresses.networks}.get(stated.affinity)


def source_unevenness(farm: FarmParts) -> float:
    """How unevenly sessions come from what it tells apart; 0 where it tells nothing apart."""
    addresses = farm.workload.addresses
    return 0.0 if addresses is None or distinct_sources(farm) is None else addresses.uneven
