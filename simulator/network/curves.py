"""What a shared capacity must keep to whose rate depends on how many jobs it serves, or that serves so many at once."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.network.resources import SharedCapacity

# Rounding of what a curve gains from one number of jobs to the next, as a share of its largest value.
ROUNDING = 1e-9


def check_curve(name: str, curve: tuple[float, ...], capacity: float) -> None:
    """Raises ValueError for a curve that is not concave, or whose last and largest value is not the capacity."""
    if curve and not _is_capacity(curve, capacity):
        raise ValueError(f"{name}: a capacity curve is concave and ends at the capacity, {capacity:g}, got {curve}")


# The same server is made into a network over and over, and may have hundreds of thousands of threads.
@lru_cache(maxsize=64)
def _is_capacity(curve: tuple[float, ...], capacity: float) -> bool:
    gains = [after - before for before, after in zip((0.0, *curve), curve, strict=False)]
    slack = ROUNDING * capacity
    concave = all(later <= earlier + slack for earlier, later in zip(gains, gains[1:], strict=False))
    return concave and curve[0] > 0.0 and gains[-1] >= -slack and max(curve) == capacity == curve[-1]


def check_turns(station: "SharedCapacity") -> None:
    """Raises ValueError for jobs that are served so many at once, or by slices, where that means nothing."""
    at_once, most = station.at_once, station.slice
    if most is not None and (at_once is None or not most > 0.0):
        raise ValueError(f"{station.name}: a slice is above 0 and goes with at_once, got {most} and {at_once}")
    if at_once is None:
        return
    if at_once < 1 or len(station.caps) > 1:
        raise ValueError(f"{station.name}: at least 1 job is served at once, and all have one cap, got {at_once}")
    if len(station.curve) > at_once or station.capacity > at_once * station.caps[0]:
        raise ValueError(f"{station.name}: {at_once} jobs at once never use all of its capacity")
