"""`calibrate measurements`: a server fitted to rows of a load test or counters, its error, and a scenario of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from models.errors import Problem, ScenarioError
from models.quantities.decimals import MARKS
from models.quantities.units import DURATION, QuantityError, parse_quantity
from simulator.exits import DONE
from simulator.questions.arguments import Json, OwnCatalogue
from simulator.questions.outputs import check_writable, progress, write_text

if TYPE_CHECKING:
    from simulator.questions.calibrate.measurements.answer import NamedServer

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Tables with units in their headings, or outputs of load tools; NAME=FILE names the values of a query.",
    ),
]  # noqa: E501
OnServer = Annotated[
    str, typer.Option("--server", metavar="NAME", help="The server of the catalogue that was measured.")
]
OnCores = Annotated[int | None, typer.Option("--cores", min=1, max=1024, help="Its cores, where no server is named.")]
ThinkTime = Annotated[
    str, typer.Option("--think-time", metavar="TIME", help="Pause of each user, e.g. 1 s; 0 s is none.")
]
HoldBack = Annotated[
    int | None, typer.Option("--hold-back", min=0, help="Rows of most load to hold back; 3 of 10 if absent.")
]  # noqa: E501
AtLoads = Annotated[
    list[str] | None,
    typer.Option("--at", metavar="LOAD", help="Predict this load, e.g. 2000 /s or 200 users; repeatable."),
]
DecimalMark = Annotated[
    str, typer.Option("--decimal", metavar="MARK", help="The decimal mark of the files, . or , where it is not told.")
]  # noqa: E501
Named = Annotated[str, typer.Option("--name", help="Name of the scenario that is written.")]
OutFolder = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write scenario and server in here.")]


@dataclass(frozen=True)
class Rows:
    """What is asked of some rows; texts are "" and numbers None where nothing is said."""

    files: tuple[str, ...]
    server: str = ""
    cores: int | None = None
    think_time: str = ""
    hold_back: int | None = None
    at: tuple[str, ...] = ()
    decimal: str = ""
    name: str = ""
    out: Path | None = None
    json: str = ""
    catalog: str = ""


def measurements(
    files: Files,
    server: OnServer = "",
    cores: OnCores = None,
    think_time: ThinkTime = "",
    hold_back: HoldBack = None,
    at: AtLoads = None,
    decimal: DecimalMark = "",
    name: Named = "Our servers",
    out: OutFolder = None,
    json: Json = "",
    catalog: OwnCatalogue = "",
) -> None:
    """A server fitted to what you measured: CPU a request, waits, limits, each with its interval and error."""
    asked = Rows(tuple(files), server, cores, think_time, hold_back, tuple(at or ()), decimal, name, out, json, catalog)
    raise typer.Exit(_answered(replace(asked, catalog=catalog or _catalogue_beside(asked.files))))


def _answered(asked: Rows) -> int:
    """Answers, and writes what is asked for. Raises ScenarioError, before anything is written."""
    from simulator.calibration.server import Machine
    from simulator.calibration.simulated import ways_tried
    from simulator.calibration.written import files_of
    from simulator.questions.calibrate.measurements.answer import (
        asked_loads,
        fitted,
        loads_of,
        require_allowed,
        writing_of,
    )
    from simulator.questions.calibrate.measurements.data import calibrated_data
    from simulator.questions.calibrate.measurements.document import calibrated_blocks
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.report.whole_file import write_together

    named = _named(asked)
    check_writable(asked.json)
    at = asked_loads(asked.at)
    _require_mark(asked.decimal)
    machine = named.machine if named else Machine(asked.cores) if asked.cores else None
    with progress(2 * ways_tried(), "fitting") as step:
        found, _ = fitted(asked.files, asked.decimal, machine, _think_time(asked), asked.hold_back, step)
    loads = loads_of(at, found.loaded.kind)
    written: list[Path] = []
    if asked.out is not None and named is not None:
        texts = files_of(found, writing_of(found, named, asked.files, asked.name))
        require_allowed(texts)
        written = write_together(asked.out, texts)
    if asked.json:
        write_text(asked.json, to_json(calibrated_data(found, loads)))
    show(calibrated_blocks(found, loads), asked.json, written)
    return DONE


def _named(asked: Rows) -> "NamedServer | None":
    """The server that was measured. Raises ScenarioError where one is asked for, or ruled out, by other options."""
    from simulator.questions.calibrate.measurements.answer import named_server

    if asked.server and asked.cores:
        told = "a server of the catalogue has its cores"
        raise ScenarioError(
            (Problem("--cores", 0, "", str(asked.cores), told, "leave out one of --server and --cores"),)
        )
    if asked.out is not None and not asked.server:
        remedy = "name the server of the catalogue that is nearest to yours with --server"
        told = "a scenario needs a whole machine: its memory, cards and price"
        raise ScenarioError((Problem("--out", 0, "", str(asked.out), told, remedy),))
    return named_server(asked.server, asked.catalog) if asked.server else None


def _catalogue_beside(files: Sequence[str]) -> str:
    """The folder `catalog` beside one of some files, which may be named with what their values are; "" without one."""
    for named in files:
        file = Path(named) if Path(named).exists() else Path(named.rpartition("=")[2])
        if (file.parent / "catalog").is_dir():
            return str(file.parent / "catalog")
    return ""


def _require_mark(decimal: str) -> None:
    if decimal not in ("", *MARKS):
        problem = Problem("--decimal", 0, "", f'"{decimal}"', "not a decimal mark", 'write "." or ","')
        raise ScenarioError((problem,))


def _think_time(asked: Rows) -> float | None:
    if not asked.think_time:
        return None
    try:
        return parse_quantity(asked.think_time, DURATION)
    except QuantityError as error:
        problem = Problem("--think-time", 0, "", f'"{asked.think_time}"', error.message, error.remedy)
        raise ScenarioError((problem,)) from None
