"""The hall: how many new units its space and its power hold, and whether that is ever enough."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from models.errors import Remedy
from models.parts.growth.supply import Supply
from models.quantities.formatting import count_text
from models.quantities.months import month_words
from models.scenario import Scenario
from simulator.errors import NoCapacity
from simulator.growth.demand_paths import DemandPaths, Months
from simulator.growth.generations import Generation
from simulator.growth.installed_base import InstalledUnits
from simulator.growth.offers import UnitOffer
from simulator.growth.schedule import Terms
from simulator.messages.stages.growth.orders import hall_too_small

WITHOUT_WALLS = 10**9  # Units: more than anybody asks for.


def site_room(supply: Supply, new: Generation, standing: Sequence[InstalledUnits], months: int) -> Months:
    """The new units that the hall holds beside those that stand, by months."""
    free = np.full(months, float(WITHOUT_WALLS))
    nothing: Any = np.zeros(months)
    if supply.space is not None:
        taken = sum((float(each.generation.rack_units) * each.units for each in standing), nothing)
        free = np.minimum(free, np.floor((supply.space - taken) / new.rack_units))
    if supply.power is not None:
        drawn = sum((each.generation.watts * each.units for each in standing), nothing)
        free = np.minimum(free, np.floor((supply.power - drawn) / new.watts + 1e-9))
    return np.asarray(np.maximum(0, free), dtype=np.int64)


def require_site_room(
    scenario: Scenario, supply: Supply, terms: Terms, fewest: Months, ways: Sequence[UnitOffer], ahead: DemandPaths
) -> None:
    """Raises NoCapacity where the hall never holds what a month needs, and nothing is rented that stands elsewhere."""
    arrive = next((month for month in range(ahead.months) if terms.may_arrive(month)), ahead.months)
    over = [month for month in range(arrive, ahead.months) if fewest[month] > terms.room[month]]
    if not over or any(not way.bought for way in ways):
        return
    month = over[0]
    named = " and ".join(f"supply.{key}" for key in ("space", "power") if getattr(supply, key) is not None)
    units, when = count_text(int(fewest[month]), "new unit"), month_words(ahead.start + month)
    raise NoCapacity(
        hall_too_small(scenario.file, named, when, units, int(terms.room[month])),
        remedies=(Remedy({"growth.horizon": f"{month} months"}),) if month else (),
    )
