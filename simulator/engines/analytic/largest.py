"""The largest load at which theory meets targets: where a simulated search begins."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from simulator.engines.analytic import known_errors as known
from simulator.engines.analytic.bottleneck import offered_rate
from simulator.engines.analytic.engine import steady_state
from simulator.engines.analytic.node import Node
from simulator.engines.analytic.programs import programs
from simulator.engines.analytic.roots import root
from simulator.engines.analytic.solution import Figure, Standing
from simulator.engines.analytic.supports import refusal
from simulator.engines.analytic.traffic import planned
from simulator.errors import NoCapacity, UnsupportedByEngine
from simulator.network.network import Network

# Loads are told apart down to this share of them.
STEP = 1e-3
# Where looking for a load begins, as a share of what saturates the first place, and where it ends, requests a second.
JUST_BELOW, _NEAR, _LEAST = 0.999, 0.02, 1e-6
# Far over all targets; how far does not matter.
_STRAINED = 10.0
SESSIONS = "open sessions"


@dataclass(frozen=True)
class LargestRate(Figure):
    """The largest load, requests a second that clients mean to send to a node. limit: what stands in the way of more, a
    station, a pool, a region, or "open sessions" where only so many may be."""

    limit: str


def largest_rate(
    network: Network, errors: float, utilisation: float | None = None, connections: float | None = None
) -> LargestRate:
    """The largest load at which at most `errors` (a share) of the requests are lost, nothing is used for more than
    `utilisation` (a share), at most `connections` sessions are open on average, and nothing piles up.

    Raises UnsupportedByEngine for a network that theory cannot solve and for a population, and NoCapacity where no load
    meets the targets.
    """
    refused = refusal(network)
    if refused is not None:
        raise UnsupportedByEngine(f"the analytic engine cannot solve this network: {refused}")
    if network.source.returns:
        raise UnsupportedByEngine("workload.population: it offers what it is answered; no load is larger than another")
    return _Search(network, errors, utilisation, connections).run()


class _Search:
    """A load strains a node by the largest ratio of what is found to what is allowed: all targets are met up to 1."""

    def __init__(
        self, network: Network, errors: float, utilisation: float | None, connections: float | None
    ) -> None:
        self._network, self._errors, self._utilisation, self._connections = network, errors, utilisation, connections
        self._tried: dict[float, tuple[float, str]] = {}

    def run(self) -> LargestRate:
        """Up to where the first place saturates. More may be offered if enough is turned away, but by no more than may
        be lost."""
        first, saturates = self._saturates()
        if self._excess(JUST_BELOW * saturates) <= 0.0:
            error = max(STEP, self._errors / (1.0 - min(self._errors, 0.5)))
            return LargestRate(saturates, "/s", Standing("approximate", error, "bottleneck law"), first)
        high, below = JUST_BELOW * saturates, 1.0 - _NEAR
        while self._excess(low := below * high) > 0.0:
            high, below = low, 0.5
            if low < _LEAST:
                raise NoCapacity("no load meets the targets; loosen them, or enlarge the server")
        rate = root(self._excess, low, high, xtol=STEP * low / 2.0, rtol=STEP / 2.0)
        limit = self._tried[min(tried for tried, (strain, _) in self._tried.items() if strain > 1.0)][1]
        return LargestRate(rate, "/s", Standing("approximate", STEP, "the steady states of theory"), limit)

    def _saturates(self) -> tuple[str, float]:
        """The place that saturates first, and the load at which it does. Raises NoCapacity where none ever does."""
        rate = offered_rate(self._network)
        node = Node(programs(self._network, rate), rate / planned(self._network.source.requests))
        busy, others = node.busy(node.unhindered.flow), node.used_by_others()
        spare = {name: (1.0 - others.get(name, 0.0)) / (used - others.get(name, 0.0)) for name, used in busy.items()
                 if used > others.get(name, 0.0)}  # fmt: skip
        if not spare:
            raise NoCapacity("nothing limits the load, so that no load is the largest")
        first = min(spare, key=spare.__getitem__)
        return first, max(_LEAST, spare[first] * rate)

    def _excess(self, rate: float) -> float:
        if rate not in self._tried:
            limit, strain = max(self._strains(rate), key=lambda found: found[1])
            self._tried[rate] = min(strain, _STRAINED), limit
        return self._tried[rate][0] - 1.0

    def _strains(self, rate: float) -> Iterator[tuple[str, float]]:
        """How near each limit is to what is allowed of it."""
        found = steady_state(self._network, rate, relieved=False)
        traffic, node = found.traffic, found.node
        if found.full:
            yield found.full, math.inf
            return
        lost = {cause: traffic.gave_up.get(cause, 0.0) + traffic.failed.get(cause, 0.0) for cause in node.causes}
        if lost:
            meant = traffic.came * planned(self._network.source.requests)
            share = max(0.0, 1.0 - traffic.completed / meant) if sum(lost.values()) > 0.0 else 0.0
            yield found.relieved or max(lost, key=lost.__getitem__), _over(share, self._errors)
        if self._utilisation is not None:
            for name, used in node.shares(found.traffic.flow).items():
                yield name, _over(used, self._utilisation)
        if self._connections is not None:
            yield SESSIONS, _over(traffic.open, self._connections)
        yield "", 0.0


def _over(found: float, allowed: float) -> float:
    return found / allowed if allowed > 0.0 else math.inf if found > known.NEVER else 0.0
