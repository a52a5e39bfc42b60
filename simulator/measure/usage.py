"""How much of each limit of a server is used, and what each turned away."""

from collections.abc import Mapping

from simulator.engines.tally import Tally
from simulator.measure.estimate import Estimate
from simulator.measure.results import Usage
from simulator.measure.steady import Steady
from simulator.translate.resources import Origin


def usages(steady: Steady, origins: Mapping[str, Origin]) -> tuple[Usage, ...]:
    """The limits of one server, the most used first."""
    network = steady.network
    found = [_usage(steady, origins, s.name, "server", ("shared", s.name, "work"), s.capacity) for s in network.shared]
    found += [_usage(steady, origins, q.name, "server", ("queue", q.name, "busy"), q.servers) for q in network.queues]
    for pool in network.pools:
        size = pool.size - reserve(steady, pool.name)
        found.append(_usage(steady, origins, pool.name, "pool", ("pool", pool.name, "used"), size))
    found += [_usage(steady, origins, m.name, "memory", ("region", m.name, "used"), m.ceiling) for m in network.regions]
    return tuple(sorted(found, key=lambda usage: -usage.utilisation.value))


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

    A session refused here loses all of its requests; a request that fails here ends its session. Losses are counted in
    sessions by cause and in requests over all causes, so each cause is charged its share of the lost sessions.
    """
    if name not in steady.network.causes:
        return steady.estimate(lambda tally: 0.0, "%")

    def share(tally: Tally) -> float:
        ended = {c: _sessions_ended_by(steady, tally, c) for c in steady.network.causes}
        lost = steady.total(tally, "requests", "lost")
        planned = lost + steady.total(tally, "requests", "completed")
        total = sum(ended.values())
        return 100.0 * lost / planned * ended[name] / total if total and planned else 0.0

    return steady.estimate(share, "%")


def _sessions_ended_by(steady: Steady, tally: Tally, cause: str) -> float:
    return steady.total(tally, "cause", cause, "gave up") + steady.total(tally, "cause", cause, "failed")
