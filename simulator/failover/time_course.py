"""The unit over time: what comes, what is answered, what is lost, how long it takes, and how many are at each node."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.estimate import student_quantile
from simulator.failover.failure_run import FailureRun


@dataclass(frozen=True)
class TimeCourse:
    """One figure of the unit over time: name and unit for people; value, half_width: float64 (windows,), a window with
    nothing to measure counts as 0."""

    name: str
    unit: str
    value: np.ndarray
    half_width: np.ndarray


@dataclass(frozen=True)
class UnitOverTime:
    """time: the middles of the windows, seconds of the timetable, float64 (windows,); courses: figures of the whole
    unit; at_nodes: open sessions at each node."""

    time: np.ndarray
    courses: tuple[TimeCourse, ...]
    at_nodes: tuple[TimeCourse, ...]

    def course(self, name: str) -> TimeCourse:
        """One of the courses by its name. Raises KeyError."""
        return next(each for each in self.courses if each.name == name)


OFFERED, COMPLETED, LOST, RESPONSE, OPEN = (
    "sessions that come", "requests completed", "requests lost", "mean response", "open sessions"
)  # fmt: skip


def time_courses(watch: FailureRun, tallies: Sequence[Tally]) -> UnitOverTime:
    """The courses of all replications from the moment at which the unit is watched."""

    def growth(*name: str) -> Callable[[Tally], np.ndarray]:
        return lambda tally: np.diff(tally.column(*name)) / tally.plan.window

    def course(name: str, unit: str, read: Callable[[Tally], np.ndarray]) -> TimeCourse:
        values = np.array([np.nan_to_num(read(tally))[watch.first :] for tally in tallies])
        spread = values.std(axis=0, ddof=1) / np.sqrt(len(values))
        return TimeCourse(name, unit, values.mean(axis=0), spread * student_quantile(confidence, len(values) - 1))

    confidence = watch.scenario.run.confidence
    edges = watch.first + np.arange(watch.plan.windows - watch.first)
    courses = (
        course(OFFERED, "/s", growth("sessions", "offered")),
        course(COMPLETED, "/s", growth("requests", "completed")),
        course(LOST, "/s", growth("requests", "lost")),
        course(RESPONSE, "s", _mean_response),
        course(OPEN, "", lambda tally: _open(tally).sum(axis=1)),
    )
    of_group = {node: f" ({each.name})" for each in watch.groups for node in each.nodes}
    nodes = (
        course(f"node {node + 1}{of_group.get(node, '')}", "", partial(_open_at, node)) for node in range(watch.nodes)
    )
    return UnitOverTime((edges + 0.5) * watch.plan.window - watch.plan.warm_up, courses, tuple(nodes))


def _mean_response(tally: Tally) -> np.ndarray:
    completed = np.diff(tally.column("requests", "completed"))
    return np.diff(tally.column("requests", "response time")) / np.where(completed > 0.0, completed, np.nan)


def _open_at(node: int, tally: Tally) -> np.ndarray:
    return _open(tally)[:, node]


def _open(tally: Tally) -> np.ndarray:
    """Sessions open at each node on average, window by window: float64 (windows, nodes)."""
    time = np.arange(tally.plan.windows + 1)[:, np.newaxis] * tally.plan.window
    count = tally.edges[:, :, tally.columns.index(("sessions", "open"))]
    moment = tally.edges[:, :, tally.columns.index(("sessions", "open moment"))]
    return np.asarray(np.diff(count * time - moment, axis=0) / tally.plan.window)
