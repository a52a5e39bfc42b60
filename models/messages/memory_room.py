"""What is said of memory: that of connections, of caches and of heaps."""

NO_LEDGER_OF_RAM = (
    "a page cache takes what a ledger of the RAM leaves, and this system keeps none",
    "write operating_system.kernel_base_memory, e.g. 500 MiB, or `page_cache: false`",
)
KERNEL_POOL = "kernel pool, at most"
SOCKETS_UNBOUNDED = ("nothing bounds the memory of sockets", "write a `share` of the RAM, e.g. 9 %, or a `limit`")
COMPRESSED_BY_ITSELF = (
    "references are compressed automatically up to this size",
    "use `compression: explicit` for up to 28 GiB, or `pointers: 64-bit`",
)
COMPRESSED_TO_32_GIB = (
    "compressed references reach 32 GiB, of which the heap, being contiguous, cannot use the 4 GiB around the system's"
    " reservation",
    "use `pointers: 64-bit`",
)


def memory_of_connections_unknown(key: str) -> tuple[str, str]:
    """Connections whose memory is not stated."""
    return (
        "connections hold memory of the kernel, and nothing says how much",
        f"write {key}, or socket_memory: {{share: ..., idle: ..., sending: ...}}",
    )


def memory_of_connections_twice(key: str) -> tuple[str, str]:
    """Connections whose memory is stated in two ways."""
    return (
        "connections hold socket_memory already, which is stated too",
        f"write `{key}: none`, or `socket_memory: none`",
    )


def no_socket_could_send(held: str) -> tuple[str, str]:
    """Sockets that have less memory than one needs."""
    return (
        f"all sockets of this machine may hold {held}, so that not one could send",
        "write less, or a larger share or limit",
    )


def ram_too_small(entries: str, least: str, largest: str) -> tuple[str, str]:
    """RAM that does not hold what must be in it."""
    return (
        f"the RAM does not hold what must be in it: {entries}",
        f"write at least {least}, or less for the largest of them, {largest}",
    )


def cache_too_large(cache: str, entries: str, most: str) -> tuple[str, str]:
    """A cache beyond what a ledger leaves."""
    return (
        f"this {cache} does not fit into the RAM: {entries}",
        f"write at most {most}, or `{{up_to: ...}}` to take what is left",
    )


def heap_beyond_ceiling(ceiling: str, reason: str, most: str, remedy: str) -> tuple[str, str]:
    """A heap that its system or its objects do not allow."""
    return (f"the largest heap here is {ceiling}, because {reason}", f"write at most {most}, or {remedy}")


def for_each_process(processes: int) -> str:
    """Whose heap it is, where there are several."""
    return f"one for each of {processes} processes, "


def heap_beyond_ram(each: str, ram: str, most: str) -> tuple[str, str]:
    """A heap that the RAM does not hold."""
    return (f"{each}with the system (256 MiB) larger than the RAM, {ram}", f"write at most {most}, or more server.ram")


def heap_below_live_data(pointers: str, needed: str, least: str) -> tuple[str, str]:
    """A heap that its live data do not fit in."""
    return (
        f"too small for the live data and the garbage of one request, which with {pointers} pointers are {needed}",
        f"write at least {least}, or less live_data",
    )


def more_than_total(total: str) -> tuple[str, str]:
    """A part of an address space that is more than all of it."""
    return (
        f"more than the total of {total}",
        "write at most the total, or a larger operating_system.address_space.total",
    )


def less_than_process_32(usual: str) -> tuple[str, str]:
    """A process that loses address space by being aware of it."""
    return (f"less than process_32, {usual}", "write at least process_32")


def no_space_in_32_bits(system: str) -> tuple[str, str]:
    """Why a heap is no larger in a 32-bit process, and what to use instead."""
    return (
        f"a 32-bit process of {system} has no more address space",
        "use `pointers: compressed` or `pointers: 64-bit`",
    )


def no_64_bit_heap(system: str, pointers: str) -> tuple[str, str]:
    """Why a heap of 64-bit processes cannot be, and what to use instead."""
    return (
        f"{system} runs no 64-bit processes, which {pointers} pointers need",
        "use `pointers: 32-bit`, or a 64-bit operating system",
    )


def no_space_in_64_bits(system: str) -> tuple[str, str]:
    """Why a heap is no larger in a 64-bit process, and what to do instead."""
    return (f"a 64-bit process of {system} has no more address space", "spread it over more processes")
