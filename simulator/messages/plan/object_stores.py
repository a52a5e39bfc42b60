"""What an object store keeps and how long its repairs take, in sentences."""

from collections.abc import Iterator, Sequence

from models.object_store import Repair, repair_of_disk, repair_of_server
from models.parts.tier import Tier
from models.quantities.formatting import long_duration, size_text


def store_sentences(tiers: Sequence[Tier]) -> Iterator[str]:
    """For each store how full its disks are, and what a disk or a server that dies costs to repair."""
    for tier in (each for each in tiers if each.objects is not None):
        yield from _of_store(tier)


def _of_store(tier: Tier) -> Iterator[str]:
    objects, room = tier.objects, tier.server.disks.room
    if objects is None:
        return
    fill = "" if room is None else f", {100.0 * objects.kept / (room * tier.servers):.3g} % of the disks"
    yield f"{tier.name} keeps {size_text(objects.size)} of objects as {size_text(objects.kept)} in each unit{fill}."
    disk, server = repair_of_disk(tier), repair_of_server(tier)
    if disk is not None and server is not None and objects.parity:
        yield (
            f"Repairs may take {100.0 * objects.repair:.3g} % of its disks or cards: for a dead disk {_repair(disk)},"
            f" for a dead server {_repair(server)}."
        )


def _repair(repair: Repair) -> str:
    return f"{size_text(repair.read)} are read to restore {size_text(repair.lost)}, in {long_duration(repair.seconds)}"
