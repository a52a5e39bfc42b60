"""What is said of content, or a cache of it, that disks do not hold."""

from models.messages.template import problem

nothing_to_keep_on_disks = problem(
    "nothing is fetched that the disks could keep: the content has no origin",
    "write e.g. `workload.content.origin: {origin}`, or `disk_cache: none`",
)
content_larger_than_disks = problem(
    "each server keeps all of it on its disks, and {room}",
    "write at least {disks:,} in server.disks.count, or disks of at least {size} in server.disks.size, or an origin"
    " that has all of it, e.g. `workload.content.origin: {origin}`, and `web_server.disk_cache: {cache}`",
)
disk_size_unknown = problem(
    "how much of it fits is not known: server.disks.size is none",
    "write e.g. `server.disks.size: 7.68 TB`, or `disk_cache: {size}` if all of it fits",
)
disk_cache_too_large = problem(
    "this disk cache does not fit: {room}",
    "write at most {most}, or `{{up_to: ...}}` to take what there is room for, or more or larger disks in server.disks",
)
NOTHING_IS_WRITTEN = (
    "there is no disk cache, and nothing else is known to be written to the disks",
    "write `endurance: none`, or `web_server.disk_cache`",
)
