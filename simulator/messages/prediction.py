"""How sure a farm is, in sentences: the probability that it is enough, and the prediction intervals of its figures."""

from collections.abc import Iterator

from models.messages.template import sentence
from models.quantities.formatting import count_text, listed
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import (
    MODEL,
    PREDICTED,
    BeyondMeasured,
    CostBeside,
    FarmPrediction,
    MeasurementValue,
    PredictionInterval,
    SureFarm,
    SurerTier,
)
from simulator.messages.numbers import best_range, plain_number
from simulator.messages.wording import node_word, zones_text

NOT_SURE = "No probability can be given: {reason}."
_load_test = sentence("what a {node} carries, by a load test")
_SURE = 0.995
_MOST_WORTH = 3


def prediction_sentences(outcome: Outcome) -> tuple[str, ...]:
    """How likely the farm is enough, and between what its figures lie; nothing without a farm. A farm that misses a
    target for sure is not enough, however likely it carries the demand."""
    prediction = outcome.prediction
    if prediction is None or outcome.farm is None:
        return ()
    if isinstance(prediction, Unavailable):
        return (NOT_SURE.format(reason=prediction.reason),)
    node = node_word(outcome.scenario)
    between = "" if outcome.carried.way == LARGEST else interval_sentence(prediction, node)
    if not outcome.recommended:
        return tuple(filter(None, (between,)))
    said = odds_sentence(prediction, outcome.scenario), between, regret_sentence(prediction)
    return tuple(filter(None, (*said, worth_sentence(prediction, node), beyond_sentence(prediction.beyond))))


def odds_sentence(prediction: FarmPrediction, scenario: Scenario) -> str:
    """How likely the farm is enough, and with one unit less; then what another number of units comes to."""
    less = prediction.bought - 1
    down = zones_text(scenario.unit.spare_zones)
    enough = f"With {down} down, enough" if down else "Enough"
    said = [f"{enough} for {_demand(prediction, scenario)} with {probability(prediction.sure)} probability"]
    if less in prediction.enough:
        said.append(f"one unit less: {probability(prediction.enough[less])}")
    return " ".join((f"{'; '.join(said)}.", *_another_number(prediction)))


def interval_sentence(prediction: FarmPrediction, node: str = "server") -> str:
    """The prediction intervals of what a server and the farm carry, where no largest load has them beside it; that of
    what it costs stands beside its bill."""
    told = f"one {node} {range_text(prediction.server)}, the farm {range_text(prediction.farm)}"
    return f"Prediction intervals ({100.0 * PREDICTED:g} %): {told}."


def beyond_sentence(beyond: BeyondMeasured | None) -> str:
    """How far the capacity of a server lies beyond what was measured, how far off such models are there, and which
    effects that allows for; "" where it does not."""
    if beyond is None:
        return ""
    times, factor, most = (plain_number(float(f"{each:.3g}")) for each in (beyond.times, beyond.factor, beyond.most))
    return (
        f"A server is to do {times} times the most that was measured ({most} req/s)."
        f" There the model may be off by a factor of {factor} ({100.0 * PREDICTED:g} %):"
        " contention, a full pool or a collapse may begin where no row shows them."
    )


def regret_sentence(prediction: FarmPrediction) -> str:
    """The number of units that costs least where falling short has a price, and what its neighbours cost more; ""
    where nobody states one."""
    regret = prediction.regret
    if not regret.stated:
        return ""
    best = regret.best
    near = [each for each in regret.rivals if abs(each.units - best.units) == 1 or each.units == prediction.bought]
    others = [f"{count_text(each.units, 'unit')}: {money(each.regret)} more" for each in near if each is not best]
    whole = f"{money(best.cost + best.short)} {regret.unit}"
    told = (
        f"Least expected cost: {count_text(best.units, 'unit')}, {whole}, {money(best.short)} of it for falling short"
    )
    return f"{'; '.join((told, *others))}."


