"""How far off such models are: the spread of what they predict on measured systems, by kind of limit and by where their
parameters came from.

The table beside this file has an error a line: kind of limit, provenance, system, and predicted over measured less 1.
`tests/uncertainty/model_errors.py` measures it. A group of few errors says little by itself: its variance is
drawn to that of all of its provenance, which counts as PRIOR errors (a scaled inverse chi-squared prior, Gelman
et al. 2013, Bayesian Data Analysis, section 2.6).
"""

import json
import math
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.scenario import Scenario
from simulator.farm.prediction import BeyondMeasured
from simulator.messages.stages.uncertainty import BEYOND_LOADS, WITHIN_LOADS
from simulator.network.roles import Role
from simulator.uncertainty.error_growth import NORMAL, growth_law

FILE = Path(__file__).with_name("model_errors.json")
PRIOR = 1.0


class LimitSort(StrEnum):
    """What kind of limit an error is of."""

    WORK = "work"
    TRANSFER = "transfer"
    DISKS = "disks"
    HELD = "held"


class ParameterOrigin(StrEnum):
    """Where the parameters of a model came from: the catalogue, or a fit to measured rows, within their loads or beyond
    them."""

    CATALOGUE = "catalogue"
    WITHIN = WITHIN_LOADS
    BEYOND = BEYOND_LOADS


class ModelError(NamedTuple):
    """One figure of a measured system: predicted over measured less 1."""

    kind: LimitSort
    provenance: ParameterOrigin
    system: str
    error: float


_KINDS = {
    **dict.fromkeys((Role.CPU, Role.TIER_CPU, Role.PAGE_FAULTS), LimitSort.WORK),
    **dict.fromkeys((Role.CARD, Role.TIER_CARD, Role.PCIE, Role.MEMORY_BANDWIDTH, Role.ORIGIN), LimitSort.TRANSFER),
    **dict.fromkeys((Role.DISK, Role.TIER_DISK, Role.DISK_TRANSFER), LimitSort.DISKS),
}


def kind_of_role(role: Role | None) -> LimitSort:
    """The kind of a limit by its role: what neither works nor carries bytes holds something."""
    return _KINDS.get(role, LimitSort.HELD) if role is not None else LimitSort.HELD


def read_errors(file: Path = FILE) -> tuple[ModelError, ...]:
    """The table."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    return tuple(ModelError(LimitSort(kind), ParameterOrigin(how), name, error) for kind, how, name, error in rows)


@cache
def error_spread(kind: LimitSort, provenance: ParameterOrigin) -> float:
    """The standard deviation of the logarithm of what such a model predicts over what is measured."""
    return spread(read_errors(), kind, provenance)


def limit_spread(scenario: Scenario, kind: LimitSort, rate: float) -> float:
    """The same of a limit of a scenario whose server is to do so many requests/s: it grows beyond the most that was
    measured, and is never less than within that."""
    provenance = provenance_of(scenario, kind)
    usual = error_spread(kind, provenance)
    distance = 1.0 if provenance is ParameterOrigin.CATALOGUE else distance_from_measured(scenario, rate)
    return usual if distance is None or distance <= 1.0 else max(usual, growth_law().spread(distance))


def beyond_measured(scenario: Scenario, rate: float, role: Role | None) -> BeyondMeasured | None:
    """How far a server that a limit stops at so many requests/s goes beyond what was measured; None where it does not,
    or where that limit is no work of its CPU."""
    kind, most = kind_of_role(role), scenario.workload.cpu_measured_on.up_to
    distance = distance_from_measured(scenario, rate)
    if kind is not LimitSort.WORK or most is None or distance is None or distance <= 1.0:
        return None
    return BeyondMeasured(most, distance, math.exp(NORMAL * limit_spread(scenario, kind, rate)))


def distance_from_measured(scenario: Scenario, rate: float) -> float | None:
    """Requests/s of one server in times the most that it did when CPU times were measured; None where nobody says what
    that was, or they are of another server."""
    most = scenario.workload.cpu_measured_on.up_to
    return rate / most if most is not None and scenario.is_measured_core else None


def spread(errors: Sequence[ModelError], kind: LimitSort, provenance: ParameterOrigin) -> float:
    """The same of some errors. Beyond the loads that were measured nothing is known better than within them."""
    groups = (ParameterOrigin.WITHIN, ParameterOrigin.BEYOND) if provenance is ParameterOrigin.BEYOND else (provenance,)
    return max(_spread([each for each in errors if each.provenance == group], kind) for group in groups)


def _spread(errors: Sequence[ModelError], kind: LimitSort) -> float:
    squares = [math.log1p(each.error) ** 2 for each in errors]
    own = [square for each, square in zip(errors, squares, strict=True) if each.kind == kind]
    of_all = sum(squares) / len(squares) if squares else 0.0
    return math.sqrt((PRIOR * of_all + sum(own)) / (PRIOR + len(own)))


def provenance_of(scenario: Scenario, kind: LimitSort) -> ParameterOrigin:
    """Where what decides a limit of a scenario came from. CPU times that are of a core of the very server are as good
    as a fit, beyond its loads where nobody has said up to which they were measured."""
    if kind is not LimitSort.WORK or not scenario.is_measured_core:
        return ParameterOrigin.CATALOGUE
    measured = any(source.kind == "measured" for path, source in scenario.sources.items() if _is_work(path))
    return ParameterOrigin.WITHIN if measured else ParameterOrigin.BEYOND


def _is_work(path: str) -> bool:
    return path.startswith("workload.") and ".cpu" in path
