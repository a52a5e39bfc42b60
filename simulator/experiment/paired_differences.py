"""Differences between servers that saw the same sessions, replication by replication (common random numbers).

Two figures of the same replication rise and fall together with its workload, so their difference varies less than
either: the paired-t interval of Law 2015, Simulation Modeling and Analysis, section 10.2; why the draws must be the
same is its section 11.2.
"""

import math
from collections.abc import Callable, Sequence
from statistics import variance

from models.errors import Problem, Remedy, ScenarioError
from models.quantities.units import DURATION, SHARE, format_quantity
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.replication_set import PERCENT
from simulator.experiment.results import Difference, Paired, Results, Unavailable
from simulator.experiment.subjects import measure_label
from simulator.messages.stages import experiment

# What is compared of two servers, beside the use of the limits that both have.
COMPARED = (
    "requests",
    "wire_mbps",
    "response_mean",
    "response_p95",
    "connections",
    "errors",
    "failed_requests",
    "refused_sessions",
)
# A difference below this share of the figures is rounding of floats: engines agree to as much.
ROUNDING = 1e-9
# Theory, which has no replications, tells a gain from this share of the present capacity on, and no option that cannot
# gain as much is simulated.
LEAST_IN_THEORY = 0.01
# What must be the same of two runs for their replications to be pairs, and how each is written in a file.
_SAME: dict[str, Callable[[float], str]] = {
    "seed": str,
    "replications": str,
    "warm_up": lambda seconds: format_quantity(seconds, DURATION),
    "duration": lambda seconds: format_quantity(seconds, DURATION),
    "window": lambda seconds: format_quantity(seconds, DURATION),
    "confidence": lambda share: format_quantity(share, SHARE),
}


def check_pairs(reference: Scenario, others: Sequence[Scenario]) -> None:
    """Whether replications of the scenarios are pairs: the same draws over the same time. Raises ScenarioError."""
    problems = [
        _not_the_same(reference, other, name)
        for other in others
        for name in _SAME
        if getattr(other.run, name) != getattr(reference.run, name)
    ]
    if problems:
        raise ScenarioError(tuple(problems))


def _not_the_same(reference: Scenario, other: Scenario, name: str) -> Problem:
    stated = [getattr(scenario.run, name) for scenario in (other, reference)]
    here, there = ("auto" if value is None else _SAME[name](value) for value in stated)
    remedy = Remedy({f"run.{name}": there})
    return Problem(other.file, 0, f"run.{name}", here, *experiment.other_run(reference.file, there, remedy), (remedy,))


def pair_results(reference: Scenario, other: Scenario, of_reference: Results, of_other: Results) -> Paired:
    """The differences in all measures that both scenarios have. Their runs have been checked by `check_pairs`."""
    mine, theirs = _figures(of_reference), _figures(of_other)
    limits = {usage.name for usage in of_reference.usages}
    differences = tuple(
        difference(name, mine[name], theirs[name], name if name in limits else measure_label(name))
        for name in mine
        if name in theirs
    )
    return Paired(reference.file, other.file, differences, _workload(reference, other))


def _figures(results: Results) -> dict[str, Estimate]:
    measures = {name: results.measures.get(name) for name in COMPARED}
    known = {name: measure for name, measure in measures.items() if isinstance(measure, Estimate)}
    return known | {usage.name: usage.utilisation for usage in results.usages}


def _workload(reference: Scenario, other: Scenario) -> tuple[str, ...]:
    """The parameters that make sessions, where two scenarios differ in them; servers of a unit share its sessions."""
    mine, theirs = reference.workload, other.workload
    found = [f"workload.{name}" for name in type(mine).model_fields if getattr(mine, name) != getattr(theirs, name)]
    return (*found, *(["unit.nodes"] if reference.unit.nodes != other.unit.nodes else []))


def difference(measure: str, reference: Estimate, other: Estimate, label: str = "") -> Difference:
    """One measure of two servers, by pairs of replications; its interval is Student's over their differences.

    label: what people read, where it is shown.

    Raises ValueError if the estimates do not stand on as many replications each.
    """
    pairs = list(zip(reference.each, other.each, strict=True))
    each = [_less(ours, base) for base, ours in pairs]
    estimate = from_replications(each, reference.confidence, other.unit)
    percent, needed = _percent(estimate, reference), _if_independent(estimate, pairs)
    return Difference(measure, label, reference, other, estimate, percent, needed)


def difference_in_theory(measure: str, reference: Estimate, other: Estimate, known: float) -> Difference:
    """The same of two answers of theory, which has no replications: told from nothing from a share `known` of the
    reference on."""
    half = known * abs(reference.value)
    more = Estimate(_less(other.value, reference.value), half, reference.confidence, 0, other.unit)
    if reference.value == 0.0:
        return Difference(measure, "", reference, other, more, Unavailable("the reference is 0"), None)
    return Difference(measure, "", reference, other, more, more.times(100.0 / reference.value, "%"), None)


def _less(value: float, base: float) -> float:
    """value - base; 0 where that is rounding."""
    return 0.0 if math.isclose(value, base, rel_tol=ROUNDING) else value - base


def _percent(estimate: Estimate, reference: Estimate) -> Estimate | Unavailable:
    """The difference in % of the reference, as a ratio of means: both vary, and together.

    Its spread is that of difference - ratio x reference (Cochran 1977, Sampling Techniques, chapter 6).
    """
    if reference.value == 0.0:
        return Unavailable("the reference is 0")
    ratio = estimate.value / reference.value
    rest = [each - ratio * base for each, base in zip(estimate.each, reference.each, strict=True)]
    half_width = from_replications(rest, estimate.confidence, "").half_width / abs(reference.value)
    return Estimate(PERCENT * ratio, PERCENT * half_width, estimate.confidence, estimate.samples, "%")


def _if_independent(estimate: Estimate, pairs: Sequence[tuple[float, float]]) -> int | None:
    """Replications that independent workloads would have needed: n (var A + var B) / var (B - A), at least 2.

    Without pairs the variance of the difference is the sum of both variances (Law 2015, section 10.2).
    """
    spread = variance(estimate.each)
    largest = max(abs(value) for both in pairs for value in both)
    if math.sqrt(spread) <= ROUNDING * largest:
        return None
    apart = sum(variance(values) for values in zip(*pairs, strict=True))
    return max(2, int(math.ceil(estimate.samples * apart / spread)))
