"""What is measured of a server: each measure with its key for programs and data, and its label for people.

Most are of the whole server and have fixed keys. What only some servers have has one for each of them: a class of
requests, a cache, a memory region, a kind of jobs in the background. Those say what they are of; no code reads a key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from simulator.errors import InternalError
from simulator.messages.stages import measure_labels
from simulator.network.network import Network
from simulator.network.resources import Cache, MemoryRegion
from simulator.network.roles import Role


class PartQuantity(Enum):
    """What is measured of a part of a server."""

    REQUESTS = auto()
    RESPONSE = auto()
    HIT_RATIO = auto()
    MEMORY = auto()
    JOBS = auto()
    JOBS_REFUSED = auto()
    DONE_IN = auto()
    DONE_IN_P95 = auto()
    BACKLOG = auto()


@dataclass(frozen=True)
class Measure:
    """One measure of a part of a server.

    key: unique among the measures of a server; label: what people read; quantity: what is measured; of: the names in
    the network of what it is measured of, several only of classes of requests that are one to clients.
    """

    key: str
    label: str
    quantity: PartQuantity
    of: tuple[str, ...]


def measure_label(key: str) -> str:
    """What a measure of the whole server is called. Raises InternalError for a key that is none."""
    if key not in measure_labels.LABELS:
        raise InternalError(f"{key} {measure_labels.NO_MEASURE}")
    return measure_labels.LABELS[key]


def measures_of_parts(network: Network) -> tuple[Measure, ...]:
    """The measures of the parts of a server, in the order in which they are shown."""
    return (*_of_contents(network), *_of_classes(network), *_of_background(network), *_of_posted(network))


def measures_of_quantities(network: Network, *quantities: PartQuantity) -> tuple[Measure, ...]:
    """Those of some quantities, in that order."""
    measures = measures_of_parts(network)
    return tuple(measure for quantity in quantities for measure in measures if measure.quantity is quantity)


def _of_contents(network: Network) -> Iterator[Measure]:
    for cache in network.caches:
        yield Measure(*_called(cache), PartQuantity.HIT_RATIO, (cache.name,))
    for region in network.regions:
        yield Measure(*_called(region), PartQuantity.MEMORY, (region.name,))


def _called(part: Cache | MemoryRegion) -> tuple[str, str]:
    """Key and label: fixed ones for the file cache and the memory of the only process of a server."""
    if part.role is Role.CACHE and not part.owner:
        return "cache_hit_ratio", measure_labels.CACHE_HITS
    if part.role is Role.MEMORY and not part.owner:
        return "process_memory", "process memory"
    name = f"{part.name} hit ratio" if isinstance(part, Cache) else part.name
    return name, name


def _of_classes(network: Network) -> Iterator[Measure]:
    """Rate and response of each class that clients tell apart; nothing where they ask for one thing only."""
    classes: dict[str, list[str]] = {}
    for request_class in network.classes:
        classes.setdefault(request_class.to_clients, []).extend(request_class.names)
    if len(classes) > 1:
        for name, of in classes.items():
            yield Measure(f"requests {name}", f"requests completed, {name}", PartQuantity.REQUESTS, tuple(of))
            yield Measure(f"response {name}", f"response time, mean, {name}", PartQuantity.RESPONSE, tuple(of))


def _of_background(network: Network) -> Iterator[Measure]:
    for jobs in (jobs for jobs in network.background if not jobs.of_load and jobs.role is not Role.WITHOUT_REQUESTS):
        key, label = ("half_open", jobs.name) if jobs.role is Role.HALF_OPEN else (jobs.name, jobs.name)
        yield Measure(key, label, PartQuantity.JOBS, (jobs.name,))
        yield Measure(f"{key}_refused", f"{label} refused", PartQuantity.JOBS_REFUSED, (jobs.name,))


def _of_posted(network: Network) -> Iterator[Measure]:
    """How long the jobs of each queue take from when they are posted, and how many are not done."""
    queues: dict[str, list[str]] = {}
    for jobs in (jobs for jobs in network.background if jobs.posted):
        queues.setdefault(jobs.alike or jobs.name, []).extend(jobs.names)
    for queue, of in queues.items():
        yield Measure(f"done_in {queue}", f"{queue}, {measure_labels.DONE_IN}", PartQuantity.DONE_IN, tuple(of))
        label = f"{queue}, {measure_labels.DONE_IN_P95}"
        yield Measure(f"done_in_p95 {queue}", label, PartQuantity.DONE_IN_P95, tuple(of))
        yield Measure(f"backlog {queue}", f"{queue}, {measure_labels.BACKLOG}", PartQuantity.BACKLOG, tuple(of))
