"""What carries a log often writes something of its own before each line: known, and taken off.

Container runtimes, `kubectl`, Docker, the journal of systemd and syslog each have a shape of their own. Where lines are
JSON objects that hold a line as a text, that is what is read.
"""

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from simulator.extras import polars as pl
from simulator.messages.stages import traffic

_ISO = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)"
_DAY = r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?"
# Perhaps a host, and the program, of syslog, as `web1 nginx[17]: `.
_SOURCE = r'(?:[^ :\[\]{"]+ )?[^ :\[\]{"]+(?:\[\d+\])?: '


class Prefix(NamedTuple):
    """name: what writes it, as the guide has it; pattern: it; example: one."""

    name: str
    pattern: str
    example: str


PREFIXES = (
    Prefix("CRI: containerd, CRI-O", rf"^{_ISO} (?:stdout|stderr) [FP](?::[^ ]*)? ",
           "2026-11-29T00:00:01.123456789Z stdout F "),
    Prefix("kubectl logs --prefix", r"^\[pod/[^\]]+\] ", "[pod/web-5d9c/nginx] "),
    Prefix(traffic.DOCKER_COMPOSE, r"^(?:\x1b\[[0-9;]*m)*[^ |\"]+ +\|(?:\x1b\[[0-9;]*m)* ", "web-1  | "),
    Prefix("syslog, RFC 5424", rf"^(?:\d+ )?<\d{{1,3}}>\d (?:{_ISO}|-) [^ ]+ [^ ]+ [^ ]+ [^ ]+ (?:-|(?:\[[^\]]*\])+) ",
           "<190>1 2026-11-29T00:00:01.123Z web1 nginx 17 - - "),
    Prefix("syslog, RFC 3164, journald", rf"^(?:<\d{{1,3}}>)?{_DAY} {_SOURCE}", "Nov 29 00:00:01 web1 nginx[17]: "),
    Prefix("rsyslog, journald short-iso", rf"^(?:<\d{{1,3}}>)?{_ISO} {_SOURCE}",
           "2026-11-29T00:00:01+0000 web1 nginx[17]: "),
    Prefix("journald short-full", rf"^[A-Z][a-z]{{2}} \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [A-Z]+ {_SOURCE}",
           "Sun 2026-11-29 00:00:01 UTC web1 nginx[17]: "),
    Prefix("journald short-unix", rf"^\d{{10}}\.\d{{6}} {_SOURCE}", "1795910401.123456 web1 nginx[17]: "),
    Prefix(traffic.DOCKER_LOGS, rf"^{_ISO} ", "2026-11-29T00:00:01.123456789Z "),
)  # fmt: skip
# Keys of an object that holds a line as a text: Docker's json-file, journalctl -o json, Fluent Bit, Filebeat, Google.
WRAPPERS = ("log", "MESSAGE", "message", "textPayload")


def without_prefix(table: pl.DataFrame, sample: Iterable[str]) -> pl.DataFrame | None:
    """The lines of a table without the first prefix that a sample of them has; None where it has none."""
    lines = list(sample)
    for prefix in PREFIXES:
        if any(re.match(prefix.pattern, line) for line in lines):
            return table.with_columns(line=pl.col("line").str.replace(prefix.pattern, ""))
    key = next((key for line in lines if (key := _wrapper(line))), "")
    return _unwrapped(table, key) if key else None


def _wrapper(line: str) -> str:
    """The key of a line of JSON at which a line stands; "" where it has none."""
    if not line.startswith("{"):
        return ""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return next((key for key in WRAPPERS if isinstance(found.get(key), str) and " " in found[key].strip()), "")


def _unwrapped(table: pl.DataFrame, key: str) -> pl.DataFrame | None:
    """The same with the texts at a key in place of the objects that hold them."""
    held = [_held(line, key) for line in table["line"]]
    return table.with_columns(line=pl.Series(held, dtype=pl.String))


def _held(line: str, key: str) -> str:
    try:
        found = json.loads(line)
        held = found[key]
    except (ValueError, RecursionError, KeyError, TypeError):
        return line
    return held.rstrip("\r\n") if isinstance(held, str) else line
