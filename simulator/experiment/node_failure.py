"""What a unit does in the minutes in which its spares die, at the load that it carries without them."""

from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.targets import Target

# Loads that are nearer than this to each other, %, are one: at what a unit carries a target is just met, and in some
# seconds by chance is not.
ALL = 98.0


@dataclass(frozen=True)
class NodeFailure:
    """So many `dead` of all `nodes`, at once, at the load that the others carry for good.

    noticed: seconds until the balancer sends the dead ones nothing; within: seconds after the death, from which on what
    clients notice is judged. share: the load up to which that meets the targets, in % of the load that the unit carries
    with its spares gone, at most all of it; None where half of it misses them too, so that no load of a farm would do.
    target, limit: what is missed beyond, and what is behind it; None and "" where nothing is. simulations: how many.
    """

    dead: int
    nodes: int
    noticed: float
    within: float
    share: Estimate | None
    target: Target | None
    limit: str
    simulations: int

    @property
    def lowers(self) -> bool:
        """Whether the unit carries less because it must get over the failure."""
        return self.share is not None and self.share.value < ALL
