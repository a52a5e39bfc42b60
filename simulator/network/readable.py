"""SI numbers as people read them. The network knows no units of scenarios, so it spells its own few."""

import math
from collections.abc import Callable, Sequence

from simulator.network.distribution import Distribution, Kind

Units = tuple[tuple[float, float, str], ...]

# Units, the largest first: from which value on, its factor, its name.
_BYTES: Units = ((1e12, 1e12, "TB"), (1e9, 1e9, "GB"), (1e6, 1e6, "MB"), (1e3, 1e3, "kB"), (1.0, 1.0, "B"))
_POWERS = ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB"), (0, "B"))
_MEMORY: Units = tuple((1024.0**power, 1024.0**power, unit) for power, unit in _POWERS)
_BITS: Units = ((1e12, 1e12, "Tbps"), (1e9, 1e9, "Gbps"), (1e6, 1e6, "Mbps"), (1e3, 1e3, "kbps"), (1.0, 1.0, "bps"))
_SECONDS: Units = ((1.0, 1.0, "s"), (1e-4, 1e-3, "ms"), (1e-6, 1e-6, "us"))
BYTES = "bytes"
# What one of a unit is called; a unit is called after several.
_ONE_OF = {
    "connections": "connection",
    "cores": "core",
    "page faults": "page fault",
    "requests": "request",
    "threads": "thread",
}


def number(value: float) -> str:
    """A plain number to four digits, whole ones in full: 16,384 or 0.706."""
    if value == math.inf:
        return "unlimited"
    if value == round(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.4g}"


def size(value: float) -> str:
    """Bytes in the largest SI multiple that leaves a digit before the point: 1.61 GB."""
    return _scaled(value, _BYTES)


def memory(value: float) -> str:
    """Bytes of memory in powers of 1,024, in which it is bought: 3.75 GiB; in powers of 1,000 where that is exact."""
    decimal = value == float(f"{value:.3g}")
    return _scaled(value, _BYTES if decimal else _MEMORY)


def rate(value: float) -> str:
    """Bytes a second, in both ways of speaking: 125 MB/s (1 Gbps)."""
    return f"{_scaled(value, _BYTES)}/s ({_scaled(8.0 * value, _BITS)})"


def duration(value: float) -> str:
    """Seconds: 9 ms, 3.7 s, 600 s."""
    return _scaled(value, _SECONDS)


def share(value: float) -> str:
    """A fraction in percent: 40 %."""
    return f"{100.0 * value:.4g} %"


def amount(value: float, unit: str) -> str:
    """So much of what a pool or a station has: 16 KiB of bytes, 3 threads, 1 thread."""
    if unit == BYTES:
        return memory(value)
    return f"{number(value)} {_ONE_OF.get(unit, unit) if value == 1 else unit}"


def counted(value: float, noun: str) -> str:
    """A count with its noun: 1 server, 6 servers."""
    return f"{number(value)} {noun}" if value == 1 else f"{number(value)} {noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row, with `last` before the last one: "a, b and c"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def spread(law: Distribution, say: Callable[[float], str], of: str = "") -> str:
    """A random quantity in words: its mean as `say` writes it, `of` what, and how it varies."""
    mean = f"{say(law.mean)}{of and ' of '}{of}"
    match law.kind:
        case Kind.CONSTANT:
            return mean
        case Kind.UNIFORM:
            return f"{mean} on average (uniform, up to {say(2.0 * law.mean)})"
        case Kind.PARETO:
            return f"{mean} on average (Pareto with tail index {law.shape:g})"
        case _:
            return f"{mean} on average ({law.kind.name.lower()})"


def _scaled(value: float, units: Units) -> str:
    """`value` to three digits in the first unit whose threshold it reaches once rounded, zero in the base unit."""
    if value == math.inf:
        return "unlimited"
    _, factor, unit = next((u for u in units if value >= 0.9995 * u[0] or value == 0.0 and u[1] == 1.0), units[-1])
    scaled = value / factor
    return f"{scaled:.3g} {unit}" if scaled < 999.5 else f"{scaled:,.0f} {unit}"
