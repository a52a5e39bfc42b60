"""What each class of requests gets, where there are several."""

from models.parts.request import OF_PROCESS
from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Measures, Refused
from simulator.measure.steady import Steady


def by_class(steady: Steady) -> Measures:
    """`requests CLASS`, completed per second, and `response CLASS`, the mean response time in seconds."""
    # A pool of several worker processes has one class for each of them; to its clients they are one.
    classes: dict[str, list[str]] = {}
    for request_class in steady.network.classes:
        classes.setdefault(OF_PROCESS.sub("", request_class.name), []).append(request_class.name)
    if len(classes) < 2:
        return {}
    rates: Measures = {f"requests {name}": _rate(steady, of_process) for name, of_process in classes.items()}
    return rates | {f"response {name}": _response(steady, of_process) for name, of_process in classes.items()}


def _rate(steady: Steady, names: list[str]) -> Estimate:
    return steady.estimate(lambda tally: _total(steady, tally, names, "completed") / steady.seconds, "/s")


def _response(steady: Steady, names: list[str]) -> Estimate | Refused:
    def mean(tally: Tally) -> float | None:
        completed = _total(steady, tally, names, "completed")
        return _total(steady, tally, names, "response time") / completed if completed else None

    return steady.estimate_or(mean, "s", "no such request was completed in a replication; measure for longer")


def _total(steady: Steady, tally: Tally, names: list[str], what: str) -> float:
    return sum(steady.total(tally, "class", name, what) for name in names)
