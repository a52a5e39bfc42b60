"""Values laid over a scenario file from outside: a sweep's axis, an option of the command line, a form."""

import re
from collections.abc import Mapping

from models.document import Document
from models.merge import merge
from models.scenario import Farm
from models.shorthand import write_out
from models.written import Origin, Written

_ORIGIN = Origin("override", 0, "scenario", "given in place of what the file says")


def overridden(document: Document, overrides: Mapping[str, object]) -> Document:
    """The document with each path, e.g. "server.ram" or "workload.classes[0].cpu", set to a value as files have it.

    A path that names no parameter becomes a problem of the file "override" when the scenario is validated.
    """
    farm = document.farm
    for path, value in overrides.items():
        steps = ["name"] if path == "scenario" else _steps(path)
        farm = merge(farm, write_out(_at(steps, _written(value), farm), Farm))
    return Document(farm, document.controls)


def _steps(path: str) -> list[str | int]:
    """`a.b[0].c` as ["a", "b", 0, "c"]."""
    return [int(index) if index else key for key, index in re.findall(r"([^.\[]+|\[(?=\D))|\[(\d+)\]", path)]


def _at(steps: list[str | int], value: Written, below: Written | None) -> Written:
    """The value under its path. A list that is already there below keeps its other items."""
    if not steps:
        return value
    key, *rest = steps
    inner = dict(below.children).get(key) if below is not None else None
    if isinstance(key, int):
        items = list(below.value)
        items[key] = merge(items[key], _at(rest, value, inner))
        return below.with_value(items)
    if rest and isinstance(rest[0], int) and not _has_item(inner, rest[0]):
        # There is no such item, and so no such parameter.
        key, rest = f"{key}[{rest[0]}]", rest[1:]
    return Written({key: _at(rest, value, inner)}, _ORIGIN)


def _has_item(written: Written | None, index: int) -> bool:
    return written is not None and isinstance(written.value, list) and index < len(written.value)


def _written(value: object) -> Written:
    if isinstance(value, Mapping):
        return Written({str(key): _written(item) for key, item in value.items()}, _ORIGIN)
    if isinstance(value, list | tuple):
        return Written([_written(item) for item in value], _ORIGIN)
    return Written(value, _ORIGIN, text=str(value))
