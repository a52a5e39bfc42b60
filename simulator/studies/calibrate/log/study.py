"""What access logs say of the load."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from models.visible import visible
from simulator.calibration.log.summary import summarise
from simulator.calibration.reading.sent_files import sent_files
from simulator.cli.today import today
from simulator.errors import ReportError
from simulator.messages.calibrate import options
from simulator.messages.calibrate.log_scenario import FITTED, log_scenario
from simulator.studies.calibrate.log.result import LogResult
from simulator.studies.calibrate.log.stated import seconds_of, unit_of
from simulator.traffic.reading.log_files import LogFile
from simulator.traffic.reading.options import LogOptions
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests


def read_load(files: Sequence[str], gap: str, time_unit: str, client_field: str) -> LogResult:
    """The load that access logs tell of, a session of a client being over after a silence of `gap`. Raises ReportError
    for what cannot be read."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    logged = sort_requests(read_logs(list(files), lambda: None, stated))
    return LogResult(summarise(tuple(files), logged, silence), today().isoformat())


MOST_PIECES = 40  # Of 16 MB, unpacked, of logs that somebody sends to a page: some three million requests.


def read_sent_load(
    contents: Mapping[str, bytes], gap: str, time_unit: str, client_field: str, progress: Callable[[], None]
) -> tuple[LogResult, str]:
    """The load that logs tell of which somebody sent, by their names, and a scenario that needs no file beside it.
    Raises ReportError, in which no place of this machine is named, also for logs that unpack to more than a page
    reads."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    with sent_files({f"{number}.log": content for number, content in enumerate(contents.values())}) as places:
        names = dict(zip(places, map(visible, contents), strict=True))
        pieces = 0

        def count() -> None:
            nonlocal pieces
            pieces += 1
            progress()
            if pieces > MOST_PIECES:
                raise ReportError(next(iter(names)), *options.TOO_LONG)

        try:
            for place in names:
                _refuse_packed_array(place)
            logged = sort_requests(read_logs(list(names), count, stated))
        except ReportError as error:
            raise ReportError(*(_renamed(each, names) for each in (error.path, error.reason, error.remedy))) from None
    found = summarise(tuple(names.values()), logged, silence)
    found = replace(found, account=_renamed(found.account, names))
    pauses = FITTED if found.clients.pause is not None else ""
    scenario = log_scenario(found, f"{found.files[0][:80]}, as logged", FITTED, pauses, ())
    return LogResult(found, today().isoformat()), scenario


def _renamed(found: Any, names: Mapping[str, str]) -> Any:
    """What was found in files, which are called by their names and not by their places."""
    if isinstance(found, str):
        for place, name in names.items():
            found = found.replace(place, name)
        return found
    if isinstance(found, dict):
        return type(found)({key: _renamed(value, names) for key, value in found.items()})
    if isinstance(found, tuple | list):
        inner = [_renamed(each, names) for each in found]
        return type(found)(*inner) if hasattr(found, "_fields") else type(found)(inner)
    if is_dataclass(found) and not isinstance(found, type):
        return replace(found, **{each.name: _renamed(getattr(found, each.name), names) for each in fields(found)})
    return found


def _refuse_packed_array(path: str) -> None:
    """Raises ReportError for one array of JSON that is packed, which is read whole: a few kB unpack to any size."""
    from simulator.extras import pyarrow

    packed = LogFile(path).packed
    if packed is None:
        return
    try:
        with pyarrow.input_stream(path, compression=packed) as stream:
            start = stream.read(64)
    except OSError:
        return  # `read_logs` says what is wrong.
    if start.lstrip().startswith(b"["):
        raise ReportError(path, *options.PACKED_ARRAY)
