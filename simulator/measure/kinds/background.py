"""Jobs that are no sessions, such as half-open connections: how many there are and how many are turned away."""

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import PERCENT, Steady


def background(steady: Steady) -> Measures:
    """For each kind of job, such as half-open connections, the mean number open as `half_open` and the share that was
    refused, %, as `half_open_refused`."""
    measures: Measures = {}
    for jobs in steady.network.background:
        key = jobs.name.removesuffix(" connections").replace(" ", "_").replace("-", "_")
        measures[key] = steady.estimate(lambda tally, name=jobs.name: _open(steady, tally, name), "")
        measures[f"{key}_refused"] = steady.estimate(lambda tally, name=jobs.name: _refused(steady, tally, name), "%")
    return measures


def _open(steady: Steady, tally: Tally, name: str) -> float:
    return steady.level(tally, ("background", name, "open"), ("background", name, "open moment"))


def _refused(steady: Steady, tally: Tally, name: str) -> float:
    """Of those that arrived; 0 where none did."""
    offered = steady.total(tally, "background", name, "offered")
    return PERCENT * steady.total(tally, "background", name, "refused") / offered if offered else 0.0
