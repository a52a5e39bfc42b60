"""How often a shield finds what the nodes of a unit miss: a tier of `kind: cache` that they call on misses, and that is
asked for by nothing else.

Of an object that a node is asked for at rate w, at random, its caches hold a part of the time, and it asks the shield
no sooner than T after it did last: for so long its last cache holds what came in. On average the next time comes after
E, so that a node has not asked again within x with the chance G(x) = exp(-(x - T) / (E - T)), 1 before T. For what
enters that cache this is exact behind FIFO, and has both of its moments that matter behind LRU; for what does not, T is
0. F(t) is the chance that a node does not ask within t of any moment (the integral of G behind t over E). The second
cache of a node is asked by the first one in such gaps too: where it drops what was not used for longest, after t, it
finds 1 - G(t) of that, and holds an object for 1 - F(t) of the time.

Several nodes ask a shield independently of each other. It drops what was not used for longest, after t, the same for
all: one of n nodes that asks finds

    1 - G(t) F(t)^(n - 1),   and an object is held for   1 - F(t)^n   of all time

(Che, Tung and Wang 2002 for Poisson requests, to which many nodes come). Times are in requests of one node.

An object that lives for L only is missed by everybody at the beginning of each life. Of a node that would miss one that
lived for ever every E, and not within T, with m = min(T, L), and of n nodes whose shield holds objects for t < T,

    1 - exp(-w m) + (L - m) / E   ask in a life,
    1 - exp(-n w t) + integral from t to m of n w exp(-w u) (1 - exp(-w u) (exp(w t) - 1))^(n - 1) du + n (L - m) / E x
    G(t) F(t)^(n - 1)   of them find nothing

of which the integral is of nodes that ask for the first time in a life, later than t behind all others; where t is
above T the first is 1 - exp(-n w min(t, L)), there is no second, and the third is of the rest of the life. That hangs
on the load: of a node that is what the scenario offers to it, or what is told (`shield_hits`).
"""

from functools import lru_cache
from math import inf, log
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from models.cached_keys import kept_bytes, with_hits
from models.content_share import class_content, requested_content, splits_content
from models.disk_capacity import disk_cache_bytes
from models.least_recently_used import rank_groups, reached
from models.parts.cache_policy import CLOCK, FIFO, LRU, TINY_LFU
from models.parts.class_content import ClassContent
from models.parts.key_cache import KeyCache
from models.parts.object_catalogue import ObjectCatalogue
from models.parts.tier import ON_MISS, Tier
from models.ram_ledger import file_cache_bytes
from models.scenario import FarmParts, Scenario
from models.unit_pods import as_node

if TYPE_CHECKING:
    import numpy as np

_Farm = TypeVar("_Farm", bound=FarmParts)
# Of a life, in each of which it is looked at once how often objects are asked for.
_PARTS = 64
# Requests of a node in which none asks for what it holds for ever.
_SELDOM = 1e-300
# The most turns that something stays.
_ENDLESS = 1e100


class _Asked(NamedTuple):
    """A catalogue as one node is asked for it: objects, bytes of each, exponent of Zipf's law, its share of all
    requests, of those the share that asks the shield for what is missed, and the life of an object."""

    objects: int
    size: float
    zipf: float
    share: float
    behind: float
    life: float


class _LivingObjects(NamedTuple):
    """Objects that live for a time, as one node asks for one of each group: how often clients do, how often it would
    miss one that lived for ever, how long it does not ask again, the life, and how often it asks."""

    rate: "np.ndarray"
    of_ever: "np.ndarray"
    gap: "np.ndarray"
    life: "np.ndarray"
    missed: "np.ndarray"


class ShieldHits(NamedTuple):
    """The share of what a shield is asked for that it finds: of all, and of what requests of each class miss."""

    all: float
    by_class: tuple[tuple[str, float], ...] = ()


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


def stands_between(farm: FarmParts, shield: Tier) -> bool:
    """Whether requests of every class ask a shield for what they miss."""
    asked = [shield_of(farm, kind) for kind in [each.name for each in farm.workload.classes] or [""]]
    return all(tier is not None and tier.name == shield.name for tier in asked)


def with_shield_hits(farm: _Farm) -> _Farm:
    """The farm, of which each shield that states neither its items nor its hit ratio has the one that follows."""
    if all(is_known(tier) for tier in farm.tiers):
        return farm
    return farm.model_copy(update={"tiers": tuple(_with_hits(farm, tier) for tier in farm.tiers)})


