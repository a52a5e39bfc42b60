"""What the sections of a day say alike: times of the day, and minutes outside the targets."""

from dataclasses import replace

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import short_text

MOST_TOLD = 2  # Of more times outside the targets than so many, a sentence tells the longest; a table has them all.
NO_STEADY_STATE = Unavailable("no steady state")


def clock_text(seconds: float) -> str:
    """A time of the day: "9:05"; seconds where it has some."""
    minutes, rest = divmod(round(seconds), 60)
    shown = f"{minutes // 60}:{minutes % 60:02d}"
    return f"{shown}:{rest:02d}" if rest else shown


def minutes_text(estimate: Estimate) -> str:
    """So many minutes: "12.0 ± 2.6 min"."""
    return short_text(rounded_minutes(estimate))


def rounded_minutes(estimate: Estimate) -> Estimate:
    """Minutes as they are told: where all replications say the same, no finer than the moments that are judged."""
    return replace(estimate, value=round(estimate.value, 1)) if estimate.half_width == 0.0 else estimate
