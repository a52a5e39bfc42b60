"""Files of counters -> series by server. What each file is, is told by what is in it; what is read of it beside what is
known here, the readers of measurements read (simulator/calibration/reading/readers.py): sar, vmstat, perfmon, Grafana.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from models.errors import Problem, ScenarioError
from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import is_prometheus
from simulator.calibration.reading.counters.sysstat import sar_day
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.read import find_reader, read_content, read_source
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.telemetry.azure import METRICS, is_azure, read_azure
from simulator.telemetry.cloudwatch import is_cloudwatch, read_cloudwatch
from simulator.telemetry.console_charts import (
    is_cloudwatch_chart,
    is_google_chart,
    is_grafana_chart,
    read_cloudwatch_chart,
    read_google_chart,
    read_grafana_chart,
)
from simulator.telemetry.datadog import is_datadog, is_datadog_table, read_datadog, read_datadog_table
from simulator.telemetry.google_cloud import is_google, read_google
from simulator.telemetry.host_use import HostUse
from simulator.telemetry.pods import DEPLOYMENT_NAME, PodSeries
from simulator.telemetry.prometheus import read_prometheus
from simulator.telemetry.prometheus_query import PrometheusQuery, ask_prometheus
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, HostSeries, host_series, require_few
from simulator.telemetry.table import is_table, is_table_of_counters, read_table

# Tools that record the server that they run on: a file is a server. A sample of theirs is of the time since the one
# before, and stands at its end (sar(1), vmstat(8); rates of perfmon take two samples); here it stands at its beginning.
_OF_ONE_SERVER = ("sysstat", "iostat", "sar, mpstat", "vmstat", "typeperf, perfmon, relog")
# What else such tools count of their host.
_USES: dict[Metric, HostUse] = {Metric.READS: HostUse.READS, Metric.READ_BYTES: HostUse.READ_BYTES}
_DAY = 86_400.0
_MONITORING: tuple[tuple[Callable[[Source], bool], Callable[[Source], CounterReading]], ...] = (
    (is_prometheus, read_prometheus), (is_cloudwatch, read_cloudwatch), (is_azure, read_azure),
    (is_google, read_google), (is_datadog, read_datadog), (is_datadog_table, read_datadog_table),
    (is_cloudwatch_chart, read_cloudwatch_chart),
    (is_google_chart, read_google_chart), (is_grafana_chart, read_grafana_chart),
)  # fmt: skip
_HEAD = 20_000  # Characters.
# A chart of the portal, saved as CSV from its workbook, names a metric with its aggregation; `-o table` has columns.
_AZURE_TEXT = re.compile(
    rf"\b({'|'.join(map(re.escape, METRICS))}) \((Avg|Sum|Max|Min|Count)\)|^Timestamp +Name +.*(Average|Total)",
    re.IGNORECASE | re.MULTILINE,
)
# What is often saved in place of these: how it is told, what it is, and what to save instead.
_NEARLY: tuple[tuple[Callable[[Source], bool], tuple[str, str]], ...] = (
    (lambda source: isinstance(source.at("values")[0]["value"][0]["timeseries"], list), telemetry.AZURE_BATCH),
    (lambda source: isinstance(source.at("timeSeriesData"), list), telemetry.GOOGLE_QUERY),
    (lambda source: source.at("data", "type") == "timeseries_response", telemetry.DATADOG_V2),
    (lambda source: source.named is None and _AZURE_TEXT.search(source.text[:_HEAD]) is not None, telemetry.AZURE_TEXT),
)


class CounterSources(NamedTuple):
    """Where counters are: in files, each of which may be named with what its values are, "CPU %=cpu.json", and in a
    Prometheus that is asked."""

    files: Sequence[str] = ()
    prometheus: PrometheusQuery | None = None

    def with_tiers(self, deployments: Sequence[str], hosts: str) -> "CounterSources":
        """The same, where Prometheus is asked for the pods of some deployments too, of those that may be one, and for
        more of the hosts of a pattern, "" for none."""
        asked, legal = self.prometheus, tuple(filter(DEPLOYMENT_NAME.fullmatch, deployments))
        return self if asked is None else self._replace(prometheus=replace(asked, deployments=legal, hosts=hosts))

    @property
    def name(self) -> str:
        """The first of them, as messages call it."""
        if not self.files:
            return self.prometheus.url if self.prometheus is not None else ""
        return self.files[0].partition("=")[2] or self.files[0]


class FileNote(NamedTuple):
    """What people should know of how a file, or a Prometheus, was read."""

    file: str
    text: str


class Counters(NamedTuple):
    """What some files say of a farm. cores: the CPUs of each server, as far as they are told; pods: the counters of
    pods and deployments."""

    series: tuple[HostSeries, ...]
    notes: tuple[FileNote, ...]
    cores: dict[str, int]
    pods: tuple[PodSeries, ...] = ()


def read_counters(files: Sequence[str], prometheus: PrometheusQuery | None = None) -> Counters:
    """The counters of some files, and of a Prometheus. Raises ScenarioError with what is wrong in all of them."""
    series: list[HostSeries] = []
    notes: dict[FileNote, None] = {}
    cores: dict[str, int] = {}
    pods: list[PodSeries] = []
    problems: list[Problem] = []
    readings: list[Callable[[], tuple[str, CounterReading]]] = [partial(_read_file, each) for each in files]
    if prometheus is not None:
        readings.append(lambda: (prometheus.url, ask_prometheus(prometheus)))
    for read in readings:
        try:
            file, found = read()
            require_few(file, len(found.series))
            if not any(len(at) for at in (*(s.at for s in found.series), *(p.at for p in found.pods))):
                refuse(file, *telemetry.NOT_MEASURED)
        except ScenarioError as error:
            problems += error.problems
            continue
        series += [each for each in found.series if len(each.at)]
        notes |= dict.fromkeys(FileNote(file, text) for text in found.notes)
        cores |= found.cores
        pods += found.pods
    if problems:
        raise ScenarioError(tuple(problems))
    if not series:
        refuse(pods[0].file, *telemetry.NO_LOAD)
    _require_dates(series)
    return Counters(tuple(series), tuple(notes), cores, tuple(pods))


def _read_file(named: str) -> tuple[str, CounterReading]:
    source = read_source(named)
    return source.file, _read(source)


def _read(source: Source) -> CounterReading:
    for is_of, read in _MONITORING:
        if _is(is_of, source):
            return read(source)
    for is_nearly, problem in _NEARLY:
        if _is(is_nearly, source):
            refuse(source.file, *problem)
    if source.named is None and is_table_of_counters(source):
        return read_table(source)
    reader = find_reader(source)
    if (reader is None or reader.tool == "Grafana") and source.named is None and is_table(source):
        return read_table(source)
    found = read_content(source)
    if found.over_time is None:
        refuse(source.file, *telemetry.NO_TIMES)
    of_one = reader is not None and reader.tool in _OF_ONE_SERVER
    host = Path(source.file).name if of_one else WHOLE_FARM
    record = found.over_time
    every = np.array(record.clock) - (record.step if of_one else 0.0)
    notes = found.notes
    if record.clock[0] < _DAY:  # A time of the day: a sample just after midnight begins before it, in each file alike.
        day = sar_day(source.text)
        every += _DAY if day is None else day
        notes += (telemetry.SAR_ZONE,)
    series = []
    uses: dict[Metric, Metric | HostUse] = {each: each for each in GAUGES} | (_USES if of_one else {})
    for gauge, use in uses.items():
        there = [place for place, point in enumerate(record.points) if point.has(gauge)]
        if there:
            values = [record.points[place][gauge] for place in there]
            series.append(host_series(source.file, host, use, every[there].tolist(), values))
    cores = next((point.cores for point in record.points if point.cores is not None), None)
    return CounterReading(tuple(series), notes, {host: cores} if cores and of_one else {})


def _is(is_of: Callable[[Source], bool], source: Source) -> bool:
    """Whether a file is of a kind; one in which other things stand where that has its own is not."""
    try:
        return is_of(source)
    except (KeyError, TypeError, AttributeError, IndexError):
        return False


def _require_dates(series: Sequence[HostSeries]) -> None:
    """Raises ScenarioError where some counters have times of the day alone, and others have dates."""
    undated = [each for each in series if each.at[0] < 2.0 * _DAY]
    if undated and len(undated) < len(series):
        refuse(undated[0].file, *telemetry.NO_DATE)
