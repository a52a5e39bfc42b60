"""The Pareto front of cost against capacity and headroom, as far as intervals tell variants apart."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import Answer, FrontStanding, VariantFigures, ranked

Ends = tuple[float, float]
UNKNOWN: Ends = (-math.inf, math.inf)


def standings(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers with their standing on the front of least cost, most capacity of a unit and most headroom.

    Who misses a target is not on it. Of the others, one is *dominated* only when its whole interval is: another one
    is surely at least as good on all counts, and surely better on one. It stands on the *front* if no other one is
    surely better on any count without being surely worse on another; intervals that overlap are a tie. What is neither
    may belong to the front: *perhaps*, and longer runs would tell. A headroom that is not known is a tie with any.
    """
    running = [at for at, each in enumerate(answers) if each.figures and each.figures.met is not False]
    found: dict[int, FrontStanding] = {}
    if running:
        ends = np.array([counts(answers[at].answered) for at in running])
        worst, most = ends[:, :, 0], ends[:, :, 1]
        found = {at: _standing(worst, most, row) for row, at in enumerate(running)}
    return tuple(replace(each, standing=found.get(at, _off(each))) for at, each in enumerate(answers))


def counts(figures: VariantFigures) -> tuple[Ends, Ends, Ends]:
    """What counts, each from the worst to the best end of its interval: less cost, more capacity, more headroom."""
    cost, headroom = figures.cost_per_month, figures.headroom
    return (
        (-cost.high, -cost.low) if cost is not None else (0.0, 0.0),
        _ends(figures.capacity_mbps),
        UNKNOWN if isinstance(headroom, Refused) else _ends(headroom),
    )


def _standing(worst: np.ndarray, most: np.ndarray, at: int) -> FrontStanding:
    """The standing of row `at` among all; float64 (variants, counts) each: the worst and the best ends."""
    better = (worst > most[at]).any(axis=1)
    if (better & (worst >= most[at]).all(axis=1)).any():
        return "dominated"
    beaten = better & ~(worst[at] > most).any(axis=1)
    return "perhaps" if beaten.any() else "front"


def _off(answer: Answer) -> FrontStanding:
    return "no answer" if answer.figures is None and not answer.fails else "misses its targets"


def best(answers: Sequence[Answer]) -> tuple[Answer | None, tuple[Answer, ...]]:
    """The one that costs least of those that meet their targets, and those whose cost overlaps with its.

    Where none is known to meet them all, of those that miss none. Without a bill, the one that carries most, and those
    that are not told apart from it in that. At the same cost, see `ranked`.
    """
    meet = [each for each in ranked(answers) if each.answered.met is not False]
    if not meet:
        return None, ()
    first, *others = meet
    alike = [each for each in others if each.answered.met is first.answered.met]
    return first, tuple(each for each in alike if not _told_apart(first.answered, each.answered))


def _told_apart(first: VariantFigures, other: VariantFigures) -> bool:
    count = 0 if first.cost_per_month is not None and other.cost_per_month is not None else 1
    return counts(first)[count][0] > counts(other)[count][1]


def _ends(estimate: Estimate) -> Ends:
    return estimate.low, estimate.high
