"""What a probability takes of the tiers whose servers the program counts: more of these, not more of all that stands in
a unit."""

from collections.abc import Mapping
from math import inf

from models.pods import servers_of_pods
from simulator.farm.prediction import SurerTier
from simulator.farm.tier_sizing import size_tiers
from simulator.translate.tier_names import tier_limit_names
from simulator.uncertainty.worlds import Worlds


def surer_tiers(worlds: Worlds, confidence: float, bought: int) -> Mapping[str, SurerTier]:
    """By tier, the servers and pods with which so many units are enough with a probability, of the tiers that take
    more than they have; none where other limits than theirs keep the units from being enough in some world."""
    scenario, needed = worlds.scenario, worlds.needed_with(confidence)
    if not scenario.tiers or scenario.confidence is not None or needed == inf:
        return {}
    sized = size_tiers(scenario.model_copy(update={"reserve": needed - 1.0}))
    grown = [tier for tier, now in zip(sized.tiers, scenario.tiers, strict=True) if tier.servers > now.servers]
    short = [
        each.carried.limit_name for each, units in zip(worlds.answers, worlds.units, strict=True) if units > bought
    ]
    theirs = {limit for tier in grown for limit in tier_limit_names(tier)}
    if not theirs.issuperset(short):
        return {}
    return {
        tier.name: SurerTier(
            bought * servers_of_pods(sized.unit, tier), None if tier.pods is None else bought * tier.servers
        )
        for tier in grown
    }
