"""One server of the farm that is bought, at its share of the demand."""

from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit, growing_limits
from simulator.experiment.results import Results
from simulator.experiment.verdicts import Verdict

ALL_UP, SPARES_GONE = "all nodes up", "spares gone"


@dataclass(frozen=True)
class OperatingPoint:
    """One server of a farm at the demand that falls to it.

    state: ALL_UP, where all servers that are bought share the demand, or SPARES_GONE, where only those do that are left
    without the spares of every unit and of the farm. servers: how many share it. requests: requests/s that are offered
    to each. results: what it does then; limits, verdicts: how near its limits are, and its targets.
    """

    state: str
    servers: float
    requests: Estimate
    results: Results
    limits: tuple[Limit, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def most_used(self) -> Limit | None:
        """The limit that is used most, of those that grow with the load."""
        return next(iter(growing_limits(self.limits)), None)
