"""A tier that keeps items in its RAM: the software, what is asked for, and how often it is found."""

from typing import Annotated, ClassVar

from models.parts.popularity import Popularity
from models.quantities.fields import Part, optional, parameter, quantity, whole
from models.quantities.units import DURATION, SHARE, SIZE


class CacheSoftware(Part):
    """A cache of keys and values as a set of its settings: the cores that it uses, and what an item costs."""

    catalogue_folder: ClassVar[str] = "caches"

    threads: Annotated[int, whole(1, 1024)] = parameter(
        "Cores of a server that it uses at most: 1 with one event loop."
    )
    get: Annotated[float, quantity(DURATION, "10 ns", "1 s")] = parameter(
        "Work of looking up an item, in seconds of a core of speed 1, a 2.2 GHz Opteron of 2005."
    )
    set: Annotated[float, quantity(DURATION, "10 ns", "1 s")] = parameter(
        "Work of storing an item after a miss, in seconds of the same core."
    )
    overhead: Annotated[float, quantity(SIZE, "0 B", "1 MB")] = parameter(
        "Bytes that an item takes beside its key and its value."
    )
    memory_share: Annotated[float, quantity(SHARE, "0.1 %", "100 %")] = parameter(
        "Share of the RAM of a server that keeps items, where `cache.memory` does not say how many bytes."
    )


class CachedItems(Part):
    """The different items that calls ask for, each of which lies at one server of the tier, by its key."""

    count: Annotated[int, whole(1, 1_000_000_000_000)] = parameter("How many different items calls ask for.")
    size: Annotated[float, quantity(SIZE, "1 B", "1 GB")] = parameter("Mean bytes of an item, its key and its value.")
    popularity: Annotated[Popularity | None, optional()] = parameter(
        "How unevenly calls fall on the items; needed where they do not all fit into the RAM of the tier.",
        default="none",
        source="all items fit, so that none is dropped",
    )


class KeyCache(Part):
    """What a tier of `kind: cache` keeps: from its items, or as it was measured.

    One that requests call `when: miss` is a shield between the nodes of a unit and the origin. Without either it keeps
    objects of `workload.content`, and what it finds follows from what the nodes miss."""

    software: CacheSoftware = parameter("The cache software.")
    items: Annotated[CachedItems | None, optional()] = parameter(
        "The items that calls ask for: how often they are found follows from their popularity and the RAM.",
        default="none",
        source="`hit_ratio` says how often items are found",
    )
    hit_ratio: Annotated[float | None, optional(quantity(SHARE, "0 %", "100 %"))] = parameter(
        "Share of the calls that find their item, as it was measured; none means that it follows from the items.",
        default="none",
        source="it follows from the items",
    )
    memory: Annotated[float | None, optional(quantity(SIZE, "1 MB", "64 TiB"))] = parameter(
        "Bytes of the RAM of each server that keep items; none means `software.memory_share` of it.",
        default="none",
        source="a share of the RAM",
    )
    disk: Annotated[float | None, optional(quantity(SIZE, "1 MB", "100 PB"))] = parameter(
        "Bytes of the disks of each server that keep items, in place of RAM: one `answer` is read from one of them, or"
        " written to it, for each call. none means that items lie in RAM.",
        default="none",
        source="items lie in RAM",
    )


class ShieldCache(KeyCache):
    """A cache whose hits were found, and not only of all that it is asked for.

    by_class: (class of requests, share that is found of what its misses ask for)."""

    by_class: tuple[tuple[str, float], ...] = ()
