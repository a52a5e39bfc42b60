"""A server fitted to what was measured, and the load that access logs tell of."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from headroom.scenarios import name_arguments, require_whole
from simulator.studies.watch import Callback, watch_with

if TYPE_CHECKING:
    from simulator.studies.calibrate.log.result import LogResult
    from simulator.studies.calibrate.measurements.result import CalibrateResult

Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def calibrate(
    files: Files,
    *,
    server: str = "",
    cores: int | None = None,
    think_time: str = "",
    hold_back: int | None = None,
    at: str | Sequence[str] = (),
    decimal: str = "",
    name: str = "Our servers",
    catalog: str | os.PathLike[str] = "",
    progress: Callback | None = None,
) -> "CalibrateResult":
    """A server fitted to tables or outputs of load tools: CPU a request, waits, limits, each with its interval.

    server: of the catalogue, that was measured; or its cores. think_time: pause of each user, e.g. "1 s". hold_back:
    rows of most load that are predicted from the others. at: loads to predict, e.g. "2000 /s" or "200 users"; of rows
    with users, "/s" are requests that come at random. decimal: the mark of the files, where it is not told. name: of
    the scenario that `write` makes. Raises ScenarioError.
    """
    with name_arguments(None, {}, ()):
        from simulator.studies.calibrate.measurements.study import Rows
        from simulator.studies.calibrate.measurements.study import calibrate as fit_server

        for argument, value, least in (("cores", cores, 1), ("hold_back", hold_back, 0)):
            if value is not None:
                require_whole(argument, value, least, 1024)
        loads = (at,) if isinstance(at, str) else tuple(at)
        rows = Rows(_names(files), server, cores, think_time, hold_back, loads, decimal, name, os.fspath(catalog))
        return fit_server(rows, watch_with(progress))


def calibrate_log(files: Files, *, gap: str = "75 s", time_unit: str = "", client_field: str = "") -> "LogResult":
    """What access logs say of the load: W3C, common, combined or JSON.

    gap: silence after which a client's session is over. time_unit: of times taken that the log does not state.
    client_field: field or key that has the client. Raises ReportError for what cannot be read.
    """
    from simulator.studies.calibrate.log.study import read_load

    return read_load(_names(files), gap, time_unit, client_field)


def _names(files: Files) -> tuple[str, ...]:
    return tuple(os.fspath(each) for each in ([files] if isinstance(files, str | os.PathLike) else files))
