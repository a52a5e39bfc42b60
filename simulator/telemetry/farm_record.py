"""Counters of a farm laid side by side: in steps of the same length, its demand, its servers and how busy they were.

A step in which a server was not measured, between others in which it was, tells no sum, and is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from simulator.calibration.point import Metric
from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry
from simulator.telemetry.read import Counters, FileNote
from simulator.telemetry.series import GAUGES, WHOLE_FARM, HostSeries, SeriesValues, mean_by_step

SHORTEST_STEP = 300.0  # What lasts for less than five minutes is no load that a farm is bought for.
HOUR, DAY = 3_600.0, 86_400.0


@dataclass(frozen=True)
class FarmRecord:
    """A farm in steps of time. at: seconds since 1970 at which each begins; step: its seconds; servers: how many were
    measured in it, 0 where no counter names them. rate, sent: requests/s and bytes/s of all measured servers, or of the
    whole farm; cpu: the share of their CPUs that was busy. All are NaN where that was not measured. whole: whether
    the demand is that of the whole farm. left_out: steps in which not every server was measured. cores: the most CPUs
    that a server says it has, 0 where none does."""

    at: SeriesValues = field(repr=False)
    step: float
    servers: SeriesValues = field(repr=False)
    rate: SeriesValues = field(repr=False)
    sent: SeriesValues = field(repr=False)
    cpu: SeriesValues = field(repr=False)
    whole: bool
    left_out: int
    cores: int
    notes: tuple[FileNote, ...]

    @property
    def days(self) -> float:
        """Days from the first step to the end of the last."""
        return float(self.at[-1] + self.step - self.at[0]) / DAY

    def last(self, days: float) -> "FarmRecord":
        """The last days of it."""
        return self.since(float(self.at[-1] + self.step - days * DAY))

    def since(self, begins: float) -> "FarmRecord":
        """Its steps from a time on; there may be none."""
        kept = self.at >= begins
        of_steps = {name: getattr(self, name)[kept] for name in ("at", "servers", "rate", "sent", "cpu")}
        return replace(self, **of_steps)

    def at_steps(self, values: SeriesValues, at: SeriesValues) -> SeriesValues:
        """The values of its steps at other ones; NaN at those that are none of its own."""
        place = np.minimum(np.searchsorted(self.at, at), len(self.at) - 1)
        return np.where(self.at[place] == at, values[place], np.nan)

    @property
    def hours(self) -> SeriesValues:
        """The hour of the day of each step, 0 to 23, in UTC."""
        return np.floor(self.at % DAY / HOUR)


def lay_side_by_side(counters: Counters, shortest: float = SHORTEST_STEP) -> FarmRecord:
    """The steps of a farm, of `shortest` seconds at least. Raises ScenarioError where neither requests nor bytes were
    measured."""
    series = [each for each in counters.series if each.gauge in GAUGES]
    of_load = [each for each in series if each.gauge in (Metric.RATE, Metric.BYTES)]
    if not of_load:
        refuse(counters.series[0].file, *telemetry.NO_LOAD)

    step = max(shortest, *(_usual_step(each) for each in series))
    numbers = np.unique(np.concatenate([np.floor(each.at / step) for each in of_load]))
    (rate, rate_whole, a), (sent, sent_whole, b) = (
        _total(series, g, numbers, step) for g in (Metric.RATE, Metric.BYTES)
    )
    cpu = _mean(series, numbers, step)
    named = [mean_by_step(each.at, each.values, numbers, step) for each in series if each.host != WHOLE_FARM]
    hosts = sorted({each.host for each in series} - {WHOLE_FARM})
    by_host = {host: np.zeros(len(numbers), dtype=bool) for host in hosts}
    for each, values in zip((each for each in series if each.host != WHOLE_FARM), named, strict=True):
        by_host[each.host] |= _span(np.isfinite(values))
    servers = np.zeros(len(numbers)) + sum(each.astype(np.float64) for each in by_host.values())
    return FarmRecord(
        at=numbers * step, step=step, servers=servers, rate=rate, sent=sent, cpu=cpu,
        whole=rate_whole if np.isfinite(rate).any() else sent_whole, left_out=max(a, b),
        cores=max(counters.cores.values(), default=0), notes=counters.notes,
    )  # fmt: skip


def _usual_step(series: HostSeries) -> float:
    return float(np.median(np.diff(series.at))) if len(series.at) > 1 else SHORTEST_STEP


def _span(there: np.ndarray) -> np.ndarray:
    """The steps from the first to the last in which something was measured."""
    places = np.flatnonzero(there)
    found = np.zeros(len(there), dtype=bool)
    if len(places):
        found[places[0] : places[-1] + 1] = True
    return found


def _of(series: Sequence[HostSeries], gauge: Metric, numbers: SeriesValues, step: float) -> tuple[SeriesValues, bool]:
    """A row for each server, or for each counter of the whole farm where there are some; and whether there are."""
    own = [each for each in series if each.gauge is gauge]
    whole = [each for each in own if each.host == WHOLE_FARM]
    rows = [mean_by_step(each.at, each.values, numbers, step) for each in whole or own]
    return np.array(rows).reshape(-1, len(numbers)), bool(whole)


def _total(
    series: Sequence[HostSeries], gauge: Metric, numbers: SeriesValues, step: float
) -> tuple[SeriesValues, bool, int]:
    """The sum of a counter in each step, whether it is of the whole farm, and how many steps are left out."""
    rows, whole = _of(series, gauge, numbers, step)
    there = np.isfinite(rows)
    missing = np.array([_span(row) for row in there], dtype=bool).reshape(rows.shape) & ~there
    known = there.any(axis=0) & ~missing.any(axis=0)
    return np.where(known, np.where(there, rows, 0.0).sum(axis=0), np.nan), whole, int(missing.any(axis=0).sum())


def _mean(series: Sequence[HostSeries], numbers: SeriesValues, step: float) -> SeriesValues:
    """The mean of the CPUs of all servers that were measured in each step."""
    rows, _ = _of(series, Metric.CPU, numbers, step)
    there = np.isfinite(rows)
    count = there.sum(axis=0)
    return np.where(count > 0, np.where(there, rows, 0.0).sum(axis=0) / np.maximum(count, 1), np.nan)
