"""A farm that runs, judged by what it must carry: enough, short or too large, and how many units would do.

A verdict holds as long as the farm carries `tolerance` less than it must, and until it would carry as much more with a
unit less: so it does not change with every week that is measured.
"""

from collections.abc import Callable
from dataclasses import dataclass
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

    @property
    def nodes(self) -> int:
        """Servers of a unit."""
        return self.farm.scenario.unit.nodes

    @property
    def servers(self) -> int:
        """Servers that run."""
        return self.units * self.nodes

    @property
    def missing(self) -> int:
        """Units that must be added; 0 where it is not short."""
        return max(0, self.needed - self.units) if self.verdict is FarmVerdict.SHORT else 0

    @property
    def after(self) -> Farm:
        """The farm as it would be: with what is missing, or without what may go."""
        units = self.units + self.missing - self.give_back
        return self.farm if units == self.units else self.farm.of_units(units)


def judge_farm(
    farm: Farm,
    units: int,
    must: float,
    tolerance: float,
    enough: Callable[[int], float] | None = None,
    confidence: float = 0.0,
) -> RunningFarm:
    """The verdict on so many units of a farm. enough: how likely so many units are enough, where that is known: units
    may go only if the others are enough with that confidence."""
    spare = farm.scenario.spare_units
    running = farm.of_units(max(units, spare + 1))
    working = units - spare
    carries = running.sizing.supports.value / must if working > 0 else 0.0
    # Units that carry it exactly, spares apart.
    exact = working / carries if carries > 0.0 else farm.sizing.units.exact.value * must / (1.0 + farm.sizing.reserve)
    needed = max(1, round_up(exact)) + spare
    verdict = FarmVerdict.SHORT if carries < 1.0 - tolerance else FarmVerdict.ENOUGH
    fewer = max(1, round_up(exact * (1.0 + tolerance))) + spare
    keeps = fewer if enough is None else _first_enough(fewer, units, enough, confidence)
    give_back = max(0, units - keeps)
    if give_back:
        verdict = FarmVerdict.TOO_LARGE
    sure, then = (None if enough is None else enough(count) for count in (units, units - give_back))
    unsure = None if enough is None or fewer >= keeps else enough(fewer)
    return RunningFarm(running, units, must, carries, verdict, needed, give_back, tolerance, sure, then, fewer, unsure)


def _first_enough(few: int, many: int, enough: Callable[[int], float], confidence: float) -> int:
    """The fewest units, from few to many, that are enough with a confidence: more of them are the surer."""
    while few < many:
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) >= confidence else (middle + 1, many)
    return few
