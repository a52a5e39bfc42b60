"""Scenarios that were compared: the differences between their servers, and the farm of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.errors import Overloaded
from simulator.experiment.results import Paired, Results
from simulator.farm.candidates import Candidate, WhyNot, farm_candidate, weigh
from simulator.farm.farm import Farm
from simulator.farm.prediction import CostBeside


@dataclass(frozen=True)
class ComparedFarm:
    """The farm of one of the scenarios; None where there is none, for a `reason`, or where no demand is stated.
    why_not: the same reason as figures, or the targets that the farm misses as it is bought.

    as_stated: whether its server was measured at a load that the scenario states; sizes_nothing: whether such a load
    plays no part in its farm; overloaded: by what, where it is offered more than it carries; None where it is not;
    offered: that load, requests/s, where it is known. times: how many times the load of the first
    server is offered to this one, where that is not the load that it states: as many times as it carries, 1 for about
    as much. beside: what its farm costs beside the first one's; None where that is not known.
    """

    scenario: Scenario
    farm: Farm | None
    reason: str = ""
    why_not: WhyNot | None = None
    as_stated: bool = True
    sizes_nothing: bool = False
    overloaded: Overloaded | None = None
    offered: float | None = None
    times: float = 1.0
    beside: CostBeside | None = None


@dataclass(frozen=True)
class ScenarioComparison:
    """The differences from the first scenario, whose results these are, and the farms of all, the first one's first.
    A server that is overloaded has no differences; where the first one's is, none has, and the results are those of the
    first one that settles.

    sides: of all scenarios, in their order. load: requests/s that were offered, times `times`, to each server that is
    sized by what it carries, or states no load: what falls to a server of the first farm as bought; None where none was
    measured so.
    """

    sides: tuple[ComparedFarm, ...]
    results: Results
    pairs: tuple[Paired, ...]
    load: float | None = None

    __repr__ = short_repr

    def of_pairs(self, alternatives: Sequence[str]) -> list[str]:
        """Of the names of all scenarios but the first, in their order, those that have differences."""
        if self.sides[0].overloaded:
            return []
        return [name for name, side in zip(alternatives, self.sides[1:], strict=True) if not side.overloaded]

    @property
    def at_equal_shares(self) -> tuple[tuple[ComparedFarm, float, float], ...]:
        """The sides that are offered another load than the first one, each with that, requests/s, and with the share of
        what a server carries that this is of both."""
        first = self.sides[0].farm
        if self.load is None or first is None:
            return ()
        share = self.load / first.carried.requests.value
        return tuple((side, self.load * side.times, share) for side in self.sides if side.times != 1.0)

    @property
    def farms(self) -> tuple[ComparedFarm, ...]:
        """The sides that state a demand."""
        return tuple(side for side in self.sides if side.scenario.demand is not None)

    def ranking(self, names: Sequence[str] = ()) -> tuple[Candidate, ...]:
        """The farms to choose from, the cheapest first, with why the others are not chosen. names: of all scenarios, in
        their order; without any they are called as their scenarios are, and by their files where those are alike."""
        called = names or self._names()
        sides = zip(called, self.sides, strict=True)
        return weigh(_candidate(name, side) for name, side in sides if side.scenario.demand is not None)

    def _names(self) -> list[str]:
        names = [side.scenario.name for side in self.sides]
        files = [side.scenario.file for side in self.sides]
        return [f"{name} ({file})" if names.count(name) > 1 else name for name, file in zip(names, files, strict=True)]


def _candidate(name: str, side: ComparedFarm) -> Candidate:
    found = Candidate(name) if side.farm is None else farm_candidate(name, side.farm)
    return replace(found, why_not=side.why_not)
