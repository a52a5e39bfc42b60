"""What a server carries while its caches fill, which an autoscaler has started: by the hits of caches that hold less.

A cache that begins empty has after t seconds what was asked for in them, so that it hits as a full cache hits whose
characteristic time is t (Che, Tung and Wang 2002; for the course from empty: Garetto, Leonardi and Martina 2016, A
Unified Approach to the Performance Analysis of Caching Systems, section 3). Caches of a part of what they hold in the
end thus tell both, how long it takes until they hold that, and what a server carries then.

Caches may be too empty for the targets at any load. A server carries nothing then; what fills its caches are requests
that miss the targets, as many as it carries once it carries any.
"""

from dataclasses import dataclass, replace
from math import isfinite

from models.scenario import Scenario
from simulator.engines.theory.largest_load import largest_rate
from simulator.engines.theory.visits import cache_hits
from simulator.errors import NoCapacity, NoLoad, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.capacity_by_solver import server_network
from simulator.network.network import Network
from simulator.targets import TargetValues, target_values

# Shares of what caches hold in the end at which a server is looked at; a server counts as warm at so much of what it
# carries in the end.
_FILLED = (0.001, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 0.99)
_WARM = 0.98


@dataclass(frozen=True)
class CacheFilling:
    """A server whose caches fill. cold: what it carries meanwhile, on average over the time, as a share of what it
    carries in the end; seconds: until it is warm; unfit: those of them before which no load meets the targets."""

    cold: float
    seconds: float
    unfit: float = 0.0


def cache_filling(scenario: Scenario) -> CacheFilling | None:
    """A server of a scenario that begins with empty caches and has as much load as it carries then; None where it has
    no caches, or carries no less without what is in them. Raises UnsupportedByEngine where theory does not know."""
    network, targets = server_network(scenario), target_values(scenario.targets)
    if not [each for each in network.caches if each.name not in network.backend]:
        return None
    try:
        warm = largest_rate(network, targets).value
        partly = [partly_filled(network, share, warm) for share in _FILLED]
        course = [(filled_after(each, warm), _carried(each, targets) / warm) for each in partly]
    except (NoCapacity, ValueError) as error:
        raise UnsupportedByEngine(reason_without_remedy(error)) from error
    return _until_warm([each for each in course if isfinite(each[0])])


def _carried(network: Network, targets: TargetValues) -> float:
    """The requests/s that a server carries within its targets: none where it meets them at no load."""
    try:
        return largest_rate(network, targets).value
    except NoLoad:
        return 0.0


def partly_filled(network: Network, share: float, rate: float) -> Network:
    """The server with caches of a share of what they hold in the end."""
    held = {each.name: each.held for each in cache_hits(network, rate)[2]}
    caches = {each.name: replace(each, capacity=min(each.capacity, share * held[each.name])) for each in network.caches}
    return replace(network, resources=tuple(caches.get(each.name, each) for each in network.resources))


def filled_after(network: Network, rate: float) -> float:
    """Seconds after which caches hold that, at a rate of requests."""
    return max(each.time for each in cache_hits(network, rate)[2])


def _until_warm(course: list[tuple[float, float]]) -> CacheFilling | None:
    """The filling of a course: seconds at the load of a warm server, and what is carried then, as a share of that. The
    load is what is carried, or the least that ever is, so that the first seconds are longer."""
    seconds = carried = unfit = 0.0
    before, least = 0.0, course[0][1] if course else 1.0
    smallest = min((share for _, share in course if share > 0.0), default=1.0)
    for at, share in course:
        if least >= _WARM:
            break
        mean = (least + min(1.0, share)) / 2.0
        lasts = (at - before) / max(mean, smallest)
        seconds += lasts
        carried += mean * lasts
        before, least = at, min(1.0, share)
        unfit = unfit if least > 0.0 else seconds
    return CacheFilling(carried / seconds, seconds, unfit) if seconds > 0.0 else None
