"""How much of the file cache that was asked for a worker process can hold."""

from models.scenario import FarmParts

# What the kernel, its drivers and the system's own services keep of the RAM, whatever the web server does.
RAM_OF_SYSTEM = 256 * 1024.0**2
# What a file cache that takes what fits leaves of the RAM for buffers: 4,096 reads of 64 KiB at a time, or half of what
# there is. One that left none would turn nearly all requests away.
RAM_OF_BUFFERS = 256 * 1024.0**2


def file_cache_bytes(scenario: FarmParts) -> float:
    """Size in bytes of the file cache: exactly what was asked for, or with `up_to` as much of it as fits beside the
    buffers of reads."""
    asked = scenario.web_server.file_cache
    if not asked.fit:
        return asked.size
    in_ram = _in_ram(scenario)
    return min(asked.size, largest_file_cache(scenario), max(0.0, in_ram - min(RAM_OF_BUFFERS, in_ram / 2.0)))


def largest_file_cache(scenario: FarmParts) -> float:
    """The largest file cache in bytes that fits both the address space of the process and the RAM."""
    space = scenario.process_address_space
    in_process = min(scenario.operating_system.cache_share * space, space - scenario.web_server.process_base_memory)
    return max(0.0, min(in_process, _in_ram(scenario)))


def _in_ram(scenario: FarmParts) -> float:
    """What the process and the system leave of the RAM, bytes."""
    return scenario.server.ram - scenario.web_server.process_base_memory - RAM_OF_SYSTEM
