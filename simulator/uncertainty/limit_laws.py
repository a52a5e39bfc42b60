"""What a server carries in a world, from the load at which each of its limits binds there.

Theory's search is asked once, of the scenario as it stands: it says how far each limit may be loaded. In a world the
loads at which limits bind are those of the utilisation law and of Little's law for its network (see `binding_loads`),
which cost a small part of a search; the least of them, each as far as it may be loaded, is what the server carries.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, inf, isfinite

from models.scenario import Scenario
from simulator.engines.theory.bottleneck import station_loads
from simulator.engines.theory.largest_load import SESSIONS, LargestRate, binding_loads, is_within_targets
from simulator.experiment.single_server import network_at
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.targets import TargetValues, target_values
from simulator.uncertainty.model_error import LimitSort, kind_of_role, limit_spread

# A law that is further off than this in a world is trusted in none.
CLOSE = 0.03


@dataclass(frozen=True)
class LimitLaws:
    """How far each limit of a server may be loaded, as a share of the load at which it binds; `most` for those of no
    name here. rate: requests/s that the server carries as the scenario stands. connections: that may be open; None
    where any number may. spreads: by limit, how far off such models were, as the standard deviation of a logarithm.
    lines: the limits that are the rate of a line."""

    rate: float
    allowed: Mapping[str, float]
    most: float
    connections: float | None
    spreads: Mapping[str, float]
    lines: frozenset[str] = frozenset()

    def binding_in(self, network: Network) -> dict[str, float]:
        """By limit of the server of a world, the requests/s at which it binds if no other does."""
        return dict(_binding(network, self.rate, self.connections))

    def first(self, binding: Mapping[str, float], away: float = 0.0) -> tuple[float, str]:
        """Requests/s that a server carries whose limits bind at such loads, and the limit that stops it; inf where
        nothing limits it. away: by how many standard deviations the model is off."""
        return min(((self._share(name, away) * rate, name) for name, rate in binding.items()), default=(inf, ""))

    def _share(self, name: str, away: float) -> float:
        """How far a limit may be loaded where the model is off; no line carries more than its rate."""
        allowed = self.allowed.get(name, self.most)
        off = allowed * exp(self.spreads.get(name, 0.0) * away)
        return min(off, max(allowed, 1.0)) if name in self.lines else off


def limit_laws(scenario: Scenario, largest: LargestRate) -> LimitLaws:
    """The laws of a server, of which theory has found the largest load. Raises what `binding_loads` raises."""
    targets = target_values(scenario.targets)
    most, allowed, loads = targets.utilisation or 1.0, dict[str, float](), dict[str, float]()
    network = law_network(scenario, largest.value)
    for name, rate in _binding(network, largest.value, targets.connections):
        if isfinite(rate) and rate > 0.0:
            share = largest.value / rate
            free = 1.0 if name == SESSIONS else most
            allowed[name] = share if name == largest.limit else max(share, free)
            loads[name] = allowed[name] * rate
    lines = frozenset(network.limit_names[each.name] for each in network.in_role(Role.CARD))
    return LimitLaws(largest.value, allowed, most, targets.connections, _spreads(scenario, network, loads), lines)


def _spreads(scenario: Scenario, network: Network, loads: Mapping[str, float]) -> dict[str, float]:
    """By limit, how far off models of such limits were, as far beyond what was measured as it may be loaded: `loads`,
    in requests/s."""
    found = {SESSIONS: LimitSort.HELD}
    found |= {network.limit_names[each.name]: kind_of_role(each.role) for each in network.resources}
    return {name: limit_spread(scenario, kind, loads.get(name, 0.0)) for name, kind in found.items()}


def law_network(scenario: Scenario, rate: float) -> Network:
    """One server of a scenario at so many requests/s as the laws of its limits need it: they know no waiting, so that
    equal servers of a tier are one."""
    return network_at(scenario, rate, pool_tiers=True)


def is_near_capacity(network: Network, targets: TargetValues, rate: float) -> bool:
    """Whether theory meets the targets just below a rate, and misses them just above. Raises what it raises."""
    below, above = (1.0 - CLOSE) * rate, (1.0 + CLOSE) * rate
    return is_within_targets(network, targets, below) and not is_within_targets(network, targets, above)


def _binding(network: Network, rate: float, connections: float | None) -> Iterator[tuple[str, float]]:
    """By limit, the load at which it binds if no other does."""
    for each in binding_loads(network):
        yield each.name, each.rate
    if connections is not None:
        n, think = network.source.requests.mean, network.source.think_time.mean
        session = n * station_loads(network, rate).alone + (n - 1.0) * think
        streams = connections * network.source.streams
        yield SESSIONS, streams * n / session if session > 0.0 else inf
