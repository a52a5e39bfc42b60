"""What a reader is given and what it gives back: the text of a file, and the points in it with what was left out."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from models.quantities.decimals import COMMA, POINT, common_decimal_marks, decimal_marks, parse_number
from simulator.calibration.point import CounterSeries, LoadTestRow
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.table import SEPARATORS, CellTable, first_line, read_cells
from simulator.messages.stages.calibration import recordings, tables


@dataclass(frozen=True)
class FileReading:
    """What a file says: a point for each load, or a record over time. notes: what was left out of it, and what was
    guessed, for people."""

    points: tuple[LoadTestRow, ...] = ()
    over_time: CounterSeries | None = None
    notes: tuple[str, ...] = ()

    def noting(self, *notes: str) -> "FileReading":
        """The same with more notes; empty ones are none."""
        return replace(self, notes=(*self.notes, *filter(None, notes)))


@dataclass(frozen=True)
class Source:
    """The text of a file. file: as messages call it; named: what the command line calls its values; decimal: the
    decimal mark that somebody states, "" where nobody does."""

    text: str
    file: str
    named: ColumnHeading | None = None
    decimal: str = ""

    @cached_property
    def documents(self) -> tuple[tuple[int, Any], ...]:
        """The JSON of the file, each document with its line: outputs are appended in loops. None where it is no JSON.

        Raises ScenarioError where it begins as JSON and does not end."""
        if not re.match(r'\s*(\{\s*["}]|\[\s*[\[\]{"\d-])', self.text):
            return ()
        found, decoder = [], json.JSONDecoder()
        place = _begins(self.text, 0)
        line = self.text.count("\n", 0, place) + 1
        while place < len(self.text):
            try:
                document, end = decoder.raw_decode(self.text, place)
            except json.JSONDecodeError as error:
                # A text may begin with a bracket, as the times of some logs do.
                if self.text.lstrip().startswith("["):
                    return ()
                refuse(self.file, *recordings.cut_off("JSON", error.msg), error.lineno)
            except RecursionError:
                refuse(self.file, *recordings.TOO_MANY_LEVELS)
            after = _begins(self.text, end)
            found.append((line, document))
            line += self.text.count("\n", place, after)
            place = after
        return tuple(found)

    @property
    def json(self) -> Any:
        """The first JSON document of the file, None where it has none."""
        return self.documents[0][1] if self.documents else None

    def at(self, *path: str) -> Any:
        """What stands in its JSON under some keys, one below the other; None where one is missing."""
        found = self.json
        for key in path:
            if not isinstance(found, dict):
                return None
            found = found.get(key)
        return found

    @cached_property
    def cells(self) -> CellTable:
        """The cells of the file as a table. Raises ScenarioError where it is none."""
        return read_cells(self.text, self.file, self.decimal)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The cells of its first line in small letters, for telling tables apart; none where it has one only."""
        first = first_line(self.text)
        separator = max(SEPARATORS, key=first.count)
        return tuple(cell.strip().strip('"').lower() for cell in first.split(separator)) if separator in first else ()

    def has_headings(self, *names: str) -> bool:
        """Whether its first line has all of some headings, in small letters."""
        return set(names) <= set(self.headings)

    def mark(self, texts: list[str]) -> str:
        """The decimal mark of some of its numbers. Raises ScenarioError where they have both."""
        if self.decimal:
            return self.decimal
        marks, only = common_decimal_marks(texts)
        if not marks:
            refuse(self.file, *tables.both_marks(only[COMMA], only[POINT]))
        return POINT if POINT in marks else COMMA

    def number(self, text: str, mark: str, line: int) -> float:
        """The number of a text. Raises ScenarioError with its line where it is none."""
        value = parse_number(text, mark)
        if value is None:
            told = tables.NOT_FINITE if decimal_marks(text) else tables.NOT_A_NUMBER
            refuse(self.file, told, tables.LEAVE_LINE_OUT, line, value=text)
        return value


def _begins(text: str, end: int) -> int:
    """Where the next document begins: behind spaces, ends of lines and a comma."""
    while end < len(text) and text[end] in " \t\n\r,":
        end += 1
    return end


class Reader(NamedTuple):
    """One kind of file that is read. tool: who writes it; what: of what it writes, with the option that makes it;
    gives: what it becomes; is_of: whether a text is of this kind; read: its points."""

    tool: str
    what: str
    gives: str
    is_of: Callable[[Source], object]
    read: Callable[[Source], FileReading]


class ToolRun(NamedTuple):
    """The output of one run of a load tool. line: where it begins in its file, 0 where it is the only one."""

    text: str
    file: str
    line: int

    def number(self, pattern: str) -> float | None:
        """The first group of a pattern as a number, None where it is not there. Raises ScenarioError with the line of
        what stands there and is no number."""
        found = re.search(pattern, self.text, re.MULTILINE)
        if not found:
            return None
        value = parse_number(found[1])
        if value is None:
            refuse(self.file, tables.NOT_A_NUMBER, recordings.SAVE_OUTPUT_AGAIN, self.line_of(found), value=found[1])
        return value

    def line_of(self, found: re.Match[str]) -> int:
        """The line of its file at which a match begins."""
        return max(1, self.line) + self.text.count("\n", 0, found.start())


def split_runs(source: Source, begins: re.Pattern[str]) -> list[ToolRun]:
    """The runs in a text, of which each begins with a line of a pattern: outputs are appended in loops."""
    starts = [found.start() for found in begins.finditer(source.text)]
    if len(starts) < 2:
        return [ToolRun(source.text, source.file, 0)]
    ends = [*starts[1:], len(source.text)]
    return [
        ToolRun(source.text[start:end], source.file, source.text.count("\n", 0, start) + 1)
        for start, end in zip(starts, ends, strict=True)
    ]


def read_runs(
    source: Source,
    begins: re.Pattern[str],
    read: Callable[[ToolRun], LoadTestRow | None],
    unfinished: tuple[str, str],
) -> FileReading:
    """A point for each run of a text. A run that did not end is left out and counted where others did. unfinished: what
    is wrong with one, and the remedy, where none did."""
    runs = split_runs(source, begins)
    points = tuple(point for run in runs if (point := read(run)) is not None)
    if not points:
        refuse(source.file, *unfinished)
    lost = len(runs) - len(points)
    return FileReading(points).noting(recordings.unfinished_runs(lost, len(runs)))


def json_reader(
    tool: str, what: str, gives: str, is_of: Callable[[Any], object], point: Callable[[Any, str, int], FileReading]
) -> Reader:
    """A reader of JSON: `is_of` tells a document, `point` reads it, with its file and line."""

    def read(source: Source) -> FileReading:
        several = len(source.documents) > 1
        found = [point(each, source.file, line if several else 0) for line, each in source.documents if is_of(each)]
        notes = dict.fromkeys(note for each in found for note in each.notes)
        return FileReading(tuple(p for each in found for p in each.points), notes=tuple(notes))

    return Reader(tool, what, gives, lambda source: source.json is not None and is_of(source.json), read)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers."""
    return enumerate(text.splitlines(), start=1)
