"""JMeter: its log of requests (JTL) as CSV and as XML, and its aggregate reports. All times are in milliseconds.

A transaction stands in the log beside its requests: a row of which the time is the sum of theirs is no request.
"""

import io
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import LoadTestRow, Metric, percentile_share
from simulator.calibration.reading.load_tools.request_log import LoggedRequest, rows_of_request_log
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source
from simulator.calibration.reading.table import CellTable, read_cells
from simulator.calibration.reading.tool_cells import ALL, number_in_cell, percent_headings, row_numbers
from simulator.messages.stages.calibration import formats, recordings

_MS = 1e-3
_TRANSACTION = "number of samples in transaction"


class _Sample(NamedTuple):
    """A row of a log. thread: by its name, "" where the log has none; message: of its response; bare: whether it has no
    response of its own, as far as the log tells."""

    request: LoggedRequest
    thread: str
    message: str
    bare: bool


def _log(source: Source) -> FileReading:
    """All requests of a log with a line of headings."""
    return _of_cells(source.cells)


def _of_cells(cells: CellTable) -> FileReading:
    samples = list(_samples(cells))
    requests, parents = _requests(samples)
    notes = recordings.transactions(parents), recordings.broken_lines(len(cells.odd))
    return rows_of_request_log(cells.file, requests).noting(*notes)


def _samples(cells: CellTable) -> Iterator[_Sample]:
    places = {name.strip().lower(): place for place, name in enumerate(cells.headings)}
    of = places.get
    elapsed, threads, size = places["elapsed"], of("allthreads"), of("bytes")
    clock = _clock(cells, places["timestamp"])
    for (line, row), at in zip(cells.rows, clock, strict=True):
        took = number_in_cell(cells, line, row, elapsed)
        if took is None:
            refuse(cells.file, *recordings.REQUEST_WITHOUT_TIME, line)

        def text(name: str, row: tuple[str, ...] = row) -> str:
            place = of(name)
            return row[place] if place is not None else ""

        yield _Sample(
            LoggedRequest(
                at, took * _MS, text("success").lower() == "false",
                None if size is None else number_in_cell(cells, line, row, size),
                None if threads is None else number_in_cell(cells, line, row, threads), line,
            ),
            text("threadname"), text("responsemessage"),
            text("url") in ("", "null") and not text("datatype"),
        )  # fmt: skip


def _clock(cells: CellTable, place: int) -> Sequence[float]:
    """Seconds at which each request was sent: since 1970, or as a date of some form."""
    texts = [row[place] for _, row in cells.rows]
    if texts and all(len(each) == 13 and each.isdigit() for each in texts):
        return [float(each) * _MS for each in texts]
    try:
        return parse_instants(texts, months_first=True).at
    except NoTimeError as error:
        line = cells.rows[max(0, error.place)][0]
        refuse(cells.file, error.message, recordings.SAVE_MILLISECONDS, line, "timeStamp",
               texts[max(0, error.place)])  # fmt: skip


def _requests(samples: Sequence[_Sample]) -> tuple[list[LoggedRequest], int]:
    """What are requests, and how many transactions are not among them."""
    parents = {place for place, each in enumerate(samples) if each.message.lower().startswith(_TRANSACTION)}
    by_thread = defaultdict(list)
    for place, each in enumerate(samples):
        if each.thread and place not in parents:
            by_thread[each.thread].append(place)
    for places in by_thread.values():
        parents |= set(_sums(samples, places))
    return [each.request for place, each in enumerate(samples) if place not in parents], len(parents)


# What clocks of whole milliseconds may be off for each request in a transaction.
_ROUNDED = 0.002
# Of its time what a transaction spends in its requests, at the least.
_INSIDE = 0.9


def _sums(samples: Sequence[_Sample], places: Sequence[int]) -> Iterator[int]:
    """The rows of one thread whose time is the sum of others that lie within them: a thread sends one request at a
    time."""
    order = sorted(places, key=lambda place: (samples[place].request.at, -samples[place].request.took,
                                              not samples[place].bare, place))  # fmt: skip
    open_rows: list[tuple[int, float, float, int]] = []  # Place, end, time inside, requests inside.

    def closed(until: float) -> Iterator[int]:
        while open_rows and open_rows[-1][1] < until:
            place, _, inside, count = open_rows.pop()
            took = samples[place].request.took
            alike = abs(inside - took) <= _ROUNDED * (count + 1) or _INSIDE * took <= inside <= took
            if count and inside > 0.0 and alike and (count > 1 or samples[place].bare):
                yield place

    for place in order:
        request = samples[place].request
        yield from closed(request.ended - _ROUNDED)
        if open_rows and request.took > 0.0:
            parent, end, inside, count = open_rows[-1]
            open_rows[-1] = (parent, end, inside + request.took, count + 1)
        open_rows.append((place, request.ended, 0.0, 0))
    yield from closed(float("inf"))


