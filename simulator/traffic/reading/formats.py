"""The formats of access logs: how a line is told, and read as rows of SCHEMA.

The common and the combined format, as Apache and nginx write them, with perhaps the time taken at the end.

    192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326 "referrer" "user agent" 0.005

A time taken of nginx is of a line that is written as the request ends; one of Apache is of a line that has the time
when the request began. No pattern leaves a choice of how to match a line: then one pass finds the groups, in a third
of the time.

The extended log file format of the W3C, as IIS writes it: `#Fields:` says what stands in a line, times are in UTC
(Hallam-Baker and Behlendorf 1996, Extended Log File Format). IIS writes a line as the request ends, with `time-taken`
in milliseconds.

A JSON object a line, as Caddy writes it, or nginx and Apache if they are told to: known by the names of its keys.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import polars as pl

from simulator.traffic.reading.columns import checked, common_time, hashed, zone_seconds

COMBINED = "common or combined"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
PLAIN = (
    r"^(?P<client>[^ ]+) [^ ]+ [^ ][^\[]*\[(?P<time>[0-9]{2}/[A-Za-z]{3}/[0-9]{4}:[0-9:]{8}) (?P<zone>[+-][0-9]{4})\]"
    r' "(?P<request>(?:[^"\\]|\\.)*)" (?P<status>[0-9]{3}) (?P<bytes>[0-9]+|-)'
)
TIMED = rf"{PLAIN} {_QUOTED} {_QUOTED} (?P<rest>.+)"
# Apache puts the name and the port of a virtual host first.
_HOST = r"^[^ ]+:[0-9]+ "
_REQUEST = r"^(?P<method>[^ ]+) (?P<object>[^ ]+)"
# Lines that are looked at to tell how the others may be.
LOOKED_AT = 50


# Which of the numbers behind the user agent is the time that a request took.
#
# People put more there than the time: bytes with headers, the time of an upstream, a ratio of compression. A number
# with a point and three or more digits behind it is in seconds, as nginx writes them ($request_time; two digits are its
# $gzip_ratio, ten before the point its $msec). Of several it is the one that is named so, else the largest: a request
# takes as long as its upstream and longer. One whole number alone is in microseconds, as Apache writes %D; of several
# (%I %O of its combinedio are bytes) nobody knows which it is, so that none is taken.
_BEFORE, _BEHIND = "(?:^|[ =])", "(?:$| )"
_POINT = r"[0-9]{1,7}\.[0-9]{3,9}"
_SECONDS = f"{_BEFORE}({_POINT}){_BEHIND}"
_LAST_OF_TWO = f"{_BEFORE}{_POINT} (?:.*[ =])?({_POINT}){_BEHIND}"
_NAMED = f"(?:^| )(?:rt|request_time)=({_POINT}){_BEHIND}"
_WHOLE = f"{_BEFORE}([0-9]+){_BEHIND}"
_TWO_WHOLE = f"{_BEFORE}[0-9]+ (?:.*[ =])?[0-9]+{_BEHIND}"
# Quotes are taken off numbers first; what is left in quotes is a text, such as the addresses of X-Forwarded-For.
_QUOTED_NUMBER, _QUOTED_TEXT = '"([0-9.]+)"', '"[^"]*"'


def _without_texts(rest: pl.Expr) -> pl.Expr:
    """What stands behind the user agent, with numbers without their quotes and without texts in quotes."""
    return rest.str.replace_all(_QUOTED_NUMBER, "$1").str.replace_all(_QUOTED_TEXT, "-")


def _seconds_taken(told: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Of what `_without_texts` leaves: seconds that the request took, none where that is not told; and whether the time
    is one of nginx, which writes a line as the request ends."""
    largest = pl.max_horizontal(_number(told, _SECONDS), _number(told, _LAST_OF_TWO))
    in_seconds = pl.coalesce(_number(told, _NAMED), largest)
    alone = pl.when(~told.str.contains(_TWO_WHOLE)).then(_number(told, _WHOLE))
    return pl.coalesce(in_seconds, alone * 1e-6), in_seconds.is_not_null()


def _is_unclear(told: pl.Expr) -> pl.Expr:
    """Whether `_without_texts` leaves several whole numbers, and none with a point."""
    return told.str.contains(_TWO_WHOLE) & ~told.str.contains(_SECONDS)


def _number(told: pl.Expr, pattern: str) -> pl.Expr:
    return told.str.extract(pattern, 1).cast(pl.Float64, strict=False)


def combined_patterns(lines: pl.Series) -> Iterator[str]:
    """What lines may be like, to be tried one after the other on what the one before did not match."""
    some = [line for line in lines.head(LOOKED_AT) if line]
    for pattern in (TIMED, PLAIN):
        with_host = pattern.replace("^", _HOST, 1)
        if pattern is PLAIN or any(re.match(pattern, line) for line in some):
            yield pattern
        if any(re.match(with_host, line) and not re.match(pattern, line) for line in some):
            yield with_host


