"""What stands and what a new unit carries, in times the demand of today: nominal, and drawn within their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from simulator.growth.demand_paths import DemandPaths, FloatArray, Months
from simulator.growth.generations import Generation
from simulator.growth.installed_base import InstalledUnits
from simulator.growth.required_units import needed_units

# Beside the draws of the demand, which are of stream 0.
STREAM = 1


@dataclass(frozen=True)
class CapacityAhead:
    """By draws: `stood` what stands carries by months with the spare units of the farm gone (below 0 where nothing
    stands that could be spared); `unit` what a new unit does."""

    stood: FloatArray
    unit: FloatArray

    def with_units(self, units: Months) -> FloatArray:
        """What is carried by draws and months with so many new units by months; never less than nothing."""
        return np.asarray(np.maximum(0.0, self.stood + np.outer(self.unit, units)), dtype=np.float64)

    def needed(self, times: FloatArray) -> Months:
        """New units by draws and months that a demand with its reserve takes beside what stands."""
        return needed_units(times, self.stood, self.unit)


def nominal_capacity(new: Generation, standing: Sequence[InstalledUnits], spare: int, months: int) -> CapacityAhead:
    """By what was found of each generation, one row."""
    levels = [np.array([each.generation.level]) for each in standing]
    return _capacity(np.array([new.level]), levels, standing, spare, months)


def sampled_capacity(
    new: Generation, standing: Sequence[InstalledUnits], spare: int, ahead: DemandPaths, seed: int
) -> CapacityAhead:
    """Within the intervals of what was found; units of one generation are off together, for they are one figure."""
    random = np.random.Generator(np.random.Philox(key=[seed, STREAM]))
    reach, count = NormalDist().inv_cdf(0.5 + ahead.confidence / 2.0), len(ahead.drawn)
    known = {new.name: new.drawn_levels(random, count, reach)}
    for each in standing:
        if each.generation.name not in known:
            known[each.generation.name] = each.generation.drawn_levels(random, count, reach)
    levels = [known[each.generation.name] for each in standing]
    return _capacity(known[new.name], levels, standing, spare, ahead.months)


def _capacity(
    unit: FloatArray, levels: Sequence[FloatArray], standing: Sequence[InstalledUnits], spare: int, months: int
) -> CapacityAhead:
    total = np.zeros((len(unit), months))
    for each, level in zip(standing, levels, strict=True):
        total += np.outer(level, each.units)
    spared = spare * np.max([unit, *levels], axis=0)
    return CapacityAhead(total - spared[:, np.newaxis], unit)
