"""What a person who signs a plan asks besides: what could be bought instead, and which assumed values move it most.

Theory answers both, by the one path by which every farm is sized; what could be bought is what `optimise` finds.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.errors import ScenarioError
from models.pods import servers_of_pods
from models.quantities.formatting import listed
from models.scenario import Scenario
from models.variations.assumptions import assumed_ranges
from simulator.errors import (
    InternalError,
    NoCapacity,
    NotConverged,
    Unstable,
    UnsupportedByEngine,
    reason_without_remedy,
    require,
)
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.solvers import Theory
from simulator.farm.alternatives import Alternative, DecisionBasis
from simulator.farm.cheapest_farm import FarmOffer
from simulator.farm.farm import Farm
from simulator.farm.influence import CAPACITY, COST, SAME_SERVER, AnswerAtValue, AnswerName, Influence
from simulator.farm.outcome import Outcome
from simulator.messages.grow.when_to_buy import answer
from simulator.messages.plan import alternatives
from simulator.messages.wording import why_no_theory
from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
from simulator.studies.optimise.answer import optimise
from simulator.studies.sensitivity.likely_influences import likely_influences
from simulator.studies.sensitivity.one_at_a_time import one_at_a_time
from simulator.uncertainty.predict import predict_beside, with_own_prediction

# At most so many assumed values, for a page has room for those that matter.
INFLUENCES = 5
# Of so many theory solves the server at both ends: those that the laws of its limits say move it most.
_SOLVED_ENDS = 2 * INFLUENCES
# What weighs on a plan: its assumed values, and its alternatives.
DECISION_STEPS = 2
_UNSOLVED = (UnsupportedByEngine, Unstable, NotConverged, InternalError, ScenarioError)


def with_decision(outcome: Outcome, progress: Progress = lambda: None) -> Outcome:
    """The outcome with what its farm is decided by; without a farm, as it is. `progress` is called DECISION_STEPS
    times, and as each alternative is solved."""
    if outcome.farm is None:
        return outcome
    found = replace(
        _deciding(outcome, outcome.farm, progress), months_ahead=_months_ahead(outcome.scenario, outcome.farm)
    )
    return replace(outcome, deciding=found)


def _months_ahead(scenario: Scenario, farm: Farm) -> str:
    """What to order by when, of units as the plan knows them; "" where no growth is stated."""
    if scenario.growth is None:
        return ""
    found = forecast_growth_by_theory(scenario.without_baseline(), farm)
    if isinstance(found, Unavailable):
        return alternatives.months_unknown(why_no_theory(found.reason))
    return answer(found)


def _deciding(outcome: Outcome, farm: Farm, progress: Progress) -> DecisionBasis:
    influences, not_judged = _influences(outcome)
    progress()
    offers, nothing = tuple[FarmOffer, ...](), alternatives.NOTHING_ELSE
    try:
        offers = optimise(outcome.scenario.without_baseline(), Theory(), progress).instead
    except NoCapacity:
        pass
    except _UNSOLVED as error:
        nothing = alternatives.no_farm(error)
    instead = _predicted(outcome, farm, tuple(_alternative(offer, farm) for offer in offers))
    progress()
    return DecisionBasis(instead, "" if instead else nothing, influences, not_judged)


def _alternative(offer: FarmOffer, plan: Farm) -> Alternative:
    """A farm of the catalogue in place of a plan; its system, its size of units and its tiers told where they are
    others."""
    farm, system = require(offer.farm, "farm"), plan.scenario.operating_system.name
    name = offer.name.replace(f", {system}", "", 1)
    if farm.scenario.tiers:
        other = farm.scenario.operating_system.name
        front = farm.scenario.server.name if other == system else f"{farm.scenario.server.name} with {other}"
        name = listed([front, *_other_tiers(farm.scenario, plan.scenario)])
    units = "" if offer.nodes == plan.scenario.unit.nodes else f", in units of {offer.nodes}"
    return Alternative(f"{name}{units}", farm)


def _other_tiers(scenario: Scenario, plan: Scenario) -> Iterator[str]:
    """What stands in each tier, of those that are not as in the plan."""
    for tier, planned in zip(scenario.tiers, plan.tiers, strict=True):
        count = servers_of_pods(scenario.unit, tier)
        if (tier.server.name, count) != (planned.server.name, servers_of_pods(plan.unit, planned)):
            yield f"{count} {tier.server.name} for {tier.name}"


def _predicted(outcome: Outcome, farm: Farm, alternatives: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Alternatives with how sure each is, in the worlds of the plan; by itself where that is not recommended."""
    if not outcome.recommended:
        return tuple(replace(each, farm=with_own_prediction(each.farm)) for each in alternatives)
    _, found = predict_beside(farm, [each.farm for each in alternatives])
    return tuple(
        replace(each, farm=other, beside=beside) for each, (other, beside) in zip(alternatives, found, strict=True)
    )


def _influences(outcome: Outcome) -> tuple[tuple[Influence, ...], str]:
    """The assumed values that move cost or capacity most; those of a search that was asked for, or else by theory."""
    scenario = outcome.scenario.without_baseline()
    asked, stated = outcome.sensitivity, None if outcome.carried.way == LARGEST else outcome.carried
    try:
        found = asked.influences if asked else _by_theory(scenario, stated)
    except _UNSOLVED as error:
        return (), alternatives.influences_unknown(why_no_theory(reason_without_remedy(error)))
    told = ""
    if stated is not None and not asked:
        found = tuple(each for each in found if each.ends and all(end.by == SAME_SERVER for end in each.ends))
        told = alternatives.NOT_BY_LOAD if len(found) < len(assumed_ranges(scenario)[0]) else ""
    moves = {each.parameter.path: _moves(each) for each in found}
    ordered = sorted(found, key=lambda each: -moves[each.parameter.path])
    return tuple(each for each in ordered if moves[each.parameter.path])[:INFLUENCES], told


def _by_theory(scenario: Scenario, stated: ServerCapacity | None) -> tuple[Influence, ...]:
    """The influences by theory, of the values that may be told; stated: what a server carries, where that is not the
    largest load."""
    ranges, _ = assumed_ranges(scenario)
    likely = ranges if stated is not None else likely_influences(scenario, ranges, _SOLVED_ENDS)
    return one_at_a_time(scenario, Theory(), stated, likely)


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
