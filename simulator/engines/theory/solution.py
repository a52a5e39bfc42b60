"""What theory says of a node: figures, each with its standing, or the reason why it cannot say one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# What a place is: work is done at a rate, a quantity is held, or memory.
UseKind = Literal["server", "pool", "memory"]


@dataclass(frozen=True)
class Accuracy:
    """How a figure is to be read.

    kind: "exact"; "approximate", within `error` as a share of the value, which tests hold it to; "at most" or "at
    least", a bound. basis: the law in a few words.
    """

    kind: Literal["exact", "approximate", "at most", "at least"]
    error: float
    basis: str

    def __str__(self) -> str:
        within = f", within {100.0 * self.error:.2g} %" if self.kind == "approximate" else ""
        return f"{self.kind}{within}: {self.basis}"


@dataclass(frozen=True)
class KnownValue:
    """A value in its unit, and how it is known."""

    value: float
    unit: str
    standing: Accuracy


# A figure, or why theory cannot say it.
Said = KnownValue | str


@dataclass(frozen=True)
class ResourceUse:
    """How a station, pool or region is used. utilisation: in %, of a pool less its reserve; lost: % of the requests
    that clients meant to send which were lost there."""

    name: str
    kind: UseKind
    utilisation: KnownValue
    lost: KnownValue


@dataclass(frozen=True)
class ClassFigures:
    """Requests of one class completed a second, and their mean response time, s."""

    name: str
    completed: KnownValue
    response: Said


@dataclass(frozen=True)
class Solution:
    """A node at `rate` requests a second that clients mean to send it.

    figures, by the names of the measures that simulators give (caches as "<cache> hit ratio", memory regions by their
    names); refused and failed: % of the sessions and of the requests, by cause; uses: stations, pools and regions;
    work: by station, what it does a second in its unit; overloaded: the place that cannot do what it is offered, or "".
    """

    rate: float
    figures: Mapping[str, Said]
    classes: tuple[ClassFigures, ...]
    refused: Mapping[str, Said]
    failed: Mapping[str, Said]
    uses: tuple[ResourceUse, ...]
    work: Mapping[str, KnownValue]
    background: Mapping[str, Said]
    overloaded: str

    def figure(self, name: str) -> KnownValue:
        """A figure that theory can say. Raises KeyError with the reason for one that it cannot."""
        said = self.figures[name]
        if isinstance(said, str):
            raise KeyError(f"{name} is not known: {said}")
        return said


def exact(value: float, unit: str, basis: str) -> KnownValue:
    """A figure that theory knows exactly."""
    return KnownValue(value, unit, Accuracy("exact", 0.0, basis))


# No approximation is said to be better than this: what is compared with the kernel is not known more closely.
_BEST = 1e-3


def approximate(value: float, unit: str, error: float, basis: str) -> KnownValue:
    """A figure within `error` of its value, and within 0.1 % at the best; exact where the error is 0."""
    standing = Accuracy("approximate", max(_BEST, error), basis) if error > 0.0 else Accuracy("exact", 0.0, basis)
    return KnownValue(value, unit, standing)


def at_most(value: float, unit: str, basis: str) -> KnownValue:
    """An upper bound."""
    return KnownValue(value, unit, Accuracy("at most", 0.0, basis))


def at_least(value: float, unit: str, basis: str) -> KnownValue:
    """A lower bound."""
    return KnownValue(value, unit, Accuracy("at least", 0.0, basis))
