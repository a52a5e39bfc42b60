"""Values laid over a scenario file from outside: a sweep's axis, an option of the command line, a form."""

import re
from collections.abc import Iterator, Mapping

import yaml

from models.errors import Problem, ScenarioError
from models.messages import default_sources, files, override_paths
from models.reading.document import Document
from models.reading.measured_core import with_measured_core
from models.reading.shorthand import expand_shorthands
from models.reading.source_tree import Place, SourceNode, merge
from models.scenario import FarmParts
from models.visible import is_text, shortened

# The index is short on purpose: no list of a scenario has a million items.
_PATH = re.compile(r"[^.\[\]]+(\[\d{1,6}\])*(\.[^.\[\]]+(\[\d{1,6}\])*)*")
BASELINE, MODEL = "baseline", "model"
_LONGEST = 200  # Characters of a path: more than any parameter has.
_DEEPEST = 5  # Brackets and braces in a value on one line.
_ORIGIN = Place("override", 0, "scenario", default_sources.OVERRIDE)


def parse_value(text: str) -> object:
    """What a value on one line means: a list, a group, true or false as YAML has it; anything else is text.

    One that is not plain YAML stays a text, which no list or group of a scenario accepts. Anchors are not plain: a few
    of them nested expand to more than any machine holds.
    """
    if text in ("true", "false"):
        return text == "true"
    if text[:1] not in ("[", "{") or "&" in text or "*" in text or text.count("[") + text.count("{") > _DEEPEST:
        return text
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return text


def with_overrides(document: Document, overrides: Mapping[str, object]) -> Document:
    """The document with each path, e.g. "server.ram" or "workload.classes[0].cpu", set to a value as files have it.

    A name, as of "server", replaces what stands there, and a group the keys that it has. Another model
    ("server.model") takes the place of the one that the file names, and what stands beside that stays. In whatever
    order they are given, what is said of a part holds over what is said of all of it.

    A path that names no parameter becomes a problem of the file "override" when the scenario is validated. `baseline`
    set to none takes away what the file compares with.
    """
    farm, controls = document.farm, dict(document.controls)
    _refuse_no_texts(overrides)
    _refuse_two_ways(overrides)
    for path, value in sorted(overrides.items(), key=_parts_first):
        if (path, value) == (BASELINE, "none"):
            controls.pop(BASELINE, None)
            continue
        steps: list[str | int] = ["name"] if path == "scenario" else _steps(path)
        farm = merge(farm, expand_shorthands(_at(steps, _written(value), farm, path), FarmParts))
    return Document(with_measured_core(farm), controls)


def _parts_first(override: tuple[str, object]) -> tuple[int, bool]:
    """Parts before what is in them, and of a part its model first, for it may wipe out what else is said of it."""
    path, _ = override
    return path.count("."), not path.endswith(f".{MODEL}")


def _refuse_no_texts(overrides: Mapping[str, object]) -> None:
    """Raises ScenarioError for a path or a value that could be written nowhere, or a path that none is as long as."""
    problems: list[Problem] = []
    for path, value in overrides.items():
        if not all(map(is_text, (path, *_texts(value)))):
            problems.append(Problem("override", 0, shortened(path), "", *files.NO_TEXT))
        elif len(path) > _LONGEST:
            remedy = override_paths.path_too_long(_LONGEST)
            problems.append(Problem("override", 0, shortened(path), "", override_paths.NO_PARAMETER, remedy))
    if problems:
        raise ScenarioError(tuple(problems))


def _refuse_two_ways(overrides: Mapping[str, object]) -> None:
    """Raises ScenarioError where two of them size the farm: over a file one takes the place of the other."""
    ways = [path for path in FarmParts.exclusive if overrides.get(path) not in (None, "none")]
    if len(ways) > 1:
        message, remedy = override_paths.two_sizes(ways[0], ways[1], overrides[ways[1]], overrides[ways[0]])
        raise ScenarioError((Problem("override", 0, ways[1], f'"{overrides[ways[1]]}"', message, remedy),))


def _texts(value: object) -> Iterator[str]:
    """The texts in a value, the keys of groups among them."""
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value


def _steps(path: str) -> list[str | int]:
    """`a.b[0].c` as ["a", "b", 0, "c"]; what is no path is one key, which no part has."""
    if not _PATH.fullmatch(path):
        return [path]
    return [int(index) if index else key for key, index in re.findall(r"([^.\[]+)|\[(\d+)\]", path)]


def _at(steps: list[str | int], value: SourceNode, below: SourceNode | None, path: str) -> SourceNode:
    """The value under its path. A list that is already there below keeps its other items. Raises ScenarioError, with
    the whole `path`, for an item that a list has not."""
    if not steps:
        return value
    key, *rest = steps
    if steps == [MODEL] and below is not None and below.child(MODEL) is not None:
        return below.with_changes({MODEL: value})
    inner = dict(below.children).get(key) if below is not None else None
    if rest and isinstance(rest[0], str) and inner is not None and isinstance(inner.value, list):
        raise ScenarioError((_by_number(path, str(key), inner.value),))
    if rest and isinstance(rest[0], int) and not _has_item(inner, rest[0]):
        if inner is not None and isinstance(inner.value, list):
            raise ScenarioError((_no_item(path, str(key), len(inner.value)),))
        key, rest = _unknown(key, rest)  # There is no list, and so no such parameter.
    if isinstance(key, int) and below is not None:
        items = list(below.value)
        items[key] = merge(items[key], _at(rest, value, inner, path))
        return below.with_value(items)
    return SourceNode({key: _at(rest, value, inner, path)}, _ORIGIN)


def _unknown(key: str | int, rest: list[str | int]) -> tuple[str | int, list[str | int]]:
    """A key and the steps after it, with the indices that follow it as part of a key, which no part has."""
    count = next((at for at, step in enumerate(rest) if isinstance(step, str)), len(rest))
    indices = "".join(f"[{index}]" for index in rest[:count])
    return (key, [indices, *rest[count:]]) if isinstance(key, int) else (f"{key}{indices}", rest[count:])


def _no_item(path: str, key: str, count: int) -> Problem:
    """What is said of an item that a list has not."""
    last = f" to {key}[{count - 1}]" if count > 1 else ""
    remedy = override_paths.items_from_to(key, count - 1) if last else f"there is {key}[0] only"
    return Problem("override", 0, path, "", override_paths.NO_SUCH_ITEM, remedy if count else override_paths.EMPTY_LIST)


def _by_number(path: str, key: str, items: list[SourceNode]) -> Problem:
    """What is said of a path that names an item of a list by a word; some items have a name."""
    named = ((number, dict(item.children).get("name")) for number, item in enumerate(items))
    known = [f"{key}[{number}] is {name.value}" for number, name in named if name is not None]
    remedy = ", ".join(known) or f"write e.g. {key}[0]"
    return Problem("override", 0, path, "", override_paths.ITEMS_HAVE_NUMBERS, remedy)


def _has_item(written: SourceNode | None, index: int) -> bool:
    return written is not None and isinstance(written.value, list) and index < len(written.value)


def _written(value: object) -> SourceNode:
    if isinstance(value, Mapping):
        return SourceNode({str(key): _written(item) for key, item in value.items()}, _ORIGIN)
    if isinstance(value, list | tuple):
        return SourceNode([_written(item) for item in value], _ORIGIN)
    return SourceNode(value, _ORIGIN, text=str(value))
