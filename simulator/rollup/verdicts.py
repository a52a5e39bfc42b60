"""The targets of a plan, judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.percent import PERCENT, percent
from simulator.measure.results import Refused, Results
from simulator.rollup.limits import Limit, growing
from simulator.targets import AT_LEAST, LABELS, Target, strain_of


@dataclass(frozen=True)
class Verdict:
    """Whether a target is met: `met` is None where too few samples stand behind the measure.

    name: the target as people read it. asked and measured are shares in %, seconds or B/s, as `unit` says. clear:
    whether the whole interval lies on one side of what is asked; a verdict that is not clear may fall the other way in
    a longer run. state: what is down then, in words, beside what every verdict of a farm is about; "" for nothing.
    """

    target: Target
    name: str
    asked: float
    unit: str
    measured: Estimate | Refused
    met: bool | None
    clear: bool
    state: str = ""

    @property
    def at_least(self) -> bool:
        """Whether at least so much is asked, not at most."""
        return self.target in AT_LEAST


def verdicts(scenario: Scenario, results: Results, found: tuple[Limit, ...]) -> tuple[Verdict, ...]:
    """One verdict for each target that the scenario states; a measure equal to its target meets it.

    The target of utilisation is about the limits that grow with the load (see `growing`).
    """
    return tuple(_verdicts(scenario, results, found))


def _verdicts(scenario: Scenario, results: Results, found: tuple[Limit, ...]) -> Iterator[Verdict]:
    targets, measures = scenario.targets, results.measures
    errors = measures["errors"]
    lost = errors if isinstance(errors, Refused) else percent(errors)
    yield judge(Target.ERRORS, targets.errors * 100.0, PERCENT, lost)
    if targets.p95_response is not None:
        yield judge(Target.P95, targets.p95_response, "s", measures["response_p95"])
    if targets.p99_response is not None:
        yield judge(Target.P99, targets.p99_response, "s", measures["response_p99"])
    if targets.client_speed is not None:
        yield judge(Target.SPEED, targets.client_speed, "B/s", measures["client_speed"])
    if targets.utilisation is not None and growing(found):
        used = max((limit.utilisation for limit in growing(found)), key=lambda estimate: estimate.value)
        yield judge(Target.UTILISATION, targets.utilisation * 100.0, PERCENT, used)
    if targets.connections is not None:
        yield judge(Target.CONNECTIONS, float(targets.connections), "", measures["connections"])


def not_judged(target: Target, asked: float, unit: str, reason: Refused) -> Verdict:
    """The verdict on a target whose measure is not known."""
    return Verdict(target, LABELS[target], asked, unit, reason, None, False)


def worst(*states: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Of several states of a farm, the worst verdict on each target: one that is missed, else one that is not known,
    else the nearest to being missed; the first of equal ones."""
    found: dict[Target, Verdict] = {}
    for verdict in (each for state in states for each in state):
        known = found.get(verdict.target)
        if known is None or _badness(verdict) > _badness(known):
            found[verdict.target] = verdict
    return tuple(found.values())


def _badness(verdict: Verdict) -> tuple[int, float]:
    if isinstance(verdict.measured, Refused):
        return 1, 0.0
    rank = 0 if verdict.met else 3 if verdict.clear else 2
    return rank, strain_of(verdict.target, verdict.measured.value, verdict.asked)


def judge(target: Target, asked: float, unit: str, measured: Estimate | Refused) -> Verdict:
    """The verdict on a target of which so much is asked."""
    if isinstance(measured, Refused):
        return not_judged(target, asked, unit, measured)
    least = target in AT_LEAST
    met = measured.value >= asked if least else measured.value <= asked
    clear = measured.low >= asked or measured.high < asked if least else measured.high <= asked or measured.low > asked
    return Verdict(target, LABELS[target], asked, unit, measured, met, clear)
