"""Quantiles as a scenario states them: shares of all draws, each with the value that they do not exceed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationInfo

from models.quantities.fields import Declaration, problem
from models.quantities.units import SHARE, QuantityError, QuantityKind, check_range, format_quantity, parse_quantity

# (share, value): the value in the unit that is stored, the share from 0 to 1.
QuantileTable = tuple[tuple[float, float], ...]


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
            raise problem("expected a group of quantiles", f"write e.g. `quantiles: {self.example}`")
        if points[0][0] > 0.0:
            points = [(0.0, 0.0), *points]
        self._require_order(points, steps=not isinstance(value, Mapping))
        return tuple(points)

    def _share(self, key: object) -> float:
        try:
            return check_range(parse_quantity(str(key), SHARE), SHARE, 0.0, 1.0)
        except QuantityError:
            raise problem(
                f'"{str(key)[:40]}" is no share of all draws', f"write shares from 0 % to 100 %, e.g. {self.example}"
            ) from None

    def _value(self, key: object, value: object) -> float:
        try:
            amount = value if isinstance(value, float) else parse_quantity(str(value), self.kind)
            return check_range(amount, self.kind, 0.0, self.maximum)
        except QuantityError as error:
            raise problem(f"at {key}: {error.message}", error.remedy) from None

    def _require_order(self, points: list[tuple[float, float]], steps: bool) -> None:
        """Raises unless the values rise with the shares, to 100 %; `steps` lets a share have two values."""
        for (below, less), (above, more) in zip(points, points[1:], strict=False):
            if below > above or (below == above and not steps):
                raise problem(f"{_percent(above)} is there twice", "keep one of its values")
            if less > more:
                raise problem(
                    f"out of order: {self._text(more)} at {_percent(above)} is less than {self._text(less)} at"
                    f" {_percent(below)}",
                    "a larger share of all draws has a larger value",
                )
        if points[-1][0] != 1.0:
            last = _percent(points[-1][0])
            raise problem(f"they end at {last}: nothing says how large the rest is", "add the largest, `100 %: ...`")
        if points[-1][1] == 0.0:
            raise problem("all of them are 0", "state at least one that is larger")

    def _text(self, value: float) -> str:
        return format_quantity(value, self.kind, digits=4)


def mean_of(points: QuantileTable) -> float:
    """The mean of what straight lines between the points say, in their unit."""
    pairs = zip(points, points[1:], strict=False)
    return sum((above - below) * (less + more) / 2.0 for (below, less), (above, more) in pairs)


def _percent(share: float) -> str:
    return format_quantity(share, SHARE, digits=6)
