"""Quantiles and CSV files that a scenario states, read where they stand, and what follows from them written beside."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath

from pydantic_core import PydanticCustomError

from models.errors import Problem
from models.quantities.distribution import EMPIRICAL, Distribution, points_of
from models.quantities.fields import Part
from models.quantities.points import QuantilePoints, QuantileTable, mean_of
from models.quantities.units import format_quantity
from models.reading.shorthand import part_of
from models.reading.value_files import FileValues, read_values
from models.reading.written import Path, Unresolved, Written, dotted

_ABSENT = (None, "none")
_FOLLOWS = "follows from the quantiles"
_REMEDY = "write the name of a file in the folder of the scenario"


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
    return written.with_value(
        {key: _field(child, part, key, folder, problems, (*path, key)) for key, child in written.value.items()}
    )


def _field(
    child: Written, part: type[Part], key: str, folder: FilePath, problems: list[Problem], path: Path
) -> Written:
    field = part.model_fields.get(key)
    nested, is_list = part_of(field.annotation) if field else (None, False)
    if nested is None:
        return child
    if not is_list:
        return with_quantiles(child, nested, folder, problems, path)
    if not isinstance(child.value, list):
        return child
    items = [with_quantiles(item, nested, folder, problems, (*path, at)) for at, item in enumerate(child.value)]
    return child.with_value(items)


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
