"""Files -> operating points: what each file is, is told by what is in it. Read readers.py for what is known.

Rows of one's own have units in their headings; counters over time, from several files, are laid side by side.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, NoReturn

from models.errors import Problem, ScenarioError
from models.quantities.decimals import COMMA, MARKS, parse_number
from models.reading.read_file import path_fault
from models.visible import shortened
from simulator.calibration.load_kind import contradictions
from simulator.calibration.point import CounterSeries, LoadTestRow, Metric
from simulator.calibration.reading.counter_series import align_records, record_mean
from simulator.calibration.reading.headings import parse_heading
from simulator.calibration.reading.own_table import is_own_table, read_own_table
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.readers import NEARLY, READERS, tools
from simulator.calibration.reading.source import FileReading, Reader, Source
from simulator.calibration.reading.table import CellTable
from simulator.messages.stages.calibration import tables

LARGEST_FILE = 256 * 1024 * 1024


class Note(NamedTuple):
    """What people should know of how a file was read."""

    file: str
    told: str

    def __str__(self) -> str:
        return f"{self.file}: {self.told}"


class Measurements(NamedTuple):
    """The operating points of some files, and what people should know of how they were read: what was left out, and
    what was guessed, each with its file."""

    points: tuple[LoadTestRow, ...]
    notes: tuple["Note", ...]


def read_measurements(files: Sequence[str], decimal: str = "") -> Measurements:
    """The operating points of some files, in their order; those of counters over time are laid side by side. A file may
    be named with what its values are, "CPU %=cpu.json". decimal: the decimal mark that somebody states, "" where it is
    found. Raises ScenarioError with all that is wrong."""
    points: list[LoadTestRow] = []
    over_time: list[CounterSeries] = []
    notes: dict[Note, None] = {}
    problems: list[Problem] = []
    for named in files:
        try:
            shown, found = _read(named, decimal)
        except ScenarioError as error:
            problems += error.problems
            continue
        points += found.points
        if found.over_time is not None:
            over_time.append(found.over_time)
        notes |= dict.fromkeys(Note(shown, told) for told in found.notes)
    if problems:
        raise ScenarioError(tuple(problems))
    points += align_records(over_time) if over_time else ()
    if not points:
        remedy = tables.LET_LOADS_HOLD
        raise ScenarioError(tuple(Problem(file, 0, "", "", told, remedy) for file, told in notes))
    return Measurements(tuple(points), tuple(notes))


def read_source(named: str, decimal: str = "") -> Source:
    """The text of a file, which may be named with what its values are, "CPU %=cpu.json". Raises ScenarioError."""
    before, equals, behind = named.partition("=")
    if not equals or Path(named).exists():
        return Source(_text(named, named), named, None, decimal)
    try:
        return Source(_text(behind, behind), behind, parse_heading(before), decimal)
    except Unreadable as error:
        refuse(behind, error.message, error.remedy, path=before)


def find_reader(source: Source) -> Reader | None:
    """The reader of a file of a tool that is known."""
    return next((each for each in READERS if _is(each.is_of, source)), None)


def _read(named: str, decimal: str) -> tuple[str, FileReading]:
    source = read_source(named, decimal)
    return source.file, read_content(source)


def _content(path: str, shown: str, decimal: str) -> FileReading:
    return read_content(Source(_text(path, shown), shown, None, decimal))


def read_content(source: Source) -> FileReading:
    """What a file says. Raises ScenarioError for one of no kind that is known, and for one that is not whole."""
    shown = source.file
    reader = find_reader(source)
    if reader is not None:
        file_reading = _whole(source, f"what {reader.tool} writes", reader.read)
        return replace(file_reading, points=tuple(_measured(each) for each in file_reading.points))
    nearly = next((each for each in NEARLY if _is(each.is_of, source)), None)
    if nearly is not None:
        refuse(shown, *nearly.problem)
    if source.json is not None or not is_own_table(source):
        _unknown(source)
    output = _outputs(Path(shown).parent, source.decimal)
    return _whole(source, "a table", lambda each: FileReading(read_own_table(each.cells, output)))


def _is(is_of: Callable[[Source], object], source: Source) -> bool:
    """Whether a file is of a kind. One in which other things stand where a tool has its own is not."""
    try:
        return bool(is_of(source))
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return False


# What a tool writes as 0 where it has not measured it, or where it rounds to it.
_NEVER_ZERO = (Metric.SIZE, Metric.MEAN)


def _measured(point: LoadTestRow) -> LoadTestRow:
    """A point without what was not measured."""
    none = {gauge for gauge in _NEVER_ZERO if point.measured.get(gauge) == 0.0}
    if not none:
        return point
    return replace(point, measured={gauge: value for gauge, value in point.measured.items() if gauge not in none})


def _unknown(source: Source) -> NoReturn:
    """Raises ScenarioError for a file of no kind that is known."""
    kind = "JSON" if source.json is not None else "text"
    headings = shortened(", ".join(source.headings[:4])) if kind == "text" else ""
    refuse(source.file, *tables.unknown_kind(kind, headings, tools()))


def _whole(source: Source, kind: str, read: Callable[[Source], FileReading]) -> FileReading:
    """What a reader makes of a file, by the decimal mark that it has. Raises ScenarioError for a file that is not as
    its tool writes it, and where two marks fit and say different things."""
    try:
        found = read(source)
        # What a reader took as a table is there by now.
        cells = source.__dict__.get("cells")
        if not isinstance(cells, CellTable):
            return found
        if len(cells.marks) < len(MARKS):
            return found.noting(_headings_text(cells))
        return _of_one_mark(source, cells, read)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, ArithmeticError, LookupError) as error:
        refuse(source.file, *tables.unlike_its_kind(kind, f"{type(error).__name__}: {shortened(str(error))}"))


def _headings_text(cells: CellTable) -> str:
    if cells.mark != COMMA or not cells.example:
        return ""
    value = parse_number(cells.example, COMMA)
    return tables.read_with_comma(cells.example, f"{value:g}")


def _of_one_mark(source: Source, cells: CellTable, read: Callable[[Source], FileReading]) -> FileReading:
    """Of two readings the one that can be true. Raises ScenarioError where both can."""
    found: list[tuple[str, FileReading]] = []
    for mark in MARKS:
        other = replace(source, decimal=mark)
        try:
            reading = read(other)
        except ScenarioError:
            continue
        if not any(True for _ in contradictions(reading.points)):
            found.append((mark, reading))
    if len(found) != 1:
        both = " or ".join(f"{parse_number(cells.example, mark):,.6g} (--decimal {mark})" for mark in MARKS)
        refuse(source.file, *tables.ambiguous_number(cells.example, both))
    ((mark, reading),) = found
    return reading.noting(tables.read_as(cells.example, f"{parse_number(cells.example, mark):,.6g}"))


def _outputs(folder: Path, decimal: str) -> Callable[[str], LoadTestRow]:
    """Reads what a load tool or a recorder wrote into a file that a row names, beside its table."""

    def output(name: str) -> LoadTestRow:
        shown = str(folder / name)
        file_reading = _content(shown, shown, decimal)
        if file_reading.over_time is not None:
            return record_mean(file_reading.over_time)
        if not file_reading.points:
            refuse(shown, "; ".join(file_reading.notes), tables.LET_LOAD_HOLD)
        if len(file_reading.points) != 1:
            refuse(shown, *tables.SEVERAL_LOADS)
        return file_reading.points[0]

    return output


def _text(path: str, shown: str) -> str:
    if reason := path_fault(path):
        refuse(shortened(shown), *tables.unreadable_file(reason))
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            refuse(shown, *tables.FILE_TOO_LARGE)
        content = Path(path).read_bytes()
    except FileNotFoundError:
        refuse(shown, *tables.NO_FILE)
    except (OSError, ValueError) as error:
        refuse(shown, *tables.unreadable_file(str(getattr(error, "strerror", None) or error)))
    return _decoded(content, shown)


# Escapes with which a terminal colours what tools print.
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_ENDS = re.compile(r"\r\n|\n\r|\r")
_FOR_EXCEL = re.compile(r"\Asep=.\n")  # The separator, which Grafana says to Excel in a line above a table.
_ZIPPED = b"PK\x03\x04"  # How .xlsx begins.


def _decoded(content: bytes, shown: str) -> str:
    """The text of a file, its lines ended in one way."""
    if content.startswith(_ZIPPED):
        refuse(shown, *tables.WORKBOOK)
    # typeperf writes UTF-16 where it is sent to a file by PowerShell; in many countries Windows writes its own set.
    sets = ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    text = None
    for each in sets:
        try:
            text = content.decode(each)
            break
        except UnicodeDecodeError:
            continue
    if text is None or "\0" in text or not _is_text(text):
        refuse(shown, tables.NO_TEXT, tables.known_files(tools()))
    if not text.strip():
        refuse(shown, tables.FILE_EMPTY, tables.known_files(tools()))
    return _FOR_EXCEL.sub("\n", _ENDS.sub("\n", _COLOURS.sub("", text)))


def _is_text(text: str) -> bool:
    """Whether hardly anything in a text is what nobody writes."""
    odd = sum(not (each.isprintable() or each.isspace() or each == "\x1b") for each in text[:10_000])
    return odd <= 0.01 * min(len(text), 10_000)
