"""What stands in the months ahead: units of several generations, each until its life or its support ends."""

from dataclasses import dataclass

import numpy as np

from models.parts.growth.supply import StandingUnits, Supply
from models.quantities.months import YEAR, month_of
from models.scenario import Scenario
from simulator.growth.ahead import Months
from simulator.growth.generations import Generation


@dataclass(frozen=True)
class Stands:
    """Units of a generation that stand today.

    stated: how many there were; units: by months; last: the last month in which they serve, None where that lies beyond
    the horizon; why: what ends them then, "life" or "support".
    """

    generation: Generation
    stated: int
    units: Months
    last: int | None
    why: str


def life(scenario: Scenario, supply: Supply) -> int:
    """Months that a server serves."""
    stated = supply.life
    return round(scenario.datacenter.prices.server_life * YEAR if stated is None else stated)


def stands(each: StandingUnits, generation: Generation, start: int, months: int, lives: int) -> Stands:
    """How long some units stand, of so many months from the start."""
    begun = month_of(each.bought) if each.bought is not None else start
    by_life = begun + lives - 1
    by_support = month_of(each.support_until) if each.support_until is not None else by_life
    last = min(by_life, by_support)
    units = np.where(start + np.arange(months) <= last, each.units, 0).astype(np.int64)
    beyond = last >= start + months - 1
    why = "support" if by_support < by_life else "life"
    return Stands(generation, each.units, units, None if beyond else last, why)
