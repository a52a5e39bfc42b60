"""What a unit does while so many of its nodes are away: phase by phase, from one event to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from models.node_absences import NodeAbsence
from simulator.engines.histogram import quantile
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.measures.server import BEYOND
from simulator.experiment.measures.usage import LimitSize, limit_sizes, share_used
from simulator.experiment.replication_set import PERCENT, ReplicationSet, cut_windows
from simulator.experiment.results import Unavailable
from simulator.failover.failure_run import FailureRun
from simulator.failover.target_violations import network_in_service, serving_nodes, used_in_service

P95 = 0.95
TOO_FEW = "too few responses"


@dataclass(frozen=True)
class Phase:
    """Some windows in which the same nodes serve.

    begins, ends: seconds, as the timetable counts them. away, unnoticed, slow: nodes that do not serve, those of them
    that are dead and still get sessions, and servers, of other tiers too, that serve slowly; servers_down: dead
    servers of other tiers. node_requests: requests
    completed a second by one that serves; times: that in times the same before the first event. errors: %; response,
    p95: seconds, or why there is none; sessions: open at one that serves; used: the most used limit of one that serves,
    %, and its name.
    """

    begins: float
    ends: float
    away: int
    unnoticed: int
    slow: int
    servers_down: int
    node_requests: Estimate
    times: Estimate
    errors: Estimate
    response: Estimate | Unavailable
    p95: Estimate | Unavailable
    sessions: Estimate
    used: Estimate
    most_used: str


def phases(watch: FailureRun, tallies: Sequence[Tally]) -> tuple[Phase, ...]:
    """Every phase with at least one window, the first one all nodes up before anything happens."""
    cuts = _cuts(watch)
    before = [_node_requests(watch, tally, *cuts[0]) for tally in tallies]
    return tuple(_phase(watch, tallies, first, last, before) for first, last in cuts)


def worst_phase(watch: FailureRun, tallies: Sequence[Tally]) -> Phase:
    """The second half, by when the others have had time to fill, of the longest phase with as many nodes away as ever,
    all of them noticed where there is one."""
    cuts = _cuts(watch)
    before = [_node_requests(watch, tally, *cuts[0]) for tally in tallies]
    most = max(_gone(watch, *each) for each in cuts)
    worst = [each for each in cuts if _gone(watch, *each) == most]
    first, last = max(worst, key=lambda each: (-_unnoticed(watch, *each), each[1] - each[0]))
    return _phase(watch, tallies, (first + last) // 2, last, before)


def _cuts(watch: FailureRun) -> list[tuple[int, int]]:
    """The first window of each phase, and the one after its last; where nothing comes before the first event, the
    warm-up does."""
    marked = [time for each in (*watch.away, *watch.tiers) for time in _times(each)]
    marked += [time for each in watch.crowds for time in (each.begins, each.ends)]
    times = {time for time in marked if time is not None}
    plan = watch.plan
    start = watch.first if watch.window_at(watch.begins) > watch.first else 0
    edges = sorted({start, *(min(plan.windows, watch.window_at(time)) for time in times), plan.windows})
    return [(first, last) for first, last in zip(edges, edges[1:], strict=False) if last > first]


def _percent_used(steady: ReplicationSet, limit: LimitSize, tally: Tally) -> float:
    return PERCENT * share_used(steady, tally, limit)


def _times(each: NodeAbsence) -> tuple[float | None, ...]:
    return each.leaves, each.dies, each.stands, each.joins, each.slows, each.hurries


def _phase(watch: FailureRun, tallies: Sequence[Tally], first: int, last: int, before: Sequence[float]) -> Phase:
    confidence = watch.scenario.run.confidence
    serving = serving_nodes(watch, first, last)
    parts = [cut_windows(used_in_service(watch, tally, serving), first, last) for tally in tallies]
    steady = ReplicationSet(network_in_service(watch, first, last), parts, confidence)
    requests = [_node_requests(watch, tally, first, last) for tally in tallies]
    used = {
        each.name: steady.estimate(partial(_percent_used, steady, each), "%") for each in limit_sizes(steady.network)
    }
    most = max(used, key=lambda name: used[name].value)
    return Phase(
        begins=watch.time(first),
        ends=watch.time(last),
        away=watch.nodes - len(serving),
        unnoticed=_unnoticed(watch, first, last),
        slow=_slow(watch, first, last),
        servers_down=_servers_down(watch, first, last),
        node_requests=from_replications(requests, confidence, "/s"),
        times=from_replications([now / then for now, then in zip(requests, before, strict=True)], confidence, ""),
        errors=steady.estimate(lambda tally: PERCENT * _lost(steady, tally), "%"),
        response=steady.estimate_or(lambda tally: _response(steady, tally), "s", TOO_FEW),
        p95=steady.estimate_or(_p95, "s", TOO_FEW),
        sessions=steady.estimate(
            lambda tally: steady.level(tally, ("sessions", "open"), ("sessions", "open moment")), "sessions"
        ),
        used=used[most],
        most_used=most,
    )


def _gone(watch: FailureRun, first: int, last: int) -> tuple[float, ...]:
    """How many nodes are away in the middle of some windows, how many servers of other tiers are down, how many are
    slow, and how many times as many sessions come."""
    middle = watch.time((first + last) / 2.0)
    times = [each.times for each in watch.crowds if each.begins <= middle < each.ends]
    away, down = watch.nodes - len(serving_nodes(watch, first, last)), _servers_down(watch, first, last)
    return away, down, _slow(watch, first, last), max(times, default=1.0)


def _unnoticed(watch: FailureRun, first: int, last: int) -> int:
    """How many nodes are dead in the middle of some windows and still get sessions."""
    middle = watch.time((first + last) / 2.0)
    dead = [each for each in watch.away if each.dies is not None and each.dies <= middle < each.ends]
    return len({each.node for each in dead if each.leaves is None or middle < each.leaves})


def _slow(watch: FailureRun, first: int, last: int) -> int:
    """How many nodes, and servers of other tiers, serve slowly in the middle of some windows."""
    middle = watch.time((first + last) / 2.0)
    nodes = {each.node for each in watch.away if each.serves and each.begins <= middle < each.ends}
    return len(nodes) + sum(each.serves and each.begins <= middle < each.ends for each in watch.tiers)


def _servers_down(watch: FailureRun, first: int, last: int) -> int:
    """How many servers of other tiers are dead in the middle of some windows."""
    middle = watch.time((first + last) / 2.0)
    return sum(each.dies is not None and each.dies <= middle < (each.stands or each.ends) for each in watch.tiers)


def _node_requests(watch: FailureRun, tally: Tally, first: int, last: int) -> float:
    """Requests completed a second by each node that serves in some windows."""
    nodes = list(serving_nodes(watch, first, last))
    if not nodes:
        return 0.0
    column = tally.edges[:, nodes, tally.columns.index(("requests", "completed"))]
    return float(np.sum(column[last] - column[first])) / len(nodes) / ((last - first) * tally.plan.window)


def _lost(steady: ReplicationSet, tally: Tally) -> float:
    lost = steady.total(tally, "requests", "lost")
    return _over(lost, lost + steady.total(tally, "requests", "completed")) or 0.0


def _response(steady: ReplicationSet, tally: Tally) -> float | None:
    return _over(steady.total(tally, "requests", "response time"), steady.total(tally, "requests", "completed"))


def _over(part: float, whole: float) -> float | None:
    return part / whole if whole > 0.0 else None


def _p95(tally: Tally) -> float | None:
    responses = tally.histogram.sum(axis=0)
    return quantile(responses, P95) if responses.sum() >= BEYOND / (1.0 - P95) else None
