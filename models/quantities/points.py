"""Quantiles, as a scenario states them or as values have them: shares of all draws, each with the value that they do
not exceed."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationInfo

from models.messages import distributions
from models.quantities.fields import Declaration, problem
from models.quantities.units import SHARE, QuantityError, QuantityKind, format_quantity, parse_quantity, require_range

# (share, value): the value in the unit that is stored, the share from 0 to 1.
QuantileTable = tuple[tuple[float, float], ...]
# Different values that are kept one by one, and groups in an octave of the share below or above.
MOST, STEPS = 512, 16


@dataclass(frozen=True)
class QuantilePoints(Declaration):
    """Of a QuantileTable: a group of quantiles such as `{50 %: 20 kB, 100 %: 20 MB}`, of a kind of quantity, up to
    `maximum` in the kind's stored unit. In Python it may be the points themselves. What 0 % is not stated for begins
    at 0."""

    kind: QuantityKind
    maximum: float

    @property
    def example(self) -> str:
        """A group of quantiles as a file may have it."""
        middle, largest = ("20 kB", "20 MB") if self.kind.unit == "B" else ("20 ms", "4 s")
        return f"{{50 %: {middle}, 100 %: {largest}}}"

    def read(self, value: Any, info: ValidationInfo) -> QuantileTable:
        """The points in order, from the share 0 to 1."""
        return self.points(value)

    def points(self, value: Any) -> QuantileTable:
        """The same without a file. Raises a validation error, with its remedy, for what is no quantile function."""
        if isinstance(value, Mapping):
            points = sorted((self._share(key), self._value(key, each)) for key, each in value.items())
        elif isinstance(value, tuple | list) and all(isinstance(each, tuple) and len(each) == 2 for each in value):
            points = [(float(share), float(amount)) for share, amount in value]
        else:
            points = []
        if not points:
            raise problem(*distributions.quantiles_expected(self.example))
        if points[0][0] > 0.0:
            points = [(0.0, 0.0), *points]
        self._require_order(points, steps=not isinstance(value, Mapping))
        return tuple(points)

    def _share(self, key: object) -> float:
        try:
            return require_range(parse_quantity(str(key), SHARE), SHARE, 0.0, 1.0)
        except QuantityError:
            raise problem(*distributions.no_share(str(key)[:40], self.example)) from None

    def _value(self, key: object, value: object) -> float:
        try:
            amount = value if isinstance(value, float) else parse_quantity(str(value), self.kind)
            return require_range(amount, self.kind, 0.0, self.maximum)
        except QuantityError as error:
            raise problem(f"at {key}: {error.message}", error.remedy) from None

    def _require_order(self, points: list[tuple[float, float]], steps: bool) -> None:
        """Raises unless the values rise with the shares, to 100 %; `steps` lets a share have two values."""
        for (below, less), (above, more) in zip(points, points[1:], strict=False):
            if below > above or (below == above and not steps):
                raise problem(*distributions.share_twice(_percent(above)))
            if less > more:
                raise problem(
                    *distributions.out_of_order(self._text(more), _percent(above), self._text(less), _percent(below))
                )
        if points[-1][0] != 1.0:
            last = _percent(points[-1][0])
            raise problem(*distributions.ends_below_all(last))
        if points[-1][1] == 0.0:
            raise problem(*distributions.ALL_0)

    def _text(self, value: float) -> str:
        return format_quantity(value, self.kind, digits=4)


def quantile_mean(points: QuantileTable) -> float:
    """The mean of what straight lines between the points say, in their unit."""
    pairs = zip(points, points[1:], strict=False)
    return sum((above - below) * (less + more) / 2.0 for (below, less), (above, more) in pairs)


def _percent(share: float) -> str:
    return format_quantity(share, SHARE, digits=6)


def quantile_table(weights: Mapping[float, float]) -> QuantileTable:
    """The quantile function of values, in ascending order, that occur so often: a step for each, or a line for each
    group of them.

    Of up to MOST different values each stays what it is. Of more, neighbours stand together, the fewer the further out
    they are, as a straight line that has their mean and, as far as it lies between the least and the largest of them,
    their variance.
    """
    points: list[tuple[float, float]] = []
    for share, above, low, high in _pieces(weights):
        # Where a line begins at the value at which the one before it ends, rounding may put it a digit below.
        low = max(low, points[-1][1]) if points else low
        points += [(share, low), (above, max(low, high))]
    return (*points[:-1], (1.0, points[-1][1]))


def _pieces(weights: Mapping[float, float]) -> Iterator[tuple[float, float, float, float]]:
    """Shares below and above, and values at both, of each step or line."""
    total, below = math.fsum(weights.values()), 0.0
    groups = [[each] for each in weights.items()] if len(weights) <= MOST else _groups(weights, total)
    for group in groups:
        weight = math.fsum(each for _, each in group)
        mean = math.fsum(value * each for value, each in group) / weight
        variance = math.fsum((value - mean) ** 2 * each for value, each in group) / weight
        half = min(math.sqrt(3.0 * variance), mean - group[0][0], group[-1][0] - mean)
        above = below + weight
        yield below / total, min(1.0, above / total), mean - half, mean + half
        below = above


def _groups(weights: Mapping[float, float], total: float) -> list[list[tuple[float, float]]]:
    """Neighbouring values with their weights: equal steps within octaves of the nearer share, below or above."""
    found: dict[tuple[bool, int, int], list[tuple[float, float]]] = {}
    below = 0.0
    for value, weight in weights.items():
        middle = (below + weight / 2.0) / total
        fraction, octave = math.frexp(min(middle, 1.0 - middle))
        found.setdefault((middle >= 0.5, octave, int(2 * STEPS * fraction)), []).append((value, weight))
        below += weight
    return list(found.values())
