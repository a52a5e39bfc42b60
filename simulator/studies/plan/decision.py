"""What a person who signs a plan asks besides: what could be bought instead, and which assumed values move it most.

Theory answers both, by the one path by which every farm is sized.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

from models.errors import ScenarioError
from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.variations.assumptions import assumed_ranges
from models.variations.option import Option, options
from models.variations.price import scenario_price
from simulator.errors import InternalError, NotConverged, Unstable, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.capacity_by_solver import server_network
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.solvers import Theory
from simulator.farm.alternatives import BASELINE, SERVER, SYSTEM, UPGRADE, Alternative, DecisionBasis
from simulator.farm.costs.cost_difference import compared_cost, pay_traffic_alike
from simulator.farm.farm import Farm
from simulator.farm.influence import CAPACITY, COST, SAME_SERVER, AnswerAtValue, AnswerName, Influence
from simulator.farm.outcome import Outcome
from simulator.farm.study import study
from simulator.messages.wording import why_no_theory
from simulator.studies.grow.forecast_by_theory import growth_in_theory
from simulator.studies.grow.sentences import answer
from simulator.studies.sensitivity.one_at_a_time import one_at_a_time
from simulator.uncertainty.predict import predict_beside

IN_THEORY, SIMULATED = "in theory", "simulated"
# At most so many of either, for a page has room for those that matter.
ALTERNATIVES, INFLUENCES = 2, 5
# Prices that many years apart are not compared, and farms of so many times as many servers are of another scale.
YEARS, SCALE = 5, 4.0
NOTHING_ELSE = "Nothing else in the catalogue carries the demand within the targets at the scale of this farm."
NOT_BY_LOAD = (
    "The farm is sized by the load that is stated, so values that move what a server carries at most are not judged."
)
_UNSOLVED = (UnsupportedByEngine, Unstable, NotConverged, InternalError, ScenarioError)


# What is said in place of alternatives of a unit whose nodes serve classes in groups.
BY_PATH = "Its groups of nodes are rated each by itself: what could be bought instead was not looked for."


def with_decision(outcome: Outcome) -> Outcome:
    """The outcome with what its farm is decided by; without a farm, as it is."""
    if outcome.farm is None:
        return outcome
    if outcome.carried.group:
        return replace(outcome, deciding=DecisionBasis((), BY_PATH, (), ""))
    found = replace(_deciding(outcome, outcome.farm), months_ahead=_months_ahead(outcome.scenario, outcome.farm))
    return replace(outcome, deciding=found)


def _months_ahead(scenario: Scenario, farm: Farm) -> str:
    """What to order by when, of units as the plan knows them; "" where no growth is stated."""
    if scenario.growth is None:
        return ""
    found = growth_in_theory(scenario.without_baseline(), farm)
    if isinstance(found, Unavailable):
        return f"The months ahead are not known. {why_no_theory(found.reason)}."
    return answer(found)


def _deciding(outcome: Outcome, farm: Farm) -> DecisionBasis:
    influences, not_judged = _influences(outcome)
    try:
        present = _farm_in_theory(outcome.scenario)
    except _UNSOLVED as error:
        return DecisionBasis(
            _baseline(outcome), f"Theory knows no farm to compare with. {error}", influences, not_judged
        )
    if present is None:
        return DecisionBasis((), NOTHING_ELSE, influences, not_judged)
    found = (*_baseline(outcome), *_offered(outcome, present))
    alike = pay_traffic_alike((present, *(each.farm for each in found)))
    ordered = sorted(
        found, key=lambda each: (not each.better_than(present), compared_cost(each.farm, alike).value, each.name)
    )
    kept: dict[str, Alternative] = {}
    for each in ordered:
        kept.setdefault(each.kind, each)
    chosen = _predicted(outcome, farm, tuple(kept.values())[:ALTERNATIVES])
    return DecisionBasis(chosen, "" if chosen else NOTHING_ELSE, influences, not_judged)


def _predicted(outcome: Outcome, farm: Farm, alternatives: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Alternatives with how sure each is, in the worlds of a farm that is recommended."""
    if not alternatives or not outcome.recommended:
        return alternatives
    _, found = predict_beside(farm, [each.farm for each in alternatives])
    return tuple(
        replace(each, farm=other, beside=beside) for each, (other, beside) in zip(alternatives, found, strict=True)
    )


