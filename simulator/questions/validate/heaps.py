"""The systems behind the chart of throughput over heap size: three kinds of references, heaps up to 12 GiB."""

from collections.abc import Mapping

from models.load import load
from models.parts.heap import heap_ceiling
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.questions.validate.found import of_outcome
from simulator.questions.validate.published import System
from simulator.rollup.outcome import Outcome

GIB = 2.0**30
HEAPS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
# Kind of references -> the scenario that has them.
KINDS = {
    "32-bit": "scenarios/published/daytrader_32.yaml",
    "64-bit, compressed": "scenarios/published/daytrader_compressed.yaml",
    "64-bit": "scenarios/published/daytrader_64.yaml",
}
MEASURE = "completed_requests"


def systems() -> dict[tuple[str, float], System]:
    """The system of each kind and heap, without the heaps that are over the kind's ceiling."""
    found: dict[tuple[str, float], System] = {}
    for kind, file in KINDS.items():
        scenario = load(file)
        runtime = surely(scenario.runtime, "runtime")
        ceiling = heap_ceiling(runtime, scenario.operating_system).bytes
        for heap in HEAPS:
            if heap * GIB <= ceiling:
                found[kind, heap] = _system(file, runtime.heap, heap)
    return found


def points(outcomes: Mapping[str, Outcome]) -> tuple[tuple[str, float, Estimate], ...]:
    """(kind, heap in GiB, requests completed per second), from the outcomes of the systems by name; without what could
    not be measured."""
    found = {key: of_outcome(MEASURE, outcomes[system.name]) for key, system in systems().items()}
    return tuple((*key, measured) for key, measured in found.items() if isinstance(measured, Estimate))


def _system(file: str, own: float, heap: float) -> System:
    """The scenario as it is, where that is its own heap, so that it need not run twice."""
    return System(file) if own == heap * GIB else System(file, (("runtime.heap", f"{heap:g} GiB"),))
