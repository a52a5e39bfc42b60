"""A figure of a kept plan beside what was measured of it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FigureScore:
    """A figure of a plan beside what was measured; `low` and `high`: its 90 % prediction interval."""

    kind: str
    unit: str
    low: float
    middle: float
    high: float
    measured: float

    @property
    def inside(self) -> bool | None:
        """Whether what was measured lies in the interval; None where there is none, as of a demand that is stated."""
        return self.low <= self.measured <= self.high if self.high > self.low else None

    @property
    def error(self) -> float | None:
        """What the plan predicted over what was measured less 1; None where nothing was."""
        return self.middle / self.measured - 1.0 if self.measured > 0.0 else None


def tally(scores: Sequence[FigureScore]) -> tuple[int, int]:
    """How many figures lay in their intervals, and of how many that have one."""
    known = [each.inside for each in scores if each.inside is not None]
    return sum(known), len(known)
