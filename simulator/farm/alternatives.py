"""What else a plan is decided by: farms that could be bought instead, and the assumed values that move it most."""

from dataclasses import dataclass

from simulator.farm.costs.cost_difference import CostDifference
from simulator.farm.farm import Farm
from simulator.farm.influence import Influence
from simulator.farm.prediction import CostBeside


@dataclass(frozen=True)
class Alternative:
    """A farm that carries the same demand with the same reserve, as theory knows it. beside: what it costs beside the
    plan; None where that is not known."""

    name: str
    farm: Farm
    beside: CostBeside | None = None


@dataclass(frozen=True)
class LargerCache:
    """What of a cache makes a farm cheaper whose origin is paid for. name, adapted: of the upgrade, as its option has
    them; farm: with it, by theory; saved: what it costs less than without."""

    name: str
    adapted: str
    farm: Farm
    saved: CostDifference


@dataclass(frozen=True)
class DecisionBasis:
    """The cheapest farms of the catalogue in place of the plan, and why there are none, "" where there are. influences:
    what theory says of assumed values at both ends of their ranges, those that move the cost most first; not_judged:
    why it says nothing of some or all of them, or "". months_ahead: what to order by when, in a sentence, where the
    demand grows as the scenario states; else ""."""

    alternatives: tuple[Alternative, ...]
    no_alternative: str
    influences: tuple[Influence, ...]
    not_judged: str
    months_ahead: str = ""