def _offered(outcome: Outcome, present: Farm) -> Iterator[Alternative]:
    """What the catalogue offers in place of the farm; an upgrade only where something speaks for it."""
    scenario = outcome.scenario
    known = {_key(one.scenario) for one in (outcome, outcome.baseline) if one is not None}
    for option in options(scenario):
        kind = _kind(scenario, option)
        if option.scenario is None or not kind or _key(option.scenario) in known:
            continue
        try:
            farm = _farm_in_theory(_with_price_range(scenario, option, option.scenario, kind))
        except _UNSOLVED:
            continue
        if farm is None or not _of_its_scale(farm, present):
            continue
        alternative = Alternative(option.name, kind, IN_THEORY, farm)
        if kind != UPGRADE or alternative.better_than(present):
            yield alternative


def _key(scenario: Scenario) -> tuple[object, ...]:
    """What two farms differ in: what a server does, and what it costs."""
    return server_network(scenario), scenario.server.price, scenario.operating_system.licence


def _kind(scenario: Scenario, option: Option) -> str:
    """What an option is; "" for what is no alternative: other software, more nodes, prices of another time."""
    prices = scenario.datacenter.prices
    if option.scenario is None or option.elsewhere or option.scenario.unit != scenario.unit:
        return ""
    if option.price.year and abs(option.price.year - prices.year) > YEARS:
        return ""
    if option.instead:
        return SERVER
    return UPGRADE if option.scenario.operating_system == scenario.operating_system else SYSTEM


def _with_price_range(scenario: Scenario, option: Option, other: Scenario, kind: str) -> Scenario:
    """What an option makes of a scenario, its price with the range that the catalogue states."""
    path = "operating_system.licence" if kind == SYSTEM else "server.price"
    price = scenario_price(scenario, path).plus(option.price) if kind == UPGRADE else option.price
    known = Provenance(
        value_text=f"{price.value:,.15g} USD", kind="assumed", source=option.name,
        low=f"{price.low:,.15g} USD", high=f"{price.high:,.15g} USD",
    )  # fmt: skip
    return other.model_copy(update={"sources": {**other.sources, path: known}})


def _farm_in_theory(scenario: Scenario) -> Farm | None:
    """The farm that theory recommends; None where it misses a target."""
    alone = scenario.without_baseline()
    answer = study(alone, Theory(), "", date.min)
    return answer.farm if answer.recommended else None


def _of_its_scale(farm: Farm, present: Farm) -> bool:
    times = farm.sizing.servers.whole.value / present.sizing.servers.whole.value
    return 1.0 / SCALE <= times <= SCALE


def _baseline(outcome: Outcome) -> tuple[Alternative, ...]:
    """The baseline, where it is a farm that keeps to its targets."""
    one = outcome.baseline
    if one is None or one.farm is None or not one.recommended:
        return ()
    by = IN_THEORY if one.results.standing else SIMULATED
    return (Alternative(one.scenario.name, BASELINE, by, one.farm),)


def _influences(outcome: Outcome) -> tuple[tuple[Influence, ...], str]:
    """The assumed values that move cost or capacity most; those of a search that was asked for, or else by theory."""
    scenario = outcome.scenario.without_baseline()
    asked, stated = outcome.sensitivity, None if outcome.carried.way == LARGEST else outcome.carried
    try:
        found = asked.influences if asked else one_at_a_time(scenario, Theory(), stated)
    except _UNSOLVED as error:
        return (), f"Theory cannot say which assumed values matter. {why_no_theory(reason_without_remedy(error))}."
    told = ""
    if stated is not None and not asked:
        found = tuple(each for each in found if each.ends and all(end.by == SAME_SERVER for end in each.ends))
        told = NOT_BY_LOAD if len(found) < len(assumed_ranges(scenario)[0]) else ""
    moves = {each.parameter.path: _moves(each) for each in found}
    ordered = sorted(found, key=lambda each: -moves[each.parameter.path])
    return tuple(each for each in ordered if moves[each.parameter.path])[:INFLUENCES], told


def _moves(influence: Influence) -> float:
    """By what share the range of a value moves the cost of whole units, or what a server carries; 0 where that is not
    told from nothing."""
    shares = [0.0]
    reads: tuple[tuple[Callable[[AnswerAtValue], float], AnswerName], ...] = (
        (_whole_cost, COST),
        (_capacity, CAPACITY),
    )
    for read, of in reads:
        ends = [value for end in influence.ends if (value := read(end))]
        if len(ends) > 1 and influence.matters(of):
            shares.append((max(ends) - min(ends)) / min(ends))
    return max(shares)


def _whole_cost(end: AnswerAtValue) -> float:
    return end.whole_cost.value if end.whole_cost else 0.0


def _capacity(end: AnswerAtValue) -> float:
    return end.capacity.value
