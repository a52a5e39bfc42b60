"""The measures of a server, from tallies to estimates."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from simulator.engines.columns import FIRST_PIECES
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate
from simulator.experiment.measures.events import (
    collection_measures,
    page_fault_measures,
    recycling_measures,
    spike_measures,
    throttling_measures,
    warm_up_measures,
)
from simulator.experiment.precision import seconds_needed
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.results import Measures, Unavailable
from simulator.experiment.subjects import Measure, PartQuantity, measures_of_quantities
from simulator.messages.stages import experiment
from simulator.network.lines import MBPS_PER_BYTE

# A percentile is shown if at least this many responses of each replication lie beyond it.
BEYOND = 10
PERCENTS = (50, 95, 99)


def all_measures(steady: ReplicationSet) -> tuple[Measures, dict[str, Estimate], dict[str, Estimate]]:
    """All measures by name (see Results) but where a ramp ended, the share of sessions refused and of requests failed
    by cause, percent."""
    measures = _throughput(steady) | _response(steady) | _state(steady) | _errors(steady)
    for subject in BY_SUBJECT:
        measures |= subject(steady)
    refused = {c: _share(steady, ("cause", c, "gave up"), _ended_sessions) for c in steady.network.causes}
    failed = {c: _share(steady, ("cause", c, "failed"), _ended_requests) for c in steady.network.causes}
    return measures, refused, failed


def _throughput(steady: ReplicationSet) -> Measures:
    requests = steady.network.source.requests.mean
    return {
        "offered_requests": steady.rate("sessions", "offered", factor=requests, unit="/s"),
        "requests": steady.rate("requests", "issued", unit="/s"),
        "completed_requests": steady.rate("requests", "completed", unit="/s"),
        "requests_max": steady.estimate(lambda tally: _busiest_window(steady, tally), "/s"),
        "goodput_mbps": steady.rate("requests", "payload", factor=MBPS_PER_BYTE, unit="Mbps"),
        "wire_mbps": steady.rate("requests", "wire", factor=MBPS_PER_BYTE, unit="Mbps"),
    }


def _busiest_window(steady: ReplicationSet, tally: Tally) -> float:
    issued = steady.edges(tally, "requests", "issued")[steady.first :]
    return float(np.diff(issued).max()) / tally.plan.window


def _response(steady: ReplicationSet) -> Measures:
    """Mean and percentiles of the response time, from the arrival of a request to the last byte of its response, and
    the payload of all responses over the sum of their times."""
    if any(steady.total(tally, "requests", "completed") == 0.0 for tally in steady.tallies):
        nothing = Unavailable(experiment.NO_REQUEST)
        return dict.fromkeys(("response_mean", "client_speed", *(f"response_p{each}" for each in PERCENTS)), nothing)
    speed = steady.ratio(("requests", "payload"), ("requests", "response time"), "B/s")
    mean = steady.ratio(("requests", "response time"), ("requests", "completed"), "s")
    measures: Measures = {"response_mean": mean, "client_speed": speed}
    for percent in PERCENTS:
        measures[f"response_p{percent}"] = percentile(steady, percent)
    return measures


def first_piece_measures(steady: ReplicationSet) -> Measures:
    """Where responses come in pieces, how long it takes from when a request arrives until the first one is sent: on
    average and percentiles."""
    if not steady.network.comes_in_pieces:
        return {}
    sent, counts = (*FIRST_PIECES, "sent"), [tally.first_pieces[0] for tally in steady.tallies]
    fewest = min(int(each.sum()) for each in counts)
    if fewest == 0:
        keys = ("mean", *(f"p{each}" for each in PERCENTS))
        return {f"first_piece_{key}": Unavailable(experiment.NO_REQUEST) for key in keys}
    mean = steady.ratio((*FIRST_PIECES, "time"), sent, "s")
    percentiles = {f"first_piece_p{each}": _percentile_of(steady, counts, each) for each in PERCENTS}
    return {"first_piece_mean": mean, **percentiles}


def percentile(steady: ReplicationSet, percent: int) -> Estimate | Unavailable:
    """A percentile of the response time over all classes, refused when too few samples lie beyond it."""
    return _percentile_of(steady, [tally.histogram.sum(axis=0) for tally in steady.tallies], percent)


def _percentile_of(steady: ReplicationSet, counts: Sequence[np.ndarray], percent: int) -> Estimate | Unavailable:
    """The same of times that each replication has counted in bins of a histogram."""
    needed = round(BEYOND * 100 / (100 - percent))
    fewest = min(int(each.sum()) for each in counts)
    if fewest < needed:
        longer = seconds_needed(steady.seconds, fewest, needed)
        return Unavailable(experiment.few_responses(fewest, percent, needed, longer))
    return steady.percentile_of(counts, percent / 100.0)


def _state(steady: ReplicationSet) -> Measures:
    """What is held on average: connections, cache contents, memory."""
    measures: Measures = {"connections": steady.estimate(partial(open_connections, steady), "")}
    for ratio in measures_of_quantities(steady.network, PartQuantity.HIT_RATIO):
        (cache,) = ratio.of
        measures[ratio.key] = _share(steady, ("cache", cache, "hits"), _lookups(cache))
    for held in measures_of_quantities(steady.network, PartQuantity.MEMORY):
        (region,) = held.of
        measures[held.key] = steady.rate("region", region, "used", unit="B")
    return measures


def open_connections(steady: ReplicationSet, tally: Tally) -> float:
    """Connections that are open on average: so many sessions share each."""
    sessions = steady.level(tally, ("sessions", "open"), ("sessions", "open moment"))
    return sessions / steady.network.source.streams


def _errors(steady: ReplicationSet) -> Measures:
    causes = steady.network.causes

    def refused(tally: Tally) -> float:
        gave_up = sum(steady.total(tally, "cause", cause, "gave up") for cause in causes)
        return _percent(gave_up, _ended_sessions(steady, tally))

    def failed(tally: Tally) -> float:
        failures = sum(steady.total(tally, "cause", cause, "failed") for cause in causes)
        return _percent(failures, _ended_requests(steady, tally))

    def errors(tally: Tally) -> float:
        lost = steady.total(tally, "requests", "lost")
        return _percent(lost, lost + steady.total(tally, "requests", "completed"))

    def piling_up(tally: Tally) -> float:
        offered = steady.total(tally, "sessions", "offered")
        return max(0.0, _percent(steady.total(tally, "sessions", "open"), offered))

    return {
        "refused_sessions": steady.estimate(refused, "%"),
        "failed_requests": steady.estimate(failed, "%"),
        "errors": steady.estimate(errors, "%"),
        "piling_up": steady.estimate(piling_up, "%"),
    }


def _share(steady: ReplicationSet, part: tuple[str, ...], whole: Callable[[ReplicationSet, Tally], float]) -> Estimate:
    """The share of a column in a whole, percent; 0 where the whole is nothing."""
    return steady.estimate(lambda tally: _percent(steady.total(tally, *part), whole(steady, tally)), "%")


def _percent(part: float, whole: float) -> float:
    return PERCENT * part / whole if whole else 0.0


def _ended_sessions(steady: ReplicationSet, tally: Tally) -> float:
    """Sessions that came to an end, well or not: what a share of refused ones is taken of."""
    gave_up = sum(steady.total(tally, "cause", cause, "gave up") for cause in steady.network.causes)
    broken = sum(steady.total(tally, "cause", cause, "failed") for cause in steady.network.causes)
    return gave_up + broken + steady.total(tally, "sessions", "completed")


def _ended_requests(steady: ReplicationSet, tally: Tally) -> float:
    failures = sum(steady.total(tally, "cause", cause, "failed") for cause in steady.network.causes)
    return failures + steady.total(tally, "requests", "completed")


def _lookups(cache: str) -> Callable[[ReplicationSet, Tally], float]:
    return lambda steady, tally: steady.total(tally, "cache", cache, "lookups")


def class_measures(steady: ReplicationSet) -> Measures:
    """`requests CLASS`, completed per second, and `response CLASS`, the mean response time in seconds."""
    rates: Measures = {
        each.key: _class_rate(steady, each.of) for each in measures_of_quantities(steady.network, PartQuantity.REQUESTS)
    }
    return rates | {
        each.key: _class_response(steady, each.of)
        for each in measures_of_quantities(steady.network, PartQuantity.RESPONSE)
    }


def _class_rate(steady: ReplicationSet, names: Sequence[str]) -> Estimate:
    return steady.estimate(lambda tally: _class_total(steady, tally, names, "completed") / steady.seconds, "/s")


def _class_response(steady: ReplicationSet, names: Sequence[str]) -> Estimate | Unavailable:
    def mean(tally: Tally) -> float | None:
        completed = _class_total(steady, tally, names, "completed")
        return _class_total(steady, tally, names, "response time") / completed if completed else None

    return steady.estimate_or(mean, "s", experiment.NO_SUCH_REQUEST)


def _class_total(steady: ReplicationSet, tally: Tally, names: Sequence[str], what: str) -> float:
    return sum(steady.total(tally, "class", name, what) for name in names)


def background_measures(steady: ReplicationSet) -> Measures:
    """For each kind of job, such as half-open connections, the mean number open as `half_open` and the share that was
    refused, %, as `half_open_refused`."""
    open_jobs = measures_of_quantities(steady.network, PartQuantity.JOBS)
    refused = measures_of_quantities(steady.network, PartQuantity.JOBS_REFUSED)
    return {key: figure for pair in zip(open_jobs, refused, strict=True) for key, figure in _of_jobs(steady, *pair)}


def _of_jobs(steady: ReplicationSet, open_jobs: Measure, refused: Measure) -> Iterator[tuple[str, Estimate]]:
    """Both measures of one kind of jobs."""
    (name,) = open_jobs.of
    yield open_jobs.key, steady.estimate(lambda tally: _jobs_open(steady, tally, name), "")
    yield refused.key, steady.estimate(lambda tally: _jobs_refused(steady, tally, name), "%")


def _jobs_open(steady: ReplicationSet, tally: Tally, name: str) -> float:
    return steady.level(tally, ("background", name, "open"), ("background", name, "open moment"))


def _jobs_refused(steady: ReplicationSet, tally: Tally, name: str) -> float:
    """Of those that arrived; 0 where none did."""
    offered = steady.total(tally, "background", name, "offered")
    return PERCENT * steady.total(tally, "background", name, "refused") / offered if offered else 0.0


def posted_measures(steady: ReplicationSet) -> Measures:
    """For each queue, how long its jobs take from when they are posted until they are done, on average and the 95th
    percentile, and how many are not done at a time."""
    found: Measures = {}
    for each in measures_of_quantities(steady.network, PartQuantity.DONE_IN):
        found[each.key] = _done_in(steady, each.of)
    for each in measures_of_quantities(steady.network, PartQuantity.DONE_IN_P95):
        found[each.key] = _done_in_p95(steady, each.of)
    for each in measures_of_quantities(steady.network, PartQuantity.BACKLOG):
        found[each.key] = steady.estimate(partial(_backlog, steady, each.of), "")
    return found


def _backlog(steady: ReplicationSet, names: Sequence[str], tally: Tally) -> float:
    return sum(_jobs_open(steady, tally, name) for name in names)


def _done_in(steady: ReplicationSet, names: Sequence[str]) -> Estimate | Unavailable:
    """By Little's law, of all that are posted."""

    def mean(tally: Tally) -> float | None:
        posted = sum(steady.total(tally, "background", name, "offered") for name in names)
        return _backlog(steady, names, tally) * steady.seconds / posted if posted else None

    return steady.estimate_or(mean, "s", experiment.NO_JOB)


def _done_in_p95(steady: ReplicationSet, names: Sequence[str]) -> Estimate | Unavailable:
    rows = [steady.network.posted.index(name) for name in names]
    counts = [tally.jobs[rows].sum(axis=0) for tally in steady.tallies]
    fewest, needed = min(int(each.sum()) for each in counts), round(BEYOND * 100 / 5)
    if fewest < needed:
        longer = seconds_needed(steady.seconds, fewest, needed)
        return Unavailable(experiment.few_jobs(fewest, needed, longer))
    return steady.percentile_of(counts, 0.95)


# What is measured of a network beside what every server has, each where there is something to measure.
BY_SUBJECT = (
    first_piece_measures,
    class_measures,
    spike_measures,
    recycling_measures,
    collection_measures,
    throttling_measures,
    page_fault_measures,
    warm_up_measures,
    background_measures,
    posted_measures,
)
