"""How often a shield finds what the nodes of a unit miss: a tier of `kind: cache` that they call on misses, and that is
asked for by nothing else.

Of an object that a node is asked for at rate w, at random, its caches hold a part of the time, and it asks the shield
no sooner than T after it did last: for so long its last cache holds what came in. On average the next time comes after
E, so that a node has not asked again within x with the chance G(x) = exp(-(x - T) / (E - T)), 1 before T. For what
enters that cache this is exact behind FIFO, and has both of its moments that matter behind LRU; for what does not, T is
0. Several nodes ask independently of each other. The shield drops what was not used for longest, after t, the same for
all: with F(t), the chance that a node does not ask within t of any moment (the integral of G behind t over E), one of n
nodes that asks finds

    1 - G(t) F(t)^(n - 1),   and an object is held for   1 - F(t)^n   of all time

(Che, Tung and Wang 2002 for Poisson requests, to which many nodes come). Times are in requests of one node.
"""

from functools import lru_cache
from math import inf, log
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from models.cached_keys import kept_bytes
from models.content_share import class_content, node_content, splits_content
from models.disk_capacity import disk_cache_bytes
from models.least_recently_used import rank_groups, reached
from models.parts.cache_policy import CLOCK, FIFO, LRU, TINY_LFU
from models.parts.tier import ON_MISS, Tier
from models.ram_ledger import file_cache_bytes
from models.scenario import FarmParts

if TYPE_CHECKING:
    import numpy as np

_Farm = TypeVar("_Farm", bound=FarmParts)


class _Asked(NamedTuple):
    """A catalogue as one node is asked for it: objects, bytes of each, exponent of Zipf's law, its share of all
    requests, and of those the share that asks the shield for what is missed."""

    objects: int
    size: float
    zipf: float
    share: float
    behind: float


class _Level(NamedTuple):
    """A cache of a node: its bytes, the largest object that comes in, and what it drops."""

    room: float
    largest: float
    policy: str


def is_shield(farm: FarmParts, tier: Tier) -> bool:
    """Whether a tier stands between the nodes and the origin: a cache that requests call on misses."""
    asking = (farm.workload.request, *farm.workload.classes)
    calls = (call for each in asking if each is not None for call in each.calls)
    return tier.cache is not None and any(call.tier == tier.name and call.when == ON_MISS for call in calls)


def shield_of(farm: FarmParts, kind: str) -> Tier | None:
    """The shield that requests of a class ask for what they miss, those of all where there are no classes; None where
    they ask none."""
    request = next((each for each in farm.workload.classes if each.name == kind), farm.workload.request)
    caches = {tier.name: tier for tier in farm.tiers if tier.cache is not None}
    calls = request.calls if request is not None else ()
    return next((caches[call.tier] for call in calls if call.when == ON_MISS and call.tier in caches), None)


def with_shield_hits(farm: _Farm) -> _Farm:
    """The farm, of which each shield that states neither its items nor its hit ratio has the one that follows."""
    if all(is_known(tier) for tier in farm.tiers):
        return farm
    return farm.model_copy(update={"tiers": tuple(_with_hits(farm, tier) for tier in farm.tiers)})


def is_known(tier: Tier) -> bool:
    """Whether a tier says what it finds by itself, or is no cache."""
    return tier.cache is None or tier.cache.items is not None or tier.cache.hit_ratio is not None


def _with_hits(farm: FarmParts, tier: Tier) -> Tier:
    if tier.cache is None or is_known(tier):
        return tier
    asked, disks = _all_asked(farm, tier.name), disk_cache_bytes(farm)
    server = farm.web_server
    largest = inf if server.largest_cached_file is None else server.largest_cached_file
    policy = LRU if farm.operating_system.page_cache else server.file_cache.policy
    levels: tuple[_Level, ...] = (_Level(file_cache_bytes(farm), largest, policy),)
    if disks is not None and server.disk_cache is not None:
        levels += (_Level(disks, inf, server.disk_cache.policy),)
    copies = (farm.unit.nodes, 1) if splits_content(farm) else (1, farm.unit.nodes)
    room = tier.servers * kept_bytes(tier, tier.cache)
    hits = _hit_ratio(asked, levels, room, tier.cache.software.overhead, *copies)
    return tier.model_copy(update={"cache": tier.cache.model_copy(update={"hit_ratio": hits})})


