"""Charts that the consoles of CloudWatch, Google Cloud and Grafana write as CSV: a line a step, a column a series.

CloudWatch (Actions, Download as .csv) writes Id, StatusCode, Messages, Full label and Label above its times; the full
label ends with the metric, its statistic and its period in seconds. Its times have no zone. Google Cloud (Download,
CSV) writes "TimeSeries ID" above them, below it the labels of each series, and times as JavaScript has them; which
metric it is stands nowhere. Grafana (Inspect, Data, Series joined by time) writes a column a series, named by its
legend, or by its labels as Prometheus has them. What is behind these three: files in public repositories, the programs
there that read them, and the guide of Sonda (davidban77.github.io/sonda/guides/grafana-csv-replay).
"""

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import grafana_cell, instants_of, require_named, usual_period
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.source import Source
from simulator.calibration.reading.table import cell_number, first_line
from simulator.messages.stages import telemetry
from simulator.messages.stages.calibration import recordings, tables
from simulator.telemetry.cloudwatch import METRICS, instance_of
from simulator.telemetry.labelled import LabelledSeries
from simulator.telemetry.prometheus import read_labelled
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, GaugeValues, gauges_by_host

_FULL_LABEL, _SERIES_ID = "Full label", "TimeSeries ID"
_HEAD = 20_000  # Characters, among which its full labels begin.
_STATISTIC = re.compile(r"(?P<metric>\S+) (?P<statistic>\S+) (?P<period>\d+)\s*$")
_SERVERS = ("instance_name", "instance_id", "node_name", "pod_name")
_LABEL = re.compile(r'(\w+)\s*=\s*"((?:[^"\\]|\\.)*)"')
_LABELS = re.compile(rf"(?P<name>[a-zA-Z_:][\w:]*)?\s*\{{\s*(?:{_LABEL.pattern}(?:\s*,\s*|\s*))*\}}")
_TIMES = tuple((each,) for each in ("time", "timestamp", "datetime", "date"))
_HOST_TAG = re.compile(r"(?:^|[\s,{])host:([^\s,}]+)")  # As Datadog names the series of a server.
_OWN = ("server", "host", "node", "instance")  # Columns of a table of one's own.


class _Line(NamedTuple):
    """A line of a file, with its cells."""

    number: int
    cells: list[str]


def is_cloudwatch_chart(source: Source) -> bool:
    """Whether a file is a graph of the console of CloudWatch."""
    return re.search(rf'^"?{_FULL_LABEL}"?,', source.text[:_HEAD], re.MULTILINE) is not None


def read_cloudwatch_chart(source: Source) -> CounterReading:
    """The metrics of a graph. Raises ScenarioError for one that is not known, and for one without its statistic."""
    lines = _whole_lines(source)
    labels = next(each for each in lines if each.cells[0] == _FULL_LABEL)
    rows = [each for each in lines if re.match(r"\d{4}/", each.cells[0])]
    at = instants_of([each.cells[0] for each in rows], source)
    found: list[GaugeValues] = []
    other: dict[str, str] = {}
    columns = [(place, label, _STATISTIC.search(label)) for place, label in enumerate(labels.cells[1:], start=1)]
    if source.named is not None and len({told["statistic"] for _, _, told in columns if told}) > 1:
        refuse(source.file, *telemetry.SEVERAL_STATISTICS, labels.number)
    for place, label, told in columns:
        if told is None or (source.named is None and told["metric"].lower() not in METRICS):
            refuse(source.file, *telemetry.UNKNOWN_METRIC, labels.number, value=label)
        gauge, factor, wanted = _of_column(told, source)
        if told["statistic"] != wanted:
            other[told["metric"]] = wanted
            continue
        factor /= float(told["period"]) if wanted == "Sum" else 1.0
        values = [factor * _number(source, each, place) for each in rows]
        found.append(GaugeValues(instance_of(label), gauge, at, values))
    if not found:
        refuse(source.file, *telemetry.chart_without_statistic(*next(iter(other.items()))), labels.number)
    return CounterReading(gauges_by_host(source.file, found), (telemetry.NO_ZONE,))


def _of_column(told: re.Match[str], source: Source) -> tuple[Metric, float, str]:
    """The quantity of a column, its factor to SI units and the statistic that tells it: of what somebody has named it
    is the one that is there."""
    if source.named is not None:
        return _named_gauge(source.named, source.file), source.named.factor, told["statistic"]
    return METRICS[told["metric"].lower()]


