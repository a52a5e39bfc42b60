"""What those suffer at a station who share it with others that a limit, or a pool that lets wait, keeps few."""

from collections.abc import Mapping

from simulator.engines.analytic.node.behind import Behind
from simulator.engines.analytic.node.flows import Flow

Values = Mapping[str, float]


def beside_limits(
    behind: Behind, thinned: Mapping[tuple[str, str], float], used: Values, before: Flow
) -> dict[tuple[str, str], float]:
    """By limit and station, the share of its delays that those suffer there who are not behind the limit.

    Of a shared station of one server and a limit alone: the others meet one more job than there are behind the
    limit, and each other. If they keep the share o of it busy and those behind the limit i, whose delays are the
    share e, theirs are 1 - (1 - e) i / (1 - o). used: by station, the share of it that is.
    """
    found: dict[tuple[str, str], float] = {}
    for name in {name for name, _ in thinned}:
        for (station, line), own in behind.work(name, before).items():
            share = _suffered(used[station], own / before.work[station], thinned.get((name, line), 1.0))
            found[name, station] = found.get((name, station), 1.0) * share
    return found


def beside_pools(eases: Values, used: Values, before: Flow) -> dict[tuple[str, str], float]:
    """The same by pool that lets wait and station, of those who are not in the pool."""
    return {
        (pool, station): _suffered(used[station], own / before.work[station], eases[pool])
        for (pool, station), own in before.inside.items() if station in used and own > 0.0 and eases[pool] < 1.0
    }  # fmt: skip


def _suffered(used: float, own: float, left: float) -> float:
    """The share of their delays that others suffer at a station that is used for a share of its time, `own` of that by
    those who suffer the share `left` of theirs."""
    behind = used * own
    return 1.0 - (1.0 - left) * min(1.0, behind / max(1.0 - used + behind, behind))
