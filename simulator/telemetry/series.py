"""A counter over time, of one server or of the whole farm, and what of its values cannot be."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.quantities.formatting import significant
from simulator.calibration.point import Metric
from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry
from simulator.telemetry.host_use import HostUse

if TYPE_CHECKING:
    from simulator.telemetry.pods import PodSeries

SeriesValues = NDArray[np.float64]
WHOLE_FARM = ""
MOST_SERIES = 100_000  # Of one file or answer: more are those of other farms too.
LATEST = 253_402_300_800.0  # The year 10,000.
# The most that a server, or a farm, can do of each. Counters of CPU time are read a moment after the clock is.
_MOST = {Metric.CPU: 1.1, Metric.RATE: 1e9, Metric.BYTES: 1.25e14}
GAUGES = tuple(_MOST)
_MOST_USE = 1e18  # Of anything that a host uses: bytes of its memory, which are the most of these.
_UNITS = {Metric.CPU: (100.0, " %"), Metric.RATE: (1.0, " requests/s"), Metric.BYTES: (8e-9, " Gbps")}


@dataclass(frozen=True)
class HostSeries:
    """A counter over time. file: where it was read; host: the server, WHOLE_FARM where it is of all of them; gauge: CPU
    (0 to 1), requests/s or bytes/s, or what else a host uses; at: seconds since 1970, rising; values: without what was
    not measured; counter: its name where an exporter has one."""

    file: str
    host: str
    gauge: Metric | HostUse
    at: SeriesValues = field(repr=False)
    values: SeriesValues = field(repr=False)
    counter: str = ""


class CounterReading(NamedTuple):
    """What a file of counters says. cores: the CPUs of each server, by its name, as far as it tells them; pods: the
    counters of pods and deployments (pods.py)."""

    series: tuple[HostSeries, ...]
    notes: tuple[str, ...] = ()
    cores: dict[str, int] = {}  # noqa: RUF012 - never changed
    pods: "tuple[PodSeries, ...]" = ()


def host_series(
    file: str, host: str, gauge: Metric | HostUse, at: Sequence[float], values: Sequence[float], counter: str = ""
) -> HostSeries:
    """A counter over time, without values that are not finite. Raises ScenarioError where its clock runs back, and for
    a value that no server has."""
    clock, known = np.asarray(at, dtype=np.float64), np.asarray(values, dtype=np.float64)
    require_clock(file, clock)
    there = np.isfinite(known)
    clock, known = clock[there], known[there]
    _require_possible(file, gauge, known)
    return HostSeries(file, host, gauge, clock, np.minimum(known, 1.0) if gauge is Metric.CPU else known, counter)


def require_clock(file: str, clock: SeriesValues) -> None:
    """Raises ScenarioError for times that are none, and for those that run back."""
    wrong = ~(np.isfinite(clock) & (clock >= 0.0) & (clock < LATEST))
    if wrong.any():
        refuse(file, *telemetry.NO_TIME, value=f"{clock[wrong][0]:g}")
    back = np.flatnonzero(np.diff(clock) <= 0.0)
    if len(back):
        refuse(file, *telemetry.clock_back(clock[back[0]]))


def require_few(file: str, count: int) -> None:
    """Raises ScenarioError for more series than those of a farm."""
    if count > MOST_SERIES:
        refuse(file, *telemetry.too_many_series(count, MOST_SERIES))


def json_number(found: object, file: str) -> float:
    """A value of JSON, which may be a text; NaN where nothing was measured. Raises ScenarioError for what is none."""
    if found is None:
        return math.nan
    try:
        return float(found)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        refuse(file, *telemetry.NO_NUMBER, value=str(found))


class GaugeValues(NamedTuple):
    """A series as a cloud has it: of a server, or of WHOLE_FARM; at: when each step begins; values: in SI units a
    second, NaN where nothing was measured."""

    host: str
    gauge: Metric
    at: Sequence[float]
    values: Sequence[float]


def gauges_by_host(file: str, found: Sequence[GaugeValues]) -> tuple[HostSeries, ...]:
    """The counters of each server: what several cards, zones or codes of answers have of it is added up, and of CPUs
    the mean is taken. Raises ScenarioError as `host_series` does."""
    together: dict[tuple[str, Metric], list[tuple[SeriesValues, SeriesValues]]] = defaultdict(list)
    for host, gauge, at, values in found:
        rows = sorted(zip(at, values, strict=True))
        clock, known = np.array(rows, dtype=np.float64).reshape(-1, 2).T
        require_clock(file, clock)
        together[host, gauge].append((clock, known))
    series = []
    for (host, gauge), own in together.items():
        every, total, count = sum_by_time(own)
        mean = total / count if gauge is Metric.CPU else total
        series.append(host_series(file, host, gauge, every.tolist(), mean.tolist()))
    return tuple(series)


def sum_by_time(series: Sequence[tuple[SeriesValues, SeriesValues]]) -> tuple[SeriesValues, SeriesValues, SeriesValues]:
    """The times of all of some series, the sums of what is there at each, and of how many it is: of none it is NaN."""
    if not series:
        empty = np.empty(0)
        return empty, empty, empty
    at, place = np.unique(np.concatenate([at for at, _ in series]), return_inverse=True)
    values = np.concatenate([values for _, values in series])
    there = np.isfinite(values)
    count = np.bincount(place, there, len(at))
    total = np.bincount(place, np.where(there, values, 0.0), len(at))
    return at, np.where(count > 0, total, np.nan), np.maximum(count, 1.0)


def _require_possible(file: str, gauge: Metric | HostUse, values: SeriesValues) -> None:
    most, (times, unit) = (_MOST_USE, (1.0, "")) if isinstance(gauge, HostUse) else (_MOST[gauge], _UNITS[gauge])
    wrong = (values < 0.0) | (values > most)
    if wrong.any():
        shown = f"{significant(float(values[wrong][0]) * times, 3)}{unit}" if abs(values[wrong][0]) < 1e15 else "beyond"
        refuse(file, *telemetry.impossible(gauge.value, most * times, unit), value=shown)


def mean_by_step(at: SeriesValues, values: SeriesValues, numbers: SeriesValues, step: float) -> SeriesValues:
    """The mean of values in each step of so many seconds, by the rising numbers of the steps; NaN where nothing was
    measured."""
    own = np.floor(at / step)
    place = np.minimum(np.searchsorted(numbers, own), len(numbers) - 1)
    there = numbers[place] == own
    count = np.bincount(place[there], minlength=len(numbers))
    total = np.bincount(place[there], values[there], len(numbers))
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)