def _all_asked(farm: FarmParts, shield: str) -> tuple[_Asked, ...]:
    """What one node is asked for, each catalogue once."""
    whole = sum(kind.rate for kind in farm.workload.classes)
    kinds = [(each.name, each.rate / whole) for each in farm.workload.classes if farm.enters_a_process(each)]
    shares: dict[str, list[float]] = {}
    for name, share in kinds or [("", 1.0)]:
        tier = shield_of(farm, name)
        own = name if class_content(farm, name) is not None else ""
        found = shares.setdefault(own, [0.0, 0.0])
        found[0] += share
        found[1] += share if tier is not None and tier.name == shield else 0.0
    contents = {name: class_content(farm, name) or node_content(farm) for name in shares}
    return tuple(
        _Asked(content.objects, content.object_size.mean, content.zipf, share, behind / share)
        for name, (share, behind) in shares.items()
        if (content := contents[name]) is not None
    )


# A plan asks for the same shield over and over.
@lru_cache(maxsize=1024)
def _hit_ratio(
    asked: tuple[_Asked, ...], levels: tuple[_Level, ...], room: float, overhead: float, apart: int, together: int
) -> float:
    """The share of what a shield is asked for that it finds. overhead: bytes that it keeps with each object; apart:
    nodes that have objects of their own each; together: nodes that are asked for the same ones."""
    import numpy as np  # Few scenarios have shields, and the others are read without it.

    groups = [rank_groups(each.objects, each.zipf) for each in asked]
    number = np.concatenate([found for found, _ in groups])
    rate = np.concatenate([each.share * share / found for each, (found, share) in zip(asked, groups, strict=True)])
    sizes, behind = (
        np.concatenate([np.full(found.size, value) for value, (found, _) in zip(values, groups, strict=True)])
        for values in ([each.size for each in asked], [each.behind for each in asked])
    )
    missed, gap = rate, np.zeros(rate.size)
    for level in levels:
        held, gap = _held(level, missed, number, sizes)
        missed = missed * (1.0 - held)
    missed = missed * behind
    asks = missed > 0.0
    if not asks.any():
        return 0.0
    missed, gap, number, sizes = missed[asks], gap[asks], apart * number[asks], sizes[asks]
    every = 1.0 / missed
    spread = every - np.minimum(gap, 0.999 * every)

    def not_again(time: float) -> "tuple[np.ndarray, np.ndarray]":
        after = np.exp(-np.maximum(0.0, time - gap) / spread)
        never = np.where(time < gap, 1.0 - time * missed, spread * missed * after)
        return after, np.clip(never, 0.0, 1.0)

    bytes_ = number * (sizes + overhead)
    if bytes_.sum() <= room:
        return 1.0
    time = reached(lambda at: float(bytes_ @ (1.0 - not_again(np.exp(at))[1] ** together)) - room,
                   log(room / float((bytes_ * missed).sum() * together)))  # fmt: skip
    after, never = not_again(time)
    hits = 1.0 - after * never ** (together - 1)
    return float((number * missed) @ hits / (number * missed).sum())


def _held(
    level: _Level, rate: "np.ndarray", number: "np.ndarray", sizes: "np.ndarray"
) -> "tuple[np.ndarray, np.ndarray]":
    """The share of the time that a cache holds one object of each group, which is asked for at a rate, and how long one
    stays in it at least; 0 of those that never enter."""
    import numpy as np

    enters = (sizes <= min(level.largest, level.room)) & (rate > 0.0)
    bytes_ = np.where(enters, number * sizes, 0.0)
    if bytes_.sum() <= level.room:
        return enters.astype(np.float64), np.where(enters, inf, 0.0)
    if level.policy == TINY_LFU:  # What is asked for most often stays, whatever else comes.
        order = np.argsort(-rate, kind="stable")
        before = np.cumsum(bytes_[order]) - bytes_[order]
        held = np.zeros(rate.size)
        held[order] = np.clip((level.room - before) / np.maximum(bytes_[order], 1.0), 0.0, 1.0)
        return np.where(enters, held, 0.0), np.zeros(rate.size)

    def share(time: float) -> "np.ndarray":
        asked = np.where(enters, rate * time, 0.0)
        if level.policy in (FIFO, CLOCK):
            out = np.exp(-asked) if level.policy == CLOCK else 1.0
            queued: np.ndarray = asked / (asked + out)
            return queued
        found: np.ndarray = -np.expm1(-asked)
        return found

    time = reached(lambda at: float(bytes_ @ share(np.exp(at))) - level.room, log(level.room / float(bytes_ @ rate)))
    return share(time), np.where(enters, time, 0.0)
