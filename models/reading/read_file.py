"""From a path to what its file says, text or a column of values, with a sentence for everything that can go wrong on
the way."""

import math
import os
import re
from collections.abc import Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.messages import files
from models.quantities.units import QuantityKind
from models.suggest import did_you_mean
from models.visible import shortened

LARGEST_FILE = 1024 * 1024
LARGEST_VALUES = 16 * LARGEST_FILE
# What the file systems and kernels of today bear: NAME_MAX and PATH_MAX of Linux, without the null at the end.
LONGEST_NAME, LONGEST_PATH = 255, 4_095
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]+?)\s*[)\]]\s*$")
_COUNT = re.compile(r"counts?|number|requests|occurrences", re.IGNORECASE)


def read_text(path: Path, shown: str) -> str:
    """The text of a file. Raises ScenarioError, naming the file as `shown`, when there is no such text."""
    if reason := path_fault(str(path)):
        raise _failure(shortened(shown), *files.unreadable(reason))
    try:
        if os.path.isdir(path):
            raise _failure(shown, files.IS_A_FOLDER, _yaml_files(path))
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise _failure(shown, files.NO_SUCH_FILE, _yaml_files(path.parent, path.name)) from None
    except PermissionError:
        raise _failure(shown, *files.NO_PERMISSION) from None
    except (OSError, ValueError) as error:
        raise _failure(shown, *files.unreadable(str(getattr(error, "strerror", None) or error))) from None
    return _decoded(content, shown)


def path_fault(path: str) -> str:
    """Why a text can be the path of no file; "" where it can."""
    if path.isascii() and len(path) <= LONGEST_NAME and "\0" not in path:
        return ""  # As nearly all are, and each load asks it of half a dozen.
    try:
        longest = max((len(os.fsencode(part)) for part in Path(path).parts), default=0)
    except UnicodeEncodeError:
        return files.HALF_A_CHARACTER
    if "\0" in path:
        return files.NULL_CHARACTER
    if longest > LONGEST_NAME or len(os.fsencode(path)) > LONGEST_PATH:
        return files.path_too_long(LONGEST_NAME, LONGEST_PATH)
    return ""


def _decoded(content: bytes, shown: str) -> str:
    if len(content) > LARGEST_FILE:
        raise _failure(shown, *files.LARGER_THAN_A_SCENARIO)
    if b"\0" in content:
        raise _failure(shown, *files.BINARY)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise _failure(shown, *files.NOT_UTF_8, line) from None
    if not text.strip():
        raise _failure(shown, *files.EMPTY_SCENARIO)
    return text


def _yaml_files(folder: Path, wrong: str = "") -> str:
    """The remedy that lists the YAML files of a folder, nearest first."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".yaml", ".yml")))
    except OSError:
        return "check the path"
    if not names:
        return files.NO_YAML_FILES
    return did_you_mean(wrong, names) if wrong else files.name_one_of(names[0])


def _failure(shown: str, message: str, remedy: str, line: int = 0) -> ScenarioError:
    return ScenarioError((Problem(shown, line, "", "", message, remedy),))


class _Wrong(Exception):  # noqa: N818 - it is no error of the program
    """What is wrong with a file, in which line (0 for the whole), as what it says there, and the remedy."""

    def __init__(self, line: int, value: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.line, self.value, self.message, self.remedy = line, value, message, remedy


def read_values(file: Path, shown: str, path: str, kind: QuantityKind, maximum: float) -> dict[float, float] | Problem:
    """How often each value of a CSV file occurs, in ascending order and in the stored unit of `kind`, or what is wrong
    with the file first: line 0 where that is all of it. A file is a column of values, and perhaps how often each
    occurs; `shown` is what it is called there, and `path` the parameter that it is read for."""
    try:
        return _weights(_lines(file), kind, maximum)
    except _Wrong as wrong:
        return Problem(shown, wrong.line, path, wrong.value, wrong.message, wrong.remedy)


def _lines(file: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers."""
    if path_fault(str(file)):
        raise _Wrong(0, "", *files.NO_FILE_OF_VALUES)
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST_VALUES + 1)
    except OSError as error:
        reason = files.NO_SUCH_FILE if isinstance(error, FileNotFoundError) else files.UNREADABLE
        raise _Wrong(0, "", reason, files.NAME_A_CSV_FILE) from None
    if len(content) > LARGEST_VALUES:
        raise _Wrong(0, "", *files.LARGER_THAN_VALUES)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Wrong(0, "", *files.VALUES_NOT_UTF_8) from None
    numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not lines:
        raise _Wrong(0, "", files.EMPTY, files.VALUES_EXAMPLE)
    return lines


def _weights(lines: list[tuple[int, str]], kind: QuantityKind, maximum: float) -> dict[float, float]:
    """Value -> how often it occurs, in ascending order of the values."""
    (first, heading), *rows = lines
    separator = next((each for each in (";", "\t", ",") if each in heading), ",")
    columns = [column.strip().strip('"') for column in heading.split(separator)]
    values, factor, counts = _columns(first, columns, kind)
    found: dict[float, float] = {}
    for number, row in rows:
        cells = [cell.strip().strip('"') for cell in row.split(separator)]
        if len(cells) != len(columns):
            raise _Wrong(number, row[:40], *files.other_columns(len(columns)))
        value = _number(number, cells[values]) * factor
        if value > maximum:
            raise _Wrong(number, cells[values], *files.value_too_large(maximum, kind.unit))
        found[value] = found.get(value, 0.0) + (1.0 if counts is None else _number(number, cells[counts]))
    if not any(value > 0.0 and weight > 0.0 for value, weight in found.items()):
        raise _Wrong(first, "", *files.NO_VALUE_ABOVE_0)
    return {value: found[value] for value in sorted(found) if found[value] > 0.0}


def _columns(line: int, columns: Sequence[str], kind: QuantityKind) -> tuple[int, float, int | None]:
    """Which column has the values, how much their unit is in the stored one, and which has the counts."""
    units = {position: unit for position, column in enumerate(columns) if (unit := _unit(column, kind))}
    if not units:
        examples = ", ".join(kind.usual)
        raise _Wrong(line, columns[0][:40], files.no_unit_in_heading(examples), files.VALUES_EXAMPLE)
    values = next(iter(units))
    others = [position for position in range(len(columns)) if position != values]
    if len(others) > 1 or not all(_COUNT.search(columns[position]) for position in others):
        raise _Wrong(
            line, ", ".join(columns)[:40], *files.OTHER_COLUMNS
        )  # fmt: skip
    return values, float(kind.units[units[values]]), others[0] if others else None


def _unit(column: str, kind: QuantityKind) -> str:
    """The unit in a heading: in brackets at its end, its last word, or all of it; "" where there is none."""
    bracketed = _IN_BRACKETS.search(column)
    word = bracketed[1] if bracketed else column.split()[-1] if column.split() else ""
    return word if word in kind.units else ""


def _number(line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise _Wrong(line, text[:40], *files.NOT_A_NUMBER)
    if value < 0.0:
        raise _Wrong(line, text[:40], *files.NEGATIVE_VALUE)
    return value
