"""Load tools that write a short summary as text: hey, oha, h2load, fortio, autocannon, artillery, Gatling, vegeta."""

import re
from dataclasses import replace

from models.quantities.decimals import common_decimal_marks, parse_number
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.load_tools.request_log import LoggedRequest, rows_of_request_log
from simulator.calibration.reading.load_tools.summary import (
    FAILED,
    SIZE,
    TIME,
    failed_share,
    parse_bytes,
    parse_percentiles,
    parse_seconds,
)
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source, ToolRun, read_runs
from simulator.calibration.reading.tool_cells import number_in_cell
from simulator.messages.stages.calibration import formats, recordings

_SUMMARY = re.compile(r"^Summary:\s*$", re.MULTILINE)


def _is_hey(source: Source) -> bool:
    return bool(_SUMMARY.search(source.text)) and "Requests/sec:" in source.text


def _read_hey(source: Source) -> FileReading:
    """hey and oha write nearly the same; oha has a rate of success."""
    tool = "oha" if "Success rate:" in source.text else "hey"
    unfinished = recordings.unfinished(tool, "Requests/sec")
    return read_runs(source, _SUMMARY, _hey, unfinished).noting(recordings.no_clients(tool))


def _hey(run: ToolRun) -> LoadTestRow | None:
    rate = run.number(r"^\s*Requests/sec:\s+(\S+)")
    if rate is None:
        return None
    measured = {Metric.RATE: rate}
    for name, gauge in (("Average", Metric.MEAN), ("Fastest", Metric.LEAST), ("Slowest", Metric.MOST)):
        if found := re.search(rf"^\s*{name}:\s+({TIME})", run.text, re.MULTILINE):
            measured[gauge] = parse_seconds(found[1])
    if size := re.search(rf"^\s*Size/request:\s+({SIZE}|\d+(?= bytes))", run.text, re.MULTILINE):
        measured[Metric.SIZE] = parse_bytes(size[1])
    statuses = {status: float(n) for status, n in re.findall(r"\[(\d{3})\]\s+(\d+) responses", run.text)}
    failed = failed_share(statuses, _unanswered(run))
    if failed is not None:
        measured[Metric.ERRORS] = failed
    found_shares = re.findall(rf"^\s*([\d.]+)%+ in ({TIME})", run.text, re.MULTILINE)
    return LoadTestRow(run.file, run.line, measured, parse_percentiles((p, parse_seconds(t)) for p, t in found_shares))


def _unanswered(run: ToolRun) -> float:
    """Requests without an answer, but for those that were under way when the time was over."""
    listed = run.text.partition("Error distribution:")[2]
    return sum(
        float(number) for number, why in re.findall(r"^\s*\[(\d+)\]\s+(.*)$", listed, re.MULTILINE)
        if "due to deadline" not in why
    )  # fmt: skip


_H2LOAD = re.compile(r"^starting benchmark", re.MULTILINE)


def _is_h2load(source: Source) -> bool:
    return bool(re.search(r"^finished in .+ req/s", source.text, re.MULTILINE)) and "time for request:" in source.text


def _read_h2load(source: Source) -> FileReading:
    begins = _H2LOAD if _H2LOAD.search(source.text) else re.compile(r"^finished in ", re.MULTILINE)
    return read_runs(source, begins, _h2load, recordings.unfinished("h2load", "`finished in`"))


def _h2load(run: ToolRun) -> LoadTestRow | None:
    rate = run.number(r"^finished in .+?, ([\d.]+) req/s")
    times = re.search(rf"^time for request:\s+({TIME})\s+({TIME})\s+({TIME})", run.text, re.MULTILINE)
    if rate is None:
        return None
    measured = {Metric.RATE: rate}
    if times:
        for gauge, text in zip((Metric.LEAST, Metric.MOST, Metric.MEAN), times.groups(), strict=True):
            measured[gauge] = parse_seconds(text)
    done = re.search(r"^requests: (\d+) total, \d+ started, (\d+) done, (\d+) succeeded", run.text, re.MULTILINE)
    if done and float(done[2]):
        measured[Metric.ERRORS] = max(0.0, 1.0 - float(done[3]) / float(done[2]))
        if data := re.search(r"\((\d+)\) data", run.text):
            measured[Metric.SIZE] = float(data[1]) / float(done[2])
    clients = sum(map(float, re.findall(r"^spawning thread #\d+: (\d+) total client", run.text, re.MULTILINE)))
    # Each client may have several streams, which are not told: clients are users where Little's law says so.
    busy = measured[Metric.RATE] * measured.get(Metric.MEAN, 0.0)
    if clients and 0.8 * clients < busy < 1.2 * clients:
        measured[Metric.USERS] = clients
    return LoadTestRow(run.file, run.line, measured)


