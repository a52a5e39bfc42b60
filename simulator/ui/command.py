"""The command that gives the figures of a page again."""

import shlex
from collections.abc import Iterator, Mapping

from models.quantities import DURATION, format_quantity
from models.scenario import Scenario
from simulator.ui.affordable import Affordable


def command(scenario: Scenario, changes: Mapping[str, str], *words: str, ran: Affordable | None = None) -> str:
    """`plan` of the scenario's file with its changes and some more words, run as `ran` says where it was shortened.

    Where one server stood for its unit, it is a unit of one server: the same server, but units of another size.
    """
    settings = dict(changes) | (dict(_settings(scenario, ran)) if ran else {})
    overrides = (word for path, value in settings.items() for word in ("--set", f"{path}={value}"))
    return shlex.join(["python", "-m", "simulator", "plan", scenario.file, *words, *overrides])


def _settings(asked: Scenario, ran: Affordable) -> Iterator[tuple[str, str]]:
    run = ran.scenario.run
    if ran.one_server and asked.unit.nodes > 1:
        yield "unit.nodes", "1"
        yield "unit.spare_nodes", "0"
    if run.replications != asked.run.replications:
        yield "run.replications", str(run.replications)
    if run.warm_up != asked.run.warm_up:
        yield "run.warm_up", "auto"
    if run.duration != asked.run.duration:
        yield "run.duration", format_quantity(run.duration, DURATION)