def read_combined(lines: pl.Series, pattern: str) -> pl.DataFrame:
    """Rows of SCHEMA; of what does not match, rows without a time."""
    fields = pl.DataFrame({"line": lines}).lazy().select(pl.col("line").str.extract_groups(pattern).alias("found"))
    zone, request = zone_seconds(pl.col("zone")), pl.col("request")
    asked = request.str.extract_groups(_REQUEST).struct.field("object")
    rest = pl.col("rest") if "<rest>" in pattern else pl.lit(None, pl.String)
    seconds, ended = _seconds_taken(pl.col("told"))
    rows = fields.unnest("found").with_columns(told=_without_texts(rest))
    rows = rows.with_columns(
        time=common_time(pl.col("time")) - zone,
        offset=zone,
        client=hashed(pl.col("client")),
        object=hashed(pl.coalesce(asked, request)),
        status=pl.col("status").cast(pl.Int32, strict=False),
        bytes=pl.when(pl.col("bytes") == "-").then(0.0).otherwise(pl.col("bytes").cast(pl.Float64, strict=False)),
        seconds=seconds,
        ended=ended,
    )
    return checked(rows).collect()


def unclear_ends(lines: pl.Series, pattern: str) -> pl.Series:
    """What stands behind the user agent, of lines that a pattern reads, where the time taken may be any of several
    numbers there; none for all other lines."""
    if "<rest>" not in pattern:
        return pl.Series([None], dtype=pl.String).new_from_index(0, len(lines))
    rest = pl.col("line").str.extract_groups(pattern).struct["rest"]
    return lines.to_frame("line").select(pl.when(_is_unclear(_without_texts(rest))).then(rest))["rest"]


W3C = "W3C"
W3C_FIELDS = "#Fields:"
# What a line must tell.
W3C_NEEDED = ("date", "time", "c-ip", "cs-uri-stem", "sc-status")


def w3c_fields(directive: str) -> tuple[str, ...]:
    """The names of `#Fields: date time ...`."""
    return tuple(directive.removeprefix(W3C_FIELDS).split())


def read_w3c(lines: pl.Series, fields: tuple[str, ...]) -> pl.DataFrame:
    """Rows of SCHEMA; of lines with fewer or more words than there are fields, rows without a time."""
    named = {name: pl.col(f"field_{position}") for position, name in enumerate(fields)}
    words = pl.DataFrame({"line": lines}).lazy()
    words = words.select(pl.col("line").str.split_exact(" ", len(fields)).alias("words")).unnest("words")
    last = pl.col(f"field_{len(fields)}").is_null() & pl.col(f"field_{len(fields) - 1}").is_not_null()
    stem, query = named["cs-uri-stem"], named.get("cs-uri-query", pl.lit("-"))
    when = (named["date"] + " " + named["time"]).str.to_datetime("%Y-%m-%d %H:%M:%S", time_unit="ms", strict=False)
    taken = named.get("time-taken", pl.lit(None, pl.String)).cast(pl.Float64, strict=False) * 1e-3
    sent = named.get("sc-bytes", pl.lit("0"))
    rows = words.select(
        time=pl.when(last).then(when.dt.timestamp("ms") / 1000.0),
        offset=pl.lit(0),
        client=hashed(named["c-ip"]),
        object=hashed(pl.when(query == "-").then(stem).otherwise(stem + "?" + query)),
        status=named["sc-status"].cast(pl.Int32, strict=False),
        bytes=pl.when(sent == "-").then(0.0).otherwise(sent.cast(pl.Float64, strict=False)),
        seconds=taken,
        ended=taken.is_not_null(),
    )
    return checked(rows).collect()


JSON = "JSON"
# What each is called, the surest name first; a point leads into an object. Caddy's are ts, request.client_ip,
# request.uri, size and duration.
TIME = ("ts", "time_iso8601", "@timestamp", "timestamp", "msec", "time", "time_local", "datetime", "date")
CLIENT = ("remote_addr", "request.client_ip", "request.remote_ip", "client_ip", "remote_ip", "clientip", "client",
          "host")  # fmt: skip
OBJECT = ("request_uri", "request.uri", "uri", "url", "path", "request", "request_line")
STATUS = ("status", "status_code", "response", "code")
BYTES = ("body_bytes_sent", "bytes_sent", "size", "bytes", "response_size", "bytesSent")
# What a time taken is in, in seconds, by its name.
TAKEN = {"request_time": 1.0, "duration": 1.0, "time_taken": 1e-3, "duration_ms": 1e-3, "request_time_ms": 1e-3,
         "duration_us": 1e-6, "response_time_us": 1e-6}  # fmt: skip
# A count of seconds that large is one of milliseconds.
IN_MILLISECONDS = 1e11

Keys = Mapping[str, str]


