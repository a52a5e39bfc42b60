"""What commands write for people to keep: a report in the formats and with the template that were asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.suggest import did_you_mean
from models.visible import shortened
from simulator.errors import ReportError
from simulator.extras import require_library
from simulator.messages import command_usage
from simulator.output.blocks import Report
from simulator.output.brand import HEADROOM, read_template
from simulator.output.formats import FORMATS, USUAL, check_folder, write_report

Write = Callable[[Callable[[], Report]], list[Path]]


@dataclass(frozen=True)
class ReportFiles:
    """Where a report goes (nowhere: no report), its formats, separated by commas, and the template that it has."""

    folder: Path | None = None
    formats: str = ""
    template: Path | None = None


def report_writer(files: ReportFiles, scenario: str = "", store: str = "") -> Write:
    """What makes and writes a report, once it is known that it can be written; nothing where none is asked for.
    scenario: the name of what it is of, whose earlier plans in a store, or the user's own, its last line tells.

    Raises ReportError, ScenarioError and MissingExtra, before long work.
    """
    if files.folder is None:
        _refuse_alone(files)
        return lambda make: []
    folder, formats = files.folder, _formats(files.formats)
    brand = read_template(files.template) if files.template else HEADROOM
    for name in formats:
        if FORMATS[name].library:
            require_library(FORMATS[name].library)
    check_folder(folder)

    def write(make: Callable[[], Report]) -> list[Path]:
        from simulator.studies.score.study import record_line

        line = record_line(scenario, store) if scenario else ""
        return write_report(folder, make().ending_with(line), formats, brand)

    return write


def _formats(asked: str) -> Sequence[str]:
    """The names of formats in a list with commas; those of a usual report if there is none."""
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in FORMATS:
            raise ReportError("--formats", f'"{shortened(name)}": no such format', did_you_mean(name, FORMATS))
    return tuple(dict.fromkeys(names)) or USUAL


def _refuse_alone(files: ReportFiles) -> None:
    """Formats or a template without a report would be lost without a word."""
    for option, value in (("--formats", files.formats), ("--template", files.template)):
        if value:
            raise ReportError(option, *command_usage.NO_REPORT)
