"""Quantiles and CSV files of values that a scenario states, read where they stand, and what follows from them beside.

A file is a column of values, and perhaps how often each occurs. Of up to MOST different values each stays what it is.
Of more, neighbours stand together, the fewer the further out they are, as a straight line that has their mean and, as
far as it lies between the least and the largest of them, their variance.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import NamedTuple

from pydantic_core import PydanticCustomError

from models.errors import Problem
from models.quantities.distribution import EMPIRICAL, Distribution, points_of
from models.quantities.fields import Part
from models.quantities.points import QuantilePoints, QuantileTable, mean_of
from models.quantities.units import QuantityKind, format_quantity
from models.reading.read_file import no_name
from models.reading.written import Path, Unresolved, Written, change_parts, dotted

_ABSENT = (None, "none")
_FOLLOWS = "follows from the quantiles"
_REMEDY = "write the name of a file in the folder of the scenario"
LARGEST_FILE = 16 * 1024 * 1024
# Different values that are kept one by one, and groups in an octave of the share below or above.
MOST, STEPS = 512, 16
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]+?)\s*[)\]]\s*$")
_COUNT = re.compile(r"counts?|number|requests|occurrences", re.IGNORECASE)
_EXAMPLE = "start with a line such as `size (kB)` or `size (kB),count`"


def with_quantiles(
    written: Written, part: type[Part], folder: FilePath, problems: list[Problem], path: Path = ()
) -> Written:
    """The tree with the quantiles of every CSV file, found in `folder`, and with the mean of all quantiles.

    Appends to `problems` what is wrong with a file; quantiles that cannot be read are left for validation to judge.
    """
    if issubclass(part, Distribution):
        return _distribution(written, part, folder, problems, path) if written.is_mapping else written
    if not written.is_mapping:
        return written
    return change_parts(
        written, part, path, lambda child, nested, at: with_quantiles(child, nested, folder, problems, at)
    )


def _distribution(
    written: Written, part: type[Distribution], folder: FilePath, problems: list[Problem], path: Path
) -> Written:
    values: Mapping[str, Written] = written.value
    file, stated = values.get("csv"), values.get("quantiles")
    declared = points_of(part)
    if file is not None and file.value not in _ABSENT:
        if stated is not None and stated.value not in _ABSENT:
            problems.append(_problem(file, path, "there are `quantiles` too", "keep one of them"))
            return written.with_value(Unresolved())
        quantiles, mean = _from_file(file, declared, folder, problems, (*path, "csv"))
    elif stated is not None and stated.value not in _ABSENT:
        told = ", ".join(f"{key} {child.text}" for key, child in stated.children) if stated.is_mapping else ""
        quantiles, mean = replace(stated, text=told), _mean(stated, declared)
    else:
        return written
    origin = replace(quantiles.origin, kind="default", source=_FOLLOWS)
    word = Written(EMPIRICAL, origin, text=EMPIRICAL)
    text = "" if mean is None else format_quantity(mean, declared.kind)
    follows = {"distribution": word, "mean": Written(text or Unresolved(), origin, text=text)}
    return written.with_value({**follows, **values, "quantiles": quantiles})


def _from_file(
    file: Written, declared: QuantilePoints, folder: FilePath, problems: list[Problem], path: Path
) -> tuple[Written, float | None]:
    """The quantiles in a CSV file and their mean."""
    name = file.text
    inside = (folder / name).resolve().is_relative_to(folder.resolve()) if "\0" not in name else False
    if not name or not isinstance(file.value, str) or not inside:
        problems.append(_problem(file, path, "no file of this folder", _REMEDY))
        return file.with_value(Unresolved()), None
    found = read_values(folder / name, name, dotted(path), declared.kind, declared.maximum)
    if isinstance(found, FileValues):
        text = f"{found.different:,} different values in {name}"
        return Written(found.points, file.origin, text=text), mean_of(found.points)
    if found.line == 0:  # Nothing in the file is wrong, but that it is named.
        found = _problem(file, path, found.message, found.remedy)
    problems.append(found)
    return file.with_value(Unresolved()), None


def _mean(stated: Written, declared: QuantilePoints) -> float | None:
    """The mean of quantiles as written; None where they cannot be read, which validation tells."""
    try:
        points: QuantileTable = declared.points({key: child.value for key, child in stated.children})
    except PydanticCustomError:
        return None
    return mean_of(points)


def _problem(at: Written, path: Path, message: str, remedy: str) -> Problem:
    return Problem(at.origin.file, at.origin.line, dotted(path), f'"{at.text:.60}"', message, remedy)


class _Wrong(Exception):  # noqa: N818 - it is no error of the program
    """What is wrong with a file, in which line (0 for the whole), as what it says there, and the remedy."""

    def __init__(self, line: int, value: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.line, self.value, self.message, self.remedy = line, value, message, remedy


class FileValues(NamedTuple):
    """The points of a file, and of how many different values they were made."""

    points: QuantileTable
    different: int


def read_values(file: FilePath, shown: str, path: str, kind: QuantityKind, maximum: float) -> FileValues | Problem:
    """The values of a file in the stored unit of `kind`, or what is wrong with it first; `shown` is what the file is
    called there, and `path` the parameter that it is read for."""
    try:
        weights = _weights(_lines(file), kind, maximum)
    except _Wrong as wrong:
        return Problem(shown, wrong.line, path, wrong.value, wrong.message, wrong.remedy)
    return FileValues(_points(weights), len(weights))


def _lines(file: FilePath) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers."""
    if no_name(str(file)):
        raise _Wrong(0, "", "this can be no file", "write the name of a CSV file beside the scenario")
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else "this file cannot be read"
        raise _Wrong(0, "", reason, "write the name of a CSV file beside the scenario") from None
    if len(content) > LARGEST_FILE:
        raise _Wrong(0, "", "this file is larger than 16 MiB", "a sample of some thousand values says as much")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Wrong(0, "", "this is not UTF-8 text", "save it as CSV in UTF-8") from None
    numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not lines:
        raise _Wrong(0, "", "this file is empty", _EXAMPLE)
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
            raise _Wrong(number, row[:40], f"expected {len(columns)} columns", "write as many as the heading has")
        value = _number(number, cells[values]) * factor
        if value > maximum:
            raise _Wrong(number, cells[values], "too large", f"allowed is up to {maximum:g} {kind.unit}")
        found[value] = found.get(value, 0.0) + (1.0 if counts is None else _number(number, cells[counts]))
    if not any(value > 0.0 and weight > 0.0 for value, weight in found.items()):
        raise _Wrong(first, "", "no value above 0 is in this file", "write one in a line below the heading")
    return {value: found[value] for value in sorted(found) if found[value] > 0.0}


