"""What a run takes of memory, estimated from its network before anything is allocated.

The bytes are those of the arrays that the engines build (see kernel/world.py), and of what Python makes of a session
or of an object in the reference; tests hold them beside what runs really take.
"""

from dataclasses import dataclass
from math import inf

from simulator.engines.columns import column_names
from simulator.engines.histogram import BINS
from simulator.network.cache_policies import CLOCK, TINY_LFU
from simulator.network.distribution import Family
from simulator.network.network import Network
from simulator.network.resources import Cache

FLOAT, INTEGER, WORD = 8.0, 8.0, 4.0
# A catalogue keeps a distribution function, the same in words, and sizes; who is in a warm cache is found by sorting.
TABLES, SORTED = 2.0 * FLOAT + WORD, 3.0 * FLOAT
# Objects are numbered in 32 bits, and so are the twice as many places that their uses take.
MOST_OBJECTS = 2**30


@dataclass(frozen=True)
class Footprint:
    """Bytes. tables: of the catalogues, once for all runs. run: of a run while it is under way, beside its sessions;
    session: of each session that it has open at a time. kept: of what is left of a run, its time series aside;
    window: of each point of these. While a run ends it holds what is left of it twice."""

    tables: float
    run: float
    session: float
    kept: float
    window: float


@dataclass(frozen=True)
class _Engine:
    """What an engine takes. session: bytes of one. held: bytes of an object that is in a cache. number: of one number
    in a time series. at_once: whether all nodes of a network are under way together."""

    session: float
    held: float
    number: float
    at_once: bool


# A session of the kernel has a job and a place in two heaps, with as much room again for those to come.
_KERNEL = _Engine(session=300.0, held=2.0 * WORD, number=FLOAT, at_once=False)
_REFERENCE = _Engine(session=2200.0, held=200.0, number=4.0 * FLOAT, at_once=True)
_ENGINES = {"reference": _REFERENCE}


def footprint(network: Network, engine: str) -> Footprint:
    """What a run of a network takes with the engine of that name, its nodes one after the other."""
    takes, network = _ENGINES.get(engine, _KERNEL), network.every_way
    objects = catalogue_objects(network)
    caches = sum(_cache(cache, network, takes) for cache in network.caches)
    sorting = SORTED * objects if any(cache.warm for cache in network.caches) else 0.0
    return Footprint(
        tables=TABLES * objects * (1 if len(network.catalogues) < 2 else 2),
        run=(network.nodes if takes.at_once else 1) * caches + sorting,
        session=takes.session,
        kept=INTEGER * BINS * len(network.classes),
        window=takes.number * len(column_names(network)) * network.nodes,
    )


def catalogue_objects(network: Network) -> int:
    """How many objects the catalogues of a network have."""
    return sum(catalogue.objects for catalogue in network.catalogues)


def theory_bytes(network: Network) -> float:
    """Bytes that theory takes for a network: catalogues whose objects are drawn one by one are grouped one by one."""
    drawn = [each for each in network.catalogues if each.size.kind is not Family.CONSTANT]
    return sum((TABLES + SORTED + 2.0 * INTEGER) * each.objects for each in drawn)


def largest_cache_content(network: Network) -> int:
    """The most objects that a cache of a node ever holds, at least 1: those that fit where all are equally large."""
    return max([1, *(_held(cache, network) for cache in network.caches)])


def _held(cache: Cache, network: Network) -> int:
    objects = catalogue_objects(network)
    sizes = [catalogue.size for catalogue in network.catalogues]
    if any(size.kind is not Family.CONSTANT or size.mean == 0.0 for size in sizes):
        return objects
    fit = cache.capacity / min((size.mean for size in sizes), default=1.0)
    return objects if fit >= objects else int(fit) + 1


def _cache(cache: Cache, network: Network, takes: _Engine) -> float:
    """Bytes of a cache: where each object lies, and the uses of those that are held, up to four times as many."""
    objects = catalogue_objects(network)
    timed = FLOAT if cache.time_to_live is not None else 0.0
    choosy = FLOAT if cache.admission_window > 0.0 else 0.0
    ends = FLOAT if any(each.life < inf for each in network.catalogues) else 0.0
    marked = {CLOCK: 1.0, TINY_LFU: 1.0 + WORD}.get(cache.policy, 0.0)
    joined = FLOAT if cache.name in network.joined_caches else 0.0
    renewed = FLOAT if network.revalidations else 0.0
    held = (WORD + choosy + ends + marked + joined + renewed) * objects
    return held + 2.0 * (takes.held + 2.0 * timed) * largest_cache_content(network)
