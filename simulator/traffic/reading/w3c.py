"""The extended log file format of the W3C, as IIS and CloudFront write it: `#Fields:` says what stands in a line, times
are in UTC (Hallam-Baker and Behlendorf 1996, Extended Log File Format).

Spaces or tabs are between fields; a field with spaces in it stands in quotes. A line is written as its request ends;
`time-taken` is in milliseconds where it is a whole number, as IIS writes it, and in seconds where it has a point.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from simulator.extras import polars as pl
from simulator.traffic.reading.columns import (
    checked_rows,
    hash_texts,
    host_and_path,
    parse_numbers,
    parse_sizes,
    stated_text,
)
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.options import UNITS, LogOptions
from simulator.traffic.reading.time_units import STATED, TimePlace

W3C = "W3C"
W3C_FIELDS = "#Fields:"
# What each is called, the surest name first. CloudFront's own host is cs(Host), and x-host-header what was asked for.
NAMES = {
    "date": ("date",),
    "time": ("time",),
    "client": ("c-ip",),
    "site": ("x-host-header", "cs(Host)", "cs-host", "s-sitename"),
    "object": ("cs-uri-stem", "cs-uri", "cs-uri-path"),
    "query": ("cs-uri-query",),
    "status": ("sc-status",),
    "bytes": ("sc-bytes", "bytes"),
    "taken": ("time-taken",),
}
NEEDED = ("date", "time", "client", "object", "status")
_SPACE, _TAB = " ", "\t"
# In a field in quotes a quote is written twice.
QUOTED_FIELD = '"([^"]*(?:""[^"]*)*)"'
MILLISECONDS, SECONDS = 1, 2


def w3c_fields(directive: str) -> tuple[str, ...]:
    """The names of `#Fields: date time ...`."""
    return tuple(directive.removeprefix(W3C_FIELDS).split())


def lacking(fields: Sequence[str], log_options: LogOptions) -> list[str]:
    """The names of fields without which lines tell of no request."""
    columns = _columns(fields, log_options)
    return [
        (log_options.client if what == "client" else "") or NAMES[what][0] for what in NEEDED if what not in columns
    ]


def _columns(fields: Sequence[str], log_options: LogOptions) -> dict[str, int]:
    """Where each stands among the fields."""
    found = {}
    for what, names in NAMES.items():
        known = [name for name in names if name in fields]
        if what == "client" and log_options.client:
            known = [name for name in fields if log_options.names_client(name)]
        if known:
            found[what] = fields.index(known[0])
    return found


def w3c_readers(lines: Sequence[str], fields: Sequence[str] | None, log_options: LogOptions) -> Iterator[LineReader]:
    """Readers of lines under `fields`, for each way in which some of them are divided."""
    if fields is None or lacking(fields, log_options):
        return
    columns = _columns(fields, log_options)
    unit = log_options.time_unit
    places = (
        TimePlace("`time-taken`", STATED, unit or "ms"),
        TimePlace("`time-taken`, which has a point,", STATED, unit or "s"),
    )
    lacks = tuple(what for what in ("bytes", "taken") if what not in columns)
    for divider in (_TAB, _SPACE):
        for quoted in (False, True):
            if any(_divides(line, divider, quoted, len(fields)) for line in lines):
                read = partial(_read, count=len(fields), columns=columns, divider=divider, quoted=quoted, unit=unit)
                yield LineReader(W3C, read, places, lacks=lacks, keys=tuple(fields))


def _divides(line: str, divider: str, quoted: bool, count: int) -> bool:
    """Whether a line has so many fields if it is divided so."""
    plain = len(line.split(divider)) == count
    return not plain and len(_without_spaces(line).split(divider)) == count if quoted else plain


def _without_spaces(line: str) -> str:
    """A line in which no field has a space or stands in quotes."""
    return re.sub(QUOTED_FIELD, lambda found: found[1].replace(" ", "+") or "-", line)


def _read(
    lines: pl.Series, count: int, columns: Mapping[str, int], divider: str, quoted: bool, unit: str
) -> pl.DataFrame:
    """Rows of SCHEMA; of lines with fewer or more words than there are fields, rows without a time."""
    if quoted:
        lines = pl.Series([_without_spaces(line) for line in lines], dtype=pl.String)
    words = lines.str.split_exact(divider, count).struct.unnest()
    is_whole = words[f"field_{count}"].is_null() & words[f"field_{count - 1}"].is_not_null()
    field = {what: words[f"field_{position}"] for what, position in columns.items()}
    asked = field["object"]
    if "query" in field and (query := stated_text(field["query"])).count():
        asked = (asked + "?" + query).fill_null(asked)
    has_fraction = field["time"].str.contains(".", literal=True).any()
    when = field["date"] + " " + field["time"]
    when = (when.str.slice(0, 19) if has_fraction else when).str.to_datetime(
        "%Y-%m-%d %H:%M:%S", time_unit="ms", strict=False
    ).dt.timestamp("ms") / 1000.0
    if has_fraction:
        when = when + parse_numbers(field["time"].str.extract(r"([.][0-9]+)$", 1)).fill_null(0.0)
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, len(lines))
    text = field.get("taken", nothing)
    taken, pointed = parse_numbers(text), text.str.contains(".", literal=True).fill_null(False)
    seconds = taken * UNITS[unit] if unit else taken.zip_with(pointed, taken * 1e-3)
    site = field["site"].str.strip_chars('"') if "site" in field else None
    rows = pl.DataFrame({
        "time": when if is_whole.all() else when.set(~is_whole, None),
        "offset": pl.Series([0], dtype=pl.Int32).new_from_index(0, len(lines)),
        "client": hash_texts(field["client"] if is_whole.all() else field["client"].set(~is_whole, None)),
        "object": hash_texts(host_and_path(asked, site)),
        "status": parse_numbers(field["status"]),
        "bytes": parse_sizes(stated_text(field.get("bytes", nothing))),
        "seconds": seconds,
        "place": (taken.is_not_null().cast(pl.UInt8) * MILLISECONDS).set(pointed, SECONDS),
        "ended": taken.is_not_null(),
    })  # fmt: skip
    return checked_rows(rows.lazy()).collect()
