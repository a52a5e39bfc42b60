"""How much of the file cache that was asked for a worker process can hold."""

from models.scenario import Farm

# What the kernel, its drivers and the system's own services keep of the RAM, whatever the web server does.
RAM_OF_SYSTEM = 256 * 1024.0**2


def file_cache_bytes(scenario: Farm) -> float:
    """Size in bytes of the file cache: exactly what was asked for, or with `up_to` as much of it as fits."""
    asked = scenario.web_server.file_cache
    return min(asked.size, largest_file_cache(scenario)) if asked.fit else asked.size


def largest_file_cache(scenario: Farm) -> float:
    """The largest file cache in bytes that fits both the address space of the process and the RAM."""
    base = scenario.web_server.process_base_memory
    space = scenario.process_address_space
    in_process = min(scenario.operating_system.cache_share * space, space - base)
    in_ram = scenario.server.ram - base - RAM_OF_SYSTEM
    return max(0.0, min(in_process, in_ram))
