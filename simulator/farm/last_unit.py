"""The last unit of a farm: how little of it the demand and its reserve need, and which reserve would do without it."""

from typing import NamedTuple

from simulator.farm.sizing import Sizing

# A unit of which no more than this share is needed is told.
LITTLE = 0.15


class LastUnit(NamedTuple):
    """used: the share of what a unit carries that the last one is bought for; units: what is bought without it, the
    spare ones of the farm among them; reserve: what those carry beyond the demand, as a share of it."""

    used: float
    units: int
    reserve: float


def last_unit(sizing: Sizing) -> LastUnit | None:
    """The last unit of a farm that is sized by a reserve, where little of it is needed; None where much is, where there
    is no other, or where the others do not carry the demand itself."""
    others, needed = sizing.working_units - 1.0, sizing.units.exact.value
    used = needed - others
    if others < 1.0 or not 0.0 < used <= LITTLE or sizing.busiest_unit != 1.0:
        return None
    reserve = (1.0 + sizing.reserve) * others / needed - 1.0
    return LastUnit(used, int(others) + sizing.spare_units, reserve) if reserve >= 0.0 else None
