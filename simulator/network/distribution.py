"""The distributions that a network may draw from, as data. Sampling lives with the engines' draws."""

from dataclasses import dataclass
from enum import IntEnum


class Family(IntEnum):
    """Families of distributions; the numbers are what the compiled kernel switches on."""

    CONSTANT = 0
    EXPONENTIAL = 1
    PARETO = 2
    UNIFORM = 3
    GEOMETRIC = 4


@dataclass(frozen=True)
class Distribution:
    """A positive random quantity, named by its mean, in the unit of whoever asks for it.

    `shape` is the tail index of a Pareto distribution (greater than 1, so that the mean exists) and 0 elsewhere.
    A uniform distribution runs from 0 to twice its mean; a geometric one counts from 1.
    """

    kind: Family
    mean: float
    shape: float = 0.0

    def __str__(self) -> str:
        if self.kind is Family.CONSTANT:
            return f"{self.mean:g}"
        tail = f", tail index {self.shape:g}" if self.kind is Family.PARETO else ""
        return f"{self.kind.name.lower()} with mean {self.mean:g}{tail}"


def constant(value: float) -> Distribution:
    """The quantity that never varies."""
    return Distribution(Family.CONSTANT, value)


def exponential(mean: float) -> Distribution:
    """The memoryless distribution."""
    return Distribution(Family.EXPONENTIAL, mean)
