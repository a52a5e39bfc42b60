"""The server of a first scenario where nobody names one: the cheapest that fits, by theory."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import ScenarioError
from models.load import load
from models.reading.override import parse_value
from simulator.experiment.estimate import Estimate
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.right_size import fitting_farms
from simulator.uncertainty.resolution import resolve

# What is answered for it.
CHEAPEST = "cheapest"
# The farms that are found: the cheapest and the next two.
FOUND = 3
_OF_THE_CHOICE = re.compile(r"server(\..*)?|unit\.nodes")


@dataclass(frozen=True)
class FittingFarm:
    """A farm that fits: its server by its name, the nodes of a unit, how many servers, and their whole cost a month."""

    server: str
    nodes: int
    servers: int
    cost: Estimate


def cheapest_farms(text: str, changes: Mapping[str, str]) -> tuple[FittingFarm, ...]:
    """The cheapest farms of a scenario with changes in it (dotted path to value, parts before what lies in them), each
    of another server, the cheapest first; none where none meets the targets. Changes that cannot be read count for
    nothing."""
    return _find(text, tuple((path, value) for path, value in changes.items() if not is_of_the_choice(path)))


def is_of_the_choice(path: str) -> bool:
    """Whether a change at a path is one of the server, or of how many make a unit, which are what is chosen."""
    return bool(_OF_THE_CHOICE.fullmatch(path))


@lru_cache(maxsize=1_000)
def _find(text: str, changes: tuple[tuple[str, str], ...]) -> tuple[FittingFarm, ...]:
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "scenario.yaml"
            file.write_text(text, encoding="utf-8")
            scenario = resolve(load(file, {path: parse_value(value) for path, value in changes}))
    except ScenarioError:
        return _find(text, ()) if changes else ()
    found = fitting_farms(scenario, FOUND) if scenario.demand is not None else ()
    return tuple(
        FittingFarm(
            each.scenario.server.name, each.scenario.unit.nodes, round(each.sizing.servers.whole.value),
            cost_in_all(each),
        )
        for each in found
    )  # fmt: skip
