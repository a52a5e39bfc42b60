"""Three farms from scratch, and how a test asks for the farm of one."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from models.load import load
from models.scenario import Scenario
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.solvers import Theory
from simulator.farm.farm import Farm, buy_farm
from simulator.solver import Solver

FOLDER = Path(__file__).parent
EDGE, API, DOWNLOADS = FILES = tuple(FOLDER / f"{name}.yaml" for name in ("edge", "api", "downloads"))
MIXED = FOLDER / "mixed.yaml"  # Classes of requests on rented servers.
# So short that a test can afford it; the interval says how little that tells.
SHORT = {"run.duration": "10 s", "run.window": "1 s", "run.warm_up": "10 s", "run.replications": "3"}


@cache
def written(file: Path) -> Scenario:
    """A farm as its file has it."""
    return load(file)


def changed(file: Path, overrides: Mapping[str, object]) -> Scenario:
    """A farm with values at dotted paths, as a file would have them."""
    return load(file, overrides)


def farm(scenario: Scenario, solver: Solver | None = None) -> Farm:
    """The farm that is bought for a scenario: by theory, where no solver is named."""
    return buy_farm(scenario, server_capacity(scenario, solver or Theory()))
