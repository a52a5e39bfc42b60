"""The web server software and its user-mode file cache."""

from collections.abc import Mapping
from typing import ClassVar

from models.fields import Name, Part, Spelling, Switch, optional, parameter, quantity, whole
from models.quantities import DATA_RATE, DURATION, SIZE


class FileCache(Part):
    """The file cache inside the worker process.

    In a file, `file_cache: 2.9 GiB` is exactly that, or an error when it does not fit; `file_cache: {up_to:
    2.9 GiB}` takes as much of it as the process can hold.
    """

    shorthand: ClassVar[str] = "size"
    spellings: ClassVar[Mapping[str, Spelling]] = {"up_to": Spelling("size", "fit")}

    size: quantity(SIZE, "0 B", "64 TiB") = parameter("Size in bytes asked for.")
    fit: Switch = parameter("Whether the cache shrinks to what the process can hold.", default=False)


class WebServer(Part):
    """Settings of the web server that decide what is cached and who is turned away."""

    catalogue_folder: ClassVar[str] = "web_servers"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    file_cache: FileCache = parameter("The file cache inside the worker process.")
    largest_cached_file: optional(quantity(SIZE, "1 B", "64 TiB")) = parameter(
        "Largest object in bytes that is cached; none means no limit.", default="none"
    )
    time_to_live: optional(quantity(DURATION, "1 ms", "3650 days"), "never") = parameter(
        "Seconds after its last use at which a cached object expires; never means that it stays until"
        " evicted.",
        default="never",
    )
    admission_window: quantity(DURATION, "0 s", "30 days") = parameter(
        "Seconds within which an object must be requested twice to be cached; 0 s caches at the first"
        " request.",
        default="0 s",
    )
    queue_limit: optional(whole(0, 100_000_000)) = parameter(
        "Largest number of requests waiting in the server; none means no limit.", default="none"
    )
    connection_timeout: quantity(DURATION, "1 s", "30 days") = parameter(
        "Seconds of silence after which a connection is closed."
    )
    minimum_client_rate: quantity(DATA_RATE, "0 B/s", "1 Gbps") = parameter(
        "Speed in bytes per second below which a client is disconnected."
    )
    process_base_memory: quantity(SIZE, "0 B", "1 TiB") = parameter(
        "Address space in bytes of the worker process without file cache and buffers."
    )
    read_buffer: quantity(SIZE, "1 B", "1 GiB") = parameter(
        "Address space in bytes held while a missed range is read from disk."
    )
