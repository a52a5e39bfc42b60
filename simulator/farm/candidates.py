"""Farms of which one is chosen: what each costs in all and how far it carries, and why the others are not chosen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from models.errors import Problem, ScenarioError
from simulator.errors import NoLoad, reason_without_remedy
from simulator.experiment.estimate import Estimate
from simulator.experiment.verdicts import Verdict
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import FarmPrediction
from simulator.farm.stopping_limit import stopping_limit
from simulator.targets import NearestTarget

CENTS = 2  # Two bills that are the same to the cent are the same.


@dataclass(frozen=True)
class CostsMore:
    """It carries the demand, for `more` money a month than the one that is chosen."""

    more: Estimate


@dataclass(frozen=True)
class FullTooSoon:
    """It does not carry the demand: the limit, by name, is full at so many times of it."""

    limit: str
    times: float


@dataclass(frozen=True)
class MissesTarget:
    """No load meets its targets; the nearest one to be met."""

    nearest: NearestTarget


@dataclass(frozen=True)
class MissesAsBought:
    """As it is bought, with its spares or a server of another tier down, it misses these targets, by name."""

    targets: tuple[str, ...]


@dataclass(frozen=True)
class NotJudged:
    """It is not known whether it meets these targets, by name, and others are known to meet theirs."""

    targets: tuple[str, ...]


@dataclass(frozen=True)
class TooSmall:
    """A parameter of its server is less than what is needed, both as a file has them; has: "" where nobody says."""

    path: str
    needs: str
    has: str


@dataclass(frozen=True)
class OtherReason:
    """Whatever else keeps it from being a farm, in a sentence of who found it."""

    why: str


# What a range of money is taken over: all that is not known, with 90 % probability; the ranges of prices that are
# assumed; the fewest and the most units that may be needed.
EndsOf = Literal["prediction", "prices", "units"]
WhyNot = CostsMore | FullTooSoon | MissesTarget | MissesAsBought | NotJudged | TooSmall | OtherReason


@dataclass(frozen=True)
class Candidate:
    """One farm among others.

    demand: what it is to carry, as it is stated. total: money a month in all, what its traffic costs too; between: its
    ends over what `ends_of` says, None where nobody says. servers: those in front, and of_other_tiers those that come
    with them. headroom: what it carries with its spares down, in times the demand. enough: how likely it is
    enough; None where that is not known. bottleneck: by name. why_not: why it is not chosen; None of the one that is.
    is_cheapest: whether it is the cheapest of those that carry the same demand.
    """

    name: str
    demand: str = ""
    total: Estimate | None = None
    between: tuple[float, float] | None = None
    ends_of: EndsOf = "prediction"
    servers: float = 0.0
    of_other_tiers: float = 0.0
    headroom: Estimate | None = None
    enough: float | None = None
    bottleneck: str = ""
    why_not: WhyNot | None = None
    is_cheapest: bool = False

    @property
    def is_a_farm(self) -> bool:
        """Whether it may be bought: it has a bill, and nothing that keeps it from carrying the demand."""
        return self.total is not None and (self.why_not is None or isinstance(self.why_not, CostsMore))


def farm_candidate(name: str, farm: Farm) -> Candidate:
    """A farm as a candidate, of the units that are bought."""
    in_all, sizing = farm.in_all, farm.decided.sizing
    known = farm.prediction
    return Candidate(
        name,
        sizing.demanded.stated,
        in_all.amount,
        (in_all.over.low, in_all.over.high) if farm.has_interval else None,
        "prediction" if farm.is_predicted else "prices",
        sizing.servers.whole.value,
        sizing.of_other_tiers,
        sizing.supports,
        known.sure if isinstance(known, FarmPrediction) else None,
        stopping_limit(farm.carried, farm.scenario.targets).name,
    )


def outcome_candidate(name: str, outcome: Outcome) -> Candidate | None:
    """The farm of a plan as a candidate; None where it states no demand."""
    if outcome.farm is None:
        return None
    found = farm_candidate(name, outcome.farm)
    judged = (*outcome.verdicts, *(each for point in outcome.operating_points for each in point.verdicts))
    return replace(found, why_not=misses_among(judged))


def misses_among(judged: Iterable[Verdict]) -> MissesAsBought | None:
    """The targets that are missed for sure, of their verdicts; None where none is."""
    missed = tuple(dict.fromkeys(each.target for each in judged if each.met is False and each.clear))
    return MissesAsBought(missed) if missed else None


def why_no_farm(error: Exception) -> WhyNot:
    """Why something is no farm, of what was raised when it was to be one."""
    if isinstance(error, NoLoad):
        return MissesTarget(error.nearest)
    if isinstance(error, ScenarioError):
        return next(filter(None, map(_too_small, error.problems)), None) or OtherReason(error.problems[0].message)
    return OtherReason(reason_without_remedy(error))


def _too_small(problem: Problem) -> TooSmall | None:
    """What a problem says of a server that has less than is needed; None of any other problem."""
    needs = next((each.changes[problem.path] for each in problem.remedies if problem.path in each.changes), "")
    is_of_a_server = problem.path.startswith("server.")
    return TooSmall(problem.path, needs, problem.value.strip('"')) if needs and is_of_a_server else None


def weigh(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, of each demand the cheapest first, with why the others are not chosen; those that are no farm
    last. At the same cost the one with more headroom is chosen."""
    found = [_in_short_supply(each) for each in candidates]
    alike: dict[tuple[str, str], list[Candidate]] = {}
    for each in found:
        if each.is_a_farm and each.total is not None:
            alike.setdefault((each.demand, each.total.unit), []).append(each)
    weighed = [each for farms in alike.values() for each in _of_one_demand(farms)]
    return (*weighed, *(each for each in found if not each.is_a_farm))


def _in_short_supply(candidate: Candidate) -> Candidate:
    """The candidate, with what is full too soon where it carries less than the demand."""
    headroom = candidate.headroom
    if candidate.why_not is not None or headroom is None or headroom.high >= 1.0:
        return candidate
    return replace(candidate, why_not=FullTooSoon(candidate.bottleneck, headroom.value))


def _of_one_demand(farms: Sequence[Candidate]) -> list[Candidate]:
    first, *others = sorted(farms, key=_rank)
    return beside_cheapest(first, others) if others else [first]


def beside_cheapest(cheapest: Candidate, others: Iterable[Candidate]) -> list[Candidate]:
    """The cheapest farm and then others for the same demand, the cheaper first, with what those that carry it cost
    more."""
    return [replace(cheapest, is_cheapest=True), *(_dearer(each, cheapest) for each in sorted(others, key=_rank))]


def _rank(candidate: Candidate) -> tuple[float, float]:
    total, headroom = candidate.total, candidate.headroom
    return round(total.value, CENTS) if total else 0.0, -headroom.value if headroom else 0.0


def _dearer(candidate: Candidate, than: Candidate) -> Candidate:
    ours, theirs = candidate.total, than.total
    if ours is None or theirs is None or not candidate.is_a_farm:
        return candidate
    confidence, samples = min(ours.confidence, theirs.confidence), min(ours.samples, theirs.samples)
    more, half_width = ours.value - theirs.value, ours.half_width + theirs.half_width
    return replace(candidate, why_not=CostsMore(Estimate(more, half_width, confidence, samples, ours.unit)))
