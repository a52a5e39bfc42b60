"""What is said of content, or a cache of it, that disks do not hold."""


def nothing_to_keep_on_disks(origin: str) -> tuple[str, str]:
    """A disk cache of content that has no origin."""
    return (
        "nothing is fetched that the disks could keep: the content has no origin",
        f"write e.g. `workload.content.origin: {origin}`, or `disk_cache: none`",
    )


def content_larger_than_disks(room: str, disks: int, size: str, origin: str, cache: str) -> tuple[str, str]:
    """Content that the disks do not hold."""
    return (
        f"each server keeps all of it on its disks, and {room}",
        f"write at least {disks:,} in server.disks.count, or disks of at least {size} in server.disks.size, or"
        f" an origin that has all of it, e.g. `workload.content.origin: {origin}`, and `web_server.disk_cache:"
        f" {cache}`",
    )


def disk_size_unknown(size: str) -> tuple[str, str]:
    """A disk cache of what fits on disks of no stated size."""
    return (
        "how much of it fits is not known: server.disks.size is none",
        f"write e.g. `server.disks.size: 7.68 TB`, or `disk_cache: {size}` if all of it fits",
    )


def disk_cache_too_large(room: str, most: str) -> tuple[str, str]:
    """A disk cache without room."""
    return (
        f"this disk cache does not fit: {room}",
        f"write at most {most}, or `{{up_to: ...}}` to take what there is room for, or more or larger"
        " disks in server.disks",
    )
