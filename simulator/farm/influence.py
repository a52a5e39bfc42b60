"""How much the ranges of assumed values move an answer: one at a time, all at once, and what to measure next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from models.variations.assumptions import AssumedRange, FixedRange
from simulator.brief import short_repr
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.farm import Farm
from simulator.farm.prediction import FarmPrediction
from simulator.messages.stages.farm import RULED_OUT_BY_THEORY

AnswerName = Literal["capacity", "cost"]
CAPACITY: Final = "capacity"
COST: Final = "cost"
# How what a server carries at an end of a range is known.
SIMULATED, IN_THEORY, SAME_SERVER, RULED_OUT = "simulated", "in theory", "the same server", RULED_OUT_BY_THEORY


@dataclass(frozen=True)
class AnswerAtValue:
    """The answer with a parameter at one value. capacity: wire Mbps of a server within its targets; cost: USD a month
    of the units that the demand needs exactly, whole_cost of those that one buys, their number decided; None without a
    demand.

    capacity_change, cost_change: against the present value, replication by replication where it was simulated. by: how
    the capacity is known. binding: the limit that binds.
    """

    text: str
    capacity: Estimate
    capacity_change: Estimate
    cost: Estimate | None
    whole_cost: Estimate | None
    cost_change: Estimate | None
    by: str
    binding: str

    def answer(self, of: AnswerName) -> Estimate | None:
        """The capacity, or the cost."""
        return self.capacity if of == CAPACITY else self.cost

    def change(self, of: AnswerName) -> Estimate | None:
        """The change of the capacity, or of the cost."""
        return self.capacity_change if of == CAPACITY else self.cost_change


@dataclass(frozen=True)
class Influence:
    """A parameter at both ends of its range; an end that cannot be is refused with the reason."""

    parameter: AssumedRange
    low: AnswerAtValue | Unavailable
    high: AnswerAtValue | Unavailable

    @property
    def ends(self) -> tuple[AnswerAtValue, ...]:
        """The ends that can be."""
        return tuple(end for end in (self.low, self.high) if not isinstance(end, Unavailable))

    def swing(self, of: AnswerName) -> float:
        """How far apart the answers over the range lie, the present one among them."""
        changes = [end.change(of) for end in self.ends]
        values = [0.0, *(change.value for change in changes if change is not None)]
        return max(values) - min(values)

    def matters(self, of: AnswerName) -> bool:
        """Whether a change is told from none at either end."""
        changes = [end.change(of) for end in self.ends]
        return any(change is not None and change.value != 0.0 and change.resolved for change in changes)


# What changes by less than this is no other figure of three digits.
THREE_DIGITS = 0.005
# So much more alone than with others is no share: it takes more points to know it.
IMPOSSIBLE = 0.05


@dataclass(frozen=True)
class SobolIndex:
    """Sobol indices of one parameter for one answer, shares of its variance: `first` what it explains alone, `total`
    with all that it does together with others. Their intervals are bootstrapped."""

    path: str
    first: Estimate
    total: Estimate

    @property
    def shares(self) -> tuple[Estimate, Estimate]:
        """Both."""
        return self.first, self.total

    @property
    def told(self) -> tuple[bool, bool]:
        """Whether what it does alone, and with others, is told from nothing and may be a share: not below nothing, and
        alone no more than with others."""
        possible = 0.0 < self.first.value <= self.total.value + IMPOSSIBLE
        return possible and self.first.resolved, self.total.value > 0.0 and self.total.resolved


@dataclass(frozen=True)
class Spread:
    """Where an answer lies in 95 of 100 cases if all ranges are drawn from at once."""

    low: float
    high: float
    unit: str


@dataclass(frozen=True)
class SobolIndices:
    """Sobol indices by theory, over all ranges at once. by_answer: for capacity and cost, the most influential first.

    spread: of each answer; without: by answer and path, the spread if that parameter were at its present value for
    sure. by_ratio: paths drawn log-uniformly, for high is more than ten times low; others are drawn uniformly.
    kept: parameters that stay at their present value, with the reason. samples: points, of which (parameters + 2) times
    as many were computed. notes: what theory does not judge.
    """

    by_answer: Mapping[AnswerName, tuple[SobolIndex, ...]]
    spread: Mapping[AnswerName, Spread]
    without: Mapping[AnswerName, Mapping[str, Spread]]
    by_ratio: tuple[str, ...]
    kept: Mapping[str, str]
    samples: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sensitivity:
    """The answer, and what moves it. influences: those that move the main answer most first. farm: the one that is
    bought at the present values; None without a demand. prediction: how sure that farm is, and what is worth measuring;
    None without a farm, or why nothing is said of that. node: what the nodes of the unit are, servers or pods."""

    present: AnswerAtValue
    engine: str
    influences: tuple[Influence, ...]
    left_out: tuple[FixedRange, ...]
    indices: SobolIndices | Unavailable
    simulations: int
    farm: Farm | None = None
    prediction: FarmPrediction | Unavailable | None = None
    node: str = "server"

    __repr__ = short_repr

    @property
    def answers(self) -> tuple[AnswerName, ...]:
        """What is answered, the main answer first: the cost where there is a demand, and the capacity."""
        return (CAPACITY,) if self.present.cost is None else (COST, CAPACITY)

    def narrows(self, path: str, of: AnswerName) -> bool | None:
        """Whether the answers over all ranges lie closer together once a parameter is known, as figures of three digits
        tell them; None where that is not known."""
        if isinstance(self.indices, Unavailable) or path not in self.indices.without[of]:
            return None
        then, now = self.indices.without[of][path], self.indices.spread[of]
        return then.high - then.low < (1.0 - THREE_DIGITS) * (now.high - now.low)

    def narrowing(self, of: AnswerName) -> str | None:
        """The amount that narrows an answer most once it is known; None where none does."""
        if isinstance(self.indices, Unavailable) or not self.indices.without[of]:
            return None
        known = self.indices.without[of]
        best = min(known, key=lambda path: known[path].high - known[path].low)
        return best if self.narrows(best, of) else None

    def now(self, of: AnswerName) -> Estimate:
        """One of the answers at the present values. Raises InternalError for one that is not among them."""
        return require(self.present.answer(of), of)

    def next(self, of: AnswerName) -> Influence | None:
        """The parameter whose range moves an answer most; None where none is told to move it."""
        found = [each for each in self.influences if each.matters(of)]
        return max(found, key=lambda each: each.swing(of), default=None)