def worth_sentence(prediction: FarmPrediction, node: str = "server") -> str:
    """What to measure next and what that is worth, of nodes that are called so; "" where no single value is worth
    anything."""
    if not prediction.worth:
        return ""
    told = [f"{measured_name(each.path, node)}, {saving_text(each)}" for each in prediction.worth[:_MOST_WORTH]]
    return f"Worth measuring: {'; '.join(told)}."


def measured_name(path: str, node: str = "server") -> str:
    """What is measured, by the path of its parameter."""
    return _load_test(node) if path == MODEL else path


def saving_text(worth: MeasurementValue) -> str:
    """What knowing a value saves: "900-1,500 USD/month"."""
    low, high = max(0.0, worth.saving.low), worth.saving.high
    return best_range(low, high, worth.saving.unit)


def money(amount: float) -> str:
    """An amount of money to three digits."""
    return plain_number(float(f"{amount:.3g}"))


def enough_text(prediction: FarmPrediction | Unavailable | None) -> str:
    """How likely a farm is enough; "" where that is not known."""
    return probability(prediction.sure) if isinstance(prediction, FarmPrediction) else ""


def dearer_text(beside: CostBeside | None) -> str:
    """How likely a farm costs more than another one; "" where that is not known."""
    return "" if beside is None else probability(beside.dearer)


def more_text(beside: CostBeside) -> str:
    """What a farm costs more than another one, or less: "100-290 USD/month more", "50 USD/month less to 290 more"."""
    low, high, unit = beside.more.low, beside.more.high, beside.more.unit
    if low * high >= 0.0:
        least, most = sorted((abs(low), abs(high)))
        return f"{best_range(least, most, unit)} {'less' if low < 0.0 else 'more'}"
    return f"{money(-low)} {unit} less to {money(high)} more"


def surer_sentence(sure: SureFarm, among: str = "") -> str:
    """The cheapest farm that is as likely enough as is asked for, beside a cheapest one that is not. among: of which
    farms, where not all were looked at."""
    farm = f"{count_text(sure.servers, 'server')} ({count_text(sure.units, 'unit')}) of {sure.name}"
    within = f"{more_text(sure.beside)} than the cheapest ({100.0 * PREDICTED:g} %)"
    told = f"{'the' if among else 'The'} cheapest that is enough with {probability(sure.asked)} probability"
    told = f"Of {among}, {told}" if among else told
    return f"{told}: {farm}, enough with {probability(sure.enough)}, for {within}."


def probability(share: float) -> str:
    """A probability as people write it: "99 %", "over 99 %" and "under 1 %" at the ends."""
    if share >= _SURE:
        return "over 99 %"
    return "under 1 %" if share < 1.0 - _SURE else f"{plain_number(round(100.0 * share))} %"


def range_text(interval: PredictionInterval) -> str:
    """An interval as its ends: "120-150 Gbps"."""
    return best_range(interval.low, interval.high, interval.unit)


def _another_number(prediction: FarmPrediction) -> Iterator[str]:
    """That the confidence asked for, or the usual one, needs another number of units than the reserve."""
    fewest, bought = prediction.fewest, prediction.bought
    asked = probability(prediction.confidence)
    if prediction.surer_tiers:
        more = [_surer_tier(name, tier) for name, tier in prediction.surer_tiers.items()]
        yield f"For {asked} probability it takes {listed(more)}: `confidence: {asked}` in place of `reserve`."
    elif fewest != bought:
        units = f"{count_text(fewest, 'unit')} {'is' if fewest == 1 else 'are'} enough"
        yield f"For {asked} probability {units}."


def _surer_tier(name: str, tier: SurerTier) -> str:
    """What a tier takes: "10 servers of shop", "9 pods of app (3 servers)"."""
    servers = count_text(tier.servers, "server")
    return f"{servers} of {name}" if tier.pods is None else f"{count_text(tier.pods, 'pod')} of {name} ({servers})"


def _demand(prediction: FarmPrediction, scenario: Scenario) -> str:
    """The demand as it is stated, or its range."""
    if scenario.demand is None:
        return range_text(prediction.demand)
    source = scenario.sources.get(f"demand.{scenario.demand.way}")
    if source is not None and source.low and source.high:
        return f"a demand of {source.low} to {source.high}"
    return scenario.demand.stated
