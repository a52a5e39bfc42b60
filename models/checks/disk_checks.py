"""Checks of what the disks of a server keep: all content, or what a disk cache has of it, against their room."""

import math
from collections.abc import Callable, Iterator

from models.content_share import content_bytes
from models.messages import disk_room
from models.quantities.formatting import BYTES, best_unit, count_text
from models.quantities.units import SIZE, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts

_ORIGIN = "{latency: 30 ms, rate: 10 Gbps}"


def _what_disks_do_not_keep_has_an_origin(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    if farm.web_server.disk_cache is not None and (content is None or content.origin is None):
        yield Finding(
            ("web_server", "disk_cache"),
            *disk_room.nothing_to_keep_on_disks(_ORIGIN),
            ({"web_server.disk_cache": "none"}, *(({"workload.content.origin": _ORIGIN},) if content else ())),
        )


def _content_has_room_on_the_disks(farm: FarmParts) -> Iterator[Finding]:
    """Without an origin each server has all content on its disks, or its share of it."""
    content, disks, cache = farm.workload.content, farm.server.disks, farm.web_server.disk_cache
    if content is None or content.origin is not None or cache is not None or disks.size is None:
        return
    holds = content_bytes(farm, farm.unit.spare_nodes)
    if disks.count * disks.size < holds:
        number, larger = math.ceil(holds / disks.size), _at_least(holds / disks.count)
        cache_of_all = f"{{up_to: {_exactly(holds)}}}"
        yield Finding(
            ("workload", "content", "catalogue"),
            *disk_room.content_larger_than_disks(_room(farm), number, larger, _ORIGIN, cache_of_all),
            (
                {"server.disks.count": str(number)},
                {"server.disks.size": larger},
                {"workload.content.origin": _ORIGIN, "web_server.disk_cache": cache_of_all},
            ),
        )


def _disk_cache_has_room(farm: FarmParts) -> Iterator[Finding]:
    asked, room = farm.web_server.disk_cache, farm.server.disks.room
    if asked is None:
        return
    path = ("web_server", "disk_cache", "size")
    if asked.fit and room is None:
        yield Finding(
            path,
            *disk_room.disk_size_unknown(_exactly(asked.size)),
            ({"server.disks.size": "7.68 TB"}, {"web_server.disk_cache": _exactly(asked.size)}),
        )
    elif not asked.fit and room is not None and asked.size > room:
        yield Finding(
            path,
            *disk_room.disk_cache_too_large(_room(farm), _exactly(room)),
            (_exactly(room), {"web_server.disk_cache": f"{{up_to: {_exactly(asked.size)}}}"}),
        )


def _disks_that_wear_are_written(farm: FarmParts) -> Iterator[Finding]:
    if farm.server.disks.endurance is not None and farm.web_server.disk_cache is None:
        yield Finding(("server", "disks", "endurance"), *disk_room.NOTHING_IS_WRITTEN, ("none",))


def _room(farm: FarmParts) -> str:
    """What the disks of a server have room for: "its 4 disks of 3.75 TB have room for 15 TB"."""
    disks = farm.server.disks
    assert disks.size is not None and disks.room is not None
    has = "has" if disks.count == 1 else "have"
    each = "" if disks.count == 1 else f" of {_exactly(disks.size)}"
    return f"its {count_text(disks.count, 'disk')}{each} {has} room for {_exactly(disks.room)}"


def _exactly(size: float) -> str:
    return format_quantity(size, SIZE)


def _at_least(size: float) -> str:
    """A size for people in powers of 1,000, in which disks are sold, that is at least `size`."""
    unit, name = best_unit(size, BYTES)
    return f"{math.ceil(round(100.0 * size / unit, 6)) / 100.0:.10g} {name}"


DISK_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _what_disks_do_not_keep_has_an_origin,
    _content_has_room_on_the_disks,
    _disk_cache_has_room,
    _disks_that_wear_are_written,
)
