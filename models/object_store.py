"""What calls ask of the disks and cards of an object store, and how long it takes to repair it.

A call that reads waits for one piece, and the others are read beside it by the servers that keep them; one that stores
writes one piece and sends the others on. So disks and cards are asked for all of it, while a call takes as long as one
piece of it does.
"""

from dataclasses import dataclass
from math import ceil

from models.parts.object_store import ALL_PIECES
from models.parts.tier import Tier, TierCall


@dataclass(frozen=True)
class PieceWork:
    """What follows from a call of a store at its disks: pieces: how many in all, one of them while the call waits;
    each: bytes of one."""

    pieces: int
    each: float


NOTHING = PieceWork(0, 0.0)


def piece_work(tier: Tier, call: TierCall) -> PieceWork:
    """The pieces that a call of a tier reads or writes: of a cache on disks one, of others that are no store none."""
    objects = tier.objects
    if tier.cache is not None and tier.cache.disk is not None and call.answer is not None:
        return PieceWork(1, call.answer)
    if objects is None:
        return NOTHING
    if call.stores is not None:
        return PieceWork(objects.pieces, call.stores / objects.data)
    if call.answer is None:
        return NOTHING
    whole = objects.reads == ALL_PIECES
    return PieceWork(objects.data, call.answer / objects.data) if whole else PieceWork(1, call.answer)


def piece_seconds(tier: Tier, piece: float) -> float:
    """Seconds of one piece at a disk: the time of a read, and its transfer beside those that are there meanwhile."""
    disks = tier.server.disks
    return disks.read_time + (0.0 if disks.bandwidth is None else disks.parallel * piece / disks.bandwidth)


def disk_seconds(tier: Tier, call: TierCall) -> float:
    """Seconds of the disks of a store that a call asks for in all."""
    work = piece_work(tier, call)
    return work.pieces * piece_seconds(tier, work.each)


def bytes_between_servers(tier: Tier, call: TierCall) -> float:
    """Bytes that servers of a store send each other for a call: all pieces but that of the server that is called."""
    work = piece_work(tier, call)
    return max(0, work.pieces - 1) * work.each


def servers_for_bytes(tier: Tier, down: int = 0) -> int:
    """The fewest servers that have room for what a store keeps, or keep its pieces apart, with so many of them down; 1
    of a tier that is no store."""
    if tier.objects is None:
        return 1
    room = tier.server.disks.room
    needed = 1 if room is None else ceil(tier.objects.kept / room - 1e-9)
    return max(needed, tier.objects.pieces) + down


@dataclass(frozen=True)
class Repair:
    """A repair of a store: lost: bytes that were on what died; read: bytes that are read to make them anew; seconds:
    how long that takes."""

    lost: float
    read: float
    seconds: float


def repair_of_server(tier: Tier) -> Repair | None:
    """A server that dies: all others read, for each piece that is lost, as many as hold an object. None of a tier that
    is no store, has one server, or has disks of which the transfer is not known."""
    objects, disks = tier.objects, tier.server.disks
    if objects is None or disks.bandwidth is None or tier.servers < 2:
        return None
    lost = objects.kept / tier.servers
    rate = objects.repair * min(disks.count * disks.bandwidth, tier.server.cards_rate) * (tier.servers - 1)
    return Repair(lost, objects.data * lost, objects.data * lost / rate)


def repair_of_disk(tier: Tier) -> Repair | None:
    """One disk that dies, likewise; its server reads no more than the others."""
    whole, count = repair_of_server(tier), tier.server.disks.count
    return None if whole is None else Repair(whole.lost / count, whole.read / count, whole.seconds / count)
