"""Every part of a scenario as a knob: found by a word or by its group, with its unit, its range and its source."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from models.quantities.fields import Part
from models.reading.shorthand import part_of
from models.scenario import FarmParts, Scenario
from simulator.ui.knobs import Knob, knob_at, spoken

MOST = 8  # Knobs that a search shows; who finds more writes more.
# What is no quantity of a farm: its name, files, which a page cannot reach, and what the page decides by itself.
_LEFT_OUT = re.compile(r"name|run\.threads|workload\.trace(\..*)?|.*\.(csv|file)")


@cache
def paths() -> tuple[str, ...]:
    """The path of every parameter that stands in no list, in the order in which a scenario has them."""
    return tuple(path for path in _within(FarmParts, "") if not _LEFT_OUT.fullmatch(path))


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The parts of a scenario by their path, each with its parameters; "" holds those of the farm itself."""
    found: dict[str, list[str]] = {}
    for path in paths():
        found.setdefault(path.rpartition(".")[0], []).append(path)
    return {group: tuple(held) for group, held in found.items()}


@lru_cache(maxsize=2_000)
def knob(path: str) -> Knob:
    """The knob of a parameter, with its place in the scenario."""
    return knob_at(path, spoken(path))


def listed(scenario: Scenario) -> tuple[str, ...]:
    """The parameters of a scenario that stand in its lists, such as `workload.clients[0].rate`."""
    return tuple(path for path in scenario.sources if "[" in path)


def found(words: str, scenario: Scenario) -> tuple[str, ...]:
    """The parameters that all of some words are told of, by label, path or meaning: the nearest first."""
    wanted = re.findall(r"[a-z0-9]+", words.lower())
    if not wanted:
        return ()
    places = {path: _rank(path, wanted) for path in (*paths(), *listed(scenario))}
    return tuple(sorted((path for path, rank in places.items() if rank < 3), key=lambda path: places[path]))


def origin(scenario: Scenario, path: str) -> str:
    """Where the value at a path comes from, with its range where it is a guess; "" where nothing stands there."""
    known = scenario.sources.get(path)
    if known is None:
        return ""
    ranged = f", {known.low} to {known.high}" if known.low and known.high else ""
    return f"{known.kind}{ranged}: {known.source}" if known.source else f"{known.kind}{ranged}"


def _rank(path: str, wanted: list[str]) -> int:
    """0 where every word begins one of the label, 1 where it is in the path, 2 where it is in the meaning, else 3."""
    label = re.findall(r"[a-z0-9]+", knob(path).label.lower())
    if all(any(word.startswith(each) for word in label) for each in wanted):
        return 0
    if all(each in path for each in wanted):
        return 1
    return 2 if all(each in f"{path} {knob(path).help.lower()}" for each in wanted) else 3


def _within(part: type[Part], above: str) -> Iterator[str]:
    for key, field in part.model_fields.items():
        inner, is_list = part_of(field.annotation)
        if inner is None or inner.shorthand or inner.catalogue_folder:
            yield f"{above}{key}"
        if inner is not None and not is_list and inner is not part:
            yield from _within(inner, f"{above}{key}.")
