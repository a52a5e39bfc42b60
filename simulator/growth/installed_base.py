"""What stands in the months ahead: units of several generations, each until its life or its support ends."""

from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import StandingUnits, Supply
from models.quantities.months import YEAR, parse_month
from models.scenario import Scenario
from simulator.growth.demand_paths import Months
from simulator.growth.generations import Generation


@dataclass(frozen=True)
class InstalledUnits:
    """Units of a generation that stand today.

    stated: how many there were; units: by months; last: the last month in which they serve, None where that lies beyond
    the horizon; why: what ends them then, "life" or "support".
    """

    generation: Generation
    stated: int
    units: Months
    last: int | None
    why: str


def server_life(scenario: Scenario, supply: Supply) -> int:
    """Months that a server serves."""
    stated = supply.life
    return round(scenario.datacenter.prices.server_life * YEAR if stated is None else stated)


def installed_units(each: StandingUnits, generation: Generation, start: int, months: int, lives: int) -> InstalledUnits:
    """How long some units stand, of so many months from the start."""
    begun = parse_month(each.bought) if each.bought is not None else start
    by_life = begun + lives - 1
    by_support = parse_month(each.support_until) if each.support_until is not None else by_life
    last = min(by_life, by_support)
    units = np.where(start + np.arange(months) <= last, each.units, 0).astype(np.int64)
    beyond = last >= start + months - 1
    why = "support" if by_support < by_life else "life"
    return InstalledUnits(generation, each.units, units, None if beyond else last, why)
