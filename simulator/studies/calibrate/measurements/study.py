"""A server fitted to rows of a load test or counters."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.quantities.decimals import MARKS
from models.quantities.units import DURATION, QuantityError, parse_quantity
from simulator.calibration.server import ThreadScaling
from simulator.calibration.work_spread import refinement_steps
from simulator.messages.calibrate import options
from simulator.studies.calibrate.measurements.answer import (
    NAME,
    NamedServer,
    find_server,
    fit_server,
    open_loads,
    parse_loads,
    stated_loads,
)
from simulator.studies.calibrate.measurements.result import CalibrateResult
from simulator.studies.watch import Watch


@dataclass(frozen=True)
class Rows:
    """What is asked of some rows; texts are "" and numbers None where nothing is said. catalog: the folder of a
    catalogue of one's own; without, the folder `catalog` beside one of the files, if any."""

    files: tuple[str, ...]
    server: str = ""
    cores: int | None = None
    think_time: str = ""
    hold_back: int | None = None
    at: tuple[str, ...] = ()
    decimal: str = ""
    name: str = NAME
    catalog: str = ""


def calibrate(rows: Rows, watch: Watch) -> CalibrateResult:
    """The server that rows tell of, and what it does at the loads that are asked for. Raises ScenarioError with all
    that is wrong."""
    named = measured_server(rows)
    at = parse_loads(rows.at)
    _require_mark(rows.decimal)
    machine = named.machine if named else ThreadScaling(rows.cores) if rows.cores else None
    with watch(2 * refinement_steps(), "fitting") as step:
        found, _ = fit_server(rows.files, rows.decimal, machine, _think_time(rows), rows.hold_back, step)
    kind = found.loaded.kind
    return CalibrateResult(found, stated_loads(at, kind), named, rows.files, rows.name, open_loads(at, kind))


def measured_server(rows: Rows) -> NamedServer | None:
    """The server of the catalogue that was measured; None where none is named. Raises ScenarioError where it is ruled
    out by its cores, or there is none."""
    if rows.server and rows.cores:
        raise ScenarioError((Problem("--cores", 0, "", str(rows.cores), *options.CORES_TWICE),))
    return find_server(rows.server, rows.catalog or _catalogue_beside(rows.files)) if rows.server else None


def _catalogue_beside(files: Sequence[str]) -> str:
    """The folder `catalog` beside one of some files, which may be named with what their values are; "" without one."""
    for named in files:
        file = Path(named) if Path(named).exists() else Path(named.rpartition("=")[2])
        if (file.parent / "catalog").is_dir():
            return str(file.parent / "catalog")
    return ""


def _require_mark(decimal: str) -> None:
    if decimal not in ("", *MARKS):
        raise ScenarioError((Problem("--decimal", 0, "", f'"{decimal}"', *options.NO_DECIMAL_MARK),))


def _think_time(rows: Rows) -> float | None:
    if not rows.think_time:
        return None
    try:
        return parse_quantity(rows.think_time, DURATION)
    except QuantityError as error:
        problem = Problem("--think-time", 0, "", f'"{rows.think_time}"', error.message, error.remedy)
        raise ScenarioError((problem,)) from None
