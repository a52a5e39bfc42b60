"""What is told of a server at a load or in a window: the same figures of both, so that they can be compared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from simulator.engines.histogram import quantile
from simulator.engines.tally import Tally
from simulator.errors import NotConverged
from simulator.experiment.measures.server import BEYOND
from simulator.experiment.measures.usage import share_used
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.target_strain import Strain, growing_limits, measure_strain
from simulator.targets import Target, TargetValues

P95 = 0.95
REQUESTS, RESPONSE, PERCENTILE, LOST, USED = (
    "requests completed", "mean response", "95 % of the responses", "requests lost", "most used limit",
)  # fmt: skip
UNITS = {REQUESTS: "/s", RESPONSE: "s", PERCENTILE: "s", LOST: "%", USED: "%"}


class MissedTarget(NamedTuple):
    """A target that is missed, and the limit behind it, or the clients' own lines; "" where there is none."""

    target: Target
    limit: str


@dataclass(frozen=True)
class DayFigures:
    """One replication: figures by name, NaN where too few responses tell one; strain: how near a target is, NaN where
    too few came to judge; nearest: which, and what is behind it, None where too few came; most_used: the limit that is
    used most, "" for none."""

    figures: dict[str, float]
    strain: float
    nearest: MissedTarget | None
    most_used: str = ""

    @property
    def missed(self) -> MissedTarget | None:
        """The target that is missed; None where all are met, or nothing can be judged."""
        return self.nearest if self.strain > 1.0 else None


def day_figures(
    steady: ReplicationSet,
    tally: Tally,
    target_values: TargetValues,
    judge: Callable[[ReplicationSet, Tally, TargetValues], Strain] = measure_strain,
) -> DayFigures:
    """What one replication shows; `judge` finds the strain, which is NaN where too few responses came to judge."""
    completed, lost = steady.total(tally, "requests", "completed"), steady.total(tally, "requests", "lost")
    responses = tally.histogram.sum(axis=0)
    used = {each.name: share_used(steady, tally, each) for each in growing_limits(steady, tally)}
    figures = {
        REQUESTS: completed / steady.seconds,
        RESPONSE: steady.total(tally, "requests", "response time") / completed if completed else np.nan,
        PERCENTILE: quantile(responses, P95) if responses.sum() >= BEYOND / (1.0 - P95) else np.nan,
        LOST: PERCENT * lost / (lost + completed) if lost + completed else 0.0,
        USED: PERCENT * max(used.values(), default=0.0),
    }
    most_used = max(used, key=used.__getitem__, default="")
    try:
        value, nearest = judge(steady, tally, target_values)
    except NotConverged:
        return DayFigures(figures, np.nan, None, most_used)
    return DayFigures(figures, value, MissedTarget(nearest.target, nearest.behind), most_used)
