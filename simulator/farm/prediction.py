"""How sure a farm is: how likely each number of units is enough, what it carries and costs, what falling short costs,
and what a measurement would be worth. Records only; simulator/uncertainty works them out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable

# What a prediction interval holds.
PREDICTED = 0.90
# What stands for the path of the model's own error, which a load test of a server shows.
MODEL = "model"


@dataclass(frozen=True)
class PredictionInterval:
    """A prediction interval: where a figure lies with 90 % probability, and its median; `quantiles`: by share, 0 to 1,
    the values below which it lies with that probability."""

    low: float
    middle: float
    high: float
    unit: str
    quantiles: Mapping[float, float]


@dataclass(frozen=True)
class BeyondMeasured:
    """A capacity beyond the loads at which CPU times were measured. most: requests/s that one server did then; times:
    the capacity in times that; factor: the upper end of the 90 % interval of the model's own error so far out, in times
    what is predicted."""

    most: float
    times: float
    factor: float


@dataclass(frozen=True)
class CostBeside:
    """What a farm costs beside another one in the same worlds. dearer: how likely it costs more; more: between what the
    money a month lies that it costs more, below 0 where it costs less."""

    dearer: float
    more: PredictionInterval


@dataclass(frozen=True)
class SureFarm:
    """As many units of a farm as are enough with the probability that is `asked` for, and what they cost beside the
    cheapest farm as it is bought."""

    name: str
    servers: int
    units: int
    enough: float
    asked: float
    beside: CostBeside


@dataclass(frozen=True)
class Rival:
    """A number of units, with what it costs a month in whole, what falling short costs beside that, and by how much the
    two together exceed the least: its regret. All are expected over the worlds, without simulation noise."""

    units: int
    enough: float
    cost: float
    short: float
    regret: float


@dataclass(frozen=True)
class LeastRegret:
    """The number of units that costs least a month where falling short has a price, and its rivals. prices: money a
    month for each Mbps that the demand exceeds what the farm carries, each up to the share of the demand in `up_to`, of
    which the last is infinite; stated: whether the scenario states them, else it is the one that the confidence asked
    for comes to."""

    best: Rival
    rivals: tuple[Rival, ...]
    prices: tuple[float, ...]
    up_to: tuple[float, ...]
    stated: bool
    unit: str


@dataclass(frozen=True)
class MeasurementValue:
    """What knowing one value is worth: the money a month that is saved on average because the number of units can be
    chosen once it is known."""

    path: str
    saving: Estimate


class SurerTier(NamedTuple):
    """Of a tier that takes more than is bought, the servers of the farm, and their pods; None of one without pods."""

    servers: int
    pods: int | None = None


@dataclass(frozen=True)
class FarmPrediction:
    """What is known of a farm over all worlds.

    worlds: how many were answered; unanswered: how many were not; by: how theory answered. bought: the units that are
    bought. enough: by number of units, the probability that they are enough, for those bought and one less and more.
    confidence: the probability that is asked for, and `fewest` the fewest units that are enough with it; stated:
    whether the scenario asks for it. surer_tiers: by tier, what of the farm is enough with it, of those
    that the program counted and that take more than are bought; none where other units would have to be bought.
    server, farm: wire Mbps that one server, and the farm with its spares gone, carry;
    demand: wire Mbps that it must; cost: money a month in whole; paid_for: the same by what is paid for (see
    `Cost.parts`). regret: what falling short costs. worth: what knowing
    a value is worth, the most first, without those that are worth nothing. beyond: how far the capacity lies beyond
    what was measured; None where it does not, or nobody says.
    """

    worlds: int
    unanswered: int
    by: str
    bought: int
    enough: Mapping[int, float]
    confidence: float
    stated: bool
    fewest: int
    surer_tiers: Mapping[str, SurerTier]
    server: PredictionInterval
    farm: PredictionInterval
    demand: PredictionInterval
    cost: PredictionInterval
    paid_for: Mapping[str, PredictionInterval]
    regret: LeastRegret
    worth: tuple[MeasurementValue, ...]
    beyond: BeyondMeasured | None = None

    @property
    def sure(self) -> float:
        """The probability that what is bought is enough."""
        return self.enough[self.bought]


def grows_by_tiers(prediction: FarmPrediction | Unavailable | None) -> bool:
    """Whether more servers of its tiers, and not more units, make a farm as sure as is asked for."""
    return isinstance(prediction, FarmPrediction) and bool(prediction.surer_tiers)


def cheapest_sure(farms: Iterable[SureFarm | None], of_more_tiers: Iterable[CostBeside | None]) -> SureFarm | None:
    """The cheapest of the farms that are sure enough; None where one may be cheaper that takes more servers of its
    tiers for it, of which is known what they cost as they are bought: None of the cheapest itself."""
    found = min(filter(None, farms), key=lambda each: each.beside.more.middle, default=None)
    least = min((0.0 if each is None else each.more.middle for each in of_more_tiers), default=None)
    return None if found is None or (least is not None and least < found.beside.more.middle) else found
