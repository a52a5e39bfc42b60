"""What `sar` prints: CPU of all cores, bytes that the network cards send, and reads from disks, over time."""

import re

from simulator.calibration.point import Gauge, OperatingPoint, OverTime
from simulator.calibration.reading.json_outputs import recorded
from simulator.calibration.reading.problems import refuse

OF_SAR = re.compile(r"^(Linux|SunOS|AIX) \S+ .*\(\d+ CPU\)", re.MULTILINE)
_AT = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\s+(AM|PM))?\s+(.*)")
_KB = 1024.0
_SECTOR = 512.0
# Devices that stand on others, so that each read would count twice: device mapper, RAID, loop devices; and CD drives.
_ON_OTHERS = re.compile(r"(dm-|md|loop|sr)\d|dev(7|9|11)-")
_DAY = 86_400.0


def of_sar(text: str, file: str) -> OverTime:
    """The instants of `sar -u`, `-n DEV`, `-b`, `-d` or several of them. CPU is what is neither idle nor waiting for
    disks; what `-b` says of all disks goes before what `-d` says of each. Raises ScenarioError where none is in it."""
    cores = int(re.findall(r"\((\d+) CPU\)", text)[0])
    headings: list[str] = []
    found: dict[float, dict[Gauge, float]] = {}
    by_device: dict[float, float] = {}
    lines: dict[float, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        at = _AT.match(line)
        if not at:
            continue
        words = at[5].split()
        if words and words[0] in ("CPU", "IFACE", "DEV", "tps"):
            headings = words
        elif len(words) == len(headings):
            values = dict(zip(headings, words, strict=True))
            _add(values, found.setdefault(_seconds(at), {}))
            _add_device(values, _seconds(at), by_device)
            lines.setdefault(_seconds(at), number)
    for when, read in by_device.items():
        found[when].setdefault(Gauge.READ_BYTES, read)
    known = {at: measured for at, measured in found.items() if measured}
    if len(known) < 2:
        refuse(file, "fewer than 2 instants of CPU, cards or disks", "save what `sar -u 10` or `sar -n DEV 10` prints")
    clock = _going_on(list(known))
    points = [OperatingPoint(file, lines[at], measured, cores=cores) for at, measured in known.items()]
    return recorded(file, clock, points)


def _add(values: dict[str, str], measured: dict[Gauge, float]) -> None:
    if values.get("CPU") == "all" and "%idle" in values:
        idle = float(values["%idle"]) + float(values.get("%iowait", "0"))
        measured[Gauge.CPU] = max(0.0, 1.0 - idle / 100.0)
    if "IFACE" in values and values["IFACE"] != "lo" and "txkB/s" in values:
        measured[Gauge.BYTES] = measured.get(Gauge.BYTES, 0.0) + float(values["txkB/s"]) * _KB
    if "rtps" in values and "bread/s" in values:
        measured[Gauge.READS] = float(values["rtps"])
        measured[Gauge.READ_BYTES] = float(values["bread/s"]) * _SECTOR


def _add_device(values: dict[str, str], at: float, by_device: dict[float, float]) -> None:
    """Adds the bytes that a line of `sar -d` says were read; older versions count sectors."""
    if "DEV" not in values or _ON_OTHERS.match(values["DEV"]):
        return
    for heading, factor in (("rkB/s", _KB), ("rd_sec/s", _SECTOR)):
        if heading in values:
            by_device[at] = by_device.get(at, 0.0) + float(values[heading]) * factor


def _seconds(at: re.Match[str]) -> float:
    hour = int(at[1]) % 12 + (12 if at[4] == "PM" else 0) if at[4] else int(at[1])
    return hour * 3600.0 + int(at[2]) * 60.0 + int(at[3])


def _going_on(clock: list[float]) -> list[float]:
    """Times of the day that go on past midnight."""
    days, found, before = 0.0, [], -1.0
    for at in clock:
        if at < before:
            days += _DAY
        found.append(at + days)
        before = at
    return found
