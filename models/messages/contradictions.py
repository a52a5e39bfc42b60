"""What is said of parts that do not go together: processes and their system, prices, racks, the run."""

KERNEL_NARROWER_THAN_PROCESSES = (
    "a 32-bit kernel runs no 64-bit processes",
    "write none, or `bits: 64` for the kernel",
)
REFUSED_COME_BACK_AT_ONCE = (
    "a refused client of a population would come back at the same moment, for ever",
    "write how long it pauses, e.g. 1 s",
)


def processes_too_wide(operating_system: str, bits: int) -> tuple[str, str]:
    """Processes that an operating system does not run."""
    return (
        f"{operating_system} runs no {bits}-bit processes",
        "write 32, or choose an operating system whose address_space has process_64",
    )


def process_larger_than_space(space: str) -> tuple[str, str]:
    """A process and its buffer beyond its address space."""
    return (f"with one read buffer larger than the address space of a process, {space}", "make it smaller")


def ram_below_process(base: str, least: str) -> tuple[str, str]:
    """RAM that does not hold the worker process."""
    return (f"too small for the worker process ({base}) and the system (256 MiB)", f"write at least {least}")


def cache_beyond_process(system: str, space: str, percent: float) -> str:
    """Why a file cache does not fit into a process."""
    return f"a process of {system} has {space} of address space, of which a file cache can fill {percent:.3g} %"


def cache_beyond_ram(ram: str) -> str:
    """Why a file cache does not fit into the RAM."""
    return f"with the worker process and the system it is larger than the RAM, {ram}"


def cache_beyond_both(space: str, ram: str) -> str:
    """Why a file cache does not fit anywhere."""
    return f"it is larger than both the address space ({space}) and the RAM ({ram}) allow"


def file_cache_too_large(reason: str, largest: str) -> tuple[str, str]:
    """A file cache without room, and why."""
    return (
        f"this file cache does not fit: {reason}",
        f"write at most {largest}, or `{{up_to: ...}}` to take what fits",
    )


def think_time_too_long(timeout: str, longest: str) -> tuple[str, str]:
    """Clients that think until they are disconnected."""
    return (
        f"too long for a connection that is closed after {timeout} of silence",
        f"write at most {longest}, or a longer web_server.connection_timeout",
    )


def client_too_slow(minimum: str) -> tuple[str, str]:
    """Clients that the web server disconnects."""
    return (
        f"the web server disconnects clients below {minimum}",
        "write a higher rate, or a lower web_server.minimum_client_rate",
    )


def pool_too_small(pool: str, needed: str) -> tuple[str, str]:
    """A kernel pool without room for a connection."""
    return (
        f"the {pool} that this machine has leave no room for a connection above the reserve",
        f"at least {needed} are needed: a larger pool, more RAM or a smaller pool_reserve",
    )


def busy_below_idle(idle: str) -> tuple[str, str]:
    """A server that draws less when it works."""
    return (f"less than when idle, {idle}", "write at least idle_power")


def egress_without_price(example: str) -> tuple[str, str]:
    """A rented server of a price list without egress."""
    return (
        "the server is rented, and what leaves a cloud is paid by the GB",
        f"name a price list of a cloud, e.g. `prices: cloud-us-2026`, or write what a GB costs, e.g. {example}",
    )


def no_price_on_terms(server: str, term: str, known: str) -> tuple[str, str]:
    """A rented server without a price on its terms."""
    return (f"{server} has no price of {term}", f"write {known}, or state its `instance: {{{term}: ...}}`")


def gateway_without_price(example: str) -> tuple[str, str]:
    """A gateway that nobody bills."""
    return ("no price of it is stated", f"write none, or what one costs in `prices`, e.g. `{example}`")


def burst_below_baseline(baseline: str) -> tuple[str, str]:
    """A burst that is slower than the cards."""
    return (
        f"less than the baseline, {baseline}, which `cards` has",
        "write the rate that is reached for minutes, or none",
    )


def no_working_node(nodes: int, most: int) -> tuple[str, str]:
    """A unit of spare nodes only."""
    return (f"leaves no working node in a unit of {nodes}", f"write at most {most}")


def higher_than_rack(units: int) -> tuple[str, str]:
    """A server that no rack holds."""
    return (f"higher than a rack, {units} units", "write the height of the server in rack units")


def more_power_than_rack(power: str) -> tuple[str, str]:
    """A server that no rack feeds."""
    return (f"more than a rack may draw, {power}", "raise datacenter.prices.rack_power")


def run_too_short(window: str, least: str) -> tuple[str, str]:
    """A run of too few windows."""
    return (f"shorter than 5 windows of {window}", f"write at least {least}, or a shorter run.window")
