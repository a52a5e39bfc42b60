"""The targets of a plan, judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.parts.targets import Targets
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import Limit, growing_limits
from simulator.experiment.percent import PERCENT, to_percent
from simulator.experiment.results import Results, Unavailable
from simulator.experiment.subjects import PartQuantity
from simulator.targets import AT_LEAST, LABELS, Target, target_strain

# What is measured of each target but that of utilisation, which is about the limits.
# Share of what is allowed of ceilings from which on they are told of.
_NEAR = 0.5
_MEASURES = {
    Target.ERRORS: "errors",
    Target.P95: "response_p95",
    Target.P99: "response_p99",
    Target.FIRST_PIECE: "first_piece_mean",
    Target.SPEED: "client_speed",
    Target.CONNECTIONS: "connections",
}


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
    measured: Estimate | Unavailable
    met: bool | None
    clear: bool
    state: str = ""

    @property
    def at_least(self) -> bool:
        """Whether at least so much is asked, not at most."""
        return self.target in AT_LEAST


def verdicts(scenario: Scenario, results: Results, limits: tuple[Limit, ...]) -> tuple[Verdict, ...]:
    """One verdict for each target that the scenario states; a measure equal to its target meets it.

    The targets of utilisation and of ceilings are about the limits that grow with the load (see `growing_limits`).
    """
    return tuple(_verdicts(scenario, results, limits))


def _verdicts(scenario: Scenario, results: Results, limits: tuple[Limit, ...]) -> Iterator[Verdict]:
    growing = growing_limits(limits)
    for target, value, unit in stated(scenario.targets):
        if target is Target.DONE_IN:
            yield judge(target, value, unit, slowest_jobs(results))
            continue
        if target not in (Target.UTILISATION, Target.CEILINGS):
            measured = results.measures[_MEASURES[target]]
            if target is Target.ERRORS and not isinstance(measured, Unavailable):
                measured = to_percent(measured)
            yield judge(target, value, unit, measured)
            continue
        subjects = (limit.utilisation for limit in growing if limit.queues == (target is Target.UTILISATION))
        used = max(subjects, key=lambda each: each.value, default=None)
        # Every scenario has a target of ceilings: one that is far from it is not worth a line.
        if used is not None and (target is Target.UTILISATION or used.value > value * _NEAR):
            yield judge(target, value, unit, used)


def slowest_jobs(results: Results) -> Estimate | Unavailable:
    """How long the jobs of the slowest queue take, or why nobody knows."""
    times = [results.measures[part.key] for part in results.parts if part.quantity is PartQuantity.DONE_IN]
    unknown = [each for each in times if isinstance(each, Unavailable)]
    known = [each for each in times if isinstance(each, Estimate)]
    return next(iter(unknown), None) or max(known, key=lambda each: each.value, default=exact(0.0, "s"))


def stated(targets: Targets) -> tuple[tuple[Target, float, str], ...]:
    """The targets that a scenario states, each with what is asked and its unit, as verdicts have them."""
    share = targets.utilisation
    every = (
        (Target.ERRORS, 100.0 * targets.errors, PERCENT),
        (Target.P95, targets.p95_response, "s"),
        (Target.P99, targets.p99_response, "s"),
        (Target.FIRST_PIECE, targets.first_piece, "s"),
        (Target.DONE_IN, targets.done_in, "s"),
        (Target.SPEED, targets.client_speed, "B/s"),
        (Target.UTILISATION, None if share is None else 100.0 * share, PERCENT),
        (Target.CEILINGS, None if targets.ceilings is None else 100.0 * targets.ceilings, PERCENT),
        (Target.CONNECTIONS, targets.connections, ""),
    )
    return tuple((target, float(value), unit) for target, value, unit in every if value is not None)


def unknown_verdict(target: Target, asked: float, unit: str, reason: Unavailable) -> Verdict:
    """The verdict on a target whose measure is not known."""
    return Verdict(target, LABELS[target], asked, unit, reason, None, False)


def worst_verdicts(*states: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Of several states of a farm, the worst verdict on each target: one that is missed, else one that is not known,
    else the nearest to being missed; the first of equal ones."""
    found: dict[Target, Verdict] = {}
    for verdict in (each for state in states for each in state):
        known = found.get(verdict.target)
        if known is None or _badness(verdict) > _badness(known):
            found[verdict.target] = verdict
    return tuple(found.values())


def _badness(verdict: Verdict) -> tuple[int, float]:
    if isinstance(verdict.measured, Unavailable):
        return 1, 0.0
    rank = 0 if verdict.met else 3 if verdict.clear else 2
    return rank, target_strain(verdict.target, verdict.measured.value, verdict.asked)


def judge(target: Target, asked: float, unit: str, measured: Estimate | Unavailable) -> Verdict:
    """The verdict on a target of which so much is asked."""
    if isinstance(measured, Unavailable):
        return unknown_verdict(target, asked, unit, measured)
    least = target in AT_LEAST
    met = measured.value >= asked if least else measured.value <= asked
    clear = measured.low >= asked or measured.high < asked if least else measured.high <= asked or measured.low > asked
    return Verdict(target, LABELS[target], asked, unit, measured, met, clear)
