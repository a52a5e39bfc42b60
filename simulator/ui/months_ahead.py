"""The months ahead on the page: what theory says of a scenario that states its growth."""

from collections.abc import Callable
from pathlib import Path

from models.load import load
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.growth.grown import Grown
from simulator.measure.results import Refused
from simulator.questions.grow.foreseen import in_theory
from simulator.rollup.stamp import fingerprint
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket

SLOT = "growth"


def growing(shipped: dict[str, Path]) -> dict[str, Scenario]:
    """The scenarios that state how their demand grows, by name."""
    found = {name: load(file) for name, file in shipped.items() if "growth:" in file.read_text(encoding="utf-8")}
    return {name: scenario for name, scenario in found.items() if scenario.growth is not None}


def grown(desk: Desk, owner: str, scenario: Scenario) -> Ticket[Grown | Refused]:
    """Asks for what theory says of the months ahead."""

    def work(engine: Engine, progress: Callable[[], None]) -> Grown | Refused:
        return in_theory(scenario, closely=True)

    return desk.ask(owner, SLOT, f"grow {fingerprint(scenario)}", 0.0, work, 1)


def command(name: str) -> str:
    """What simulates the same."""
    return f"python -m simulator grow scenarios/{name}.yaml"
