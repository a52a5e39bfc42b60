"""The memory that somebody states for simulations, in the environment of the program: HEADROOM_MEMORY="4 GB"."""

import os

from models.errors import Problem, ScenarioError
from models.quantities.units import SIZE, QuantityError, check_range, parse_quantity
from simulator.engines.memory import VARIABLE

LEAST = 1e6  # Bytes; nothing can be simulated in less.


def stated_memory() -> float | None:
    """Bytes; None where none are stated. Raises ScenarioError for what is no size."""
    stated = os.environ.get(VARIABLE, "").strip()
    if not stated:
        return None
    try:
        return check_range(parse_quantity(stated, SIZE), SIZE, LEAST, SIZE.maximum)
    except QuantityError as error:
        shown = "".join(each if each.isprintable() else " " for each in stated[:40])
        raise ScenarioError((Problem(VARIABLE, 0, "", f'"{shown}"', error.message, error.remedy),)) from None
