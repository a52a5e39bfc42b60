"""What of the machine simulations may have: cores, threads that replications run on, and the memory that somebody
states in the environment of the program: HEADROOM_MEMORY="4 GB"."""

import os

from models.errors import Problem, ScenarioError
from models.quantities.units import SIZE, QuantityError, parse_quantity, require_range
from models.scenario import Scenario
from simulator.engines.memory import VARIABLE

LEAST = 1e6  # Bytes; nothing can be simulated in less.


def parse_memory() -> float | None:
    """Bytes; None where none are stated. Raises ScenarioError for what is no size."""
    stated = os.environ.get(VARIABLE, "").strip()
    if not stated:
        return None
    try:
        return require_range(parse_quantity(stated, SIZE), SIZE, LEAST, SIZE.maximum)
    except QuantityError as error:
        shown = "".join(each if each.isprintable() else " " for each in stated[:40])
        raise ScenarioError((Problem(VARIABLE, 0, "", f'"{shown}"', error.message, error.remedy),)) from None


def usable_cores() -> int:
    """The cores that this process may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def with_threads(scenario: Scenario, threads: int) -> Scenario:
    """The same scenario, and its baseline, on so many threads. That changes no figure, so it is no override: it leaves
    no trace."""
    baseline = with_threads(scenario.baseline, threads) if scenario.baseline else None
    run = scenario.run.model_copy(update={"threads": threads})
    return scenario.model_copy(update={"run": run, "baseline": baseline})
