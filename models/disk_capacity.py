"""What the disks of a server keep of what is fetched from an origin: what is asked for, as far as they have room."""

from models.parts.hardware import Server
from models.scenario import FarmParts


def disk_cache_bytes(farm: FarmParts) -> float | None:
    """Size in bytes of the disk cache: exactly what was asked for, or with `up_to` as much of it as the disks have room
    for; None where there is none."""
    asked, room = farm.web_server.disk_cache, farm.server.disks.room
    if asked is None:
        return None
    return min(asked.size, room) if asked.fit and room is not None else asked.size


def with_same_disk_size(server: Server, present: Server) -> Server:
    """A server with disks of the size in bytes that those of the present one have, where nobody states its own: who
    buys both chooses their drives. The server as it is where its disks have a size or are of another kind (hard disks
    are sold in other sizes than flash), and where one of the two is rented: its provider chooses, or bills by size."""
    mine, others = server.disks, present.disks
    bought = not (server.is_rented or present.is_rented)
    if not bought or mine.size is not None or others.size is None or mine.is_flash != others.is_flash:
        return server
    return server.model_copy(update={"disks": mine.model_copy(update={"size": others.size})})