_FORTIO = (re.compile(r"^Fortio \S+ running at ", re.MULTILINE), re.compile(r"^Starting at ", re.MULTILINE))


def _is_fortio(source: Source) -> bool:
    return "Aggregated Function Time" in source.text


def _read_fortio(source: Source) -> FileReading:
    begins = _FORTIO[0] if _FORTIO[0].search(source.text) else _FORTIO[1]
    return read_runs(source, begins, _fortio, recordings.unfinished("fortio", "qps"))


def _fortio(run: ToolRun) -> LoadTestRow | None:
    rate = run.number(r"^Ended after .* qps=([\d.e+]+)")
    times = re.search(r"^Aggregated Function Time : count \d+ avg (\S+) .*?min (\S+) max (\S+)", run.text, re.MULTILINE)
    if rate is None or times is None:
        return None
    measured = {Metric.RATE: rate} | {
        gauge: float(text) for gauge, text in zip((Metric.MEAN, Metric.LEAST, Metric.MOST), times.groups(), strict=True)
    }
    threads = re.search(r"at max (?:qps|queries per second).*?(?:with |\[)(\d+)", run.text)
    threads = threads or re.search(r"Starting at max qps with (\d+) thread", run.text)
    if threads:
        measured[Metric.USERS] = float(threads[1])
    failed = failed_share(dict(re.findall(r"^Code\s+(-?\d+) : (\d+)", run.text, re.MULTILINE)))
    if failed is not None:
        measured[Metric.ERRORS] = failed
    if size := run.number(r"^Response Body/Total Sizes : count \d+ avg (\S+)"):
        measured[Metric.SIZE] = size
    found = re.findall(r"^# target ([\d.]+)% ([\d.e+-]+)", run.text, re.MULTILINE)
    return LoadTestRow(run.file, run.line, measured, parse_percentiles((p, float(t)) for p, t in found))


_AUTOCANNON = re.compile(r"^\s*Running .+ test @ ", re.MULTILINE)


def _is_autocannon(source: Source) -> bool:
    return bool(re.search(r"^\s*[│|]?\s*Req/Sec", source.text, re.MULTILINE)) and bool(
        re.search(r"^\s*[│|]?\s*Stat\b", source.text, re.MULTILINE)
    )


def _read_autocannon(source: Source) -> FileReading:
    return read_runs(source, _AUTOCANNON, _autocannon, recordings.unfinished("autocannon", "Req/Sec"))


def _autocannon(run: ToolRun) -> LoadTestRow | None:
    latency, rates, sizes = (_statistics(run.text, name) for name in ("Latency", "Req/Sec", "Bytes/Sec"))
    users = run.number(r"^\s*(\d+) connections")
    if "Avg" not in rates or not users:
        return None
    measured = {Metric.RATE: _by_total(rates, run)}
    pipelined = re.search(r"(\d+) pipelining factor", run.text)
    measured[Metric.USERS] = users * (float(pipelined[1]) if pipelined else 1.0)
    for name, gauge in (("Avg", Metric.MEAN), ("Max", Metric.MOST)):
        if name in latency:
            measured[gauge] = parse_seconds(latency[name])
    if "Avg" in sizes:
        measured[Metric.BYTES] = parse_bytes(sizes["Avg"])
    shares = [(column[:-1], parse_seconds(time)) for column, time in latency.items() if column.endswith("%")]
    answered, refused, errors, sent = (
        _rounded(run, pattern) for pattern in (r"^\s*(\S+) 2xx responses", r"(\S+) non 2xx responses",
                                               r"^\s*(\S+) errors", r"^\s*(\S+) requests in "))  # fmt: skip
    whole = answered + refused + errors if answered else max(sent, refused + errors)
    if whole > 0.0:
        measured[Metric.ERRORS] = (refused + errors) / whole
    # Whole milliseconds: what is less than ten of them is told too coarsely to be of use.
    kept = parse_percentiles((share, time) for share, time in shares if time >= 0.01)
    return LoadTestRow(run.file, run.line, measured, kept)


def _rounded(run: ToolRun, pattern: str) -> float:
    """A count such as "879k", 0 where it is not there: errors and statuses are told only where there are any."""
    found = re.search(pattern.replace(r"(\S+)", r"([\d.]+)([kM]?)"), run.text, re.MULTILINE)
    return float(found[1]) * {"": 1.0, "k": 1e3, "M": 1e6}[found[2]] if found else 0.0


