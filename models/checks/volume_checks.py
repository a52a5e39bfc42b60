"""Checks of disks that are volumes of a cloud: of servers that are rented, of a stated size, within what is offered."""

from collections.abc import Callable, Iterator

from models.messages import volumes
from models.parts.hardware import Server
from models.quantities.units import SIZE, format_quantity
from models.reading.finding import Finding
from models.reading.source_tree import Path
from models.scenario import FarmParts


def _volumes_can_be_rented(farm: FarmParts) -> Iterator[Finding]:
    yield from _of_server(farm.server, ("server", "disks"))
    for number, tier in enumerate(farm.tiers):
        yield from _of_server(tier.server, ("tiers", number, "server", "disks"))


def _of_server(server: Server, at: Path) -> Iterator[Finding]:
    disks, volume = server.disks, server.disks.volume
    if volume is None:
        return
    if not server.is_rented:
        yield Finding((*at, "volume"), *volumes.NOT_RENTED, ("none",))
        return
    if disks.size is None:
        yield Finding((*at, "size"), *volumes.NO_SIZE, ("200 GB",))
    if volume.most_iops is not None and (disks.iops or 0.0) > volume.most_iops:
        most = f"{volume.most_iops:.0f}"  # As it is written into a file.
        yield Finding((*at, "iops"), *volumes.beyond_most(volume.name, most), (most,))
    if volume.most_bandwidth is not None and (disks.bandwidth or 0.0) > volume.most_bandwidth:
        most = f"{format_quantity(volume.most_bandwidth, SIZE)}/s"
        yield Finding((*at, "bandwidth"), *volumes.beyond_most(volume.name, most), (most,))


VOLUME_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (_volumes_can_be_rented,)