def is_known(tier: Tier) -> bool:
    """Whether a tier says what it finds by itself, or is no cache."""
    return tier.cache is None or tier.cache.items is not None or tier.cache.hit_ratio is not None


def finds_what_follows(scenario: Scenario, place: int) -> bool:
    """Whether nobody has said what a tier finds, so that it follows from what nodes miss."""
    cache, source = scenario.tiers[place].cache, scenario.sources.get(f"tiers[{place}].cache.hit_ratio")
    if cache is None or cache.items is not None:
        return False
    return cache.hit_ratio is None or (source is not None and source.kind == "default")


def depends_on_load(farm: FarmParts) -> bool:
    """Whether what shields find hangs on how often nodes are asked: of what lives for a time only."""
    return any(kind.content is not None and kind.content.life is not None for kind in farm.workload.classes)


def _with_hits(farm: FarmParts, tier: Tier) -> Tier:
    if tier.cache is None or is_known(tier):
        return tier
    known = farm.asked_rate if isinstance(farm, Scenario) else None
    hits = shield_hits(farm, tier, tier.cache, farm.workload.offered_rate if known is None else known)
    return tier.model_copy(update={"cache": with_hits(tier.cache, *hits)})


def shield_hits(farm: FarmParts, tier: Tier, cache: KeyCache, rate: float | None) -> ShieldHits:
    """What a shield finds of what it is asked for, where each node gets so many requests a second; None where
    nobody says how many: no object comes to the end of its life then."""
    asked, disks = _all_asked(farm, tier.name, inf if rate is None else rate), disk_cache_bytes(farm)
    server = farm.web_server
    largest = inf if server.largest_cached_file is None else server.largest_cached_file
    policy = LRU if farm.operating_system.page_cache else server.file_cache.policy
    levels: tuple[_Level, ...] = (_Level(file_cache_bytes(as_node(farm)), largest, policy),)
    if disks is not None and server.disk_cache is not None:
        levels += (_Level(disks, inf, server.disk_cache.policy),)
    copies = (farm.unit.nodes, 1) if splits_content(farm) else (1, farm.unit.nodes)
    found, each = _hit_ratio(
        tuple(asked.values()), levels, tier.servers * kept_bytes(tier, cache), cache.software.overhead, *copies
    )
    hits = dict(zip(asked, each, strict=True))
    kinds = [kind.name for kind in farm.workload.classes]
    return ShieldHits(found, tuple((name, hits[own]) for name in kinds if (own := _catalogue_of(farm, name)) in hits))


def _catalogue_of(farm: FarmParts, kind: str) -> str:
    """Whose objects requests of a class ask for: those of its own, or "" for those of all."""
    return kind if class_content(farm, kind) is not None else ""


def _all_asked(farm: FarmParts, shield: str, rate: float) -> dict[str, _Asked]:
    """What one node is asked for, at a rate of requests/s, by whose objects these are."""
    whole = sum(kind.rate for kind in farm.workload.classes)
    kinds = [(each.name, each.rate / whole) for each in farm.workload.classes if farm.enters_a_process(each)]
    shares: dict[str, list[float]] = {}
    for name, share in kinds or [("", 1.0)]:
        tier = shield_of(farm, name)
        found = shares.setdefault(_catalogue_of(farm, name), [0.0, 0.0])
        found[0] += share
        found[1] += share if tier is not None and tier.name == shield else 0.0
    contents = {name: requested_content(farm, name) for name in shares}
    return {
        name: _Asked(
            content.objects, content.object_size.mean, content.zipf, share, behind / share, rate * _life(content)
        )
        for name, (share, behind) in shares.items()
        if (content := contents[name]) is not None
    }


def _life(content: ObjectCatalogue) -> float:
    return content.life if isinstance(content, ClassContent) and content.life is not None else inf


