"""The operating system as a set of limits: address space, kernel pool, and what each costs."""

from typing import Annotated, ClassVar

from pydantic import field_validator

from models.messages import application_pools
from models.parts.address_space import AddressSpace
from models.parts.sockets import ConnectionMemory, EphemeralPorts, SocketMemory
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DURATION, MONEY, REQUEST_RATE, SHARE, SIZE, USD_PER_CORE_MONTH

# What is busier without any request is no server of these requests.
MOST_WITHOUT_REQUESTS = 0.9


class OperatingSystem(Part):
    """Limits of an operating system."""

    catalogue_folder: ClassVar[str] = "operating_systems"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    configuration: Annotated[str, words("linux", "freebsd", "windows", "none")] = parameter(
        "Which system's files its settings are written in; none where nobody knows.",
        default="none",
        source="nobody said what its settings are called",
    )
    bits: Annotated[int, whole(32, 64)] = parameter("Width of the kernel's addresses, 32 or 64.")
    released: Annotated[int | None, optional(whole(1990, 2100))] = parameter(
        "Year in which this version was released, by which measured systems of its time are found; none means unknown.",
        default="none",
        source="the year is not known",
    )
    address_space: AddressSpace = parameter("The address space of the kernel and of each kind of process.")
    cache_share: Annotated[float, quantity(SHARE, "1 %", "95 %")] = parameter(
        "Fraction of a process's address space that its file cache may fill before code, heaps and"
        " fragmentation leave no room for another large block."
    )
    kernel_base_memory: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "1 TiB"))] = parameter(
        "RAM in bytes of the kernel and the system's own services. Where it is stated, RAM is one ledger: kernel,"
        " sockets, processes and caches fit into it together. none means that each is held against the RAM alone.",
        default="none",
        source="the RAM is no ledger",
    )
    page_cache: Switch = parameter(
        "Whether files are cached by the kernel, in what the ledger of the RAM leaves, and in no process.",
        default=False,
        source="the web server caches files itself",
    )
    socket_memory: Annotated[SocketMemory | None, optional()] = parameter(
        "What connections hold where the system bounds the memory of sockets; none means that they are allocated from a"
        " kernel pool.",
        default="none",
        source="connections are allocated from a kernel pool",
    )
    kernel_pool: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "1 TB"))] = parameter(
        "Largest non-paged kernel pool in bytes, from which connections are allocated; none where socket_memory is"
        " stated instead.",
        default="none",
        source="connections hold socket_memory",
    )
    kernel_pool_per_ram: Annotated[float | None, optional(quantity(SHARE))] = parameter(
        "Bytes of non-paged pool for each byte of RAM, where the pool grows with RAM up to `kernel_pool`.",
        default="none",
        source="the pool does not depend on RAM",
    )
    pool_per_idle_connection: Annotated[float | None, optional(quantity(SIZE, "16 B", "1 MiB"))] = parameter(
        "Bytes of non-paged pool of a connection that has not carried a response yet.",
        default="none",
        source="connections hold socket_memory",
    )
    pool_per_sending_connection: Annotated[float | None, optional(quantity(SIZE, "16 B", "16 MiB"))] = parameter(
        "Bytes of non-paged pool of a connection that has carried a response, held for the rest of its life.",
        default="none",
        source="connections hold socket_memory",
    )
    pool_reserve: Annotated[float, quantity(SIZE, "0 B", "1 GiB")] = parameter(
        "Bytes of free non-paged pool below which new connections are refused.",
        default="0 B",
        source="no reserve is known",
    )
    ephemeral_ports: Annotated[EphemeralPorts | None, optional()] = parameter(
        "Ports for connections that the server opens to an upstream; none means no limit.",
        default="none",
        source="no such limit is known",
    )
    page_faults: Annotated[float | None, optional(quantity(REQUEST_RATE, "1 /s", "1,000,000,000 /s"))] = parameter(
        "Page faults per second that the system can resolve, whatever the load on its cores; none means no limit.",
        default="none",
        source="no such limit is known",
    )
    listen_backlog: Annotated[int | None, optional(whole(1, 10_000_000))] = parameter(
        "Connections being set up at the same time beyond which a new one is dropped; none means no limit.",
        default="none",
        source="no such limit is known",
        setting=True,
    )
    connection_cores: Annotated[int | None, optional(whole(1, 65_536))] = parameter(
        "Cores that may set up connections at the same time; none, or more than the server has, means all.",
        default="none",
        source="every core may set up connections",
    )
    user_mode_round_trip: Annotated[float, quantity(DURATION, "0 s", "1 s")] = parameter(
        "Work in seconds, on a core of speed 1, of one round trip between kernel and user mode for encryption.",
        default="0 s",
        source="nothing is encrypted unless a session has tls",
    )
    time_slice: Annotated[float, quantity(DURATION, "1 us", "10 s")] = parameter(
        "Work in seconds of a core after which a thread makes way for those that wait, where the web server's"
        " discipline is time-slices.",
        default="3 ms",
        source="Linux 6.6, kernel/sched/fair.c: a base slice of 0.75 ms, times 4 on 8 processors or more",
    )
    cpu_without_requests: Annotated[float, quantity(SHARE, "0 %", f"{100.0 * MOST_WITHOUT_REQUESTS:g} %")] = parameter(
        "Share of its CPUs that a server is busy without any request, as its counters show it when nobody asks: agents,"
        " logs, other programs. Requests share the cores with it; beside a CPU quota or pods it takes the cores that"
        " these leave, once a server, and of theirs only what is more. Of the servers of the unit, not of other tiers.",
        default="0 %",
        source="nothing else is known to run on the server; `review` measures it",
    )
    cpu_factor: Annotated[float, number(0.1, 10.0)] = parameter(
        "CPU work of a request relative to 64-bit Windows Server 2003."
    )
    licence: Annotated[float, quantity(MONEY, "0 USD", "1,000,000 USD")] = parameter(
        "Price of a licence in US dollars per server."
    )
    core_licence: Annotated[float, quantity(USD_PER_CORE_MONTH, "0 USD/core-month", "1e5 USD/core-month")] = parameter(
        "Price in US dollars a month of a licence for each core of every server, bought or rented, other tiers too: of"
        " the system, or of a program that runs on all of them.",
        default="0 USD/core-month",
        source="nothing is licensed by the core",
    )

    def kernel_pool_for(self, ram: float) -> float:
        """Largest non-paged pool in bytes of a machine with `ram` bytes of memory; 0 where there is none."""
        pool = self.kernel_pool or 0.0
        if self.kernel_pool_per_ram is None:
            return pool
        return min(pool, self.kernel_pool_per_ram * ram)

    def connection_memory(self, ram: float) -> ConnectionMemory:
        """What connections hold of a machine with `ram` bytes of memory, of its sockets or of its kernel pool."""
        if self.socket_memory is not None:
            return self.socket_memory.held(ram)
        idle, sending = self.pool_per_idle_connection or 0.0, self.pool_per_sending_connection or 0.0
        return ConnectionMemory(self.kernel_pool_for(ram), idle, sending, self.pool_reserve)

    @field_validator("bits")
    @classmethod
    def _known_width(cls, bits: int) -> int:
        if bits not in (32, 64):
            raise problem(*application_pools.NO_SUCH_KERNEL)
        return bits
