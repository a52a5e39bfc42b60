"""What the sections of a day say alike: times of the day, and minutes outside the targets."""

from dataclasses import replace

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.language.numbers import text

MOST_TOLD = 2  # Of more times outside the targets than so many, a sentence tells the longest; a table has them all.
NO_STEADY_STATE = Refused("no steady state")


def clock(seconds: float) -> str:
    """A time of the day: "9:05"; seconds where it has some."""
    minutes, rest = divmod(round(seconds), 60)
    shown = f"{minutes // 60}:{minutes % 60:02d}"
    return f"{shown}:{rest:02d}" if rest else shown


def minutes(found: Estimate) -> str:
    """So many minutes: "12.0 ± 2.6 min"."""
    return text(tenths(found))


def tenths(found: Estimate) -> Estimate:
    """Minutes as they are told: where all replications say the same, no finer than the moments that are judged."""
    return replace(found, value=round(found.value, 1)) if found.half_width == 0.0 else found