def _by_total(rates: dict[str, str], run: ToolRun) -> float:
    """The mean rate. It is written in the language of the machine, so that the decimal mark is the one with which it is
    nearest to all requests over their time."""
    marks, _ = common_decimal_marks(rates.values())
    found = [value for mark in sorted(marks, reverse=True) if (value := parse_number(rates["Avg"], mark)) is not None]
    lasted = re.search(rf"^\s*\S+ requests in ({TIME})", run.text, re.MULTILINE)
    whole = _rounded(run, r"^\s*(\S+) requests in ") / parse_seconds(lasted[1]) if lasted else 0.0
    if not found:
        refuse(run.file, "not a rate", recordings.SAVE_OUTPUT_AGAIN, max(1, run.line), value=rates["Avg"])
    return min(found, key=lambda value: abs(value - whole)) if whole else found[0]


def _statistics(text: str, name: str) -> dict[str, str]:
    """The cells of one of its small tables by their headings; older versions write the unit behind the name."""
    headings: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"[│|]|\s{2,}", line) if cell.strip()]
        if cells[:1] == ["Stat"]:
            headings = cells
        elif headings and len(cells) == len(headings) and re.sub(r" \(\w+\)$", "", cells[0]) == name:
            unit = re.search(r"\((ms|s)\)$", cells[0])
            values = [cell if not unit or cell.endswith("s") else f"{cell} {unit[1]}" for cell in cells]
            return dict(zip(headings, values, strict=True))
    return {}


_ARTILLERY = re.compile(r"^\s*Summary report @", re.MULTILINE)


def _is_artillery(source: Source) -> bool:
    return bool(_ARTILLERY.search(source.text)) or "http.response_time:" in source.text


def _read_artillery(source: Source) -> FileReading:
    unfinished = recordings.ARTILLERY_UNFINISHED
    return read_runs(source, _ARTILLERY, _artillery, unfinished)


def _artillery(run: ToolRun) -> LoadTestRow | None:
    """Its virtual users come at a rate, so that its load is open. All times are in milliseconds."""
    summary = run.text[found.start() :] if (found := _ARTILLERY.search(run.text)) else run.text
    rate = re.search(r"http\.request_rate:[ .]+([\d.]+)/sec|Mean response/sec: ([\d.]+)", summary)
    part = re.search(
        r"(?:http\.response_time:|(?:Response time|Request latency) \(msec\):)\s*\n((?:\s+\S+:.*\n?)+)", summary
    )
    if not rate or not part:
        return None
    times = {name: float(value) / 1e3 for name, value in re.findall(r"^\s+(\w+):[ .]*([\d.]+)$", part[1], re.MULTILINE)}
    measured = {Metric.RATE: float(rate[1] or rate[2])}
    measured |= {gauge: times[name] for name, gauge in
                 (("mean", Metric.MEAN), ("min", Metric.LEAST), ("max", Metric.MOST)) if name in times}  # fmt: skip
    codes = re.findall(r"http\.codes\.(\d+):[ .]+(\d+)", summary)
    codes = codes or re.findall(r"^\s+(\d{3}): (\d+)", summary.partition("Codes:")[2], re.MULTILINE)
    errors = sum(float(number) for number in re.findall(r"^\s*errors\.\S+:[ .]+(\d+)", summary, re.MULTILINE))
    failed = failed_share(dict(codes), errors)
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [(f"{name[1:3]}.{name[3:] or 0}", each) for name, each in times.items() if re.fullmatch(r"p\d+", name)]
    median = [("50", times["median"])] if "median" in times else []
    return LoadTestRow(run.file, run.line, measured, parse_percentiles([*median, *shares]))


_GATLING = re.compile(r"^-+ Global Information -+", re.MULTILINE)


def _read_gatling(source: Source) -> FileReading:
    """It reports as it goes; the last report of a run has all of it."""
    unfinished = recordings.unfinished("Gatling", "mean requests/sec")
    file_reading = read_runs(source, _GATLING, _gatling, unfinished)
    whole = [place for place, point in enumerate(file_reading.points) if _ends(file_reading.points, place)]
    points = tuple(replace(file_reading.points[place], counters={}) for place in whole)
    return FileReading(points, notes=file_reading.notes).noting(recordings.no_clients("Gatling"))


def _ends(points: tuple[LoadTestRow, ...], place: int) -> bool:
    """Whether a report is the last of its run: the next one has counted fewer requests."""
    later = points[place + 1 : place + 2]
    return not later or later[0].counters["requests"] < points[place].counters["requests"]


