"""How sure a verdict is: over the worlds of a scenario, and over what another record of the same load would show."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from models.quantities.rounding import ROUNDING
from models.scenario import Scenario
from simulator.farm.farm import Farm
from simulator.farm.running_farm import RunningFarm
from simulator.growth.demand_paths import FloatArray
from simulator.network.roles import Role
from simulator.telemetry.record_noise import CONFIDENCE, MeasuredRange
from simulator.uncertainty.model_error import LimitSort, limit_spread
from simulator.uncertainty.worlds import Worlds, study_worlds

_STREAM = 3  # Beside the draws of a growth, of a forecast and of what a unit carries.
_NORMAL = 1.96  # Standard deviations to either end of an interval of CONFIDENCE.
_RECORDS = 16  # Of each world.
# Loads beyond the most that was measured at which a server was as good as measured: bytes and requests have their peaks
# in steps of their own, and another record has a higher one.
_REACHED = 1.05
_SPREADS = 33  # Loads at which the error of the model is asked for; between them lie straight lines.


class NeededUnits(NamedTuple):
    """Units that carry the peak, without reserve and spares, in each world and by several records of it. by_cpu:
    whether the CPU stops a server there; error: by how many standard deviations the model is off. All are float64
    (worlds x records,)."""

    units: FloatArray
    by_cpu: np.ndarray
    error: FloatArray


@dataclass(frozen=True)
class FarmCertainty:
    """What a farm needs over all that is not known of it. most: requests/s of one server at the most, None where its
    CPU times are not those that were measured; peak, work: how far another record would be off, as the standard
    deviations of their logarithms."""

    farm: Farm
    most: float | None
    peak: float
    work: float

    def enough(self, units: int, times: float = 1.0) -> float | None:
        """How likely so many units are enough for so many times the peak, which servers would have been measured at;
        None where no world has an answer."""
        needed = self._needed(self._up_to(units))
        if needed is None:
            return None
        spare = self.farm.scenario.spare_units
        return float(np.mean(times * needed.units * (1.0 - ROUNDING) <= units - spare))

    def carries(self, running: RunningFarm) -> MeasuredRange | None:
        """Between what the farm that runs can carry, in times what it must."""
        needed = self._needed(self._up_to(running.units))
        working = running.units - self.farm.scenario.spare_units
        if needed is None or working <= 0:
            return None
        ends = np.quantile(
            working / (needed.units * running.must), [(1.0 - CONFIDENCE) / 2.0, (1.0 + CONFIDENCE) / 2.0]
        )
        return MeasuredRange(float(ends[0]), float(ends[1]))

    def demand_felt(self, drawn: FloatArray, units: int) -> FloatArray:
        """Demands, in times the peak, as large as they would be for the farm that the model says: where it needs a
        tenth more for the peak than it is thought to, all are a tenth larger. drawn: float64 (DRAWS, months). The model
        is the less sure the more each of so many units is to do."""
        known = self._needed(self._up_to(units))
        if known is None:
            return drawn
        central = self.farm.sizing.units.exact.value / (1.0 + self.farm.sizing.reserve)
        chosen = self._random(1).integers(0, len(known.units), len(drawn))
        beyond = self._spread(drawn, units) - self._spread(np.ones(1), units)
        off = np.where(known.by_cpu, known.error, 0.0)[chosen, np.newaxis]
        return np.asarray(drawn * (known.units / central)[chosen, np.newaxis] * np.exp(-beyond * off))

    def _spread(self, times: FloatArray, units: int) -> FloatArray:
        """How far off the model is of the work of a server, at a demand in times the peak: the standard deviation of
        its logarithm."""
        share = self._share(units)
        if self.most is None or share is None:
            return np.zeros_like(times)
        beyond = self.farm.carried.requests.value / (_REACHED * self.most)
        rates = np.geomspace(1.0 + ROUNDING, max(1.0 + ROUNDING, beyond), _SPREADS) * self.most
        spreads = [limit_spread(self.farm.scenario, LimitSort.WORK, float(rate)) for rate in rates]
        within = limit_spread(self.farm.scenario, LimitSort.WORK, self.most)
        each = times * share / _REACHED
        return np.where(each <= self.most, within, np.interp(each, rates, spreads))

    def _share(self, units: int) -> float | None:
        """Requests/s that each server of so many units has at the peak, with the spares down; None if none is left."""
        sizing, scenario = self.farm.sizing, self.farm.scenario
        working = (units - scenario.spare_units) * (scenario.unit.nodes - scenario.unit.spare_nodes)
        if working <= 0:
            return None
        return sizing.demanded.requests * sizing.capacity.busiest * sizing.busiest_unit / working

    def _up_to(self, units: int) -> float | None:
        """What a server counts as measured up to. A model is the less sure the further beyond that a server is to go:
        here that is its share of the peak with the spares down, and not all that it could do."""
        share = self._share(units)
        if self.most is None or share is None:
            return None
        return self.farm.carried.requests.value * min(1.0, _REACHED * self.most / share)

    def _needed(self, up_to: float | None) -> NeededUnits | None:
        if up_to not in self._known:
            worlds = study_worlds(_measured_up_to(self.farm.scenario, up_to), self.farm.carried)
            self._known[up_to] = self._over_records(worlds) if isinstance(worlds, Worlds) else None
        return self._known[up_to]

    @cached_property
    def _known(self) -> dict[float | None, NeededUnits | None]:
        return {}

    def _over_records(self, worlds: Worlds) -> NeededUnits:
        exact = worlds.exact_units
        network = self.farm.carried.network
        cpus = {network.limit_names[each.name] for each in network.in_role(Role.CPU)}
        by_cpu = np.array([each.carried.limit_name in cpus for each in worlds.answers])
        error = worlds.draws.error[worlds.numbers]
        random = self._random(0)
        peak, work = (random.standard_normal((_RECORDS, len(exact))) for _ in range(2))
        units = exact * np.exp(self.peak * peak + np.where(by_cpu, self.work, 0.0) * work)
        return NeededUnits(units.ravel(), np.tile(by_cpu, _RECORDS), np.tile(error, _RECORDS))

    def _random(self, number: int) -> np.random.Generator:
        return np.random.Generator(np.random.Philox(key=[self.farm.scenario.run.seed, _STREAM + number]))


def share_off(measured: float, between: MeasuredRange | None) -> float:
    """How far another record would be off: the standard deviation of its logarithm, by which it is drawn. Where the
    low end is nothing, as far as the high end says."""
    if between is None or measured <= 0.0:
        return 0.0
    if between.low <= 0.0:
        return math.log(between.high / measured) / _NORMAL
    return math.log(between.high / between.low) / 2.0 / _NORMAL


def _measured_up_to(scenario: Scenario, up_to: float | None) -> Scenario:
    if up_to is None:
        return scenario
    core = scenario.workload.cpu_measured_on.model_copy(update={"up_to": up_to})
    return scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"cpu_measured_on": core})})
