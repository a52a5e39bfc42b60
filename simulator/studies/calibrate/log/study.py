"""What access logs say of the load."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from models.visible import visible
from simulator.calibration.log.summary import summarise
from simulator.calibration.reading.sent_files import sent_files
from simulator.cli.today import today
from simulator.errors import ReportError
from simulator.messages.calibrate.log_scenario import FITTED, log_scenario
from simulator.studies.calibrate.log.result import LogResult
from simulator.studies.calibrate.log.stated import seconds_of, unit_of
from simulator.traffic.reading.byte_allowance import ByteAllowance
from simulator.traffic.reading.log_files import packing
from simulator.traffic.reading.options import LogOptions
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests


def read_load(files: Sequence[str], gap: str, time_unit: str, client_field: str) -> LogResult:
    """The load that access logs tell of, a session of a client being over after a silence of `gap`. Raises ReportError
    for what cannot be read."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    logged = sort_requests(read_logs(list(files), lambda: None, stated))
    return LogResult(summarise(tuple(files), logged, silence), today().isoformat())


MOST = 640_000_000  # Bytes, unpacked, of all logs that somebody sends to a page: some five million requests.
# Memory that reading takes: so many bytes by itself, and so many for each byte. Measured, above what the program has:
# 0.5 GB for a log of 100 MB, 1.4 GB for one of 640 MB, 0.7 GB for an array of JSON of 50 MB.
BASE_ROOM, ROOM = 6e8, 1.5


def read_sent_load(
    contents: Mapping[str, bytes], gap: str, time_unit: str, client_field: str, progress: Callable[[], None]
) -> tuple[LogResult, str]:
    """The load that logs tell of which somebody sent, by their names, and a scenario that needs no file beside it.
    Raises ReportError, in which no place of this machine is named, also for logs that unpack to more than a page
    reads."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    with sent_files({f"{number}.log": content for number, content in enumerate(contents.values())}) as places:
        names = dict(zip(places, map(visible, contents), strict=True))
        try:
            logged = sort_requests(read_logs(list(names), progress, stated, ByteAllowance(MOST)))
        except ReportError as error:
            raise ReportError(*(_renamed(each, names) for each in (error.path, error.reason, error.remedy))) from None
    found = summarise(tuple(names.values()), logged, silence)
    found = replace(found, account=_renamed(found.account, names))
    pauses = FITTED if found.clients.pause is not None else ""
    scenario = log_scenario(found, f"{found.files[0][:80]}, as logged", FITTED, pauses, ())
    return LogResult(found, today().isoformat()), scenario


def reading_room(contents: Mapping[str, bytes]) -> float:
    """Bytes of memory that reading some logs takes, about; what is packed may unpack to as much as is read."""
    unpacked = sum(MOST if packing(content) else len(content) for content in contents.values())
    return BASE_ROOM + ROOM * min(MOST, unpacked)


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
