"""What `sar` prints: CPU of all cores and bytes that the network cards send, over time."""

import re

from simulator.calibration.point import Gauge, OperatingPoint, OverTime
from simulator.calibration.reading.json_outputs import recorded
from simulator.calibration.reading.problems import refuse

OF_SAR = re.compile(r"^(Linux|SunOS|AIX) \S+ .*\(\d+ CPU\)", re.MULTILINE)
_AT = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\s+(AM|PM))?\s+(.*)")
_KB = 1024.0
_DAY = 86_400.0


def of_sar(text: str, file: str) -> OverTime:
    """The instants of `sar -u`, `sar -n DEV` or both. CPU is what is neither idle nor waiting for disks. Raises
    ScenarioError where neither is in it."""
    cores = int(re.findall(r"\((\d+) CPU\)", text)[0])
    headings: list[str] = []
    found: dict[float, dict[Gauge, float]] = {}
    lines: dict[float, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        at = _AT.match(line)
        if not at:
            continue
        words = at[5].split()
        if words and words[0] in ("CPU", "IFACE"):
            headings = words
        elif len(words) == len(headings):
            _add(dict(zip(headings, words, strict=True)), found.setdefault(_seconds(at), {}))
            lines.setdefault(_seconds(at), number)
    known = {at: measured for at, measured in found.items() if measured}
    if len(known) < 2:
        refuse(file, "fewer than 2 instants of CPU or network cards", "save what `sar -u 10` or `sar -n DEV 10` prints")
    clock = _going_on(list(known))
    points = [OperatingPoint(file, lines[at], measured, cores=cores) for at, measured in known.items()]
    return recorded(file, clock, points)


def _add(values: dict[str, str], measured: dict[Gauge, float]) -> None:
    if values.get("CPU") == "all" and "%idle" in values:
        idle = float(values["%idle"]) + float(values.get("%iowait", "0"))
        measured[Gauge.CPU] = max(0.0, 1.0 - idle / 100.0)
    if "IFACE" in values and values["IFACE"] != "lo" and "txkB/s" in values:
        measured[Gauge.BYTES] = measured.get(Gauge.BYTES, 0.0) + float(values["txkB/s"]) * _KB


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
