"""The targets of a plan, judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused, Results
from simulator.rollup.limits import Limit
from simulator.rollup.percent import PERCENT, percent


@dataclass(frozen=True)
class Verdict:
    """Whether a target is met: `met` is None where too few samples stand behind the measure.

    asked and measured are shares in % or seconds, as `unit` says. clear: whether the whole interval lies on one
    side of what is asked; a verdict that is not clear may fall the other way in a longer run.
    """

    target: str
    name: str
    asked: float
    unit: str
    measured: Estimate | Refused
    met: bool | None
    clear: bool


def verdicts(scenario: Scenario, results: Results, found: tuple[Limit, ...]) -> tuple[Verdict, ...]:
    """One verdict for each target that the scenario states; a measure equal to its target meets it."""
    return tuple(_verdicts(scenario, results, found))


def _verdicts(scenario: Scenario, results: Results, found: tuple[Limit, ...]) -> Iterator[Verdict]:
    targets, errors = scenario.targets, results.measures["errors"]
    lost = errors if isinstance(errors, Refused) else percent(errors)
    yield _judged("errors", "requests not completed", targets.errors * 100.0, PERCENT, lost)
    if targets.p95_response is not None:
        measured = results.measures["response_p95"]
        yield _judged("p95_response", "95 % of the responses within", targets.p95_response, "s", measured)
    if targets.utilisation is not None and found:
        used = max((limit.utilisation for limit in found), key=lambda estimate: estimate.value)
        yield _judged("utilisation", "most used limit", targets.utilisation * 100.0, PERCENT, used)
    if targets.connections is not None:
        yield _judged("connections", "open sessions", float(targets.connections), "", results.measures["connections"])


def _judged(target: str, name: str, asked: float, unit: str, measured: Estimate | Refused) -> Verdict:
    if isinstance(measured, Refused):
        return Verdict(target, name, asked, unit, measured, None, False)
    clear = measured.high <= asked or measured.low > asked
    return Verdict(target, name, asked, unit, measured, measured.value <= asked, clear)