# What JMeter writes where it is told to leave out its headings, by the number of cells: of version 3 on, of version 2
# with threads, and before.
_FIRST = ("timeStamp", "elapsed", "label", "responseCode", "responseMessage", "threadName", "dataType", "success")
_LAST = {
    17: ("failureMessage", "bytes", "sentBytes", "grpThreads", "allThreads", "URL", "Latency", "IdleTime", "Connect"),
    16: ("failureMessage", "bytes", "sentBytes", "grpThreads", "allThreads", "Latency", "IdleTime", "Connect"),
    15: ("failureMessage", "bytes", "grpThreads", "allThreads", "Latency", "IdleTime", "Connect"),
    14: ("failureMessage", "bytes", "grpThreads", "allThreads", "Latency", "IdleTime"),
    13: ("failureMessage", "bytes", "grpThreads", "allThreads", "Latency"),
    12: ("bytes", "grpThreads", "allThreads", "Latency"),
    11: ("failureMessage", "bytes", "Latency"),
    10: ("bytes", "Latency"),
    9: ("bytes",),
}
_BARE = re.compile(
    r'^"?(\d{13}|\d{4}[-/]\d\d[-/]\d\d[^,;\t|]*|\d\d[-/.]\d\d[-/.]\d{4}[^,;\t|]*)"?[,;\t|]\d+[,;\t|].*[,;\t|](true|false)[,;\t|]'
)


def _without_headings(source: Source) -> FileReading:
    """A log without a line of headings: its columns are those of a configuration that nobody has changed."""
    first = next(line for line in source.text.splitlines() if line.strip())
    separator = max(",;\t|", key=first.count)
    width = len(read_cells(f"{first}\n{first}\n", source.file, ".").headings)
    if width - len(_FIRST) < 0 or width not in _LAST:
        refuse(source.file, *recordings.jmeter_unknown_columns(width), 1)
    names = (*_FIRST, *_LAST[width])
    # On the line of the first request, so that lines keep their numbers.
    cells = read_cells(separator.join(names) + "\n" + source.text, source.file, ".")
    rows = tuple((line - 1, row) for line, row in cells.rows)
    shifted = CellTable(cells.file, cells.headings, rows, cells.odd, cells.separator)
    return _of_cells(shifted).noting(recordings.jmeter_columns(names))


_XML = re.compile(r"\s*(<\?xml[^>]*\?>\s*)?<testResults\b")


def _xml(source: Source) -> FileReading:
    """A log in XML: a sample that holds others is a transaction, or a page that holds what it loads."""
    if "<!DOCTYPE" in source.text[:2000] or "<!ENTITY" in source.text:
        refuse(source.file, *recordings.JMETER_DECLARES_TYPES)
    requests: list[LoggedRequest] = []
    parents = 0
    depth: list[bool] = []
    cut = ""
    try:
        for event, element in ElementTree.iterparse(io.StringIO(source.text), events=("start", "end")):
            if element.tag not in ("httpSample", "sample"):
                continue
            if event == "start":
                if depth:
                    depth[-1] = True
                depth.append(False)
                continue
            if depth.pop():
                parents += 1
            else:
                requests.append(_of_element(element, source.file, len(requests) + 1))
            if not depth:
                element.clear()
    except ElementTree.ParseError as error:
        # A test that was stopped leaves its log without an end.
        if len(requests) < 2:
            refuse(source.file, *recordings.cut_off("XML", error.msg, "log"), error.position[0])
        cut = recordings.xml_read_to(error.position[0])
    return rows_of_request_log(source.file, requests).noting(recordings.parent_samples(parents), cut)


def _of_element(element: ElementTree.Element, file: str, place: int) -> LoggedRequest:
    def number_in(name: str) -> float | None:
        text = element.get(name)
        try:
            return None if text is None else float(text)
        except ValueError:
            refuse(file, *recordings.sample_not_a_number(place), path=name, value=text or "")

    at, took = number_in("ts"), number_in("t")
    if at is None or took is None:
        refuse(file, *recordings.sample_without_time(place))
    failed = element.get("s") == "false"
    return LoggedRequest(at * _MS, took * _MS, failed, number_in("by"), number_in("na"), 0)