def is_google_chart(source: Source) -> bool:
    """Whether a file is a chart of the console of Google Cloud."""
    return source.headings[:1] == (_SERIES_ID.lower(),)


def read_google_chart(source: Source) -> CounterReading:
    """The series of a chart, whose values the command line names. Raises ScenarioError where it does not. A point
    stands at the end of its step there, and at its beginning here."""
    named = require_named(source)
    lines = _whole_lines(source)
    labels = {each.cells[0]: each.cells for each in lines[1:] if not _is_time_of_google(each.cells[0])}
    rows = [each for each in lines if _is_time_of_google(each.cells[0])]
    clock = instants_of([each.cells[0] for each in rows], source)
    step = usual_period(sorted(clock))
    servers = next((labels[name] for name in _SERVERS if name in labels), None)
    return CounterReading(gauges_by_host(source.file, [
        GaugeValues(
            servers[place] if servers else WHOLE_FARM,
            _named_gauge(named, source.file),
            [each - step for each in clock],
            [named.factor * _number(source, each, place) for each in rows],
        )
        for place in range(1, len(lines[0].cells))
    ]))  # fmt: skip


def _is_time_of_google(text: str) -> bool:
    return re.match(r"[A-Z][a-z]{2} [A-Z][a-z]{2} \d", text) is not None


def is_grafana_chart(source: Source) -> bool:
    """Whether a file is a panel of Grafana with the series side by side: where none has labels, somebody must have said
    what their values are."""
    if source.json is not None or source.headings[:1] not in _TIMES:
        return False
    several = source.named is not None and len(source.headings) > 2 and not set(_OWN) & set(source.headings)
    return several or _LABELS.search(first_line(source.text).replace('""', '"')) is not None


def read_grafana_chart(source: Source) -> CounterReading:
    """The series of a panel, a server each, or counters by their names. Raises ScenarioError as `read_labelled`."""
    cells = source.cells.require_whole()
    at = np.array(instants_of([row[0] for _, row in cells.rows], source))
    found = [
        LabelledSeries(
            _labels_of(heading), at, np.array([grafana_cell(cells, line, row[place]) for line, row in cells.rows])
        )
        for place, heading in enumerate(cells.headings[1:], start=1)
    ]
    own = sum(not _LABELS.fullmatch(each) and not _HOST_TAG.search(each) for each in cells.headings[1:])
    return read_labelled(source, found)._replace(notes=(telemetry.columns_are_servers(own),) if own else ())


def _labels_of(heading: str) -> Mapping[str, str]:
    """The labels of a series by its heading: those that it has, or the legend as its server."""
    found = _LABELS.fullmatch(heading)
    if found is None:
        tag = _HOST_TAG.search(heading)
        return {"instance": tag[1] if tag else heading}
    name = {"__name__": found["name"]} if found["name"] else {}
    return name | dict(_LABEL.findall(heading))


def _named_gauge(named: ColumnHeading, file: str) -> Metric:
    if named.quantity not in GAUGES:
        refuse(file, *telemetry.NOT_READ, value=named.quantity.value if named.quantity else "")
    return named.quantity


def _number(source: Source, line: _Line, place: int) -> float:
    """The number of a cell, NaN of one in which nothing was measured."""
    cell = line.cells[place]
    try:
        value = None if cell == "undefined" else cell_number(cell)
    except Unreadable as error:
        refuse(source.file, error.message, error.remedy, line.number, value=cell)
    return math.nan if value is None else value


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a CSV that are not empty."""
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    for cells in reader:
        if any(each.strip() for each in cells):
            yield _Line(reader.line_num, [each.strip() for each in cells])


def _whole_lines(source: Source) -> Sequence[_Line]:
    """All lines of a file. Raises ScenarioError for one that has not as many cells as the first."""
    try:
        lines = list(_lines(source.text))
    except csv.Error as error:
        refuse(source.file, *recordings.cut_off("a table", str(error)))
    wrong = next((each for each in lines if len(each.cells) != len(lines[0].cells)), None)
    if wrong is not None:
        refuse(source.file, *tables.cells_unlike_headings(len(wrong.cells), len(lines[0].cells)), wrong.number)
    return lines
