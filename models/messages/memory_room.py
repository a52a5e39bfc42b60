"""What is said of memory: that of connections, of caches and of heaps."""

from models.messages.template import problem, sentence

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
memory_of_connections_unknown = problem(
    "connections hold memory of the kernel, and nothing says how much",
    "write {key}, or socket_memory: {{share: ..., idle: ..., sending: ...}}",
)
memory_of_connections_twice = problem(
    "connections hold socket_memory already, which is stated too",
    "write `{key}: none`, or `socket_memory: none`",
)
no_socket_could_send = problem(
    "all sockets of this machine may hold {held}, so that not one could send",
    "write less, or a larger share or limit",
)
ram_too_small = problem(
    "the RAM does not hold what must be in it: {entries}",
    "write at least {least}, or less for the largest of them, {largest}",
)
cache_too_large = problem(
    "this {cache} does not fit into the RAM: {entries}",
    "write at most {most}, or `{{up_to: ...}}` to take what is left",
)
heap_beyond_ceiling = problem(
    "the largest heap here is {ceiling}, because {reason}",
    "write at most {most}, or {remedy}",
)
for_each_process = sentence("one for each of {processes} processes, ")
heap_beyond_ram = problem(
    "{each}with the system (256 MiB) larger than the RAM, {ram}",
    "write at most {most}, or more server.ram",
)
heap_below_live_data = problem(
    "too small for the live data and the garbage of one request, which with {pointers} pointers are {needed}",
    "write at least {least}, or less live_data",
)
more_than_total = problem(
    "more than the total of {total}",
    "write at most the total, or a larger operating_system.address_space.total",
)
less_than_process_32 = problem("less than process_32, {usual}", "write at least process_32")
no_space_in_32_bits = problem(
    "a 32-bit process of {system} has no more address space",
    "use `pointers: compressed` or `pointers: 64-bit`",
)
no_64_bit_heap = problem(
    "{system} runs no 64-bit processes, which {pointers} pointers need",
    "use `pointers: 32-bit`, or a 64-bit operating system",
)
no_space_in_64_bits = problem("a 64-bit process of {system} has no more address space", "spread it over more processes")
