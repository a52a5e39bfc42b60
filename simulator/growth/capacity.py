"""What stands and what a new unit carries, in times the demand of today: nominal, and drawn over all that is not known.

What is not known of a unit is the same in every month of a course: each course has one of the worlds that `plan` draws
(simulator/uncertainty/worlds.py), and each world has as many courses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from simulator.experiment.results import Unavailable
from simulator.farm.prediction import PredictionInterval
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.growth.demand_paths import DemandPaths, FloatArray, Months
from simulator.growth.generations import Generation
from simulator.growth.installed_base import InstalledUnits
from simulator.growth.required_units import needed_units
from simulator.messages.stages.uncertainty import NO_ANSWER
from simulator.uncertainty.intervals import prediction_interval
from simulator.uncertainty.predict import shared_worlds
from simulator.uncertainty.worlds import Worlds

# What nothing carries, in times the demand of today.
NOTHING = 1e-9
# Beside the draws of the demand, which are of stream 0.
STREAM = 1


@dataclass(frozen=True)
class CapacityAhead:
    """By draws: `stood` what stands carries by months with the spare units of the farm gone (below 0 where nothing
    stands that could be spared); `unit` what a new unit does; why_known: why the ranges of the model are in neither,
    "" where they are, or were not asked for."""

    stood: FloatArray
    unit: FloatArray
    why_known: str = ""

    @property
    def unit_interval(self) -> PredictionInterval:
        """Between what a new unit carries, in times the demand of today."""
        return prediction_interval(self.unit, TIMES_THE_DEMAND)

    def with_units(self, units: Months) -> FloatArray:
        """What is carried by draws and months with so many new units by months; never less than nothing."""
        return np.asarray(np.maximum(0.0, self.stood + np.outer(self.unit, units)), dtype=np.float64)

    def strain(self, times: FloatArray, units: Months) -> FloatArray:
        """A demand by draws and months, in times what is carried with so many new units."""
        return np.asarray(times / np.maximum(self.with_units(units), NOTHING), dtype=np.float64)

    def needed(self, times: FloatArray) -> Months:
        """New units by draws and months that a demand takes beside what stands."""
        return needed_units(times, self.stood, self.unit)


def nominal_capacity(new: Generation, standing: Sequence[InstalledUnits], spare: int, months: int) -> CapacityAhead:
    """By what was found of each generation, one row."""
    levels = [np.array([each.generation.level]) for each in standing]
    return _capacity(np.array([new.level]), levels, standing, spare, months)


def sampled_capacity(
    new: Generation, standing: Sequence[InstalledUnits], spare: int, ahead: DemandPaths, seed: int, in_worlds: bool
) -> CapacityAhead:
    """Within the intervals of what was found, and in worlds if these are asked for; units of one generation are off
    together, for they are one figure."""
    random = np.random.Generator(np.random.Philox(key=[seed, STREAM]))
    reach, count = NormalDist().inv_cdf(0.5 + ahead.confidence / 2.0), len(ahead.drawn)
    each_once = {each.name: each for each in (*(stands.generation for stands in standing), new)}
    order = dict.fromkeys((new.name, *each_once))
    known = {name: each_once[name].drawn_levels(random, count, reach) for name in order}
    shares = _in_worlds([each_once[name] for name in order]) if in_worlds else np.ones((len(order), 1))
    if not isinstance(shares, Unavailable):
        world = random.permutation(np.arange(count) % shares.shape[1])
        known = {name: levels * share[world] for (name, levels), share in zip(known.items(), shares, strict=True)}
    levels = [known[each.generation.name] for each in standing]
    why = shares.reason if isinstance(shares, Unavailable) else ""
    return _capacity(known[new.name], levels, standing, spare, ahead.months, why)


def _in_worlds(generations: Sequence[Generation]) -> FloatArray | Unavailable:
    """What a unit of each generation carries of the demand in each world that all of them answer, in times what it
    carries as the scenario stands: float64 (generations, worlds)."""
    shared = shared_worlds(generations[0].farm)
    found = [shared.of(each.farm) for each in generations]
    answered = [each for each in found if isinstance(each, Worlds)]
    if len(answered) < len(found):
        return next(each for each in found if isinstance(each, Unavailable))
    common = answered[0].numbers
    for each in answered[1:]:
        common = np.intersect1d(common, each.numbers)
    if not len(common):
        return Unavailable(NO_ANSWER)
    return np.array([1.0 / each.needed[np.searchsorted(each.numbers, common)] for each in answered])


def _capacity(
    unit: FloatArray,
    levels: Sequence[FloatArray],
    standing: Sequence[InstalledUnits],
    spare: int,
    months: int,
    why_known: str = "",
) -> CapacityAhead:
    total = np.zeros((len(unit), months))
    for each, level in zip(standing, levels, strict=True):
        total += np.outer(level, each.units)
    spared = spare * np.max([unit, *levels], axis=0)
    return CapacityAhead(total - spared[:, np.newaxis], unit, why_known)