def _columns(line: int, columns: Sequence[str], kind: QuantityKind) -> tuple[int, float, int | None]:
    """Which column has the values, how much their unit is in the stored one, and which has the counts."""
    units = {position: unit for position, column in enumerate(columns) if (unit := _unit(column, kind))}
    if not units:
        examples = ", ".join(kind.usual)
        raise _Wrong(line, columns[0][:40], f"no heading says in which unit the values are ({examples})", _EXAMPLE)
    values = next(iter(units))
    others = [position for position in range(len(columns)) if position != values]
    if len(others) > 1 or not all(_COUNT.search(columns[position]) for position in others):
        raise _Wrong(
            line, ", ".join(columns)[:40], "columns beside the values that are no counts",
            "keep the column of the values, and one called `count` that says how often each occurs",
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
        raise _Wrong(line, text[:40], "not a number", "write numbers only below the heading, which has their unit")
    if value < 0.0:
        raise _Wrong(line, text[:40], "must not be negative", "write what can be drawn: 0 or more")
    return value


def _points(weights: dict[float, float]) -> QuantileTable:
    """The quantile function of values that occur so often: a step for each, or a line for each group of them."""
    points: list[tuple[float, float]] = []
    for share, above, low, high in _pieces(weights):
        # Where a line begins at the value at which the one before it ends, rounding may put it a digit below.
        low = max(low, points[-1][1]) if points else low
        points += [(share, low), (above, max(low, high))]
    return (*points[:-1], (1.0, points[-1][1]))


def _pieces(weights: dict[float, float]) -> Iterator[tuple[float, float, float, float]]:
    """Shares below and above, and values at both, of each step or line."""
    total, below = math.fsum(weights.values()), 0.0
    groups = [[each] for each in weights.items()] if len(weights) <= MOST else _groups(weights, total)
    for group in groups:
        weight = math.fsum(each for _, each in group)
        mean = math.fsum(value * each for value, each in group) / weight
        variance = math.fsum((value - mean) ** 2 * each for value, each in group) / weight
        half = min(math.sqrt(3.0 * variance), mean - group[0][0], group[-1][0] - mean)
        above = below + weight
        yield below / total, min(1.0, above / total), mean - half, mean + half
        below = above


def _groups(weights: dict[float, float], total: float) -> list[list[tuple[float, float]]]:
    """Neighbouring values with their weights: equal steps within octaves of the nearer share, below or above."""
    found: dict[tuple[bool, int, int], list[tuple[float, float]]] = {}
    below = 0.0
    for value, weight in weights.items():
        middle = (below + weight / 2.0) / total
        fraction, octave = math.frexp(min(middle, 1.0 - middle))
        found.setdefault((middle >= 0.5, octave, int(2 * STEPS * fraction)), []).append((value, weight))
        below += weight
    return list(found.values())
