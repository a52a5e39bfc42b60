"""sysstat: sar, mpstat and iostat as text, `sadf -d` as a table, and the JSON of `sadf -j`, `mpstat` and `iostat`.

CPU is what is neither idle nor waiting for disks; what `-b` says of all disks goes before what `-d` says of each. Cards
count by what they send. Numbers have the decimal mark of the language in which a machine runs.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.quantities.decimals import decimal_marks
from models.quantities.instants import NoTimeError, is_time, parse_instants
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.counter_series import past_midnight, record
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source, numbered_lines
from simulator.messages.stages.calibration import formats, recordings, tables

_KB = 1024.0
_SECTOR = 512.0
# Devices that stand on others, so that each read would count twice: device mapper, RAID, loop devices, partitions of
# a disk; and CD drives.
_ON_OTHERS = re.compile(r"(dm-|md|loop|sr|ram|zram)\d|dev(7|9|11)-|(sd|vd|xvd|hd)[a-z]+\d|(nvme\d+n\d+|mmcblk\d+)p\d")


@dataclass
class CountedInstants:
    """What was counted at instants, as it is read: quantities, and bytes that each disk reads, which hold where nothing
    is said of all disks together. lines: of the file."""

    measured: dict[float, dict[Metric, float]] = field(default_factory=dict)
    by_device: dict[float, dict[Metric, float]] = field(default_factory=dict)
    lines: dict[float, int] = field(default_factory=dict)

    def add(self, at: float, values: Mapping[str, float], name: str, line: int = 0) -> None:
        """Adds what one line says of an instant: its numbers by their headings, and whose they are."""
        found = self.measured.setdefault(at, {})
        self.lines.setdefault(at, line)
        _add_whole(found, values, name)
        for heading, factor in (("rkB/s", _KB), ("rd_sec/s", _SECTOR), ("rMB/s", _KB**2), ("kB_read/s", _KB),
                                ("rsec/s", _SECTOR), ("MB_read/s", _KB**2), ("Blk_read/s", _SECTOR),
                                ("rkB", _KB), ("rd_sec", _SECTOR)):  # fmt: skip
            if heading in values and name and not _ON_OTHERS.match(name):
                disks = self.by_device.setdefault(at, {})
                disks[Metric.READ_BYTES] = disks.get(Metric.READ_BYTES, 0.0) + values[heading] * factor
                if "r/s" in values:
                    disks[Metric.READS] = disks.get(Metric.READS, 0.0) + values["r/s"]
                break

    def points(self, file: str, cores: int | None) -> dict[float, LoadTestRow]:
        """The points by their times, those without anything that is known left out."""
        for at, disks in self.by_device.items():
            self.measured[at] = disks | self.measured[at]
        return {
            at: LoadTestRow(file, self.lines[at], found, cores=cores) for at, found in self.measured.items() if found
        }


def _add_whole(found: dict[Metric, float], values: Mapping[str, float], name: str) -> None:
    idle = next((values[key] for key in ("%idle", "idle") if key in values), None)
    if idle is not None and name in ("all", "-1", ""):
        waiting = next((values[key] for key in ("%iowait", "%wio", "iowait") if key in values), 0.0)
        found[Metric.CPU] = max(0.0, 1.0 - (idle + waiting) / 100.0)
    for heading, factor in (("txkB/s", _KB), ("txkB", _KB), ("txbyt/s", 1.0)):
        if heading in values and name != "lo":
            found[Metric.BYTES] = found.get(Metric.BYTES, 0.0) + values[heading] * factor
    for reads, read in (("rtps", "bread/s"), ("rtps", "bread")):
        if reads in values and read in values:
            found[Metric.READS], found[Metric.READ_BYTES] = values[reads], values[read] * _SECTOR


OF_SYSSTAT = re.compile(r"^(Linux|SunOS|AIX) .+\(\d+ CPU\)", re.MULTILINE)
_AT = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\s+(AM|PM))?\s+(\S.*)")
# The column that says whose the numbers of a line are: the first, or the last of what is printed for people.
_NAMES = ("CPU", "IFACE", "DEV", "Device")
# The parts of what sar prints that are read, by a heading of each.
_PARTS = {*_NAMES, "bread/s"}


# The day on which a record begins, between the name of the machine and what it is.
_DAY = re.compile(r"^(?:Linux|SunOS|AIX) .*\)\s+(\S+)\s.*\(\d+ CPU\)", re.MULTILINE)


def sar_day(text: str) -> float | None:
    """When the day begins, in seconds since 1970, that the first line of sar says, as the machine writes dates, without
    its zone; None where that is no date."""
    found = _DAY.search(text)
    try:
        return parse_instants([found[1]], months_first=True).at[0] if found else None
    except NoTimeError:
        return None


def _split(headings: list[str], words: list[str]) -> tuple[str, dict[str, str]]:
    """Whose the numbers of a line are, "" where it is of the whole machine, and its numbers by their headings."""
    place = next((place for place in (0, len(headings) - 1) if headings[place] in _NAMES), None)
    found = dict(zip(headings, words, strict=True))
    return ("", found) if place is None else (found.pop(headings[place]), found)


def _texts(rows: Iterable[tuple[int, list[str], list[str]]]) -> list[str]:
    """The numbers of some lines, without what `--human` writes behind them."""
    return [word.rstrip(_BEHIND) for _, headings, words in rows for word in _split(headings, words)[1].values()]


def _sar(source: Source) -> FileReading:
    """The instants of `sar -u`, `-n DEV`, `-b`, `-d`, of several of them or of `-A`, and of mpstat.

    Raises ScenarioError where none is in it. Other parts of `-A` are passed over.
    """
    headings: list[str] = []
    rows: list[tuple[int, float, list[str], list[str]]] = []
    for number, line in numbered_lines(source.text):
        at = _AT.match(line)
        words = at[5].split() if at else []
        if at and _is_heading(words):
            headings = words if _PARTS & set(words) else []
        elif at and headings and len(words) == len(headings):
            rows.append((number, _seconds(at), headings, words))
    mark = source.mark(_texts((number, headings, words) for number, _, headings, words in rows))
    counted_instants = CountedInstants()
    for number, when, headings, words in rows:
        whose, texts = _split(headings, words)
        if "CPU" in headings and whose != "all":
            continue
        counted_instants.add(when, _numbers(source, texts, mark, number), whose, number)
    points = counted_instants.points(source.file, _cores(source.text))
    clock = past_midnight(list(points))
    return record(
        source.file,
        clock,
        list(points.values()),
        recordings.SAVE_SAR,
        _comma(mark, rows),
    )


# What `sar --human` writes behind a number: a share, or bytes in powers of 1,024; sectors stand for themselves.
_POWERS = "BkMGTP"
_BEHIND = f"%s{_POWERS}"
_HUMAN = re.compile(rf"([\d.,]+)([{_BEHIND}])")


def _numbers(source: Source, texts: Mapping[str, str], mark: str, line: int) -> dict[str, float]:
    """The numbers of a line by their headings. Raises ScenarioError for what is none."""
    return {heading: _human(source, word, mark, line, heading) for heading, word in texts.items()}


def _human(source: Source, word: str, mark: str, line: int, heading: str) -> float:
    """The number of a word in the unit of its heading."""
    found = _HUMAN.fullmatch(word)
    if not found:
        return source.number(word, mark, line)
    value = source.number(found[1], mark, line)
    if found[2] not in _POWERS:
        return value
    size = value * 1024.0 ** _POWERS.index(found[2])
    return size / (_KB if "kB" in heading else _SECTOR if heading in ("bread/s", "rd_sec/s") else 1.0)


def _is_heading(words: list[str]) -> bool:
    """Whether the words behind a time are headings: no number is among them."""
    return not any(decimal_marks(word.rstrip(_BEHIND)) for word in words)


def _comma(mark: str, rows: list[Any]) -> str:
    return tables.READ_WITH_COMMA if mark == "," and rows else ""


def _cores(text: str) -> int | None:
    found = re.search(r"\((\d+) CPU\)", text)
    return int(found[1]) if found else None


def _seconds(at: re.Match[str]) -> float:
    hour = int(at[1]) % 12 + (12 if at[4] == "PM" else 0) if at[4] else int(at[1])
    return hour * 3600.0 + int(at[2]) * 60.0 + int(at[3])


def _is_iostat(source: Source) -> bool:
    return bool(re.search(r"^avg-cpu:", source.text, re.MULTILINE))


def _iostat(source: Source) -> FileReading:
    """The reports of iostat. The first is of all time since the machine began, and is left out where others follow.

    Without times (`-t`) they are one row: their mean."""
    reports: list[tuple[str, int, list[tuple[int, list[str], list[str]]]]] = []
    headings: list[str] = []
    when = ""
    for number, line in numbered_lines(source.text):
        words = line.replace("Device:", "Device").split()
        if line.startswith("avg-cpu:"):
            reports.append((when, number, []))
            headings = words[1:]
        elif "Device" in (*words[:1], *words[-1:]):
            headings = words
        elif reports and headings and len(words) == len(headings):
            reports[-1][2].append((number, headings, words))
        elif is_time(line.strip()):
            when, headings = line.strip(), []
    mark = source.mark(_texts(row for *_, rows in reports for row in rows))
    reports = reports[1:] if len(reports) > 1 else reports
    timed = all(stamp for stamp, *_ in reports)
    clock = (
        parse_times([stamp for stamp, *_ in reports], [place for _, place, _ in reports], source)
        if timed
        else range(len(reports))
    )
    counted_instants = CountedInstants()
    for at, (_, place, rows) in zip(clock, reports, strict=True):
        for number, names, words in rows:
            whose, texts = _split(names, words)
            counted_instants.add(at, _numbers(source, texts, mark, number), whose, place)
    return series_or_mean(counted_instants.points(source.file, _cores(source.text)), timed, source.file, "iostat -t 10")


def series_or_mean(points: Mapping[float, LoadTestRow], timed: bool, file: str, command: str) -> FileReading:
    """A record over time, or, where its lines have no times, one point: their mean."""
    if timed:
        return record(file, list(points), list(points.values()), recordings.save_output(command))
    if not points:
        refuse(file, recordings.NOTHING_KNOWN, recordings.save_output(command))
    measured = {
        gauge: sum(point.measured.get(gauge, 0.0) for point in points.values()) / len(points)
        for gauge in next(iter(points.values())).measured
    }
    first = next(iter(points.values()))
    return FileReading(
        (LoadTestRow(file, 0, measured, cores=first.cores),), notes=(recordings.lines_without_times(command),)
    )


def parse_times(texts: list[str], lines: list[int], source: Source) -> tuple[float, ...]:
    """Seconds since 1970 of what some lines say."""
    try:
        return parse_instants(texts, months_first=True).at if texts else ()
    except NoTimeError as error:
        place = max(0, error.place)
        refuse(source.file, error.message, error.remedy, lines[place] if lines else 0, value=texts[place])


_SADF = re.compile(r"^# hostname;interval;timestamp", re.MULTILINE)


def _sadf(source: Source) -> FileReading:
    """The table of `sadf -d`: several parts, each with headings of its own."""
    headings: list[str] = []
    rows: list[tuple[int, list[str], list[str]]] = []
    lost = 0
    for number, line in numbered_lines(source.text):
        words = line.strip().split(";")
        if line.startswith("# hostname"):
            headings = words
        elif len(words) == len(headings):
            # Other parts, of file systems, fans and so on, are passed over.
            rows += [(number, headings, words)] if _PARTS & set(headings) else []
        elif line.strip() and "RESTART" not in line and ";COM " not in line and not line.startswith("#"):
            lost += 1
    mark = source.mark([word for _, _, words in rows for word in words[4:]])
    texts = list(dict.fromkeys(words[2] for _, _, words in rows))
    clock = dict(zip(texts, parse_times(texts, [], source), strict=True))
    counted_instants = CountedInstants()
    for number, names, words in rows:
        named = names[3] in _NAMES
        if names[3] == "CPU" and words[3] != "-1":
            continue
        values = {
            column: source.number(word, mark, number)
            for column, word in zip(names[3 + named :], words[3 + named :], strict=True) if not column.startswith("[")
        }  # fmt: skip
        counted_instants.add(clock[words[2]], values, words[3] if named else "", number)
    points = counted_instants.points(source.file, _cores(source.text))
    notes = recordings.broken_lines(lost)
    return record(source.file, list(points), list(points.values()), recordings.SAVE_SADF, notes)


def _hosts(found: Any) -> list[Mapping[str, Any]]:
    hosts = found.get("sysstat", {}).get("hosts") if isinstance(found, dict) else None
    return hosts if isinstance(hosts, list) else []


def _json(source: Source) -> FileReading:
    """`sadf -j`, `mpstat -o JSON` and `iostat -o JSON`."""
    hosts = _hosts(source.json)
    if len(hosts) != 1:
        refuse(source.file, *recordings.several_machines(len(hosts)))
    reports = hosts[0].get("statistics") or []
    if len(reports) > 1 and "avg-cpu" in reports[0]:
        # The first of iostat is of all time since the machine began.
        reports = reports[1:]
    texts = [_when(each.get("timestamp"), str(hosts[0].get("date", ""))) for each in reports]
    timed = all(texts)
    clock = parse_times(texts, [], source) if timed else tuple(map(float, range(len(reports))))
    counted_instants = CountedInstants()
    for at, report in zip(clock, reports, strict=True):
        for name, values in _parts(report):
            counted_instants.add(at, {key: float(v) for key, v in values.items() if isinstance(v, int | float)}, name)
    cores = hosts[0].get("number-of-cpus")
    points = counted_instants.points(source.file, int(cores) if cores else None)
    return series_or_mean(points, timed, source.file, "sadf -j")


def _when(stamp: Any, day: str) -> str:
    """The time of a report: a text, or a date and a time beside each other."""
    if isinstance(stamp, Mapping):
        return f"{stamp.get('date')} {stamp.get('time')}"
    if stamp and re.match(r"\d\d:", str(stamp)):
        return f"{day} {stamp}"
    return str(stamp or "")


def _parts(report: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The parts of a report, with whose they are."""
    for each in report.get("cpu-load") or report.get("cpu-load-all") or ():
        if each.get("cpu") in ("all", "-1"):
            yield "all", each
    if "avg-cpu" in report:
        yield "", report["avg-cpu"]
    for each in (report.get("network") or {}).get("net-dev") or ():
        yield str(each.get("iface")), each
    if io := report.get("io"):
        yield "", {"rtps": (io.get("io-reads") or {}).get("rtps"), "bread": (io.get("io-reads") or {}).get("bread")}
    for each in report.get("disk") or ():
        yield str(each.get("disk-device", each.get("disk_device"))), each


READERS = (
    Reader("sysstat", "`sadf -d`", "counters over time", lambda source: _SADF.search(source.text), _sadf),
    Reader("sysstat", formats.SYSSTAT_JSON, "counters over time",
           lambda source: _hosts(source.json), _json),
    Reader("iostat", formats.IOSTAT, formats.COUNTERS_OR_ROW,
           _is_iostat, _iostat),
    Reader("sar, mpstat", formats.SYSSTAT_TEXT, "counters over time",
           lambda source: OF_SYSSTAT.search(source.text), _sar),
)  # fmt: skip
