"""Jobs that are no sessions, such as half-open connections: how many there are and how many are turned away."""

from collections.abc import Iterator

from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Measures
from simulator.measure.steady import PERCENT, Steady
from simulator.measure.subjects import Measure, PartQuantity, of_quantity


def background(steady: Steady) -> Measures:
    """For each kind of job, such as half-open connections, the mean number open as `half_open` and the share that was
    refused, %, as `half_open_refused`."""
    open_jobs = of_quantity(steady.network, PartQuantity.JOBS)
    refused = of_quantity(steady.network, PartQuantity.JOBS_REFUSED)
    return {key: figure for pair in zip(open_jobs, refused, strict=True) for key, figure in _told(steady, *pair)}


def _told(steady: Steady, open_jobs: Measure, refused: Measure) -> Iterator[tuple[str, Estimate]]:
    """Both measures of one kind of jobs."""
    (name,) = open_jobs.of
    yield open_jobs.key, steady.estimate(lambda tally: _open(steady, tally, name), "")
    yield refused.key, steady.estimate(lambda tally: _refused(steady, tally, name), "%")


def _open(steady: Steady, tally: Tally, name: str) -> float:
    return steady.level(tally, ("background", name, "open"), ("background", name, "open moment"))


def _refused(steady: Steady, tally: Tally, name: str) -> float:
    """Of those that arrived; 0 where none did."""
    offered = steady.total(tally, "background", name, "offered")
    return PERCENT * steady.total(tally, "background", name, "refused") / offered if offered else 0.0
