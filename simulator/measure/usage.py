"""How much of each limit of a server is used, and what each turned away."""

from collections.abc import Mapping
from dataclasses import replace

from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Usage
from simulator.measure.steady import Steady
from simulator.network.network import Network
from simulator.network.steps import Serve, Take, flat
from simulator.translate.resources import Origin


def usages(steady: Steady, origins: Mapping[str, Origin], ramped: bool = False) -> tuple[Usage, ...]:
    """The limits of one server, the most used first; `ramped` says that the load rose while they were measured."""
    network = steady.network
    found = [_usage(steady, origins, s.name, "server", ("shared", s.name, "work"), s.capacity) for s in network.shared]
    found += [_usage(steady, origins, q.name, "server", ("queue", q.name, "busy"), q.servers) for q in network.queues]
    for pool in network.pools:
        # A background job takes what there is, the reserve included.
        size = pool.size - (0.0 if pool.name in _in_background(network) else reserve(steady, pool.name))
        found.append(_usage(steady, origins, pool.name, "pool", ("pool", pool.name, "used"), size))
    found += [_usage(steady, origins, m.name, "memory", ("region", m.name, "used"), m.ceiling) for m in network.regions]
    disproportion = dict.fromkeys(_in_background(network), "part of what is held does not grow with the load")
    if ramped:
        disproportion = dict.fromkeys(origins, "the load rose while it was measured")
    told = [replace(usage, disproportion=disproportion.get(usage.name, "")) for usage in found]
    return tuple(sorted(told, key=lambda usage: -usage.utilisation.value))


def _in_background(network: Network) -> set[str]:
    """The stations and pools that background jobs use."""
    steps = [step for jobs in network.background for step in flat(jobs.steps)]
    return {step.at if isinstance(step, Serve) else step.pool for step in steps if isinstance(step, Serve | Take)}


def reserve(steady: Steady, pool: str) -> float:
    """What must stay free of a pool for a session to be let in: it is full, to newcomers, when only that is left."""
    steps = steady.network.source.connect
    return max((getattr(step, "reserve", 0.0) for step in steps if getattr(step, "pool", "") == pool), default=0.0)


def _usage(
    steady: Steady,
    origins: Mapping[str, Origin],
    name: str,
    kind: str,
    column: tuple[str, ...],
    size: float,
) -> Usage:
    used = steady.rate(*column, factor=100.0 / size, unit="%")
    return Usage(name, kind, origins[name].limit, origins[name].path, used, _turned_away(steady, name))


def _turned_away(steady: Steady, name: str) -> Estimate:
    """The share of the requests that clients meant to send which were lost at this limit, percent.

    Requests that were inside a process when it was killed are charged to its memory. A session refused here loses all
    of its requests; a request that fails here ends its session. Losses are counted in
    sessions by cause and in requests over all causes, so each cause is charged its share of the lost sessions.
    """
    causes = [name, *(r.stop_cause for r in steady.network.regions if r.name == name)]
    charged = [cause for cause in causes if cause in steady.network.causes]
    if not charged:
        return steady.estimate(lambda tally: 0.0, "%")

    def share(tally: Tally) -> float:
        ended = {c: _sessions_ended_by(steady, tally, c) for c in steady.network.causes}
        lost = steady.total(tally, "requests", "lost")
        planned = lost + steady.total(tally, "requests", "completed")
        total = sum(ended.values())
        mine = sum(ended[cause] for cause in charged)
        return 100.0 * lost / planned * mine / total if total and planned else 0.0

    return steady.estimate(share, "%")


def _sessions_ended_by(steady: Steady, tally: Tally, cause: str) -> float:
    return steady.total(tally, "cause", cause, "gave up") + steady.total(tally, "cause", cause, "failed")
