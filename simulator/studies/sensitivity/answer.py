"""What matters: capacity and cost with every assumed value at the ends of its range, and with all ranges at once.

All at once is theory's: Sobol indices say how much of the variance of an answer each range explains. Saltelli et al.
2010 (Variance based sensitivity analysis of model output, Computer Physics Communications 181), as
`scipy.stats.sobol_indices` has it, over a scrambled Sobol sequence; intervals by the bootstrap over its points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy

from models.errors import ScenarioError
from models.scenario import Scenario
from models.variations.assumptions import AssumedRange, assumed_ranges, value_text, why_impossible, with_values
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_in_theory, rated_servers, server_capacity
from simulator.experiment.estimate import Estimate
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.cost import monthly_unit
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.influence import (
    CAPACITY,
    COST,
    SIMULATED,
    AnswerName,
    Sensitivity,
    SobolIndex,
    SobolIndices,
    Spread,
)
from simulator.farm.prediction import FarmPrediction
from simulator.farm.unit_capacity import MBPS
from simulator.messages.sensitivity import indices
from simulator.messages.wording import node_word
from simulator.network.network import Network
from simulator.solver import Solver
from simulator.studies.sensitivity.one_at_a_time import base_case, influences
from simulator.uncertainty.predict import predict_farm

# Ranges whose ends are further apart than this are drawn by ratio.
BY_RATIO = 10.0
# A parameter that moves no answer by this share between the ends of its range stays put, if it does so nowhere: with
# the others as they are, and at so many points of their ranges.
UNMOVED, POINTS = 1e-3, 4
RESAMPLES, CONFIDENCE = 999, 0.95
SAMPLES = 64
DATACENTER = "datacenter."


def sensitivity_steps(scenario: Scenario) -> int:
    """How many times `sensitivity` reports progress, at least: the present, and both ends of every range."""
    return 1 + 2 * len(assumed_ranges(scenario)[0])


def sensitivity(
    scenario: Scenario, solver: Solver, samples: int = SAMPLES, progress: Progress = lambda: None
) -> Sensitivity:
    """Every stated range of a scenario, one at a time by the solver and all at once by theory.

    samples: of the Sobol sequence, a power of two. Simulated ends see the same sessions as the present, in as many
    replications. Raises what `find_capacity` raises for the scenario itself, by theory what `largest_rate` does.
    """
    ranges, left_out = assumed_ranges(scenario)
    server = server_capacity(scenario, solver)
    now = base_case(scenario, solver, server)
    progress()
    ordered = influences(now, ranges, progress)
    together = sobol_indices(scenario, ranges, samples, progress)
    ends = [end for each in ordered for end in each.ends]
    simulated = 1 + sum(end.by == SIMULATED for end in ends) if not solver.at_once else 0
    farm, node = now.farm, node_word(scenario)
    return Sensitivity(now.answer, solver.name, ordered, left_out, together, simulated, farm, _predicted(farm), node)


def _predicted(farm: Farm | None) -> FarmPrediction | Unavailable | None:
    """How sure the farm is, and what is worth measuring."""
    return None if farm is None else predict_farm(farm)


class _Unanswerable(Exception):  # noqa: N818 - it never leaves this file
    """A point at which theory has no answer."""


@dataclass
class _Model:
    """Capacity and cost in theory as a function of some parameters; every server is solved once."""

    scenario: Scenario
    answers: tuple[AnswerName, ...]
    solved: dict[tuple[tuple[Network, float], ...], ServerCapacity] = field(default_factory=dict)
    carried: dict[frozenset[tuple[str, float]], ServerCapacity] = field(default_factory=dict)

    def unit(self, answer: AnswerName) -> str:
        """The unit of an answer."""
        return MBPS if answer == CAPACITY else monthly_unit(self.scenario.datacenter.prices)

    def at(self, values: Mapping[str, float]) -> list[float]:
        """The answers at a point. Raises _Unanswerable with the point and the reason."""
        try:
            scenario = with_values(self.scenario, values)
            carried = self._carried(scenario, values)
            known = {CAPACITY: lambda: carried.mbps.value, COST: lambda: buy_farm(scenario, carried).exact.value}
            return [known[answer]() for answer in self.answers]
        except ScenarioError as error:
            raise _Unanswerable(_where(values, why_impossible(error))) from None
        except (UnsupportedByEngine, NoCapacity, NotConverged) as error:
            raise _Unanswerable(_where(values, str(error))) from None

    def _carried(self, scenario: Scenario, values: Mapping[str, float]) -> ServerCapacity:
        """What a server carries, which hangs on nothing in the datacenter: most points differ by a price only."""
        of_servers = frozenset(item for item in values.items() if not item[0].startswith(DATACENTER))
        if of_servers not in self.carried:
            rated = rated_servers(scenario)
            if rated not in self.solved:
                self.solved[rated] = capacity_in_theory(scenario, rated)
            self.carried[of_servers] = self.solved[rated]
        return self.carried[of_servers]


def _by_ratio(parameter: AssumedRange) -> bool:
    low, high = parameter.ends
    return low > 0.0 and high / low > BY_RATIO


def _drawn(parameter: AssumedRange) -> Any:
    """The distribution of a parameter. Of whole numbers each is as likely."""
    low, high = parameter.ends
    if _by_ratio(parameter):
        return scipy.stats.loguniform(low, high)
    return scipy.stats.uniform(low - 0.5, high - low + 1.0) if parameter.whole else scipy.stats.uniform(low, high - low)


def _value(parameter: AssumedRange, number: float) -> float:
    """A number that was drawn, as the parameter takes it: within its range, whole where it counts something."""
    whole = round(number) if parameter.whole else number
    low, high = parameter.ends
    return float(min(max(whole, low), high))


def sobol_indices(
    scenario: Scenario, ranges: Sequence[AssumedRange], samples: int, progress: Progress = lambda: None
) -> SobolIndices | Unavailable:
    """First-order and total indices over all ranges at once, or the reason why theory cannot say.

    samples: points of the Sobol sequence, a power of two, from the scenario's seed; `progress` is told as each is done.
    """
    answered: tuple[AnswerName, ...] = (CAPACITY, COST) if scenario.demand is not None else (CAPACITY,)
    model = _Model(scenario, answered)
    try:
        factors, kept = _factors(model, ranges)
        if not factors:
            return Unavailable(indices.NOTHING_MOVES)
        announce_steps(progress, samples * (2 * len(factors) + 2))
        return _indices(model, factors, kept, samples, progress)
    except _Unanswerable as error:
        return Unavailable(str(error))


def _factors(model: _Model, ranges: Sequence[AssumedRange]) -> tuple[list[AssumedRange], dict[str, str]]:
    """The parameters to draw, and those that stay at their present value, with the reason.

    A parameter that moves nothing now may do so where another limit binds, so both of its ends are tried among the
    others at their present values, and at some points of their ranges.
    """
    amounts = [each for each in ranges if each.is_amount]
    kept = {each.path: indices.NO_AMOUNT for each in ranges if not each.is_amount}
    rng = np.random.default_rng(model.scenario.run.seed)
    shares = scipy.stats.qmc.Sobol(max(1, len(amounts)), rng=rng).random(POINTS)
    points: list[dict[str, float]] = [{}]
    for point in shares:
        points.append({each.path: _value(each, _drawn(each).ppf(u)) for each, u in zip(amounts, point, strict=False)})
    factors = []
    for each in amounts:
        if any(_moves(model, each, point) for point in points):
            factors.append(each)
        else:
            kept[each.path] = indices.STILL
    return factors, kept


def _moves(model: _Model, parameter: AssumedRange, point: Mapping[str, float]) -> bool:
    """Whether an answer differs between the ends of a range, the others at a point."""
    low, high = (np.array(model.at({**point, parameter.path: end})) for end in parameter.ends)
    return bool(np.any(np.abs(high / low - 1.0) >= UNMOVED))


def _indices(
    model: _Model, factors: Sequence[AssumedRange], kept: Mapping[str, str], samples: int, progress: Progress
) -> SobolIndices:
    asked: list[np.ndarray] = []
    told: list[np.ndarray] = []

    def of_points(points: np.ndarray) -> np.ndarray:
        asked.append(points)
        told.append(np.stack([_answers(model, factors, point, progress) for point in points.T], axis=-1))
        return told[-1].copy()

    rng = np.random.default_rng(model.scenario.run.seed)
    drawn = [_drawn(each) for each in factors]
    if len(drawn) == 1:  # SciPy cannot have only one: another one that nothing hangs on changes nothing.
        drawn.append(scipy.stats.uniform())
    found = scipy.stats.sobol_indices(func=of_points, n=samples, dists=drawn, rng=rng)
    f_a, f_b, f_ab = told
    split = np.moveaxis(f_ab.reshape(len(model.answers), samples, len(drawn)), -1, 0)
    shape = (len(model.answers), len(drawn))
    shares = np.stack([each.reshape(shape) for each in (found.first_order, found.total_order)])
    errors = _half_widths(shares, {"f_A": f_a, "f_B": f_b, "f_AB": split}, samples, rng)
    return SobolIndices(
        {answer: _ranked(shares[:, at], errors[:, at], factors, samples) for at, answer in enumerate(model.answers)},
        {answer: _spread(f_a[at], model.unit(answer)) for at, answer in enumerate(model.answers)},
        _without(model, factors, asked[0], progress),
        tuple(each.path for each in factors if _by_ratio(each)),
        kept,
        samples,
        _notes(model),
    )


def _answers(model: _Model, factors: Sequence[AssumedRange], point: np.ndarray, progress: Progress) -> list[float]:
    """The answers at a point of numbers that were drawn, one for each factor."""
    progress()
    return model.at({each.path: _value(each, number) for each, number in zip(factors, point, strict=False)})


def _half_widths(
    shares: np.ndarray, known: Mapping[str, np.ndarray], samples: int, rng: np.random.Generator
) -> np.ndarray:
    """The wider side of the percentile interval of each index: float64 (first or total, answers, factors)."""

    def again(index: np.ndarray) -> np.ndarray:
        drawn = {name: values[..., index] for name, values in known.items()}
        found = scipy.stats.sobol_indices(func=drawn, n=samples)
        return np.stack([each.reshape(shares.shape[1:]) for each in (found.first_order, found.total_order)])

    ends = scipy.stats.bootstrap(
        [np.arange(samples)], lambda index: again(np.asarray(index)), n_resamples=RESAMPLES, vectorized=False,
        confidence_level=CONFIDENCE, method="percentile", rng=rng,
    ).confidence_interval  # fmt: skip
    widest: np.ndarray = np.maximum(np.abs(shares - ends.low), np.abs(ends.high - shares))
    return widest


def _ranked(
    shares: np.ndarray, errors: np.ndarray, factors: Sequence[AssumedRange], samples: int
) -> tuple[SobolIndex, ...]:
    """The indices of one answer, the largest total first; shares and errors: float64 (first or total, factors)."""
    found = [
        SobolIndex(
            each.path,
            *(Estimate(float(shares[of, at]), float(errors[of, at]), CONFIDENCE, samples, "") for of in (0, 1)),
        )
        for at, each in enumerate(factors)
    ]
    return tuple(sorted(found, key=lambda index: -index.total.value))


def _spread(values: np.ndarray, unit: str) -> Spread:
    low, high = np.quantile(values, [(1.0 - CONFIDENCE) / 2.0, (1.0 + CONFIDENCE) / 2.0])
    return Spread(float(low), float(high), unit)


def _without(
    model: _Model, factors: Sequence[AssumedRange], points: np.ndarray, progress: Progress
) -> dict[AnswerName, dict[str, Spread]]:
    """The spread of each answer at the same points, but with each factor in turn at its present value."""
    found: dict[AnswerName, dict[str, Spread]] = {answer: {} for answer in model.answers}
    for at, factor in enumerate(factors):
        moved = points.copy()
        moved[at] = factor.value
        answers = np.array([_answers(model, factors, point, progress) for point in moved.T])
        for of, answer in enumerate(model.answers):
            found[answer][factor.path] = _spread(answers[:, of], model.unit(answer))
    return found


def _where(values: Mapping[str, float], why: str) -> str:
    """A reason, with the point at which it holds."""
    told = ", ".join(f"{path} = {value_text(path, float(value))}" for path, value in values.items())
    return f"with {told}: {why}" if told else why


def _notes(model: _Model) -> tuple[str, ...]:
    """What theory does not judge of this scenario, as it said itself at the points."""
    scenario, points = model.scenario, model.solved.values()
    unjudged = dict.fromkeys(target for carried in points for target in carried.unjudged)
    networks = (network for network, _ in rated_servers(scenario))
    turned_over = any(region.recycle or region.collect for network in networks for region in network.regions)
    return (
        *(indices.percentile_not_judged(target.value) for target in unjudged),
        *((indices.PROCESSES_WARM,) if turned_over else ()),
    )