# A plan asks for the same shield over and over.
@lru_cache(maxsize=1024)
def _hit_ratio(
    asked: tuple[_Asked, ...], levels: tuple[_Level, ...], room: float, overhead: float, apart: int, together: int
) -> tuple[float, tuple[float, ...]]:
    """The share of what a shield is asked for that it finds, of all and of each catalogue. overhead: bytes that it
    keeps with each object; apart: nodes that have objects of their own each; together: nodes that are asked for the
    same ones."""
    import numpy as np  # Few scenarios have shields, and the others are read without it.

    groups = [rank_groups(each.objects, each.zipf) for each in asked]
    number = np.concatenate([found for found, _ in groups])
    rate = np.concatenate([each.share * share / found for each, (found, share) in zip(asked, groups, strict=True)])
    sizes, behind, life = (
        np.concatenate([np.full(found.size, value) for value, (found, _) in zip(values, groups, strict=True)])
        for values in ([getattr(each, what) for each in asked] for what in ("size", "behind", "life"))
    )
    missed, of_ever, gap, longest = rate, rate, np.zeros(rate.size), np.zeros(rate.size)
    for level in levels:
        hits, gap = _found(level, missed, gap, number, sizes)
        longest, of_ever = np.maximum(longest, gap), of_ever * (1.0 - hits)
        missed = _missed_in_lives(rate, of_ever, longest, life)
    missed, rate = missed * behind, rate * behind
    asks = missed > 0.0
    if not asks.any():
        return 0.0, (0.0,) * len(asked)
    missed, gap, number, sizes = missed[asks], gap[asks], apart * number[asks], sizes[asks]
    ends = np.isfinite(life[asks])
    rates, misses, gaps, lives = (each[asks][ends] for each in (rate, of_ever * behind, longest, life))
    living = _LivingObjects(rates, misses, gaps, lives, missed[ends])

    def nobody(time: float, nodes: int) -> "np.ndarray":
        """The chance that so many nodes do not ask within a time."""
        found: np.ndarray = _not_again(missed, gap, time)[1] ** nodes
        found[ends] = _nobody_in_lives(living, time, nodes)
        return found

    bytes_, time = number * (sizes + overhead), inf
    if bytes_.sum() > room:
        time = reached(lambda at: float(bytes_ @ (1.0 - nobody(np.exp(at), together))) - room,
                       log(room / float((bytes_ * missed).sum() * together)))  # fmt: skip
    lost = np.zeros(missed.size)
    if time < inf:
        after, never = _not_again(missed, gap, time)
        lost = after * never ** (together - 1)
    lost[ends] = _lost_in_lives(living, time, together)
    calls = number * missed
    of = np.repeat(np.arange(len(asked)), [objects.size for objects, _ in groups])[asks]
    whole, found = (np.bincount(of, weights=each, minlength=len(asked)) for each in (calls, calls * (1.0 - lost)))
    # Nothing is found more often than it is asked for, but for rounding.
    share = np.minimum(1.0, found / np.where(whole > 0.0, whole, 1.0))
    return min(1.0, float(found.sum() / whole.sum())), tuple(float(each) for each in share)


def _not_again(missed: "np.ndarray", gap: "np.ndarray", time: float) -> "tuple[np.ndarray, np.ndarray]":
    """G and F of above, of a node that asks so often, and not within a gap."""
    import numpy as np

    missed = np.maximum(missed, _SELDOM)
    every = 1.0 / missed
    spread = every - np.minimum(gap, 0.999 * every)
    after = np.exp(-np.maximum(0.0, time - gap) / spread)
    never = np.where(time < gap, 1.0 - time * missed, spread * missed * after)
    return after, np.clip(never, 0.0, 1.0)


def _missed_in_lives(rate: "np.ndarray", missed: "np.ndarray", gap: "np.ndarray", life: "np.ndarray") -> "np.ndarray":
    """How often a node misses an object of each group, which it would miss so often if it lived for ever."""
    import numpy as np

    ends, found = np.isfinite(life), missed.copy()
    within = np.minimum(gap[ends], life[ends])
    found[ends] = (missed[ends] * (life[ends] - within) - np.expm1(-rate[ends] * within)) / life[ends]
    return found


def _nobody_in_lives(asked: _LivingObjects, time: float, nodes: int) -> "np.ndarray":
    """The chance that so many nodes do not ask for objects within a time that begins anywhere in a life: neither for
    the first time in that one and in those that follow, nor again."""
    import numpy as np

    life, rates = asked.life, asked.rate[:, None]
    begun = life[:, None] * (np.arange(_PARTS) + 0.5) / _PARTS
    within = np.minimum(time, life[:, None] - begun)
    firsts = -np.expm1(-asked.rate * life)
    # How often those ask again who have asked for the first time in a life.
    again = np.maximum(0.0, asked.missed * life - firsts) / np.maximum(_SELDOM, life - firsts / asked.rate)
    _, never = _not_again(again[:, None], asked.gap[:, None], within)
    nobody = np.exp(-rates * (begun + within)) - np.expm1(-rates * begun) * never
    found: np.ndarray = ((nobody * np.exp(-rates * (time - within))) ** nodes).mean(axis=1)
    return found


