"""A farm that runs, judged by what it must carry: enough, short or too large, and how many units would do.

A verdict holds as long as the farm carries `tolerance` less than it must, and until it would carry as much more with a
unit less. Near such an edge the noise of a record would still turn it week by week. So what the last review found right
is held on to as long as a peak that is `tolerance` higher or lower would find the same: a change has to pass the edge
by that.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from models.quantities.rounding import round_up
from simulator.farm.farm import Farm


class FarmVerdict(StrEnum):
    """Whether a farm that runs is enough."""

    ENOUGH = "enough"
    SHORT = "short"
    TOO_LARGE = "too large"


@dataclass(frozen=True)
class RunningFarm:
    """Units that run, beside what they must carry.

    farm: of the units that run, at the demand that was measured. must: what it must carry, in times that demand: with
    its reserve, or with the probability that is asked for. carries: what it can with its spares down, in times what it
    must. needed: units that are enough without the tolerance. give_back: units that may go. sure, sure_then: how likely
    the farm is enough as it runs, and without what may go; fewer: units that
    are enough by the model, however sure, and sure_fewer how likely they are. None where that is not known.
    instead_of: the verdict by this record alone, where that of the last review is held on to; else None.
    """

    farm: Farm
    units: int
    must: float
    carries: float
    verdict: FarmVerdict
    needed: int
    give_back: int
    tolerance: float
    sure: float | None
    sure_then: float | None
    fewer: int
    sure_fewer: float | None
    instead_of: "RunningFarm | None" = None

    @property
    def nodes(self) -> int:
        """Servers of a unit."""
        return self.farm.sizing.capacity.servers

    @property
    def servers(self) -> int:
        """Servers that run."""
        return self.units * self.nodes

    @property
    def missing(self) -> int:
        """Units that must be added; 0 where it is not short."""
        return max(0, self.needed - self.units) if self.verdict is FarmVerdict.SHORT else 0

    @property
    def right(self) -> int:
        """Units that should run: with what is missing, or without what may go."""
        return self.units + self.missing - self.give_back

    @property
    def after(self) -> Farm:
        """The farm as it would be with them."""
        return self.farm if self.right == self.units else self.farm.of_units(self.right)


# How likely so many units are enough for so many times the peak.
EnoughProbability = Callable[[int, float], float]


def judge_farm(
    farm: Farm,
    units: int,
    must: float,
    tolerance: float,
    enough: EnoughProbability | None = None,
    confidence: float = 0.0,
    last: int | None = None,
) -> RunningFarm:
    """The verdict on so many units of a farm. enough: where it is known, units may go only if the others are enough
    with that confidence. last: units that the last review found right; None without one."""

    def judged(times: float) -> RunningFarm:
        return _judged(farm, units, must, tolerance, enough, confidence, times)

    found = judged(1.0)
    if last is None or last == found.right:
        return found
    # What is right grows with the peak.
    higher = last > found.right
    beside = judged(1.0 + tolerance if higher else 1.0 / (1.0 + tolerance)).right
    return _held(found, last, enough) if (beside >= last if higher else beside <= last) else found


def _judged(
    farm: Farm, units: int, must: float, tolerance: float, enough: EnoughProbability | None, confidence: float,
    times: float,
) -> RunningFarm:  # fmt: skip
    """The verdict by one record, were its peak so many times what it is."""
    spare = farm.scenario.spare_units
    running = farm.of_units(max(units, spare + 1))
    working = units - spare
    carries = running.sizing.supports.value / must / times if working > 0 else 0.0
    # Units that carry it exactly, spares apart.
    exact = times * farm.sizing.units.exact.value * must / (1.0 + farm.sizing.reserve)
    exact = working / carries if carries > 0.0 else exact
    needed = max(1, round_up(exact)) + spare
    fewer = max(1, round_up(exact * (1.0 + tolerance))) + spare
    keeps = fewer if enough is None else _first_enough(fewer, units, lambda count: enough(count, times), confidence)
    give_back = max(0, units - keeps)
    verdict = FarmVerdict.SHORT if carries < 1.0 - tolerance else FarmVerdict.ENOUGH
    if give_back:
        verdict = FarmVerdict.TOO_LARGE
    sure, then = (None if enough is None else enough(count, times) for count in (units, units - give_back))
    unsure = None if enough is None or fewer >= keeps else enough(fewer, times)
    return RunningFarm(running, units, must, carries, verdict, needed, give_back, tolerance, sure, then, fewer, unsure)


def _held(found: RunningFarm, last: int, enough: EnoughProbability | None) -> RunningFarm:
    """The verdict with the units that the last review found right."""
    then = None if enough is None else enough(last, 1.0)
    held = replace(found, give_back=max(0, found.units - last), sure_then=then, instead_of=found)
    if last > found.units:
        return replace(held, verdict=FarmVerdict.SHORT, needed=last)
    return replace(held, verdict=FarmVerdict.TOO_LARGE if held.give_back else FarmVerdict.ENOUGH)


def _first_enough(few: int, many: int, enough: Callable[[int], float], confidence: float) -> int:
    """The fewest units, from few to many, that are enough with a confidence: more of them are the surer."""
    while few < many:
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) >= confidence else (middle + 1, many)
    return few
