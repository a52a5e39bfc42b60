"""What a sweep says of its variants: plain data, for tables and files, and which of them stand on the Pareto front of
cost against capacity and headroom, as far as intervals tell them apart."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from simulator.brief import short_repr
from simulator.engines.engine import THEORY
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.candidates import Candidate, EndsOf, MissesAsBought, NotJudged, WhyNot, weigh
from simulator.farm.costs.cost_difference import MonthlyCost
from simulator.farm.prediction import CostBeside, FarmPrediction, SureFarm, cheapest_sure, grows_by_tiers
from simulator.studies.sweep.figures import FarmFigures, VariantFigures

# From best to worst.
MET = (True, None, False)
CENTS = 2
FEW = 20
FrontStanding = Literal["front", "perhaps", "dominated", "misses its targets", "no answer"]
Ends = tuple[float, float]
UNKNOWN: Ends = (-math.inf, math.inf)


@dataclass(frozen=True)
class Twin:
    """A variant that is answered by another one, for it has the same values or, whatever it differs in, the same
    figures. values: what the portfolio gives it, by path; file, sha256: of its scenario, as in an answer."""

    name: str
    values: Mapping[str, object]
    file: str
    sha256: str


@dataclass(frozen=True)
class VariantAnswer:
    """One variant answered, or the reason why it is not. values: what the portfolio gives it, by path.

    also: the variants that it answers for, in the order of the portfolio. fails: whether
    no load, or no number of units, meets its targets: then there are no figures, and that is its answer. prediction:
    how sure its farm is, or why that is not known; None where nobody asked. beside: what it costs beside the
    best for its demand; None where that is not known. sure: so many units of it as are enough with the probability
    asked for. why_not: where it fails, the same as figures.
    """

    name: str
    also: tuple[Twin, ...]
    values: Mapping[str, object]
    file: str
    sha256: str
    figures: VariantFigures | None
    reason: str = ""
    standing: FrontStanding = "no answer"
    fails: bool = False
    prediction: FarmPrediction | Unavailable | None = None
    beside: CostBeside | None = None
    sure: SureFarm | None = None
    why_not: WhyNot | None = None

    @property
    def answered(self) -> VariantFigures:
        """The figures, for whoever knows that there are some. Raises InternalError where there are none."""
        return require(self.figures, "figures of a variant")

    @property
    def each(self) -> tuple["VariantAnswer", ...]:
        """Itself, and the same answer for each that it answers for: with its own name, values and scenario."""
        return self, *map(self._of, self.also)

    def _of(self, twin: Twin) -> "VariantAnswer":
        return replace(self, name=twin.name, also=(), values=twin.values, file=twin.file, sha256=twin.sha256)

    @property
    def demand(self) -> str:
        """What its farm carries, as it is stated; "" without a farm."""
        return self.figures.farm.demand if self.figures and self.figures.farm else ""

    @property
    def is_sure(self) -> bool:
        """Whether its farm is known to be enough with the probability that is asked for."""
        known = self.prediction
        return isinstance(known, FarmPrediction) and known.sure >= known.confidence

    @property
    def missed(self) -> tuple[str, ...]:
        """The targets that are missed, by name."""
        return tuple(each.target for each in self.figures.verdicts if each.met is False) if self.figures else ()

    @property
    def unjudged(self) -> tuple[str, ...]:
        """The targets of which it is not known whether they are met, by name."""
        return tuple(each.target for each in self.figures.verdicts if each.met is None) if self.figures else ()


@dataclass(frozen=True)
class ExcludedVariants:
    """A problem for which variants cannot be: in words, with how many have it and the name of the first; why_not: the
    same as figures; few: the names of all, where they are FEW."""

    problem: str
    variants: int
    first: str
    why_not: WhyNot | None = None
    few: tuple[str, ...] = ()


@dataclass(frozen=True)
class BestForDemand:
    """The best of the variants that carry one demand, of which there are so many, and those that are as cheap, as in
    `AnswerSet`."""

    demand: str
    variants: int
    best: VariantAnswer | None
    as_cheap: tuple[VariantAnswer, ...]


@dataclass(frozen=True)
class AnswerSet:
    """A portfolio answered. question: that of its file, one of models/variations/portfolio.py; answers: in the order
    of the portfolio, each with its standing (see `pareto_standings`).

    made: how many variants the portfolio makes, invalid: how many of them cannot be, left_out: why. best: the one that
    costs least of those that meet their targets; None if none does. as_cheap: those whose cost is not told apart from
    its. seeds and confidence: of the scenarios. by_demand: where farms carry different demands, the best for
    each, since a farm for less costs less: then there is no best of all.
    """

    portfolio: str
    file: str
    question: str
    engine: str
    model: str
    answers: tuple[VariantAnswer, ...]
    made: int
    invalid: int
    left_out: tuple[ExcludedVariants, ...]
    best: VariantAnswer | None
    as_cheap: tuple[VariantAnswer, ...]
    seeds: tuple[int, ...]
    confidence: float
    by_demand: tuple[BestForDemand, ...] = ()

    __repr__ = short_repr

    @property
    def is_by_theory(self) -> bool:
        """Whether theory answered, and nothing was simulated."""
        return self.engine == THEORY

    @property
    def has_a_winner(self) -> bool:
        """Whether some variant meets its targets."""
        return self.best is not None or any(each.best is not None for each in self.by_demand)

    @property
    def farms(self) -> tuple[FarmFigures, ...]:
        """The farms that are bought, in the order of the portfolio."""
        return tuple(each.figures.farm for each in self.answers if each.figures and each.figures.farm)

    @property
    def is_predicted(self) -> bool:
        """Whether it is known of some farm how sure it is."""
        return any(isinstance(each.prediction, FarmPrediction) for each in self.answers)

    @property
    def surer(self) -> SureFarm | None:
        """The cheapest of the farms looked at, of as many units as are enough with the probability asked for, where the
        best has fewer; None where it has as many, or none is known, and where one that costs less takes more servers
        of its tiers for it."""
        if self.best is None or self.best.is_sure:
            return None
        met = [each for each in self.answers if each.figures and each.answered.met is not False]
        return cheapest_sure(
            (each.sure for each in met), (each.beside for each in met if grows_by_tiers(each.prediction))
        )

    @property
    def ranking(self) -> tuple[Candidate, ...]:
        """The farms to choose from, the cheapest first, which is the best (see `best_answers`); then those of which no
        load meets their targets, and those that cannot be, where a problem has FEW of them."""
        met = {each.demand for each in self.answers if each.figures and each.figures.met}
        farms = (each for each in rank_answers(self.answers) if each.answered.farm)
        asked = (_candidate(each, each.demand in met) for each in (*farms, *self.hopeless))
        none = {name: each.why_not for each in reversed(self.left_out) for name in each.few}
        return weigh((*asked, *(Candidate(name, why_not=why) for name, why in none.items())))

    @property
    def front(self) -> tuple[VariantAnswer, ...]:
        """The Pareto front, cheapest first, with those that may belong to it."""
        return tuple(each for each in rank_answers(self.answers) if each.standing in ("front", "perhaps"))

    @property
    def failed(self) -> tuple[VariantAnswer, ...]:
        """The variants without an answer."""
        return tuple(each for each in self.answers if each.figures is None and not each.fails)

    @property
    def hopeless(self) -> tuple[VariantAnswer, ...]:
        """The variants of which no load, or no number of units, meets the targets."""
        return tuple(each for each in self.answers if each.fails)


def _candidate(answer: VariantAnswer, others_meet: bool) -> Candidate:
    """A variant as a farm among others. others_meet: whether one for the same demand is known to meet its targets."""
    if answer.figures is None or answer.figures.farm is None:
        return Candidate(answer.name, why_not=answer.why_not)
    figures, farm, known = answer.figures, answer.figures.farm, answer.prediction
    cost = farm.cost_with_bandwidth
    between, ends_of = _between(answer, cost)
    return Candidate(
        answer.name,
        farm.demand,
        cost.amount,
        between,
        ends_of,
        farm.servers.value,
        farm.servers_of_other_tiers.value,
        None if isinstance(figures.headroom, Unavailable) else figures.headroom,
        known.sure if isinstance(known, FarmPrediction) else None,
        figures.binding_limit,
        _missed(answer, others_meet),
    )


def _missed(answer: VariantAnswer, others_meet: bool) -> WhyNot | None:
    """The targets that keep a farm from being chosen: where others are known to meet theirs, those not judged too."""
    if answer.missed:
        return MissesAsBought(answer.missed)
    return NotJudged(answer.unjudged) if answer.unjudged and others_meet else None


def _between(answer: VariantAnswer, cost: MonthlyCost) -> tuple[Ends | None, EndsOf]:
    """The ends of a bill, and what they are taken over; None where it is one."""
    known = answer.prediction
    if isinstance(known, FarmPrediction):
        return (min(known.cost.low, cost.amount.value), max(known.cost.high, cost.amount.value)), "prediction"
    is_sure = answer.answered.farm is None or answer.answered.farm.is_sure
    return None if is_sure else (cost.lowest, cost.highest), "units"


def rank_answers(answers: Sequence[VariantAnswer]) -> list[VariantAnswer]:
    """The best first: those that meet their targets, the cheapest of them; without a bill, those that carry most.

    At the same cost, to the cent, the one with more headroom goes first, and then the one that carries more. Those that
    carry one demand stand together, in the order of the demands: a farm for less is not the better one.
    """
    place = {demand: at for at, demand in enumerate(demands(answers))}
    found = (each for each in answers if each.figures)
    return sorted(found, key=lambda each: (place[each.demand], *_rank(each.answered)))


def demands(answers: Sequence[VariantAnswer]) -> tuple[str, ...]:
    """The demands that are carried, as they are stated, in their order; "" among them where there is no farm."""
    return tuple(dict.fromkeys(each.demand for each in answers if each.figures))


def _rank(figures: VariantFigures) -> tuple[int, float, float, float]:
    farm, headroom, capacity = figures.farm, figures.headroom, -figures.capacity_mbps.value
    growth = 0.0 if isinstance(headroom, Unavailable) else -headroom.value
    met = MET.index(figures.met)
    if farm is None:
        return met, 0.0, capacity, growth
    return met, round(farm.cost_with_bandwidth.amount.value, CENTS), growth, capacity


def merge_equal_answers(answers: Sequence[VariantAnswer]) -> list[VariantAnswer]:
    """Those that give the same figures once, in the order of the first: they differ in what changes nothing."""
    found: dict[VariantFigures, VariantAnswer] = {}
    others: list[VariantAnswer] = []
    for each in answers:
        if each.figures is None:
            others.append(each)
            continue
        first = found.setdefault(each.figures, each)
        if first is not each:
            same = Twin(each.name, each.values, each.file, each.sha256)
            found[each.figures] = replace(first, also=(*first.also, same, *each.also))
    kept = {each.name: each for each in (*found.values(), *others)}
    return [kept[each.name] for each in answers if each.name in kept]


def pareto_standings(answers: Sequence[VariantAnswer]) -> tuple[VariantAnswer, ...]:
    """The answers with their standing on the front of least cost, most capacity of a unit and most headroom.

    Who misses a target is not on it. Of the others, one is *dominated* only when its whole interval is: another one
    is surely at least as good on all counts, and surely better on one. It stands on the *front* if no other one is
    surely better on any count without being surely worse on another; intervals that overlap are a tie. What is neither
    may belong to the front: *perhaps*, and longer runs would tell. A headroom that is not known is a tie with any. Each
    demand has a front of its own.
    """
    found: dict[int, FrontStanding] = {}
    for demand in demands(answers):
        found |= _on_front(answers, demand)
    return tuple(replace(each, standing=found.get(at, _off(each))) for at, each in enumerate(answers))


def _on_front(answers: Sequence[VariantAnswer], demand: str) -> dict[int, FrontStanding]:
    """By their places, the standings of those that carry a demand and are not known to miss a target."""
    meet = [at for at, each in enumerate(answers) if each.figures and each.figures.met is not False]
    running = [at for at in meet if answers[at].demand == demand]
    found: dict[int, FrontStanding] = {}
    if running:
        ends = np.array([merits(answers[at].answered) for at in running])
        worst, most = ends[:, :, 0], ends[:, :, 1]
        found = {at: _standing(worst, most, row) for row, at in enumerate(running)}
    return found


def merits(figures: VariantFigures) -> tuple[Ends, Ends, Ends]:
    """The merits, each from the worst to the best end of its interval: less cost, more capacity, more headroom."""
    farm, headroom = figures.farm, figures.headroom
    return (
        (-farm.cost_with_bandwidth.highest, -farm.cost_with_bandwidth.lowest) if farm is not None else (0.0, 0.0),
        _ends(figures.capacity_mbps),
        UNKNOWN if isinstance(headroom, Unavailable) else _ends(headroom),
    )


def _standing(worst: np.ndarray, most: np.ndarray, at: int) -> FrontStanding:
    """The standing of row `at` among all; float64 (variants, merits) each: the worst and the best ends."""
    better = (worst > most[at]).any(axis=1)
    if (better & (worst >= most[at]).all(axis=1)).any():
        return "dominated"
    beaten = better & ~(worst[at] > most).any(axis=1)
    return "perhaps" if beaten.any() else "front"


def _off(answer: VariantAnswer) -> FrontStanding:
    return "no answer" if answer.figures is None and not answer.fails else "misses its targets"


def best_answers(answers: Sequence[VariantAnswer]) -> tuple[VariantAnswer | None, tuple[VariantAnswer, ...]]:
    """The one that costs least of those that meet their targets, and those whose cost overlaps with its.

    Where none is known to meet them all, of those that miss none. Without a bill, the one that carries most, and those
    that are not told apart from it in that. At the same cost, see `rank_answers`.
    """
    meet = [each for each in rank_answers(answers) if each.answered.met is not False]
    if not meet:
        return None, ()
    first, *others = meet
    alike = [each for each in others if each.answered.met is first.answered.met]
    return first, tuple(each for each in alike if not _differ_clearly(first.answered, each.answered))


def best_for_each(answers: Sequence[VariantAnswer]) -> tuple[BestForDemand, ...]:
    """The best for each demand, in their order, where several are carried; nothing where it is one."""
    carried = {demand: [each for each in answers if each.demand == demand] for demand in demands(answers)}
    if len(carried) < 2:
        return ()
    return tuple(BestForDemand(demand, len(alike), *best_answers(alike)) for demand, alike in carried.items())


def _differ_clearly(first: VariantFigures, other: VariantFigures) -> bool:
    count = 0 if first.farm is not None and other.farm is not None else 1
    return merits(first)[count][0] > merits(other)[count][1]


def _ends(estimate: Estimate) -> Ends:
    return estimate.low, estimate.high