def _lost_in_lives(asked: _LivingObjects, time: float, nodes: int) -> "np.ndarray":
    """The share of what a shield is asked for that it does not find, of objects that live for a time."""
    import numpy as np

    rate, life, kept = asked.rate, asked.life, np.minimum(asked.gap, asked.life)
    begins = np.minimum(np.maximum(kept, time), life)
    within = np.minimum(time, life)
    comes = -np.expm1(-rate * within)
    # Of those who ask for the first time, later than that: the integral of n w exp(-w u) (1 - exp(-w (u - t)) comes)^
    # (n - 1) over u from t on, for nobody else has asked within t.
    left = np.exp(-rate * np.maximum(0.0, kept - within)) * comes
    apart = (1.0 - comes) / comes * ((1.0 - left) ** nodes - (1.0 - comes) ** nodes)
    lost = -np.expm1(-nodes * rate * within) + np.where(within < kept, apart, 0.0)
    if time < inf:
        after, never = _not_again(asked.of_ever, asked.gap, time)
        lost += nodes * asked.of_ever * (life - begins) * after * never ** (nodes - 1)
    share: np.ndarray = np.clip(lost / (nodes * asked.missed * life), 0.0, 1.0)
    return share


def _found(
    level: _Level, missed: "np.ndarray", gap: "np.ndarray", number: "np.ndarray", sizes: "np.ndarray"
) -> "tuple[np.ndarray, np.ndarray]":
    """The share of the requests for one object of each group that a cache finds which gets so many, and none within a
    gap of the one before; and how long one stays in it at least, 0 of those that never enter."""
    import numpy as np

    enters = (sizes <= min(level.largest, level.room)) & (missed > 0.0)
    bytes_ = np.where(enters, number * sizes, 0.0)
    if bytes_.sum() <= level.room:
        return enters.astype(np.float64), np.where(enters, inf, 0.0)
    if level.policy == TINY_LFU:  # What is asked for most often stays, whatever else comes.
        order = np.argsort(-missed, kind="stable")
        before = np.cumsum(bytes_[order]) - bytes_[order]
        held = np.zeros(missed.size)
        held[order] = np.clip((level.room - before) / np.maximum(bytes_[order], 1.0), 0.0, 1.0)
        return np.where(enters, held, 0.0), np.zeros(missed.size)

    def excess(at: float) -> float:
        return float(bytes_ @ _behind(level.policy, missed, gap, np.exp(at))[0]) - level.room

    time = reached(excess, log(level.room / float(bytes_ @ missed)))
    return np.where(enters, _behind(level.policy, missed, gap, time)[1], 0.0), np.where(enters, time, 0.0)


def _behind(policy: str, missed: "np.ndarray", gap: "np.ndarray", time: float) -> "tuple[np.ndarray, np.ndarray]":
    """The share of the time that a cache holds objects, and of the requests that it finds, where it holds one for a
    time since the last request (lru), since it came in (fifo), or for as long once more after each turn in which it
    was asked for (clock)."""
    import numpy as np

    after, never = _not_again(missed, gap, time)
    if policy not in (FIFO, CLOCK):
        return 1.0 - never, 1.0 - after
    every = 1.0 / np.maximum(missed, _SELDOM)
    if policy == FIFO:
        # Those within a turn, as in the long run (Cox 1962), and no fewer than begin.
        spread = (1.0 - np.minimum(gap / every, 0.999)) ** 2
        found = np.where(time < gap, 0.0, np.maximum(time / every + (spread - 1.0) / 2.0, 1.0 - after))
        return time / every / (1.0 + found), found / (1.0 + found)
    # Nobody asks within a turn behind one with a request: those of one turn, less those of two. Then it is out until
    # somebody does.
    left = [_not_again(missed, gap, part * time)[1] for part in (1.0, 1.25, 1.5, 1.75, 2.0)]
    nobody = left[0] - left[-1]
    waits = time / 12.0 * (left[0] + 4.0 * left[1] + 2.0 * left[2] + 4.0 * left[3] + left[4])
    first = np.minimum(every, left[0] * every / np.maximum(after, _SELDOM))
    later = np.minimum(every, waits / np.maximum(nobody, _SELDOM))
    turns = np.minimum(1.0 + (1.0 - after) * (1.0 - never) / np.maximum(nobody, _SELDOM), _ENDLESS)
    cycle = time * turns + after * first + (1.0 - after) * later
    return time * turns / cycle, np.maximum(0.0, 1.0 - every / cycle)