# The headings of an aggregate report, and of the file that JMeterPluginsCMD makes of one.
_AGGREGATE = {"average": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST, "throughput": Metric.RATE,
              "error %": Metric.ERRORS, "received kb/sec": Metric.BYTES, "kb/sec": Metric.BYTES,
              "aggregate_report_min": Metric.LEAST, "aggregate_report_max": Metric.MOST,
              "aggregate_report_rate": Metric.RATE, "aggregate_report_error%": Metric.ERRORS,
              "aggregate_report_bandwidth": Metric.BYTES}  # fmt: skip
_FACTORS = {Metric.ERRORS: 0.01, Metric.BYTES: 1024.0, Metric.MEAN: _MS, Metric.LEAST: _MS, Metric.MOST: _MS}
_EACH = {"sec": 1.0, "min": 60.0, "hour": 3600.0}


def _aggregate(source: Source) -> FileReading:
    """The line TOTAL of an aggregate or summary report, or its only one."""
    cells = source.cells.require_whole()
    line, row = next(((n, r) for n, r in cells.rows if r[0].lower() in ALL), cells.rows[-1])
    values = row_numbers(cells, row)
    measured = {q: values[key] * _FACTORS.get(q, 1.0) for key, q in _AGGREGATE.items() if key in values}
    throughput = cells.column("Throughput")
    if throughput >= 0 and Metric.RATE not in measured:
        amount, _, each = row[throughput].partition("/")
        if each.strip() not in _EACH:
            refuse(source.file, *recordings.JMETER_NOT_A_RATE, line, "Throughput", row[throughput])
        measured[Metric.RATE] = source.number(amount, cells.mark, line) / _EACH[each.strip()]
    shares = percent_headings(values, " line")
    for column, value in values.items():
        if found := re.fullmatch(r"aggregate_report_([\d.]+)%_line", column):
            shares[percentile_share(found[1])] = value * _MS
    median = values.get("median", values.get("aggregate_report_median"))
    if median is not None:
        shares[0.5] = median * _MS
    if len(cells.rows) > 1 and row[0].lower() not in ALL:
        refuse(source.file, *recordings.JMETER_WITHOUT_TOTAL)
    point = LoadTestRow(source.file, line, measured, shares)
    return FileReading((point,), notes=(recordings.JMETER_REPORT_WITHOUT_THREADS,))


# The lines that a test without a window prints: of each half minute, and of the whole.
_SUMMARISED = re.compile(
    r"^.*?\bsummary =\s*(\d+) in +\S+ = +([\d.]+)/s Avg: +(\d+) Min: +(\d+) Max: +(\d+) Err: +(\d+) .*$", re.MULTILINE
)


def _summariser(source: Source) -> FileReading:
    """The line of all requests that a test printed last, of each run in a file."""
    found = list(_SUMMARISED.finditer(source.text))
    last = [each for each, after in zip(found, [*found[1:], None], strict=True)
            if after is None or int(after[1]) < int(each[1])]  # fmt: skip
    points = []
    for each in last:
        count, rate, mean, least, most, errors = map(float, each.groups())
        line = source.text.count("\n", 0, each.start()) + 1 if len(last) > 1 else 0
        measured = {Metric.RATE: rate, Metric.MEAN: mean * _MS, Metric.LEAST: least * _MS, Metric.MOST: most * _MS,
                    Metric.ERRORS: errors / max(1.0, count)}  # fmt: skip
        points.append(LoadTestRow(source.file, line, measured))
    return FileReading(tuple(points), notes=(recordings.JMETER_LINES_WITHOUT_THREADS,))


READERS = (
    Reader("JMeter", formats.JMETER_CSV, formats.ROW_EACH_THREADS,
           lambda source: source.has_headings("timestamp", "elapsed"), _log),
    Reader("JMeter", formats.JMETER_BARE, formats.ROW_EACH_THREADS,
           lambda source: _BARE.match(source.text.lstrip()), _without_headings),
    Reader("JMeter", formats.JMETER_XML, formats.ROW_EACH_THREADS,
           lambda source: _XML.match(source.text), _xml),
    Reader("JMeter", formats.JMETER_REPORT,
           formats.ROW_WITHOUT_THREADS,
           lambda source: {"# samples", "aggregate_report_count"} & set(source.headings), _aggregate),
    Reader("JMeter", formats.JMETER_LINES, formats.RUNS_WITHOUT_THREADS,
           lambda source: _SUMMARISED.search(source.text), _summariser),
)  # fmt: skip
