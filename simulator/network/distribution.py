"""The distributions that a network may draw from, as data. Sampling lives with the engines' draws."""

from dataclasses import dataclass
from enum import IntEnum
from math import inf

from simulator.messages.stages import network_rules


class Family(IntEnum):
    """Families of distributions; the numbers are what the compiled kernel switches on."""

    CONSTANT = 0
    EXPONENTIAL = 1
    PARETO = 2
    UNIFORM = 3
    GEOMETRIC = 4
    LOGNORMAL = 5
    GAMMA = 6
    HYPEREXPONENTIAL = 7
    EMPIRICAL = 8


# Families that are named by their coefficient of variation too, and those that are drawn from a table of quantiles.
BY_VARIATION = frozenset({Family.LOGNORMAL, Family.GAMMA, Family.HYPEREXPONENTIAL})
TABLED = BY_VARIATION | {Family.EMPIRICAL}
# Mean square over squared mean, of those families in which it is the same for every mean.
_SPREAD = {Family.CONSTANT: 1.0, Family.EXPONENTIAL: 2.0, Family.UNIFORM: 4.0 / 3.0}


@dataclass(frozen=True)
class Distribution:
    """A positive random quantity, named by its mean, in the unit of whoever asks for it.

    `shape` is the tail index of a Pareto distribution (greater than 1, so that the mean exists) and 0 elsewhere; `cv`
    is the coefficient of variation (standard deviation over mean) of a lognormal, gamma or hyperexponential one, and 0
    elsewhere. A uniform distribution runs from 0 to twice its mean; a geometric one counts from 1. A hyperexponential
    one is a mixture of two exponentials that have half of the mean each (balanced means). An empirical one has
    `points`: (share of the draws up to there, value over mean), in order, from the share 0 to 1, with straight lines
    between them. Raises ValueError for a cv that no such distribution has, and for points that are out of order.
    """

    kind: Family
    mean: float
    shape: float = 0.0
    cv: float = 0.0
    points: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        least = 1.0 if self.kind is Family.HYPEREXPONENTIAL else 0.0
        if self.kind in BY_VARIATION and not (self.cv >= least and self.cv > 0.0):
            raise ValueError(network_rules.cv_too_small(self.name, self.cv))
        if self.kind is Family.EMPIRICAL and not _ascend(self.points):
            raise ValueError(network_rules.EMPIRICAL_POINTS)

    def __hash__(self) -> int:
        # A few points tell two empirical distributions apart; there may be hundreds.
        return hash((self.kind, self.mean, self.shape, self.cv, len(self.points), self.points[1:3]))

    def __str__(self) -> str:
        if self.kind is Family.CONSTANT:
            return f"{self.mean:g}"
        tail = f", tail index {self.shape:g}" if self.kind is Family.PARETO else ""
        varies = f", coefficient of variation {self.cv:g}" if self.kind in BY_VARIATION else ""
        return f"{self.name} with mean {self.mean:g}{tail}{varies}"

    @property
    def name(self) -> str:
        """The family as people write it."""
        return self.kind.name.lower()

    def point(self, share: float) -> float:
        """The value over the mean of an empirical distribution that this share of its draws does not exceed."""
        for (low, a), (high, b) in zip(self.points, self.points[1:], strict=False):
            if share <= high and low < high:
                return a + (b - a) * (share - low) / (high - low)
        raise ValueError(f"{network_rules.NO_POINT} {share}")


def constant(value: float) -> Distribution:
    """The quantity that never varies."""
    return Distribution(Family.CONSTANT, value)


def exponential(mean: float) -> Distribution:
    """The memoryless distribution."""
    return Distribution(Family.EXPONENTIAL, mean)


def with_variation(kind: Family, mean: float, cv: float) -> Distribution:
    """A lognormal, gamma or hyperexponential quantity of a mean and a coefficient of variation."""
    return Distribution(kind, mean, cv=cv)


def empirical(points: tuple[tuple[float, float], ...]) -> Distribution:
    """The quantity whose quantile function joins (share, value) by straight lines; two points of one share are a step.

    Its mean is that of the lines. Raises ValueError where the points do not ascend from the share 0 to 1, or all of
    them are 0.
    """
    mean = sum((high - low) * (a + b) / 2.0 for (low, a), (high, b) in zip(points, points[1:], strict=False))
    if not mean > 0.0:
        raise ValueError(f"{network_rules.EMPIRICAL_MEAN}, not {mean}")
    return Distribution(Family.EMPIRICAL, mean, points=tuple((share, value / mean) for share, value in points))


def _ascend(points: tuple[tuple[float, float], ...]) -> bool:
    """Whether points lead from the share 0 to the share 1, and neither shares nor values ever fall or are negative."""
    if len(points) < 2 or points[0][0] != 0.0 or points[-1][0] != 1.0 or points[0][1] < 0.0:
        return False
    return all(a[0] <= b[0] and a[1] <= b[1] for a, b in zip(points, points[1:], strict=False))


def mean_square(law: Distribution) -> float:
    """E[X^2], in the square of its unit; inf for a Pareto tail of index 2 or less.

    Johnson, Kotz and Balakrishnan 1994, Continuous Univariate Distributions 1, chapters 18 to 20 and 26. Pareto with
    tail index a: mean^2 (a - 1)^2 / (a (a - 2)); geometric from 1: 2 mean^2 - mean. By the coefficient of variation
    c: mean^2 (1 + c^2). Empirical: that of its straight lines.
    """
    if law.kind is Family.PARETO:
        tail = law.shape
        return law.mean**2 * (tail - 1.0) ** 2 / (tail * (tail - 2.0)) if tail > 2.0 else inf
    if law.kind is Family.GEOMETRIC:
        return 2.0 * law.mean**2 - law.mean
    if law.kind in BY_VARIATION:
        return law.mean**2 * (1.0 + law.cv**2)
    if law.kind is Family.EMPIRICAL:
        return law.mean**2 * mean_square_of_lines(law.points)
    return law.mean**2 * _SPREAD[law.kind]


def mean_square_of_lines(points: tuple[tuple[float, float], ...]) -> float:
    """E[X^2] of a quantile function of straight lines between points (share, value): a line from a to b adds
    (a^2 + a b + b^2) / 3 for the share that it spans."""
    pairs = zip(points, points[1:], strict=False)
    return sum((above - below) * (a * a + a * b + b * b) for (below, a), (above, b) in pairs) / 3.0
