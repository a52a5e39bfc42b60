"""How much of each limit of a server is used, and what each turned away."""

from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate
from simulator.experiment.replication_set import PERCENT, ReplicationSet
from simulator.experiment.results import Usage
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.steps import Seize, Serve, flatten
from simulator.translate.resources import Origin


def limit_usages(steady: ReplicationSet, origins: Mapping[str, Origin], ramped: bool = False) -> tuple[Usage, ...]:
    """The limits of one server, the most used first; `ramped` says that the load rose while they were measured."""
    network = steady.network
    found = [_usage(steady, origins, size) for size in limit_sizes(network)]
    names = network.limit_names
    besides = (names[each] for each in _in_background(network))
    disproportion = dict.fromkeys(besides, experiment.PART_GROWS)
    if ramped:
        disproportion = dict.fromkeys(names.values(), experiment.LOAD_ROSE)
    told = [replace(usage, disproportion=disproportion.get(usage.name, "")) for usage in found]
    return tuple(sorted(told, key=lambda usage: -usage.utilisation.value))


class LimitSize(NamedTuple):
    """A limit of a node: its name, its kind (see results.Usage), how much of it there is (its unit, or work a second),
    its resources, several where they are equal, with the column in which the use of each adds up, its role, whether
    jobs wait for it instead of being turned away, and whether there is a reserve beside it."""

    name: str
    kind: str
    amount: float
    columns: Mapping[str, tuple[str, ...]]
    role: Role | None
    lets_wait: bool = False
    reserved: bool = False


def limit_sizes(network: Network) -> tuple[LimitSize, ...]:
    """All limits of a node."""
    found = [_size(s.name, "server", s.capacity, ("shared", s.name, "work"), s.role, True) for s in network.shared]
    found += [
        _size(q.name, "server", float(q.servers), ("queue", q.name, "busy"), q.role, True) for q in network.queues
    ]
    for pool in network.pools:
        # A background job takes what there is, the reserve included.
        free = pool.size if pool.name in _in_background(network) else pool.size - pool_reserve(network, pool.name)
        used, lets_wait = ("pool", pool.name, "used"), pool.when_short == "wait"
        found.append(_size(pool.name, "pool", free, used, pool.role, lets_wait, free < pool.size))
    # Each process has a ceiling of its own: what an old one holds beside the one in charge is none of that one's.
    held = {m.name: "used" if m.recycle is None else "in charge" for m in network.regions}
    found += [_size(m.name, "memory", m.ceiling, ("region", m.name, held[m.name]), m.role) for m in network.regions]
    limits: dict[str, LimitSize] = {}
    for size in found:
        name = network.limit_names[size.name]
        known = limits.get(name, size)
        limits[name] = known._replace(name=name, columns={**known.columns, **size.columns})
    return tuple(limits.values())


def _size(
    name: str,
    kind: str,
    amount: float,
    column: tuple[str, ...],
    role: Role | None,
    lets_wait: bool = False,
    reserved: bool = False,
) -> LimitSize:
    """The limit that one resource is by itself."""
    return LimitSize(name, kind, amount, {name: column}, role, lets_wait, reserved)


def share_used(steady: ReplicationSet, tally: Tally, size: LimitSize) -> float:
    """How much of a limit one replication used on average, from 0 to 1; of equal resources, their mean: which of them
    is the busiest is chance, and the busiest of many looks fuller than any of them is in the long run. Where one of
    them may be slow or die, as those that stand behind all nodes may, it is that of the busiest.

    A pool is all used when no more than its reserve is left to newcomers; those who were let in may hold some of the
    reserve too, which is no part of the limit. So is a limit of nothing.
    """
    totals = [steady.total(tally, *column) for column in size.columns.values()]
    used = (max(totals) if steady.network.backend else fmean(totals)) / steady.seconds
    if size.amount <= 0.0:
        return 1.0
    return min(1.0, used / size.amount) if size.reserved else used / size.amount


def _in_background(network: Network) -> set[str]:
    """The stations and pools that background jobs use that are none of the load."""
    steps = [step for jobs in network.background if not jobs.of_load for step in flatten(jobs.steps)]
    return {step.at if isinstance(step, Serve) else step.pool for step in steps if isinstance(step, Serve | Seize)}


def pool_reserve(network: Network, pool: str) -> float:
    """What must stay free of a pool for a session to be let in: it is full, to newcomers, when only that is left."""
    steps = network.source.connect
    return max((getattr(step, "reserve", 0.0) for step in steps if getattr(step, "pool", "") == pool), default=0.0)


def _usage(steady: ReplicationSet, origins: Mapping[str, Origin], size: LimitSize) -> Usage:
    used = steady.estimate(lambda tally: PERCENT * share_used(steady, tally, size), "%")
    origin = origins[next(iter(size.columns))]
    lost = _turned_away(steady, size)
    around = steady.network.held_around.get(size.name, frozenset())
    about = (size.name, size.kind, origin.limit, origin.path)
    return Usage(
        *about,
        used,
        lost,
        plural=origin.plural,
        role=size.role,
        around=around,
        category=origin.category,
        queues=size.lets_wait,
    )


def _turned_away(steady: ReplicationSet, size: LimitSize) -> Estimate:
    """The share of the requests that clients meant to send which were lost at this limit, percent."""
    return steady.estimate(lambda tally: PERCENT * share_turned_away(steady, tally, size), "%")


def share_turned_away(steady: ReplicationSet, tally: Tally, size: LimitSize) -> float:
    """The share of the requests that clients meant to send which one replication lost at a limit, from 0 to 1.

    Requests that were inside a process when it was killed are charged to its memory. A session refused here loses all
    of its requests; a request that fails here ends its session. Losses are counted in
    sessions by cause and in requests over all causes, so each cause is charged its share of the lost sessions.
    """
    causes = [*size.columns, *(r.stop_cause for r in steady.network.regions if r.name in size.columns)]
    charged = [cause for cause in causes if cause in steady.network.causes]
    if not charged:
        return 0.0
    ended = {c: _sessions_ended_by(steady, tally, c) for c in steady.network.causes}
    lost = steady.total(tally, "requests", "lost")
    planned = lost + steady.total(tally, "requests", "completed")
    total = sum(ended.values())
    mine = sum(ended[cause] for cause in charged)
    return lost / planned * mine / total if total and planned else 0.0


def _sessions_ended_by(steady: ReplicationSet, tally: Tally, cause: str) -> float:
    return steady.total(tally, "cause", cause, "gave up") + steady.total(tally, "cause", cause, "failed")
