"""What requests for each object ask of each station: of popular ones and of rare ones, which caches miss more often."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from simulator.engines.theory.bottleneck import seconds_alone
from simulator.engines.theory.equal_ways import theory_ways
from simulator.engines.theory.visits import RequestedObjects, cache_hits, class_steps
from simulator.engines.theory.wire import class_response, mean_demand
from simulator.network.network import Network
from simulator.network.resources import Catalogue
from simulator.network.steps import Delay, Serve

# In place of a station: the requests themselves, and the seconds that they take where they meet nobody.
REQUESTS, SECONDS = "", "seconds"
# Work of a request that differs by less is the same for all objects.
_ALIKE = 1e-9


@dataclass(frozen=True)
class ObjectWork:
    """The work for the objects of one catalogue. work: mean work a request of the node; popularity, of_mean: of objects
    that get such shares of the requests for the catalogue, ascending, the work of a request for one of them over the
    mean of those for the catalogue; empty where it is the same for all."""

    catalogue: Catalogue
    work: float
    popularity: tuple[float, ...] = ()
    of_mean: tuple[float, ...] = ()


def object_work(network: Network, rate: float) -> dict[str, tuple[ObjectWork, ...]]:
    """By station, and for requests and seconds, the work for the objects of each catalogue, at so many requests a
    second of a node. Raises ValueError as `cache_hits` does."""
    asked, hits, _ = cache_hits(network, rate)
    alone = {station.name: seconds_alone(network, station) for station in network.stations}
    found: defaultdict[str, dict[Catalogue, np.ndarray]] = defaultdict(dict)
    for request in network.classes:
        catalogue = request.catalogue
        if catalogue is None:
            continue
        own = [(REQUESTS, asked.groups[catalogue].share)]
        response, ways = class_response(request, network.transport), theory_ways(request.ways)
        for step, visits in class_steps(asked, request, hits):
            if isinstance(step, Delay):
                own.append((SECONDS, step.time.mean * visits))
            if isinstance(step, Serve):
                work = mean_demand(step.demand, response) * visits
                for at, share in ways.images(step.at):
                    own += [(at, share * work), (SECONDS, share * alone[at] * work)]
        for name, each in own:
            found[name][catalogue] = found[name].get(catalogue, 0.0) + request.share * each
    return {name: tuple(_works(asked, works)) for name, works in found.items()}


def _works(asked: RequestedObjects, works: dict[Catalogue, np.ndarray]) -> Iterator[ObjectWork]:
    for catalogue, work in works.items():
        groups, total = asked.groups[catalogue], float(work.sum())
        if total <= 0.0:
            continue
        if np.ptp(work / groups.share) <= _ALIKE * total:
            yield ObjectWork(catalogue, total)
            continue
        # Groups of the same popularity differ in the sizes of their objects, which URLs do not tell apart.
        each, which = np.unique(catalogue.slices * groups.share / groups.number, return_inverse=True)
        of_mean = np.bincount(which, work) / np.bincount(which, groups.share) / total
        yield ObjectWork(catalogue, total, tuple(each.tolist()), tuple(of_mean.tolist()))
