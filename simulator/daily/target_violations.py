"""Every moment of a day judged once: within the targets or not, as simulated or by its load, and by which target.

The sentence, the table and the data of a day are all made of this, so that they cannot contradict each other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from models.parts.daily.day import DAY
from models.quantities.formatting import count_text
from simulator.daily.figures import MissedTarget
from simulator.daily.load_curve import SteadyLoads
from simulator.daily.windows import GRID, MINUTE, SimulatedWindow
from simulator.experiment.estimate import Estimate, from_replications, is_zero
from simulator.experiment.results import Unavailable

# Two times outside the targets are told as one where less than so many seconds are between them.
GAP = 900.0


class VerdictBasis(StrEnum):
    """By what a time of a day is judged."""

    SIMULATED = "simulated"
    LOAD = "load"
    BOTH = "both"
    NOTHING = "not known"


@dataclass(frozen=True)
class ViolationSpell:
    """A time of the day that is outside the targets, from its first moment outside to its last, in any replication.

    begins, ends: seconds of the day; by: whether it is judged so as simulated, by its load, or by both; minutes: how
    long it is outside meanwhile; missed: the target that is missed longest and the limit behind it, "" for none; alone:
    whether no other is missed meanwhile.
    """

    begins: float
    ends: float
    by: VerdictBasis
    minutes: Estimate
    missed: MissedTarget
    alone: bool

    @property
    def is_known(self) -> bool:
        """Whether it is outside for sure: an interval that holds 0 minutes decides nothing."""
        return self.minutes.resolved

    @property
    def is_throughout(self) -> bool:
        """Whether it is outside from beginning to end, in every replication."""
        return bool(self.minutes.value * MINUTE > self.ends - self.begins - GRID / 2.0)


@dataclass(frozen=True)
class VerdictPart:
    """A part of the day that is judged in one way. begins, ends: seconds of the day; by: as simulated, by its load, or
    by nothing, where it is not known; outside: the times in it that are outside the targets, in their order."""

    begins: float
    ends: float
    by: VerdictBasis
    outside: tuple[ViolationSpell, ...]


@dataclass(frozen=True)
class DayVerdict:
    """Moments of a day, GRID seconds apart. simulated: bool (moments,), whether all replications are judged there as
    simulated; misses: int (replications, moments), places in `kinds` of what is missed there, -1 for nothing; unknown:
    bool (moments,), whether something happens there that was not simulated and of which a load says nothing."""

    simulated: np.ndarray
    misses: np.ndarray
    kinds: tuple[MissedTarget, ...]
    confidence: float
    unknown: np.ndarray

    @property
    def unknown_minutes(self) -> float:
        """Minutes of which nobody knows whether they are within the targets."""
        return float(self.unknown.sum()) * GRID / MINUTE

    @property
    def outside(self) -> np.ndarray:
        """Whether each replication is outside the targets at each moment: bool (replications, moments)."""
        return np.asarray(self.misses >= 0)

    @property
    def met(self) -> bool | None:
        """Whether the targets are met all day, in every replication; None where that is not known: some replications
        miss one, but neither all of their minutes nor those of any time outside have an interval without 0; or none
        is missed, but some minutes are not known."""
        seen = is_zero(self.minutes(), (each.minutes for each in self.times()))
        return None if seen and self.unknown.any() else seen

    @property
    def known_minutes(self) -> Estimate | Unavailable:
        """Minutes of the day outside the targets; not known where none is, of those that are judged."""
        minutes = self.minutes()
        if minutes.value or not self.unknown.any():
            return minutes
        return Unavailable(f"{count_text(round(self.unknown_minutes, 1), 'minute')} not simulated")

    def minutes(self) -> Estimate:
        """Minutes of the day outside the targets."""
        return self._minutes(0, _place(DAY))

    def parts(self, begins: float = 0.0, ends: float = DAY) -> tuple[VerdictPart, ...]:
        """What is judged in one way each, between two times of the day, in the order of time."""
        first, last = _place(begins), _place(ends)
        ways = np.where(self.unknown, 2, self.simulated)[first:last]
        edges = [first, *(np.flatnonzero(np.diff(ways)) + first + 1), last]
        pairs = [(int(a), int(b)) for a, b in pairwise(edges) if a < b]
        return tuple(
            VerdictPart(
                begins=begins if a == first else GRID * a,
                ends=ends if b == last else GRID * b,
                by=VerdictBasis.NOTHING if self.unknown[a] else self._by(np.array([a])),
                outside=self._spells(a, b),
            )
            for a, b in pairs
        )

    def spells(self, begins: float = 0.0, ends: float = DAY) -> tuple[ViolationSpell, ...]:
        """All times outside the targets between two times of the day, in their order, each judged in one way."""
        return tuple(spell for part in self.parts(begins, ends) for spell in part.outside)

    def times(self) -> tuple[ViolationSpell, ...]:
        """All times outside the targets, in their order, however they are judged."""
        return self._spells(0, len(self.simulated))

    def _by(self, places: np.ndarray) -> VerdictBasis:
        if self.simulated[places].all():
            return VerdictBasis.SIMULATED
        return VerdictBasis.BOTH if self.simulated[places].any() else VerdictBasis.LOAD

    def _spells(self, first: int, last: int) -> tuple[ViolationSpell, ...]:
        """Those from one moment to another."""
        places = np.flatnonzero(self.outside[:, first:last].any(axis=0)) + first
        runs = np.split(places, np.flatnonzero(np.diff(places) * GRID > GAP) + 1)
        return tuple(self._spell(int(run[0]), int(run[-1]) + 1) for run in runs if run.size)

    def _spell(self, first: int, last: int) -> ViolationSpell:
        found = self.misses[:, first:last]
        kinds = Counter(int(kind) for kind in found[found >= 0])
        return ViolationSpell(
            begins=GRID * first,
            ends=GRID * last,
            by=self._by(first + np.flatnonzero((found >= 0).any(axis=0))),
            minutes=self._minutes(first, last),
            missed=self.kinds[kinds.most_common(1)[0][0]],
            alone=len(kinds) == 1,
        )

    def _minutes(self, first: int, last: int) -> Estimate:
        each = self.outside[:, first:last].sum(axis=1) * GRID / MINUTE
        return from_replications([float(value) for value in each], self.confidence, "min")


def judge_day(
    rates: np.ndarray, curve: SteadyLoads, windows: Sequence[SimulatedWindow] = (), by_load_alone: bool = False
) -> DayVerdict:
    """Every moment by its load, requests/s of a server at `times_of_day`; but by a window in which something happens,
    where one was simulated and had enough responses to judge: of two windows by the worse one. Where what happens is
    more than a load, and was not simulated, a moment that is within the targets by its load is not known.

    by_load_alone: whether the windows were simulated at other loads than these, and only say when something happens.
    """
    kinds: dict[MissedTarget, int] = {}
    place = np.array([kinds.setdefault(miss, len(kinds)) for miss in curve.missed(rates)])
    by_load = np.where(curve.outside(rates), place, -1)
    told = np.full(by_load.shape, -1)
    known = np.zeros(by_load.shape, dtype=bool)
    unseen = np.zeros(rates.shape, dtype=bool)
    for each in (window for window in windows if window.asked.happens):
        happening = (times_of_day() >= each.asked.begins) & (times_of_day() < each.until)
        if by_load_alone:
            unseen |= happening & each.asked.is_more_than_load
            continue
        inside, piece = _within(each)
        of_piece = np.array([[-1 if miss is None else kinds.setdefault(miss, len(kinds)) for miss in one]
                             for one in each.misses])  # fmt: skip
        told[:, inside] = np.maximum(told[:, inside], of_piece[:, piece])
        known[:, inside] |= each.judged_at[:, piece]
        if each.asked.is_more_than_load:
            happening[inside] = ~each.judged_at[:, piece].all(axis=0)
            unseen |= happening
    misses = np.where(known, told, by_load)
    unknown = unseen & ~(misses >= 0).all(axis=0)
    misses[:, unknown] = -1
    simulated = np.asarray(known.all(axis=0)) & ~unknown
    return DayVerdict(simulated, misses, tuple(kinds), curve.confidence, unknown)


def _within(window: SimulatedWindow) -> tuple[np.ndarray, np.ndarray]:
    """The places of the moments of a window, and the piece of each."""
    time = times_of_day()
    inside = np.flatnonzero((time >= window.asked.begins) & (time < window.ends))
    piece = ((time[inside] - window.asked.begins) / window.piece).astype(int)
    return inside, np.minimum(piece, window.judged_at.shape[1] - 1)


def times_of_day() -> np.ndarray:
    """The moments of a day that are judged, seconds from midnight: the middles of what they stand for."""
    return np.arange(GRID / 2.0, DAY, GRID)


def _place(time: float) -> int:
    """The first moment after a time."""
    return int(np.ceil(time / GRID - 0.5))
