"""What else a plan is decided by: farms that could be bought instead, and the assumed values that move it most."""

from dataclasses import dataclass

from simulator.farm.costs.cost_difference import compared_cost, pay_traffic_alike
from simulator.farm.farm import Farm
from simulator.farm.influence import Influence
from simulator.farm.prediction import CostBeside

# What an alternative is: they differ from each other in this.
UPGRADE, SERVER, SYSTEM, BASELINE = "more in the same server", "another server", "another system", "the baseline"


@dataclass(frozen=True)
class Alternative:
    """A farm that carries the same demand with the same reserve. kind: UPGRADE, SERVER, SYSTEM or BASELINE; by: what
    answered, "in theory" or "simulated". beside: what it costs beside the plan; None where that is not known.
    """

    name: str
    kind: str
    by: str
    farm: Farm
    beside: CostBeside | None = None

    def better_than(self, other: Farm) -> bool:
        """Whether something speaks for it: it costs less a month, or carries more with its spares gone."""
        more = self.farm.sizing.supports.value > (1.0 + NOTICEABLE) * other.sizing.supports.value
        alike = pay_traffic_alike((self.farm, other))
        ours, theirs = compared_cost(self.farm, alike).value, compared_cost(other, alike).value
        return more or ours < (1.0 - NOTICEABLE) * theirs


# A share by which a farm must be cheaper, or carry more, for that to count.
NOTICEABLE = 0.001


@dataclass(frozen=True)
class DecisionBasis:
    """Alternatives of different kinds, those that something speaks for first, and why there are none, "" where there
    are. influences: what theory says of assumed values at both ends of their ranges, those that move the cost most
    first; not_judged: why it says nothing of some or all of them, or "". months_ahead: what to order by when, in a
    sentence, where the demand grows as the scenario states; else ""."""

    alternatives: tuple[Alternative, ...]
    no_alternative: str
    influences: tuple[Influence, ...]
    not_judged: str
    months_ahead: str = ""
