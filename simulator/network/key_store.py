"""Stores of keys: what finds a key the more often the longer it has filled, such as a cache of another tier."""

from dataclasses import dataclass
from math import inf

from simulator.messages.stages import network_rules


@dataclass(frozen=True)
class KeyStore:
    """What finds a key with a chance that grows with the lookups since it was empty.

    hit_ratio: that of a store that is warm, as each is at the start. warming: (lookups since it was empty, hit ratio)
    in ascending order, with straight lines between them; one that was asked as often as the last says is warm. server:
    the server of the backend that it lies in, and which takes it along when it dies; "" for one that stays warm.

    Raises ValueError for ratios that are none, and for corners that do not ascend from 0 lookups.
    """

    hit_ratio: float
    warming: tuple[tuple[float, float], ...] = ()
    server: str = ""

    def __post_init__(self) -> None:
        lookups = [at for at, _ in self.warming]
        ratios = [self.hit_ratio, *(ratio for _, ratio in self.warming)]
        ascends = lookups == sorted(set(lookups)) and lookups[:1] in ([], [0.0]) and lookups[-1:] != [inf]
        if not ascends or min(ratios) < 0.0 or max(ratios) > 1.0:
            raise ValueError(f"{network_rules.KEY_STORE}, got {self}")
