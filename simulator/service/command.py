"""The command that gives the figures of a page again."""

import shlex
from collections.abc import Iterator, Mapping

from models.parts.run import Run
from models.quantities.units import DURATION, format_quantity
from models.scenario import Scenario


def command(
    scenario: Scenario, changes: Mapping[str, str], *words: str, ran: Scenario | None = None, study: str = "plan"
) -> str:
    """A study of the scenario's file with its changes and some more words, run as `ran` was where it was shortened."""
    settings = dict(changes) | (dict(_settings(scenario.run, ran.run)) if ran else {})
    overrides = (word for path, value in settings.items() for word in ("--set", f"{path}={value}"))
    return shlex.join(["headroom", study, scenario.file, *words, *overrides])


def _settings(asked: Run, ran: Run) -> Iterator[tuple[str, str]]:
    """What differs between how a scenario asks to be run and how it was, as it follows `--set`."""
    if ran.replications != asked.replications:
        yield "run.replications", str(ran.replications)
    if ran.warm_up != asked.warm_up:
        yield "run.warm_up", "auto"
    for key in ("duration", "window"):
        if getattr(ran, key) != getattr(asked, key):
            yield f"run.{key}", format_quantity(getattr(ran, key), DURATION)
