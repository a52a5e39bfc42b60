"""How near a server is to what its targets allow, in one replication."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from models.errors import Remedy
from simulator.engines.columns import FIRST_PIECES
from simulator.engines.histogram import quantile
from simulator.engines.tally import Tally
from simulator.errors import NotConverged
from simulator.experiment.measures.server import BEYOND, open_connections
from simulator.experiment.measures.usage import LimitSize, limit_sizes, share_turned_away, share_used
from simulator.experiment.precision import seconds_needed
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.subjects import PartQuantity, measures_of_quantities
from simulator.messages.stages import experiment
from simulator.network.lines import client_lines, seconds_per_byte
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.waiting import cause_of, share_turned_away_when_full, waiting_room
from simulator.targets import NOTICEABLE, PERCENTILES, NearestTarget, Target, TargetValues, TimeSpent, target_strain

# A backlog that has grown by less than this share of what came does not keep a load from being carried.
BACKLOG = 0.005
# Responses of which a mean speed is told: that of files of many sizes, over many lines, is known to a tenth or so then.
OF_A_SPEED = 1_000.0
BUSY = 0.5  # Of a station that is used for less, hardly any response waits for others.


class Strain(NamedTuple):
    """How near a load is to missing the target that is nearest: up to 1 all targets are met."""

    value: float
    nearest: NearestTarget


class LoadBefore(NamedTuple):
    """The most sessions that were open, and requests in progress, before anything happened: as many again pile up
    nowhere."""

    open: float
    in_progress: float

    def shared_by(self, nodes: int) -> "LoadBefore":
        """The same of one of so many nodes that serve, where this is of all of them."""
        return LoadBefore(self.open / nodes, self.in_progress / nodes)


def measure_strain(steady: ReplicationSet, tally: Tally, target_values: TargetValues) -> Strain:
    """The strain of one replication; infinite where nothing of something is allowed and there is some.

    Raises NotConverged where a percentile or a speed is a target and too few responses stand behind it, unless another
    target is missed: then it does not matter how long the few take that are answered.
    """
    return _strain_result(
        steady,
        tally,
        _target_strains(steady, tally, target_values, _counted(steady, tally, target_values)),
        target_values,
    )


def missed_target(
    steady: ReplicationSet, tally: Tally, target_values: TargetValues, usual: LoadBefore | None = None
) -> NearestTarget | None:
    """The target that `strain` finds nearest, where it is missed; None where all are met. usual: where sessions were
    lost before, what may come back at one server without piling up. Raises NotConverged as `strain` does."""
    judged = _target_strains(steady, tally, target_values, _counted(steady, tally, target_values, usual))
    return None if judged.strain <= 1.0 else _strain_result(steady, tally, judged, target_values).nearest


def responses_needed(target_values: TargetValues) -> float:
    """How many responses the percentiles and the speed need that are targets; 1 where none is."""
    of_means = 1.0 if target_values.client_speed is None and target_values.first_piece is None else OF_A_SPEED
    return max([of_means, *(BEYOND / (1.0 - PERCENTILES[target]) for target in target_values.percentiles)])


def client_strain(steady: ReplicationSet, tally: Tally, target_values: TargetValues) -> Strain:
    """The strain of requests lost, response times, speed, and of use where that is a target: of some windows in which
    a server is not in a steady state, where what is open or piles up at the end says nothing by itself.

    Raises NotConverged as `strain` does.
    """
    counted: list[tuple[Target, float, float]] = [(Target.ERRORS, lost_share(steady, tally), target_values.errors)]
    counted += _used(steady, tally, target_values)
    return _strain_result(steady, tally, _target_strains(steady, tally, target_values, counted), target_values)


class _TargetStrain(NamedTuple):
    """A target that a replication is judged by: what is measured of it, and what is asked."""

    strain: float
    target: Target
    measured: float
    allowed: float


def _target_strains(
    steady: ReplicationSet, tally: Tally, target_values: TargetValues, counted: Iterable[tuple[Target, float, float]]
) -> _TargetStrain:
    """The target that is nearest, of those that are counted and those of time."""
    judged = [_TargetStrain(target_strain(*each), *each) for each in counted]
    try:
        judged += [_TargetStrain(target_strain(*each), *each) for each in _timed(steady, tally, target_values)]
    except NotConverged:
        if max(judged, key=itemgetter(0)).strain <= 1.0:
            raise
    return max(judged, key=itemgetter(0))


def _strain_result(steady: ReplicationSet, tally: Tally, nearest: _TargetStrain, target_values: TargetValues) -> Strain:
    """The target that is nearest with what is behind it."""
    value, target, measured, allowed = nearest
    if target is Target.ERRORS and not lost_share(steady, tally):  # Only sessions that pile up: see `_lost`.
        target = Target.PILING_UP
    if target is Target.PILING_UP:
        return Strain(value, _piling_up(steady.network, waited_for(steady, tally), measured, allowed, target_values))
    if target is Target.SPEED or target in PERCENTILES:
        spent = _spent(steady, tally)
        return Strain(value, NearestTarget(target, measured, allowed, spent.where if spent else "", spent))
    return Strain(value, NearestTarget(target, measured, allowed, _behind(steady, tally, target)))


def _counted(
    steady: ReplicationSet, tally: Tally, target_values: TargetValues, usual: LoadBefore | None = None
) -> Iterator[tuple[Target, float, float]]:
    """Every target that a replication of any length judges: what is measured of it, and what is asked."""
    yield Target.ERRORS, _lost(steady, tally, usual), target_values.errors
    # Where something happens, jobs that wait for their workers are what a queue is for.
    posted = jobs_piled_up(steady, tally) if usual is None else 0.0
    yield Target.PILING_UP, max(backlog(steady, tally, usual), posted), BACKLOG
    yield from _used(steady, tally, target_values)
    if target_values.connections is not None:
        yield Target.CONNECTIONS, open_connections(steady, tally), target_values.connections


def _used(steady: ReplicationSet, tally: Tally, target_values: TargetValues) -> Iterator[tuple[Target, float, float]]:
    """How much is used of what work queues at, and of what it does not."""
    for target, asked in ((Target.UTILISATION, target_values.utilisation), (Target.CEILINGS, target_values.ceilings)):
        subjects = _limits_of(target, steady, tally)
        if asked is not None and subjects:
            yield target, max(share_used(steady, tally, each) for each in subjects), asked


def _limits_of(target: Target, steady: ReplicationSet, tally: Tally) -> list[LimitSize]:
    """The limits that a target of use is about: all that grow with the load, of any other target."""
    found = growing_limits(steady, tally)
    if target not in (Target.UTILISATION, Target.CEILINGS):
        return found
    return [limit for limit in found if limit.lets_wait == (target is Target.UTILISATION)]


def _timed(steady: ReplicationSet, tally: Tally, target_values: TargetValues) -> Iterator[tuple[Target, float, float]]:
    """Every target that takes responses to judge: what is measured of it, and what is asked. Raises NotConverged."""
    for target, seconds in target_values.percentiles.items():
        yield target, _percentile(tally, target, steady.seconds), seconds
    if target_values.first_piece is not None and steady.network.comes_in_pieces:
        yield Target.FIRST_PIECE, _first_piece(steady, tally), target_values.first_piece
    if target_values.client_speed is not None:
        yield Target.SPEED, _speed(steady, tally), target_values.client_speed


def growing_limits(steady: ReplicationSet, tally: Tally) -> list[LimitSize]:
    """The limits that more load brings nearer. Memory that turns nothing away is none: a file cache fills what it is
    given at any load."""

    def grows(limit: LimitSize) -> bool:
        return limit.kind != "memory" or PERCENT * share_turned_away(steady, tally, limit) > NOTICEABLE

    return [limit for limit in limit_sizes(steady.network) if grows(limit)]


def _behind(steady: ReplicationSet, tally: Tally, target: Target) -> str:
    """The limit behind a target: what turns most away, or is used most."""
    found = limit_sizes(steady.network)
    if target is Target.ERRORS:
        turned_away = {limit.name: share_turned_away(steady, tally, limit) for limit in found}
        most = max(turned_away, key=turned_away.__getitem__, default="")
        if most and turned_away[most] > 0.0:
            return most
    if target is Target.CONNECTIONS:
        return ""
    if target is Target.ERRORS:
        return waited_for(steady, tally)
    used = {limit.name: share_used(steady, tally, limit) for limit in _limits_of(target, steady, tally)}
    return max(used, key=used.__getitem__, default="")


def _piling_up(
    network: Network, limit: str, measured: float, allowed: float, target_values: TargetValues
) -> NearestTarget:
    """That requests pile up, waiting for a limit; where few of them fill what lets them wait, that turns the others
    away, as soon as it is full."""
    lets_in = any(network.limit_names[pool.name] == limit for pool in network.pools)
    room = waiting_room(network, limit) if lets_in else None  # No room before a station changes what it can do.
    if room is not None and share_turned_away_when_full(room.places) > target_values.errors:
        return NearestTarget(Target.ERRORS, measured, target_values.errors, room.limit)
    return NearestTarget(Target.PILING_UP, measured, allowed, limit)


def waited_for(steady: ReplicationSet, tally: Tally) -> str:
    """The limit that requests wait for: the cause of those that let them wait; "" in a network without any."""
    lets_wait = [limit for limit in limit_sizes(steady.network) if limit.lets_wait]
    used = {limit.name: share_used(steady, tally, limit) for limit in lets_wait}
    return cause_of(used, steady.network.held_around)


def _spent(steady: ReplicationSet, tally: Tally) -> TimeSpent | None:
    """Where responses spend most of their time; None in a network without stations. "" is beside all of them: waiting
    for another machine, or for a place."""
    network, whole = steady.network, steady.total(tally, "requests", "response time")
    jobs = defaultdict[str, float](float)
    for kind, stations in (("shared", network.shared), ("queue", network.queues)):
        for each in stations:  # What equal stations hold together is spent at one limit.
            jobs[network.limit_names[each.name]] += steady.total(tally, kind, each.name, "jobs")
    if not jobs or not whole:
        return None
    jobs[""] = max(0.0, whole - sum(jobs.values()))
    where = max(jobs, key=jobs.__getitem__)
    lines = [
        client_lines(network, station)
        for station in network.shared
        if station.name == where and not _wait_for_others(steady, tally, station)
    ]
    mean = whole / steady.total(tally, "requests", "completed")
    return TimeSpent(where, mean, min(1.0, jobs[where] / whole), lines[0] if lines else None)


def _wait_for_others(steady: ReplicationSet, tally: Tally, station: SharedCapacity) -> bool:
    """Whether a station that sends over lines mostly lets responses wait for others: it is in use for half of what it
    can do, and they take twice as long as on the lines alone. (Which of the clients came is chance: by itself, time
    tells little of a few.)"""
    jobs, work = (steady.total(tally, "shared", station.name, what) for what in ("jobs", "work"))
    is_busy = work >= BUSY * station.capacity * steady.seconds
    return is_busy and jobs >= 2.0 * work * seconds_per_byte(steady.network, station)


def backlog(steady: ReplicationSet, tally: Tally, usual: LoadBefore | None = None) -> float:
    """Requests in progress that piled up while they were measured, as a share of the sessions that came.

    Whoever waits for an answer asks for nothing else, so a session that waits stands for all of its requests. A server
    that keeps up has as many in progress at the end as at the beginning, but for chance: the difference of two Poisson
    numbers is counted only beyond three of its standard deviations. What comes back up to what is usual does not count.
    """
    ended = [("cause", cause, what) for cause in steady.network.causes for what in ("failed", "tried again")]
    in_progress = np.subtract.reduce(
        steady.edges_of(tally, [("requests", "issued"), ("requests", "completed"), *ended])
    )
    # At time 0 all sessions that are open think: what they ask for in the first window piles up nowhere.
    start = max(steady.first, 1) if steady.network.source.open_at_start else steady.first
    measured, offered = in_progress[start:], steady.edges(tally, "sessions", "offered")
    began = max(float(measured[0]), usual.in_progress if usual else 0.0)
    grown, came = float(measured[-1]) - began, float(offered[-1] - offered[start])
    return grown / came if grown > _by_chance(float(measured.mean())) and came else 0.0


def _by_chance(mean: float) -> float:
    """How much a Poisson number of that mean grows by chance: three standard deviations of the difference of two."""
    return 3.0 * math.sqrt(2.0 * mean)


def jobs_piled_up(steady: ReplicationSet, tally: Tally) -> float:
    """By how many more jobs of a queue are not done in the end than chance explains, as a share of those that were
    posted, of the queue of which that is most."""
    found = [0.0]
    for each in measures_of_quantities(steady.network, PartQuantity.BACKLOG):
        names = [("background", name) for name in each.of]
        posted = sum(steady.total(tally, *name, "offered") for name in names)
        mean = sum(steady.level(tally, (*name, "open"), (*name, "open moment")) for name in names)
        grown = sum(steady.total(tally, *name, "open") for name in names) - _by_chance(max(0.0, mean))
        found.append(grown / posted if posted else 0.0)
    return max(found)


def _lost(steady: ReplicationSet, tally: Tally, usual: LoadBefore | None = None) -> float:
    """The share of the requests of sessions that ended which was lost, and of sessions that pile up beyond chance.

    The number of open sessions wanders: like the backlog, it is counted only beyond three standard deviations of the
    difference of two Poisson numbers, for by chance it would fail a server that may lose nothing at any load. Sessions
    that come back up to as many as usual do not count.
    """
    return lost_share(steady, tally) + sessions_piled_up(steady, tally, usual)


def sessions_piled_up(steady: ReplicationSet, tally: Tally, usual: LoadBefore | None = None) -> float:
    """By how many more sessions are open in the end than chance explains, as a share of those that came."""
    came = steady.total(tally, "sessions", "offered")
    open_on_average = steady.level(tally, ("sessions", "open"), ("sessions", "open moment"))
    grown = steady.total(tally, "sessions", "open") - _by_chance(max(0.0, open_on_average))
    if usual is not None:
        began = float(steady.edges(tally, "sessions", "open")[steady.first])
        grown -= max(0.0, usual.open - began)
    return max(0.0, grown) / came if came else 0.0


def lost_share(steady: ReplicationSet, tally: Tally) -> float:
    """The share of the requests of sessions that ended which was lost, 0 to 1."""
    lost = steady.total(tally, "requests", "lost")
    wanted = lost + steady.total(tally, "requests", "completed")
    return lost / wanted if wanted else 0.0


def _percentile(tally: Tally, target: Target, seconds: float) -> float:
    """The percentile of the response time that a target is about, seconds; of a tally of so many seconds."""
    responses, share = tally.histogram.sum(axis=0), PERCENTILES[target]
    needed, counted = round(BEYOND / (1.0 - share)), int(responses.sum())
    if counted < needed:
        longer = seconds_needed(seconds, counted, needed)
        told = experiment.few_for_target(counted, 100.0 * share, needed, longer)
        raise NotConverged(told, (Remedy({"run.duration": f"{longer} s"}),) if longer else ())
    return quantile(responses, share)


def _first_piece(steady: ReplicationSet, tally: Tally) -> float:
    """Seconds until the first piece of a response is sent, on average."""
    sent = steady.total(tally, *FIRST_PIECES, "sent")
    if not sent:
        raise NotConverged(experiment.NO_RESPONSE)
    return steady.total(tally, *FIRST_PIECES, "time") / sent


def _speed(steady: ReplicationSet, tally: Tally) -> float:
    """The payload of all responses over the sum of their response times, B/s."""
    seconds = steady.total(tally, "requests", "response time")
    if not seconds:
        raise NotConverged(experiment.NO_RESPONSE)
    return steady.total(tally, "requests", "payload") / seconds
