"""vmstat, by its text. CPU is what is neither idle nor waiting; blocks that are read are of 1,024 bytes."""

import re

from models.quantities.decimals import parse_number
from models.quantities.instants import is_time
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.counters.sysstat import parse_times, series_or_mean
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source, numbered_lines
from simulator.messages.stages.calibration import formats, recordings

_BLOCK = 1024.0
_HEADINGS = re.compile(r"^ *r +b +(swpd|avm) .*\bid\b", re.MULTILINE)


def _vmstat(source: Source) -> FileReading:
    """Its lines; the first is of all time since the machine began, and is left out where others follow."""
    headings, zone = list[str](), ""
    rows: list[tuple[int, str, list[str]]] = []
    for number, line in numbered_lines(source.text):
        words = line.split()
        if _HEADINGS.match(line):
            # With `-t` the zone of the times stands behind.
            last = words.index("st" if "st" in words else "id") + 1
            headings, zone = words[:last], " ".join(words[last:])
        elif headings and len(words) >= len(headings) and parse_number(words[0]) is not None:
            when = " ".join(words[len(headings) :])
            in_zone = f"{when} {zone}" if is_time(f"{when} {zone}") else when
            rows.append((number, in_zone, words[: len(headings)]))
        elif headings and line.strip() and not re.match(r"\s*(procs|-+procs|kthr)", line):
            refuse(source.file, *recordings.NO_LINE_OF_VMSTAT, number, value=line.strip())
    rows = rows[1:] if len(rows) > 1 else rows
    if not rows:
        refuse(source.file, *recordings.VMSTAT_EMPTY)
    timed = all(is_time(when) for _, when, _ in rows)
    texts = [when for _, when, _ in rows]
    clock = parse_times(texts, [place for place, *_ in rows], source) if timed else tuple(map(float, range(len(rows))))
    points = {}
    for at, (place, _, words) in zip(clock, rows, strict=True):
        values = {name: source.number(word, ".", place) for name, word in zip(headings, words, strict=True)}
        measured = {Metric.CPU: max(0.0, 1.0 - (values["id"] + values.get("wa", 0.0)) / 100.0)}
        if "bi" in values:
            measured[Metric.READ_BYTES] = values["bi"] * _BLOCK
        points[at] = LoadTestRow(source.file, place, measured)
    return series_or_mean(points, timed, source.file, "vmstat -t 10")


READERS = (
    Reader("vmstat", formats.VMSTAT, formats.COUNTERS_OR_ROW,
           lambda source: _HEADINGS.search(source.text), _vmstat),
)  # fmt: skip
