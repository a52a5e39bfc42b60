"""What a server carries in each of many worlds, by theory: by the laws of its limits where these agree with theory's
search in the worlds that are looked at, by the search in every world where they do not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isfinite

from models.node_groups import rated_scenarios
from models.scenario import Scenario
from simulator.engines.theory.largest_load import binding_loads, largest_rate
from simulator.engines.theory.wire import wire_bytes
from simulator.errors import NoCapacity, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_of_groups, server_network
from simulator.experiment.estimate import exact
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.single_server import network_at
from simulator.messages.stages.theory_gaps import NO_LIMIT
from simulator.messages.stages.uncertainty import NO_LAWS, SEARCH_ALL
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.targets import target_values
from simulator.uncertainty.limit_laws import LimitLaws, is_near_capacity, law_network, limit_laws

# In so many worlds theory itself is held beside the laws: those that carry least and most, and the first ones.
LOOKED_AT = 6
LAWS, SEARCH = "laws of limits", SEARCH_ALL


@dataclass(frozen=True)
class WorldCapacities:
    """What a server carries in each world; None where a world cannot be answered. by: LAWS or SEARCH."""

    each: tuple[ServerCapacity | None, ...]
    by: str


def capacities(
    worlds: Sequence[Scenario],
    scenario: Scenario,
    away: Sequence[float],
    progress: Progress = lambda: None,
    search: bool = True,
) -> WorldCapacities | Unavailable:
    """The capacity of a server in each of the worlds of a scenario. away: by how many standard deviations the model is
    off in each; search: whether every world is searched where the laws do not hold. Raises UnsupportedByEngine and
    NoCapacity for the scenario itself."""
    laws = tuple(_laws(alike) for alike in rated_scenarios(scenario))
    drawn = tuple(zip(worlds, away, strict=True))
    by_law = tuple(_solved(world, _by_law(laws, off), progress) for world, off in drawn)
    if all(_agrees(worlds[at], laws) for at in _looked_at(by_law)):
        return WorldCapacities(by_law, LAWS)
    if not search:
        return Unavailable(NO_LAWS)
    return WorldCapacities(tuple(_solved(world, _by_search(laws, off), progress) for world, off in drawn), SEARCH)


def _laws(alike: Scenario) -> LimitLaws:
    return limit_laws(alike, largest_rate(server_network(alike), target_values(alike.targets)))


def _by_law(laws: Sequence[LimitLaws], away: float) -> Callable[[], Callable[[Scenario], ServerCapacity]]:
    """What asks the laws of a server, or of those of each group in turn."""

    def of_world() -> Callable[[Scenario], ServerCapacity]:
        known = iter(laws)

        def one(alike: Scenario) -> ServerCapacity:
            law = next(known)
            network = law_network(alike, law.rate)
            binding = law.binding_in(network)
            return _capacity(network, *law.first(binding, away), binding)

        return one

    return of_world


def _by_search(laws: Sequence[LimitLaws], away: float) -> Callable[[], Callable[[Scenario], ServerCapacity]]:
    """What searches; the model is off as it is of the limit that stops the server."""

    def of_world() -> Callable[[Scenario], ServerCapacity]:
        known = iter(laws)

        def one(alike: Scenario) -> ServerCapacity:
            law, network = next(known), server_network(alike)
            binding = {each.name: each.rate for each in binding_loads(network)}
            largest = largest_rate(network, target_values(alike.targets))
            off = exp(law.spreads.get(largest.limit, 0.0) * away)
            return _capacity(network, largest.value * off, largest.limit, binding)

        return one

    return of_world


def _solved(
    world: Scenario, of_world: Callable[[], Callable[[Scenario], ServerCapacity]], progress: Progress
) -> ServerCapacity | None:
    progress()
    try:
        return capacity_of_groups(world, of_world())
    except (UnsupportedByEngine, NoCapacity, ValueError):
        return None


def _capacity(network: Network, rate: float, stop: str, binding: Mapping[str, float]) -> ServerCapacity:
    """A server that carries so many requests/s, stopped by a limit, whose limits bind at such loads."""
    if not isfinite(rate):
        raise NoCapacity(NO_LIMIT)
    full = min((binding[network.limit_names[each.name]] for each in network.in_role(Role.CPU)), default=rate)
    busy = min(1.0, rate / full) if full > 0.0 else 1.0
    mbps = rate * wire_bytes(network) * MBPS_PER_BYTE
    return ServerCapacity(
        LARGEST, exact(mbps, "Mbps"), exact(rate, "/s"), exact(busy, "share"), network, limit_name=stop
    )


def _looked_at(found: Sequence[ServerCapacity | None]) -> Iterator[int]:
    """The worlds in which theory is asked: the extremes and the first."""
    known = sorted((each.requests.value, at) for at, each in enumerate(found) if each is not None)
    extremes = [at for _, at in (*known[:2], *known[-2:])]
    yield from dict.fromkeys([*extremes, *(at for at in range(len(found)) if found[at] is not None)][:LOOKED_AT])


def _agrees(world: Scenario, laws: Sequence[LimitLaws]) -> bool:
    for alike, law in zip(rated_scenarios(world), laws, strict=True):
        network = network_at(alike, law.rate)
        try:
            carried, _ = law.first(law.binding_in(law_network(alike, law.rate)))
            if not is_near_capacity(network, target_values(alike.targets), carried):
                return False
        except UnsupportedByEngine:
            return False
    return True