def keys_of(lines: Iterable[str]) -> list[Keys]:
    """What stands under which key, for each program that wrote some of the lines: several may write into one log."""
    found: list[Keys] = []
    for line in lines:
        keys = _keys(line)
        if keys is not None and keys not in found:
            found.append(keys)
    return found


def _keys(line: str) -> Keys | None:
    """What stands under which key in a line; None where it is no object that tells of a request."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    named = {"time": TIME, "client": CLIENT, "object": OBJECT, "status": STATUS, "bytes": BYTES, "taken": tuple(TAKEN)}
    keys = {what: next((key for key in names if _at(found, key) is not None), "") for what, names in named.items()}
    return keys if all(keys[what] for what in ("time", "client", "object", "status")) else None


def read_json(lines: pl.Series, keys: Keys) -> pl.DataFrame:
    """Rows of SCHEMA; of lines that are no such objects, rows without a time."""
    kind = _struct([key for key in keys.values() if key])
    decoded = _decoded(lines, kind)
    field = {what: _column(key) if key else pl.lit(None, pl.String) for what, key in keys.items()}
    request = field["object"].str.split_exact(" ", 2)
    # "GET /a HTTP/1.1" is a whole line of a request, and "/a" what it asks for.
    second = request.struct.field("field_1")
    asked = pl.when(second.is_not_null()).then(second).otherwise(field["object"])
    zone = _zone(field["time"])
    sent = field["bytes"]
    rows = (
        pl.DataFrame({"found": decoded})
        .lazy()
        .select(
            time=_seconds(field["time"]),
            offset=zone.fill_null(0),
            client=hashed(field["client"]),
            object=hashed(asked),
            status=field["status"].cast(pl.Float64, strict=False).cast(pl.Int32, strict=False),
            bytes=pl.when(sent.is_null() | (sent == "-")).then(0.0).otherwise(sent.cast(pl.Float64, strict=False)),
            seconds=field["taken"].cast(pl.Float64, strict=False) * TAKEN.get(keys["taken"], 1.0),
            ended=field["taken"].is_not_null(),
        )
    )
    return checked(rows).collect()


def _at(found: Any, place: str) -> Any:
    for part in place.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return None if isinstance(found, dict | list) else found


def _struct(places: list[str]) -> pl.Struct:
    """The type of what is read: every value as a text, in the objects that it stands in."""
    flat = {place: pl.String for place in places if "." not in place}
    inside: dict[str, list[str]] = {}
    for place in places:
        if "." in place:
            outer, _, inner = place.partition(".")
            inside.setdefault(outer, []).append(inner)
    return pl.Struct({**flat, **{outer: pl.Struct(dict.fromkeys(inner, pl.String)) for outer, inner in inside.items()}})


def _column(place: str) -> pl.Expr:
    first, *others = place.split(".")
    column = pl.col("found").struct.field(first)
    for other in others:
        column = column.struct.field(other)
    return column


def _decoded(lines: pl.Series, kind: pl.Struct) -> pl.Series:
    """Objects, with none where a line is no object, or one of another kind. One such line spoils a whole block: then
    they are tried."""
    try:
        return lines.str.json_decode(kind)
    except pl.exceptions.PolarsError:
        objects = [line if _is_of(line, kind) else None for line in lines]
        return pl.Series(objects, dtype=pl.String).str.json_decode(kind)


def _is_of(line: str, kind: pl.Struct) -> bool:
    """Whether a line is an object of a kind."""
    try:
        return _fits(json.loads(line, parse_constant=_refuse), kind)
    except (ValueError, RecursionError):
        return False


def _fits(found: Any, kind: Any) -> bool:
    """Whether what stands in a line is of a kind: an object, with what fits at those keys that it has, or a value."""
    if not isinstance(kind, pl.Struct):
        return not isinstance(found, dict | list)
    if not isinstance(found, dict):
        return False
    held = {field.name: field.dtype for field in kind.fields}
    return all(_fits(found[key], each) for key, each in held.items() if found.get(key) is not None)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _seconds(text: pl.Expr) -> pl.Expr:
    """Seconds since 1970 of a number, of ISO 8601, or of the time of a common log."""
    number = text.cast(pl.Float64, strict=False)
    number = pl.when(number > IN_MILLISECONDS).then(number * 1e-3).otherwise(number)
    plain = text.str.slice(0, 19).str.replace(" ", "T", literal=True)
    iso = plain.str.to_datetime("%Y-%m-%dT%H:%M:%S", time_unit="ms", strict=False).dt.timestamp("ms") / 1000.0
    fraction = text.str.extract(r"^.{19}(\.\d+)", 1).cast(pl.Float64, strict=False).fill_null(0.0)
    local = pl.coalesce(iso + fraction, common_time(text.str.slice(0, 20)))
    return pl.coalesce(number, local - _zone(text).fill_null(0))


def _zone(text: pl.Expr) -> pl.Expr:
    return zone_seconds(text.str.extract(r"[\d ](Z|[+-]\d\d:?\d\d)$", 1))
