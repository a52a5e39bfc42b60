"""What a network is described in: sizes, rates, durations and laws in words. Numbers are written as everywhere."""

from collections.abc import Callable

from models.quantities.formatting import duration, memory, number, rate, significant
from simulator.network.distribution import BY_VARIATION, Distribution, Family
from simulator.network.resources import SharedCapacity

INDENT = "  "
OF_BYTES = "bytes"
CORES = "cores"  # The unit of a CPU, whose demands are seconds of work.


def share(value: float) -> str:
    """A fraction in percent: 40 %."""
    return f"{significant(100.0 * value, 4)} %"


def amount(value: float, unit: str) -> str:
    """So much of what a pool or a station has: 16 KiB of bytes, 3 threads, 1 thread."""
    if unit == OF_BYTES:
        return memory(value)
    written = number(value) if value == round(value) else significant(value, 3)
    # A unit is called after several.
    return f"{written} {unit.removesuffix('s') if value == 1 else unit}"


def random_quantity(law: Distribution, say: Callable[[float], str], of: str = "") -> str:
    """A random quantity in words: its mean as `say` writes it, `of` what, and how it varies."""
    mean = f"{say(law.mean)}{of and ' of '}{of}"
    match law.kind:
        case Family.CONSTANT:
            return mean
        case Family.UNIFORM:
            return f"{mean} on average (uniform, up to {say(2.0 * law.mean)})"
        case Family.PARETO:
            return f"{mean} on average (Pareto with tail index {number(law.shape)})"
        case Family.EMPIRICAL:
            told = (f"{share(part)} at most {say(law.mean * law.point(part))}" for part in (0.5, 0.99))
            return f"{mean} on average (empirical: {', '.join(told)}, the largest {say(law.mean * law.point(1.0))})"
        case kind if kind in BY_VARIATION:
            return f"{mean} on average ({law.name}, coefficient of variation {significant(law.cv, 3)})"
        case _:
            return f"{mean} on average ({law.name})"


def speed(station: SharedCapacity) -> Callable[[float], str]:
    """How a rate of a station is written; so many cores are a rate already."""
    if station.unit == OF_BYTES:
        return rate
    a_second = "" if station.unit == CORES else " a second"
    return lambda value: f"{amount(value, station.unit)}{a_second}"


def profile(profile: tuple[tuple[float, float], ...]) -> str:
    """How a rate changes with time."""
    corners = [f"{share(factor)} at {duration(time)}" for time, factor in profile]
    return f"; of that {' to '.join(corners)} in straight lines, then unchanged" if corners else ""
