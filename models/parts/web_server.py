"""The web server software: its worker processes, its user-mode file cache and its limits."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from models.messages import application_pools
from models.parts.application_pool import ApplicationPool, Recycling
from models.parts.cache_policy import CachePolicy, cache_policy
from models.parts.sockets import Upstream
from models.quantities.fields import (
    FormerKey,
    Name,
    Part,
    Spelling,
    Switch,
    number,
    optional,
    parameter,
    problem,
    quantity,
    whole,
    words,
)
from models.quantities.units import DATA_RATE, DURATION, SHARE, SIZE


class FileCache(Part):
    """The file cache inside the worker process.

    In a file, `file_cache: 2.9 GiB` is exactly that, or an error when it does not fit; `file_cache: {up_to:
    2.9 GiB}` takes as much of it as the process can hold.
    """

    shorthand: ClassVar[str] = "size"
    spellings: ClassVar[Mapping[str, Spelling]] = {"up_to": Spelling("size", "fit")}

    size: Annotated[float, quantity(SIZE, "0 B", "64 TiB")] = parameter("Size in bytes asked for.", setting=True)
    fit: Switch = parameter("Whether the cache shrinks to what the process can hold.", default=False)
    policy: CachePolicy = cache_policy()


class DiskCache(Part):
    """What the disks keep of what is fetched from an origin.

    In a file, `disk_cache: 20 TB` is exactly that, or an error when the disks have a size and no room for it;
    `disk_cache: {up_to: 20 TB}` takes as much of it as they have room for.
    """

    shorthand: ClassVar[str] = "size"
    spellings: ClassVar[Mapping[str, Spelling]] = {"up_to": Spelling("size", "fit")}

    size: Annotated[float, quantity(SIZE, "1 B", "1000 PB")] = parameter("Size in bytes asked for.", setting=True)
    fit: Switch = parameter("Whether the cache shrinks to what the disks have room for.", default=False)
    policy: CachePolicy = cache_policy()
    admission_window: Annotated[float, quantity(DURATION, "0 s", "30 days")] = parameter(
        "Seconds within which an object must be missed twice by the file cache to be written to the disks, as a Bloom"
        " filter before a flash cache lets in at the second hit; 0 s writes it at the first.",
        default="0 s",
        source="all that is fetched is written",
        setting=True,
    )


class WorkerProcess(Part):
    """What kind of process serves requests, which decides how much address space it has, and on how many cores it
    runs."""

    bits: Annotated[int | None, optional(whole(32, 64))] = parameter(
        "Width of the process's addresses, 32 or 64; none means as wide as the kernel's.",
        default="none",
        source="a worker process is native unless configured otherwise",
        setting=True,
    )
    large_address_aware: Switch = parameter(
        "Whether a 32-bit process declares to bear addresses above 2 GiB.",
        default=True,
        source="TechNet Magazine, Making the Move to x64: 32-bit worker processes of IIS 6.0 got 4 GB under WoW64",
        setting=True,
    )

    threads: Annotated[int | None, optional(whole(1, 100_000))] = parameter(
        "Threads of one process that work on requests: 1 for an event loop, which keeps one core busy; none means as"
        " many as there are requests.",
        default="none",
        source="a process has a thread for each request in work",
        setting=True,
    )

    @field_validator("bits")
    @classmethod
    def _known_width(cls, bits: int | None) -> int | None:
        if bits not in (None, 32, 64):
            raise problem(*application_pools.NO_SUCH_PROCESS)
        return bits


class Allocator(Part):
    """How the heap of a worker process deals with memory that requests free and soon need again."""

    share: Annotated[float, quantity(SHARE)] = parameter(
        "Fraction of a request's page faults that fall on memory which was freed before."
    )
    keeps: Switch = parameter("Whether freed memory is kept for the next request instead of returned to the system.")
    patterns: Annotated[int, whole(1, 1_000_000)] = parameter(
        "Distinct kinds of blocks that requests allocate; a kind keeps a page of 4 KiB at least, and 4 GiB of address "
        "space have a million pages."
    )
    zipf: Annotated[float, number(0.0, 2.0)] = parameter(
        "Exponent of Zipf's law by which requests need these kinds of blocks."
    )


class WebServer(Part):
    """Settings of the web server that decide what is cached and who is turned away.

    Requests are served by one worker process, or by the pools that their classes name. Raises a validation error for
    pools of one name, and for recycling of a single process where there are pools.
    """

    catalogue_folder: ClassVar[str] = "web_servers"
    former: ClassVar[Mapping[str, FormerKey]] = {
        "kernel_mode_tls": FormerKey("encryption", true="kernel", false="user")
    }

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    configuration: Annotated[str, words("nginx", "haproxy", "apache", "iis", "iis-6", "none")] = parameter(
        "Which software's files its settings are written in; none where nobody knows.",
        default="none",
        source="nobody said what its settings are called",
    )
    file_cache: FileCache = parameter("The file cache inside the worker process.")
    largest_cached_file: Annotated[float | None, optional(quantity(SIZE, "1 B", "64 TiB"))] = parameter(
        "Largest object in bytes that is cached; none means no limit.",
        default="none",
        setting=True,
    )
    time_to_live: Annotated[float | None, optional(quantity(DURATION, "1 ms", "3650 days"), "never")] = parameter(
        "Seconds after its last use at which a cached object expires; never means that it stays until evicted.",
        default="never",
        setting=True,
    )
    admission_window: Annotated[float, quantity(DURATION, "0 s", "30 days")] = parameter(
        "Seconds within which an object must be requested twice to be cached; 0 s caches at the first request.",
        default="0 s",
        setting=True,
    )
    collapse: Annotated[float | None, optional(quantity(DURATION, "1 ms", "60 s"))] = parameter(
        "Whether requests that miss an object while another one fetches it from the origin wait for that, and after how"
        " many seconds each looks again whether it is there: 500 ms with `proxy_cache_lock on` of nginx, 1 ms of"
        " Varnish, which wakes them. Nobody waits for a fetch that is 5 s old, as with nginx. none means that each"
        " fetches it.",
        default="none",
        source="nginx, ngx_http_proxy_module: proxy_cache_lock is off unless set",
        setting=True,
    )
    discipline: Annotated[str, words("shared", "run-to-completion", "time-slices")] = parameter(
        "How requests share the hardware threads: shared evenly among all; run-to-completion, each thread serves one to"
        " its end while the others wait in order; time-slices, after a time slice it goes behind those that wait.",
        default="shared",
        source="a time-sharing system with slices that are short beside the work of a request",
        setting=True,
    )
    workers: Annotated[int | None, optional(whole(1, 1_000_000))] = parameter(
        "Requests that are in work on the CPUs at the same time, while the others wait in order: the workers of an"
        " event loop, each of which has one in hand; none means that every request has a thread of its own.",
        default="none",
        source="every request has a thread of its own",
        setting=True,
    )
    queue_limit: Annotated[int | None, optional(whole(0, 100_000_000))] = parameter(
        "Largest number of requests in the server, in work, being sent or waiting, but one for each core at least: 0"
        " refuses what cannot be served at once. none means no limit.",
        default="none",
        setting=True,
    )
    shed_at: Annotated[int | None, optional(whole(1, 100_000_000))] = parameter(
        "Requests in the server, in work, being sent or waiting, at which it sheds load: a further one is answered at"
        " once that there is too much to do. none means that it sheds nothing.",
        default="none",
        source="nothing is shed",
        setting=True,
    )
    connection_limit: Annotated[int | None, optional(whole(1, 1_000_000_000))] = parameter(
        "Connections that are open at the same time, beyond which a new one is refused; none means no limit.",
        default="none",
        source="Microsoft TechNet, IIS 6.0 MaxConnections: unlimited unless set",
        setting=True,
    )
    worker_processes: Annotated[int | None, optional(whole(1, 65_536))] = parameter(
        "Processes that share the requests, for the RAM and the limits of each; none means one for each core.",
        default="none",
        source="one worker process for each core",
        setting=True,
    )
    worker_connections: Annotated[int | None, optional(whole(1, 100_000_000))] = parameter(
        "Connections that one worker process may have open, to clients and to an upstream; none means no limit.",
        default="none",
        source="no such limit is known",
        setting=True,
    )
    open_files: Annotated[int | None, optional(whole(1, 1_000_000_000))] = parameter(
        "File descriptors that one worker process may have open: one for each connection, and one for each file that is"
        " being sent; none means no limit.",
        default="none",
        source="no such limit is known",
        setting=True,
    )
    listen_backlog: Annotated[int | None, optional(whole(1, 10_000_000))] = parameter(
        "Connections being set up at the same time that the web server asks the system to hold; the system's own"
        " listen_backlog may be less. none means as many as the system holds.",
        default="none",
        source="as many as the system holds",
        setting=True,
    )
    upstream: Annotated[Upstream | None, optional()] = parameter(
        "How requests that wait for other machines reach them, as far as ports are concerned; none means over"
        " connections that need no ports of their own.",
        default="none",
        source="no port is taken for what a request waits for",
    )
    connection_timeout: Annotated[float, quantity(DURATION, "1 s", "30 days")] = parameter(
        "Seconds of silence after which a connection is closed.",
        setting=True,
    )
    minimum_client_rate: Annotated[float, quantity(DATA_RATE, "0 B/s", "1 Gbps")] = parameter(
        "Speed in bytes per second below which a client is disconnected.",
        setting=True,
    )
    process_base_memory: Annotated[float, quantity(SIZE, "0 B", "1 TiB")] = parameter(
        "Address space in bytes of a worker process without file cache and buffers; where the RAM is one ledger, RAM."
    )
    connection_memory: Annotated[float, quantity(SIZE, "0 B", "16 MiB")] = parameter(
        "RAM in bytes that the process holds for each open connection, counted where connections may have what the rest"
        " leaves of the RAM.",
        default="0 B",
        source="part of process_base_memory",
    )
    response_buffers: Annotated[float, quantity(SIZE, "0 B", "1 GiB")] = parameter(
        "RAM in bytes that the process holds at the most of a response whose client has yet to read it, beside the send"
        " buffer of the socket; counted where connections may have what the rest leaves of the RAM.",
        default="0 B",
        source="the send buffer of the socket takes all that a client has yet to read",
    )
    read_buffer: Annotated[float, quantity(SIZE, "1 B", "1 GiB")] = parameter(
        "Address space in bytes held while a missed range is read from disk."
    )
    process: WorkerProcess = parameter("What kind of process serves requests.", default=WorkerProcess())
    pools: tuple[ApplicationPool, ...] = parameter(
        "Application pools that classes of requests name; without any, one process serves all requests.",
        default=(),
        source="one process serves all requests",
    )
    recycling: Annotated[Recycling | None, optional()] = parameter(
        "When and how the single process is replaced; none means never. A pool has a recycling of its own.",
        default="none",
        source="no recycling is set",
    )
    encryption: Annotated[str, words("user", "kernel", "card")] = parameter(
        "Where sessions with TLS are encrypted: in user mode, in the kernel without a round trip to user mode, or by"
        " the network card, which takes the work of every byte from the CPU. Without TLS it changes nothing.",
        default="user",
        source="Microsoft TechNet, Enabling Kernel-Mode SSL: off unless set; so is kernel TLS of Linux and FreeBSD",
        setting=True,
    )
    disk_cache: Annotated[DiskCache | None, optional()] = parameter(
        "Bytes of objects that the disks keep of what is fetched from the origin, and which of them leaves first; none"
        " means that the disks hold all content, or nothing of it where there is an origin.",
        default="none",
        source="the disks hold all content",
    )
    allocator: Annotated[Allocator | None, optional()] = parameter(
        "How freed memory is dealt with; none means that all page faults of a request are taken as stated.",
        default="none",
        source="the page faults of a request are taken as stated",
    )

    @property
    def in_work(self) -> int | None:
        """Requests that are in work on the CPUs at the same time at most: as stated, or the threads of so many worker
        processes where both numbers are stated; None is as many as there are."""
        if self.workers is not None or self.worker_processes is None or self.process.threads is None:
            return self.workers
        return self.worker_processes * self.process.threads

    def processes_on(self, cores: int) -> int:
        """How many worker processes share the requests on a machine with so many cores."""
        return cores if self.worker_processes is None else self.worker_processes

    @field_validator("pools")
    @classmethod
    def _names_differ(cls, pools: tuple[ApplicationPool, ...]) -> tuple[ApplicationPool, ...]:
        if len(pools) > 64:
            raise problem(*application_pools.too_many_pools(len(pools)))
        names = [pool.name for pool in pools]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise problem(*application_pools.name_twice(twice[0]))
        return pools

    @field_validator("recycling")
    @classmethod
    def _pools_recycle_themselves(cls, recycling: Recycling | None, info: ValidationInfo) -> Recycling | None:
        if recycling is not None and info.data.get("pools"):
            raise problem(*application_pools.NO_PROCESS_TO_RECYCLE)
        return recycling
