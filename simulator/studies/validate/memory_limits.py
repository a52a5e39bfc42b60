"""Published figures that follow from a description alone: limits of address spaces and heaps."""

from collections.abc import Callable, Mapping

from models.parts.address_space import AddressSpace
from models.parts.heap import ADDRESSED_BY_35_BITS, heap_ceiling
from models.scenario import Scenario
from simulator.errors import require
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.messages import validation
from simulator.network.steps import Leak
from simulator.translate.translate import translate

GIB = 2.0**30

Stated = Callable[[Scenario], float | None]


def _space(read: Callable[[AddressSpace], float | None]) -> Stated:
    return lambda scenario: read(scenario.operating_system.address_space)


def _ceiling(scenario: Scenario) -> float:
    return heap_ceiling(require(scenario.runtime, "runtime"), scenario.operating_system).bytes


def _heap_per_request(scenario: Scenario) -> float:
    """What a request leaves on the heap, the mean over the classes."""
    network = translate(scenario).network
    heaps = {region.name for region in network.regions if region.collect is not None}
    return sum(
        request_class.share * step.amount
        for request_class in network.classes
        for step in request_class.steps
        if isinstance(step, Leak) and step.region in heaps
    )


# By name: what is read of a scenario, how many bytes its unit is, and the unit.
FIGURES: Mapping[str, tuple[Stated, float, str]] = {
    "address space": (_space(lambda space: space.total), GIB, "GiB"),
    "kernel address space": (_space(lambda space: space.kernel), GIB, "GiB"),
    "32-bit process": (_space(lambda space: space.of_process(32, False)), GIB, "GiB"),
    "32-bit process, large addresses": (_space(lambda space: space.of_process(32, True)), GIB, "GiB"),
    "64-bit process": (_space(lambda space: space.of_process(64, True)), GIB, "GiB"),
    "heap ceiling": (_ceiling, GIB, "GiB"),
    "compressed references reach": (lambda scenario: ADDRESSED_BY_35_BITS, GIB, "GiB"),
    "heap per request": (_heap_per_request, 1.0, "B"),
}


def memory_limit(measure: str, scenario: Scenario) -> Estimate | Unavailable:
    """The figure of that name, refused where the scenario has no such thing. Raises KeyError for an unknown name."""
    read, size, unit = FIGURES[measure]
    value = read(scenario)
    return Unavailable(validation.NO_SUCH_THING) if value is None else exact(value / size, unit)
