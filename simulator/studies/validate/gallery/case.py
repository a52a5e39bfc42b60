"""A table of measured systems -> the rows of each that are fitted, and those that are predicted.

gallery: MySQL on instances of EC2      # what it is called
source: where the rows were published
systems: [instance]                     # columns whose values tell systems apart
read: {users: threads, requests/s: tps} # headings as `calibrate` knows them: the columns that have them
cores: vcpu                             # a column or a number; may be left out
fit: {threads: 16}                      # rows up to so much in a column are fitted, all others are predicted
third: threads                          # and, apart from that, a third of the rows along this column; may be left out
outside: {c5.large: swaps}              # systems that no such model reproduces, and why; may be left out
columns: [instance, vcpu, threads, tps]
rows:
  - [c5.large, 2, 1, 844.2]
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from models.errors import Problem, ScenarioError
from models.reading.read_yaml import read_yaml
from models.reading.source_tree import plain
from models.suggest import did_you_mean
from simulator.calibration.point import LoadTestRow
from simulator.calibration.reading.own_table import read_own_table
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.table import CellTable
from simulator.messages import gallery

FOLDER = Path(__file__).parent
KEYS = ("gallery", "source", "machine", "systems", "read", "cores", "fit", "third", "outside", "columns", "rows")
MAY_BE_LEFT_OUT = ("machine", "cores", "third", "outside")
# Where a server is well beyond full.
_USERS_A_CORE, _LEAST = 4, 1e-9
# As YAML has them, from which a person counts.
_FIRST = 1


class RowSplit(NamedTuple):
    """Rows that are fitted, and those that are predicted."""

    fitted: tuple[LoadTestRow, ...]
    predicted: tuple[LoadTestRow, ...]


@dataclass(frozen=True)
class GallerySystem:
    """One system of a case: its rows that are fitted, and those that are predicted. cores: None where nobody says;
    third: the same rows with a third of them fitted, None where the case does not ask for that."""

    name: str
    fitted: tuple[LoadTestRow, ...]
    predicted: tuple[LoadTestRow, ...]
    cores: int | None
    third: RowSplit | None = None


@dataclass(frozen=True)
class GalleryCase:
    """A table of measured systems. outside: those that no such model reproduces, with the reason."""

    name: str
    source: str
    systems: tuple[GallerySystem, ...]
    outside: Mapping[str, str] = field(default_factory=dict)


def shipped_cases() -> tuple[Path, ...]:
    """The files of the gallery."""
    return tuple(sorted(FOLDER.glob("*.yaml")))


def read_case(path: Path) -> GalleryCase:
    """The case of a file. Raises ScenarioError with everything that is wrong with it."""
    file, problems = str(path), list[Problem]()
    said = plain(read_yaml(path, file, "measured", problems))
    if problems or not isinstance(said, dict):
        raise ScenarioError(tuple(problems) or (_problem(file, "gallery", "", "no keys", "write `gallery: NAME`"),))
    problems += _keys(file, said)
    if not problems:
        problems += [*_columns(file, said), *_rows(file, said)]
    if problems:
        raise ScenarioError(tuple(problems))
    systems = tuple(_systems(file, said))
    problems += _outside(file, said, [system.name for system in systems])
    if problems:
        raise ScenarioError(tuple(problems))
    return GalleryCase(str(said["gallery"]), str(said["source"]), systems, said.get("outside", {}))


def _outside(file: str, said: Mapping[str, Any], systems: Sequence[str]) -> Iterator[Problem]:
    """Systems that are named as outside of what is modelled and are none."""
    for name in said.get("outside", {}):
        if name not in systems:
            yield _problem(file, "outside", str(name), "no such system", did_you_mean(str(name), systems))


def _keys(file: str, said: Mapping[str, Any]) -> Iterator[Problem]:
    for key in said:
        if key not in KEYS:
            yield _problem(file, str(key), "", "unknown key", did_you_mean(str(key), KEYS))
    for key in KEYS:
        if key not in said and key not in MAY_BE_LEFT_OUT:
            yield _problem(file, key, "", "missing", f"write `{key}: ...`")
    for key, kind, shape in (
        ("systems", list, "a list of columns"),
        ("read", dict, gallery.HEADING_AND_COLUMN),
        ("fit", dict, gallery.COLUMN_AND_END),
        ("outside", dict, gallery.SYSTEM_AND_REASON),
        ("columns", list, gallery.NAMES_OF_COLUMNS),
        ("rows", list, "a list of rows"),
    ):
        if key in said and (not isinstance(said[key], kind) or not said[key]):
            yield _problem(file, key, str(said[key]), f"expected {shape}", "see docs/bring-your-measurements.md")


def _columns(file: str, said: Mapping[str, Any]) -> Iterator[Problem]:
    """Columns that are named and are none."""
    columns = [str(each) for each in said["columns"]]
    named = [("systems", each) for each in said["systems"]]
    named += [(f"read.{heading}", column) for heading, column in said["read"].items()]
    named += [(f"fit.{column}", column) for column in said["fit"]]
    named += [("third", said["third"])] if "third" in said else []
    named += [("cores", said["cores"])] if isinstance(said.get("cores"), str) else []
    for key, column in named:
        if str(column) not in columns:
            yield _problem(file, key, str(column), "no such column", did_you_mean(str(column), columns))
    if len(said["fit"]) != 1 or not all(_is_number(most) for most in said["fit"].values()):
        yield _problem(file, "fit", str(said["fit"]), *gallery.NOT_ONE_COLUMN)


def _rows(file: str, said: Mapping[str, Any]) -> Iterator[Problem]:
    """Rows that have not one cell for each column, or no number where rows are told apart by one."""
    columns = [str(each) for each in said["columns"]]
    ordered = [str(each) for each in (*said["fit"], *([said["third"]] if "third" in said else []))]
    by = [columns.index(each) for each in ordered if each in columns]
    for place, row in enumerate(said["rows"]):
        if not isinstance(row, list) or len(row) != len(columns):
            cells = len(row) if isinstance(row, list) else 1
            yield _problem(file, f"rows[{place}]", "", *gallery.cells_unlike_columns(cells, len(columns)))
        else:
            no_numbers = [each for each in by if not _is_number(row[each])]
            yield from (
                _problem(file, f"rows[{place}]", str(row[each]), *gallery.no_number(columns[each]))
                for each in no_numbers[:1]
            )


def _is_number(cell: object) -> bool:
    try:
        float(str(cell))
    except ValueError:
        return False
    return True


def _systems(file: str, said: Mapping[str, Any]) -> Iterator[GallerySystem]:
    columns = [str(each) for each in said["columns"]]
    apart = [columns.index(str(each)) for each in said["systems"]]
    by, most = next((columns.index(str(column)), float(str(end))) for column, end in said["fit"].items())
    groups: dict[str, list[tuple[int, list[Any]]]] = {}
    for number, row in enumerate(said["rows"], _FIRST):
        groups.setdefault(", ".join(str(row[place]) for place in apart), []).append((number, row))
    for name, rows in groups.items():
        points = _points(f"{file}, {name}", rows, columns, said["read"])
        cores = _cores(file, rows[0][1], columns, said.get("cores"))
        split = _split(points, [float(str(row[by])) <= most for _, row in rows])
        third = None
        if "third" in said:
            loads = [float(str(row[columns.index(str(said["third"]))])) for _, row in rows]
            third = _split(points, choose_third(loads, cores))
        yield GallerySystem(name, split.fitted, split.predicted, cores, third)


def _split(points: Sequence[LoadTestRow], is_fitted: Sequence[bool]) -> RowSplit:
    chosen, others = (
        tuple(point for point, fits in zip(points, is_fitted, strict=True) if fits is wanted)
        for wanted in (True, False)
    )
    return RowSplit(chosen, others)


def choose_third(loads: Sequence[float], cores: int | None) -> list[bool]:
    """Which rows somebody would measure who may measure a third of them, by their loads alone.

    One row: that in the middle. Two: the least load, and the one nearest to four users a core, where a server is full
    and its queue not yet long; without cores the largest. More: from the least to the largest, evenly along the
    logarithm of the load.
    """
    order = sorted(range(len(loads)), key=lambda place: loads[place])
    number = max(1, len(order) // 3)
    if number == 1:
        chosen = {order[len(order) // 2]}
    elif number == 2 and cores is not None:
        chosen = {order[0], _nearest(order[1:], loads, _USERS_A_CORE * cores)}
    else:
        wanted = np.geomspace(max(_LEAST, loads[order[0]]), max(_LEAST, loads[order[-1]]), number)
        chosen = {_nearest(order, loads, float(load)) for load in wanted}
    return [place in chosen for place in range(len(loads))]


def _nearest(places: Sequence[int], loads: Sequence[float], wanted: float) -> int:
    return min(places, key=lambda place: abs(math.log(max(_LEAST, loads[place]) / wanted)))


def _points(
    name: str, rows: Sequence[tuple[int, list[Any]]], columns: list[str], read: Mapping[str, Any]
) -> tuple[LoadTestRow, ...]:
    """The rows as `calibrate` reads a table of one's own."""
    places = [columns.index(str(column)) for column in read.values()]
    cells = tuple((number, tuple(str(row[place]) for place in places)) for number, row in rows)
    return read_own_table(CellTable(name, tuple(map(str, read)), cells), _no_output)


def _no_output(file: str) -> LoadTestRow:
    refuse(file, *gallery.FIGURES_IN_ROWS)


def _cores(file: str, row: list[Any], columns: list[str], stated: object) -> int | None:
    if stated is None:
        return None
    cell = str(row[columns.index(stated)]) if isinstance(stated, str) else str(stated)
    if not cell.isdigit() or int(cell) < 1:
        raise ScenarioError((_problem(file, "cores", cell, *gallery.NO_CORES),))
    return int(cell)


def _problem(file: str, path: str, value: str, message: str, remedy: str) -> Problem:
    return Problem(file, 0, path, f'"{value}"' if value else "", message, remedy)