def _gatling(run: ToolRun) -> LoadTestRow | None:
    lines = dict(re.findall(r"^> (.+?)(?: {2,}| *\|) *(-?[\d.,]+)", run.text, re.MULTILINE))
    told = {name.strip(): float(value.replace(",", "")) for name, value in lines.items()}
    rate = told.get("mean requests/sec", told.get("mean throughput (rps)"))
    count = re.search(r"^> request count .*(?:KO=| \| +)([\d,-]+)", run.text, re.MULTILINE)
    if rate is None or "mean response time" not in told and "mean response time (ms)" not in told:
        return None
    times = {re.sub(r" \(ms\)$", "", name): value / 1e3 for name, value in told.items()}
    names = {"mean response time": Metric.MEAN, "min response time": Metric.LEAST, "max response time": Metric.MOST}
    measured = {Metric.RATE: rate} | {gauge: times[name] for name, gauge in names.items() if name in times}
    counters = {"requests": told.get("request count", 0.0)}
    if count and counters["requests"]:
        failed = count[1].replace(",", "").replace("-", "0")
        measured[Metric.ERRORS] = float(failed) / counters["requests"]
    shares = [(found[1], value) for name, value in times.items() if (found := re.search(r"(\d+)th percentile", name))]
    return LoadTestRow(run.file, run.line, measured, parse_percentiles(shares), counters)


_VEGETA = re.compile(r"^Requests\s+\[total, rate", re.MULTILINE)


def _read_vegeta(source: Source) -> FileReading:
    return read_runs(source, _VEGETA, _vegeta, recordings.VEGETA_UNFINISHED)


def _vegeta(run: ToolRun) -> LoadTestRow | None:
    """It keeps a rate, whatever the server does: its load is open."""
    rows = re.findall(r"^(\w[\w ]*?)\s+\[([^\]]+)\]\s+(.+)$", run.text, re.MULTILINE)
    told = {name: dict(zip(of.split(", "), values.split(", "), strict=False)) for name, of, values in rows}
    if "Requests" not in told or "Latencies" not in told:
        return None
    latencies = {name: parse_seconds(value) for name, value in told["Latencies"].items()}
    measured = {Metric.RATE: float(told["Requests"]["rate"])}
    names = {"mean": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST}
    measured |= {gauge: latencies[name] for name, gauge in names.items() if name in latencies}
    if size := told.get("Bytes In", {}).get("mean"):
        measured[Metric.SIZE] = float(size)
    statuses = re.search(r"^Status Codes\s+\[code:count\]\s+(.*)$", run.text, re.MULTILINE)
    failed = failed_share(dict(each.split(":") for each in statuses[1].split())) if statuses else None
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [(name, seconds) for name, seconds in latencies.items() if name[0].isdigit()]
    return LoadTestRow(run.file, run.line, measured, parse_percentiles(shares))


def _hey_log(source: Source) -> FileReading:
    """The requests of `hey -o csv`: seconds since the start, and seconds to the answer."""
    cells = source.cells.require_whole()
    took, status, sent = (cells.column(name) for name in ("response-time", "status-code", "offset"))
    requests = []
    for line, row in cells.rows:
        at, seconds = number_in_cell(cells, line, row, sent), number_in_cell(cells, line, row, took)
        if at is not None and seconds is not None:
            requests.append(LoggedRequest(at, seconds, row[status] >= str(FAILED), None, None, line))
    return rows_of_request_log(source.file, requests).noting(recordings.no_clients("hey"))


READERS = (
    Reader("hey", "its requests (`-o csv`)", formats.ROW_WITHOUT_CLIENTS,
           lambda source: source.has_headings("response-time", "status-code", "offset"), _hey_log),
    Reader("hey, oha", "their text", formats.RUNS_WITHOUT_CLIENTS, _is_hey, _read_hey),
    Reader("vegeta", formats.VEGETA_TEXT, formats.ROW_OF_OPEN_TEST, lambda source: _VEGETA.search(source.text),
           _read_vegeta),
    Reader("h2load", "its text", formats.ROW_EACH_RUN, _is_h2load, _read_h2load),
    Reader("fortio", "its text", formats.ROW_EACH_RUN, _is_fortio, _read_fortio),
    Reader("autocannon", "its text", formats.ROW_EACH_RUN, _is_autocannon, _read_autocannon),
    Reader("artillery", "its text", formats.ROW_OF_OPEN_TEST, _is_artillery, _read_artillery),
    Reader("Gatling", formats.GATLING_TEXT, formats.ROW_EACH_RUN,
           lambda source: _GATLING.search(source.text), _read_gatling),
)  # fmt: skip
