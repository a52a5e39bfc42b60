"""A farm as an offer: what is told of it beside others."""

from collections.abc import Mapping
from types import MappingProxyType

from models.errors import ScenarioError
from models.variations.choice import Choice
from simulator.experiment.estimate import Estimate
from simulator.experiment.paired_differences import difference
from simulator.farm.candidates import OtherReason, why_no_farm
from simulator.farm.cheapest_farm import FarmOffer, PrunedChoice
from simulator.farm.costs.cost_difference import cost_in_all, exact_cost_in_all
from simulator.farm.farm import Farm
from simulator.farm.stopping_limit import stopping_limit
from simulator.messages.optimise import IMPOSSIBLE


def farm_offer(
    name: str,
    farm: Farm,
    bound: float,
    ceiling: float,
    own: bool = False,
    years: tuple[int, ...] = (),
    disk_size: float | None = None,
    caches: Mapping[str, float] = MappingProxyType({}),
) -> FarmOffer:
    """The offer of a farm: bound and ceiling, what theory let it cost at least, and a server of it carry at most."""
    sizing, units, stop = farm.sizing, farm.sizing.units, stopping_limit(farm.carried, farm.scenario.targets)
    return FarmOffer(
        name, farm.scenario.unit.nodes, farm.carried.mbps, cost_in_all(farm), exact_cost_in_all(farm),
        units.exact, units.whole, sizing.servers.whole, sizing.supports,
        stop.name, stop.limit, bound, ceiling, years, own, farm, disk_size, caches,
    )  # fmt: skip


def extra_cost(winner: Estimate, other: Estimate) -> Estimate:
    """What the other costs more in whole units: both vary with the same sessions, so their half-widths add."""
    confidence, samples = min(winner.confidence, other.confidence), min(winner.samples, other.samples)
    return Estimate(other.value - winner.value, winner.half_width + other.half_width, confidence, samples, winner.unit)


def paired_extra_cost(winner: Estimate, other: Estimate) -> Estimate:
    """The same in exact units, by pairs of replications where both have them."""
    if winner.each and len(winner.each) == len(other.each):
        return difference("cost", winner, other).difference
    return extra_cost(winner, other)


def impossible_choice(choice: Choice) -> PrunedChoice:
    """A choice that cannot be, and why."""
    why = why_no_farm(ScenarioError(choice.problems)) if choice.problems else OtherReason(choice.reason)
    return PrunedChoice(choice.name, IMPOSSIBLE, choice.reason, why_not=why, server=choice.server)
