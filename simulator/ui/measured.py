"""Measurements on the page: uploaded rows as a question to the desk, and the scenario that comes of them."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from models.errors import ScenarioError
from models.parts.hardware import Server
from models.reading.catalogue import names
from simulator.engines.engine import Engine
from simulator.questions.calibrate.measurements.answering import of_uploads
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket

SLOT = "calibrate"
# About the requests that percentiles take to simulate; rows without any take none.
COST = 5e6
LARGEST = 5  # MB of a file. A row of a load test has a hundred bytes.


def servers() -> tuple[str, ...]:
    """The servers of the catalogue, one of which was measured."""
    return names(Server.catalogue_folder)


def calibrated(desk: Desk, owner: str, contents: Mapping[str, bytes], server: str) -> Ticket[Any]:
    """Asks for the server that uploaded files tell of, or for what is wrong with them, a line for each problem."""
    held = sha256(b"\0".join(name.encode() + content for name, content in contents.items())).hexdigest()

    def work(engine: Engine, progress: Callable[[], None]) -> Any:
        try:
            return of_uploads(contents, server, progress)
        except ScenarioError as error:
            return tuple(str(problem) for problem in error.problems)

    return desk.ask(owner, SLOT, f"calibrate {server} {held}", COST, work, 1)
