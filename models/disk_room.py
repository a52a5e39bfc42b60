"""What the disks of a server keep of what is fetched from an origin: what is asked for, as far as they have room."""

from models.scenario import FarmParts


def disk_cache_bytes(farm: FarmParts) -> float | None:
    """Size in bytes of the disk cache: exactly what was asked for, or with `up_to` as much of it as the disks have room
    for; None where there is none."""
    asked, room = farm.web_server.disk_cache, farm.server.disks.room
    if asked is None:
        return None
    return min(asked.size, room) if asked.fit and room is not None else asked.size
