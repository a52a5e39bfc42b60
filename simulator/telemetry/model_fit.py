"""A model held beside what was measured of a farm: the CPU time of a request, and where the model says something else.

What a server works is measured as the share of its CPUs that is busy. Of cores that share threads, or that are slower
the more of them work, that is not the share of what they can do: both are told from each other by the curve of the
cores (models/capacity_curve.py).
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from models.scenario import Scenario
from simulator.engines.theory.wire import wire_bytes
from simulator.experiment.capacity_by_solver import server_network, station_loads_at
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from simulator.roles import find_role
from simulator.telemetry.farm_record import FarmRecord
from simulator.telemetry.record_noise import MeasuredRange, WorkAlways, ratio_range, work_always
from simulator.telemetry.series import SeriesValues

# What a model says is what was measured where it is so near to it: a share of that, or points of a CPU.
SHARE_OFF, POINTS_OFF = 0.15, 0.03
# A model describes a farm where it does so in so many of the steps.
DESCRIBED = 0.9
OTHER_BYTES = 10.0  # Bytes so many times those of the model are of something else.
NEAR_PEAK = 0.9  # Loads of so much of the largest decide what a farm carries.
# A CPU that is hardly used tells nothing of what a request takes.
LEAST_USED = 0.02
_PERCENT = 0.01
_LOADS = 33  # At so many loads theory is asked; between them lie straight lines.
_HOURS = range(24)


@dataclass(frozen=True)
class HourFit:
    """An hour of the day. demand: requests/s of the farm; cpu, model: the share of the CPUs that is busy, as measured
    and as the model has it with the CPU times that were measured; None where that is not known. fits: whether they are
    near each other."""

    hour: int
    demand: float
    cpu: float | None
    model: float | None

    @property
    def fits(self) -> bool:
        return self.cpu is None or self.model is None or bool(_is_near(np.array(self.cpu), np.array(self.model)))


@dataclass(frozen=True)
class ModelFit:
    """A model beside a farm. work: the CPU time of a request in times that of the scenario, None where no CPU was
    measured, or hardly any was used and is to be used; work_between: where another record would have it; error: how far
    the model is off with it, on average, as a share; described: in which share of the steps it is near what was
    measured; at_peak: whether it is where the load is largest. response: bytes on the wire for a request in times those
    of the model, None where not both were measured. most: requests/s of one server at the most. hours: by the hour of
    the day. most_cpu: the largest share of the CPUs that was busy, None where it was not measured.
    idle: how busy it is without a request, as measured, or as the scenario states it where that agrees; always: what
    was measured of that, with its interval, None where the scenario's stands; grows: whether the CPU grows with the
    load as the model says, as far as what was measured tells it beyond the largest load."""

    work: float | None
    work_between: MeasuredRange | None
    error: float | None
    described: float | None
    at_peak: bool | None
    response: float | None
    most: float
    hours: tuple[HourFit, ...] = field(repr=False)
    most_cpu: float | None = None
    idle: float = 0.0
    always: WorkAlways | None = None
    grows: bool | None = None

    @property
    def has_its_bytes(self) -> bool:
        """Whether responses have the bytes of the model, as far as they were measured."""
        return self.response is None or self.has_other_bytes or abs(self.response - 1.0) <= SHARE_OFF

    @property
    def has_other_bytes(self) -> bool:
        """Whether the bytes that were measured are too far off to be those of the responses."""
        return self.response is not None and not 1.0 / OTHER_BYTES <= self.response <= OTHER_BYTES

    @property
    def is_in_shares(self) -> bool:
        """Whether no CPU is above 1 %, though more is to be used: as where shares from 0 to 1 are read as per cent."""
        return self.most_cpu is not None and self.most_cpu <= _PERCENT and self.work is not None and self.work < 1.0

    @property
    def misfits(self) -> tuple[HourFit, ...]:
        """The hours in which it does not."""
        return tuple(each for each in self.hours if not each.fits)


def fit_model(scenario: Scenario, record: FarmRecord, demand: SeriesValues, each: SeriesValues) -> ModelFit:
    """The model of a scenario beside a farm. demand, each: requests/s of the farm and of one server in each step."""
    network, stated = server_network(_without_idle(scenario)), scenario.operating_system.cpu_without_requests
    loads = _cpu_loads(network, each)
    measured = _work_of(network, record.cpu)
    there = np.isfinite(measured) & np.isfinite(loads) & (loads > 0.0)
    work = between = error = described = at_peak = always = grows = None
    idle = stated
    most_cpu = float(np.nanmax(record.cpu)) if np.isfinite(record.cpu).any() else None
    model = np.full_like(loads, np.nan)
    # A CPU that is to be used, and is not, tells that a request takes less.
    if there.any() and max(float(record.cpu[there].max()), float(loads[there].max())) >= LEAST_USED:
        own, asked = measured[there], loads[there]
        line = work_always(own, asked)
        fits = _line_fit(network, float(_work_of(network, np.array(stated))), own, asked)
        found = None if line is None else _idle_of(network, stated, line)
        other = None if found is None else _line_fit(network, found.work, own, asked)
        # What describes the farm no more is a line between a batch and what is no batch.
        if found is not None and other is not None and other.described >= DESCRIBED and other.is_better(fits):
            fits, always = other, _as_busy(network, found)
            idle = always.work
        model = _busy_of(network, fits.idle + fits.work * loads)
        work, between = fits.work, _work_between(fits, own, asked, line if always else None)
        error, described, at_peak = fits.error, fits.described, fits.at_peak
        most = fits.idle + fits.work * (1.0 + scenario.reserve) * float(asked.max())
        # At other loads there is other work, such as a batch of half a day.
        upper = asked >= np.median(asked)
        above = work_always(own[upper], asked[upper], 1.0 + scenario.reserve)
        grows = None if above is None else _is_within(most, above.beyond)
    both = np.isfinite(record.rate) & np.isfinite(record.sent) & (record.rate > 0.0)
    response = None
    if both.any():
        response = float(np.sum(record.sent[both]) / np.sum(record.rate[both]) / wire_bytes(network))
    by_hour = _by_hour(record, demand, model)
    return ModelFit(
        work, between, error, described, at_peak, response, float(np.nanmax(each)), by_hour, most_cpu, idle, always,
        grows,
    )  # fmt: skip


class _LineFit(NamedTuple):
    """A model with so much work without a request: the factor of what requests take, and how near it is."""

    idle: float
    work: float
    error: float | None
    described: float
    at_peak: bool

    def is_better(self, other: "_LineFit") -> bool:
        """Whether it describes more of the farm, and no less of its peak."""
        return (self.at_peak, self.described, -(self.error or 0.0)) > (
            other.at_peak, other.described, -(other.error or 0.0)
        )  # fmt: skip


def _line_fit(network: Network, idle: float, measured: SeriesValues, loads: SeriesValues) -> _LineFit:
    work = median_ratio(np.maximum(measured - idle, 0.0), loads)
    own, said = _busy_of(network, measured), _busy_of(network, idle + work * loads)
    used, top = own >= LEAST_USED, loads >= NEAR_PEAK * loads.max()
    error = float(np.mean(np.abs(said[used] / own[used] - 1.0))) if used.any() else None
    near = float(np.mean(_is_near(own, said)))
    return _LineFit(idle, work, error, near, bool(_is_near(np.median(own[top]), np.median(said[top]))))


def _work_between(
    fits: _LineFit, measured: SeriesValues, loads: SeriesValues, line: WorkAlways | None
) -> MeasuredRange | None:
    """Where another record would have the factor of what requests take: what is taken for idle work moves it too."""
    between = ratio_range(np.maximum(measured - fits.idle, 0.0), loads)
    if between is None or line is None:
        return between
    off = (line.between.high - line.between.low) / 2.0 / float(np.average(loads, weights=loads))
    return MeasuredRange(
        max(0.0, fits.work - math.hypot(fits.work - between.low, off)),
        fits.work + math.hypot(between.high - fits.work, off),
    )


def _idle_of(network: Network, stated: float, line: WorkAlways) -> WorkAlways | None:
    """What is worked without a request, where it is more than hardly anything, or less than is stated; None where what
    is stated may be right."""
    known = float(_work_of(network, np.array(stated)))
    hardly = float(_work_of(network, np.array(LEAST_USED)))
    if line.between.low <= max(known, hardly) and line.between.high >= known:
        return None
    return line._replace(work=max(0.0, line.work))


def _is_within(value: float, between: MeasuredRange) -> bool:
    """Whether a value is near to what lies in an interval."""
    low, high = (max(POINTS_OFF, SHARE_OFF * each) for each in between)
    return between.low - low <= value <= between.high + high


def _without_idle(scenario: Scenario) -> Scenario:
    system = scenario.operating_system.model_copy(update={"cpu_without_requests": 0.0})
    return scenario.model_copy(update={"operating_system": system})


def requests_of(scenario: Scenario, record: FarmRecord) -> SeriesValues:
    """Requests/s in each step: as measured, or what the bytes that were sent come to in responses of the model."""
    if np.isfinite(record.rate).any():
        return record.rate
    return record.sent / wire_bytes(server_network(scenario))


def cpu_busy(scenario: Scenario, rates: SeriesValues, times: SeriesValues) -> SeriesValues:
    """The share of the CPUs of a server that is busy at each load, if a request takes so many times its CPU time."""
    network = server_network(_without_idle(scenario))
    idle = _work_of(network, np.array(scenario.operating_system.cpu_without_requests))
    return _busy_of(network, idle + times * _cpu_loads(network, rates, rates))


def median_ratio(measured: SeriesValues, loads: SeriesValues) -> float:
    """The factor of loads that is least off what was measured, by the sum of what it is off: a backup at night, which
    is far off in a few of the steps, does not move it. It is the median of the ratios, each with the weight of its load
    (Bloomfield and Steiger 1983, Least Absolute Deviations, section 1.2)."""
    order = np.argsort(measured / loads)
    weights = np.cumsum(loads[order])
    return float((measured / loads)[order][np.searchsorted(weights, weights[-1] / 2.0)])


def _as_busy(network: Network, line: WorkAlways) -> WorkAlways:
    """What is worked without a request as the share of the CPUs that is busy."""
    busy, low, high = map(float, _busy_of(network, np.maximum([line.work, *line.between], 0.0)))
    return line._replace(work=busy, between=MeasuredRange(low, high))


def _is_near(measured: SeriesValues, model: SeriesValues) -> np.ndarray:
    return np.abs(model - measured) <= np.maximum(POINTS_OFF, SHARE_OFF * measured)


def _by_hour(record: FarmRecord, demand: SeriesValues, model: SeriesValues) -> tuple[HourFit, ...]:
    found = []
    for hour in _HOURS:
        here = (record.hours == hour) & np.isfinite(demand)
        if here.any():
            both = here & np.isfinite(record.cpu) & np.isfinite(model)
            cpu, said = (float(each[both].mean()) if both.any() else None for each in (record.cpu, model))
            found.append(HourFit(hour, float(demand[here].mean()), cpu, said))
    return tuple(found)


def _cpu_loads(network: Network, rates: SeriesValues, asked: SeriesValues | None = None) -> SeriesValues:
    """What the CPU of a server works at some requests/s, as a share of what it can; NaN where theory does not know.
    asked: the loads at which theory is asked, rising; between them lie straight lines."""
    known = rates[np.isfinite(rates) & (rates > 0.0)]
    if not len(known):
        return np.full_like(rates, np.nan)
    name = find_role(network.shared, Role.CPU, "stations").name
    if asked is None:
        asked = np.linspace(float(known.min()), float(known.max()), _LOADS if known.max() > known.min() else 1)
    loads = []
    for rate in asked:
        stations = station_loads_at(network, float(rate))
        cpu = next((each for each in stations.stations if each.name == name), None) if stations else None
        loads.append(np.nan if cpu is None else (rate * cpu.demand + cpu.background) / cpu.capacity)
    return np.where(rates > 0.0, np.interp(rates, asked, loads), 0.0)


def _curve(network: Network) -> tuple[SeriesValues, SeriesValues]:
    """Shares of the CPUs that are busy, rising, and what they do then, as a share of all that they can."""
    cpu = find_role(network.shared, Role.CPU, "stations")
    curve = cpu.curve if isinstance(cpu, SharedCapacity) else ()
    if not curve:
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])
    return np.linspace(0.0, 1.0, len(curve) + 1), np.array([0.0, *curve]) / curve[-1]


def _work_of(network: Network, busy: SeriesValues) -> SeriesValues:
    shares, work = _curve(network)
    return np.where(np.isfinite(busy), np.interp(busy, shares, work), np.nan)


def _busy_of(network: Network, work: SeriesValues) -> SeriesValues:
    shares, done = _curve(network)
    return np.where(np.isfinite(work), np.interp(work, done, shares), np.nan)
