"""A scenario with what it leaves to the program: units before other tiers, the servers of these, and the reserve that a
probability needs."""

from models.scenario import Scenario
from simulator.uncertainty.reserve import with_reserve

# So often what shields find, and checkpoints write, at a load is found, and the servers behind them are counted.
_ROUNDS = 2


def resolve(scenario: Scenario) -> Scenario:
    """A scenario that was read, as every study takes it: with the units before other tiers, and as many servers of
    these, as its demand takes where nobody states how many, and with the reserve that its `confidence` needs. Raises
    what `with_reserve` raises."""
    sized = _with_tiers(scenario)
    reserved = with_reserve(sized)
    return sized if reserved is sized else _with_tiers(reserved)  # A reserve may take more servers of a tier.


def _with_tiers(scenario: Scenario) -> Scenario:
    if not any(each.tiers for each in (scenario, scenario.baseline) if each is not None):
        return scenario
    # Most scenarios have no other tiers, and theory takes half a second to load.
    from simulator.farm.tier_load import with_tiers_at_load
    from simulator.farm.tier_sizing import size_tiers
    from simulator.farm.unit_size import with_cheapest_units

    sized, before = size_tiers(with_cheapest_units(scenario)), None
    for _ in range(_ROUNDS):  # What a shield finds hangs on its servers, and what stands behind it on that.
        found = with_tiers_at_load(sized)
        if found is sized or found == before:  # Nothing has changed that the servers were counted from.
            break
        sized, before = size_tiers(found), found
    return sized
