"""Formats of one line of text each, as their programs document them: a pattern whose groups are what a request is.

Groups: time, client, peer (the client where `client` is `-`), site, request or object, status, bytes; taken, or t1 to
t3 that are added up, of which one below 0 is not told.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.extras import polars as pl
from simulator.messages.stages import traffic
from simulator.traffic.reading.columns import (
    any_time,
    checked_rows,
    hash_texts,
    host_and_path,
    parse_numbers,
    parse_sizes,
    request_target,
    stated_text,
)
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.options import UNITS, LogOptions
from simulator.traffic.reading.time_units import STATED, TimePlace

_TEXT = r'(?:[^"\\]|\\.)*'
_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ \]]+"
_THREE = r"(?P<t1>-?[0-9.]+) (?P<t2>-?[0-9.]+) (?P<t3>-?[0-9.]+)"
_BALANCED = (
    rf" (?P<client>[^ ]+):[0-9]+ [^ ]+ {_THREE} (?P<status>[0-9-]+) [^ ]+ [0-9]+ (?P<bytes>[0-9]+)"
    rf' "(?P<request>{_TEXT})"'
)
_ENVOY = (
    rf'^\[(?P<time>{_ISO_DAY})\] "(?P<request>{_TEXT})" (?P<status>-?[0-9]+) [^ ]+(?: [^ "0-9][^ ]*| "{_TEXT}")*'
    rf' [0-9]+ (?P<bytes>[0-9]+) (?P<taken>[0-9]+|-) [^ ]+ "(?P<client>[^", ]*)[^"]*" "{_TEXT}" "[^"]*"'
    r' "(?P<site>[^"]*)"'
)


class TextFormat(NamedTuple):
    """name: of the format; written_by: what writes it; pattern: of a line; near: of a line that is nearly one; where,
    unit: of the time taken; ended: whether the time of a line is that of its end."""

    name: str
    written_by: str
    pattern: str
    near: str
    where: str
    unit: str
    ended: bool


ISTIO, ENVOY = "Istio", "Envoy"
TEXT_FORMATS = (
    TextFormat(
        "AWS ALB", "its access logs", rf"^(?:https?|h2|grpcs?|wss?) (?P<time>{_ISO_DAY}) [^ ]+{_BALANCED}",
        rf"^(?:https?|h2|grpcs?|wss?) {_ISO_DAY} ", traffic.PROCESSING_TIMES, "s", True,
    ),
    TextFormat(
        "AWS ELB", traffic.CLASSIC_BALANCERS, rf"^(?P<time>{_ISO_DAY}) [^ ]+{_BALANCED}",
        rf"^{_ISO_DAY} [^ ]+ {r'[0-9.]+:[0-9]+'} ", traffic.PROCESSING_TIMES, "s", False,
    ),
    TextFormat(
        "AWS S3", "server access logs",
        r"^[^ ]+ (?P<site>[^ ]+) \[(?P<time>[0-9]{2}/[^\]]+)\] (?P<client>[^ ]+) [^ ]+ [^ ]+ [A-Z0-9]+\.[^ ]+"
        rf' (?P<object>[^ ]+) (?:"{_TEXT}"|-) (?P<status>[0-9-]+) [^ ]+ (?P<bytes>[0-9]+|-) (?:[0-9]+|-)'
        r" (?P<taken>[0-9]+|-)(?: |$)",
        r"^[0-9a-f]{32,} [^ ]+ \[", "`Total Time`", "ms", False,
    ),
    TextFormat(
        "HAProxy", traffic.HAPROXY_OPTIONS,
        r"^(?P<client>[^ ]+):[0-9]+ \[(?P<time>[0-9]{2}/[^\]]+)\] [^ ]+ [^ ]+ (?:[+-]?[0-9]+/){4}\+?(?P<taken>-?[0-9]+)"
        rf' (?P<status>-?[0-9]+) \+?(?P<bytes>[0-9]+) [^"]*"(?P<request>{_TEXT})',
        r"^[^ ]+:[0-9]+ \[[0-9]{2}/[^\]]+\] ", traffic.LAST_TIMER, "ms", False,
    ),
    TextFormat(
        ISTIO, traffic.SIDECARS, _ENVOY + r' "[^"]*" [^ ]+ [^ ]+ [^ ]+ (?P<peer>[^ ]+):[0-9]+',
        r"^\[[0-9]{4}-[^\]]+\] \"",
        "`DURATION`", "ms", False,
    ),
    TextFormat(ENVOY, traffic.DEFAULT_TEXT, _ENVOY, r"^\[[0-9]{4}-[^\]]+\] \"", "`DURATION`", "ms", False),
    TextFormat(
        "Squid", "its native format",
        r"^(?P<time>[0-9]{9,10}\.[0-9]+) +(?P<taken>-?[0-9]+) (?P<client>[^ ]+) [A-Z_]+/(?P<status>[0-9]+)"
        r" (?P<bytes>[0-9]+) [^ ]+ (?P<object>[^ ]+) ",
        r"^[0-9]{9,10}\.[0-9]{3} +-?[0-9]+ ", "the elapsed time", "ms", True,
    ),
)  # fmt: skip


def text_readers(lines: Sequence[str], log_options: LogOptions) -> Iterator[LineReader]:
    """Readers of the formats that some lines are in; none where a field is stated to have the client, for these have no
    names of fields."""
    if log_options.client:
        return
    for each in TEXT_FORMATS:
        if any(re.match(each.pattern, line) for line in lines):
            yield _reader(each)


def _reader(each: TextFormat) -> LineReader:
    return LineReader(each.name, lambda lines: _read(lines, each), (TimePlace(each.where, STATED, each.unit),))


def _read(lines: pl.Series, each: TextFormat) -> pl.DataFrame:
    fields = lines.str.extract_groups(each.pattern).struct.unnest()
    time, offset = any_time(fields["time"])
    client = fields["client"]
    if "peer" in fields.columns:
        # Where nobody is named, all are one: a line without a client is a request nevertheless.
        client = stated_text(client).fill_null(fields["peer"]).fill_null(client)
    site = fields["site"] if "site" in fields.columns else None
    if "request" in fields.columns:
        asked = request_target(fields["request"])
    else:
        # A key of a bucket is a path in it.
        asked = "/" + fields["object"] if site is not None else fields["object"]
    if "t1" in fields.columns:
        times = [parse_numbers(fields[name]) for name in ("t1", "t2", "t3")]
        taken = (times[0] + times[1] + times[2]).set((times[0] < 0) | (times[1] < 0) | (times[2] < 0), None)
    else:
        taken = parse_numbers(fields["taken"])
    taken = taken.set(taken < 0.0, None) * UNITS[each.unit]
    rows = pl.DataFrame({
        "time": time, "offset": offset, "client": hash_texts(client), "object": hash_texts(host_and_path(asked, site)),
        "status": parse_numbers(fields["status"]), "bytes": parse_sizes(fields["bytes"]), "seconds": taken,
        "place": taken.is_not_null().cast(pl.UInt8), "ended": taken.is_not_null() & each.ended,
    })  # fmt: skip
    return checked_rows(rows.lazy()).collect()
