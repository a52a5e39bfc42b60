"""The common and the combined format, as Apache and nginx write them, with perhaps the time taken at the end.

    192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326 "referrer" "user agent" 0.005

A time taken with a point is that of nginx ($request_time, in seconds, of a line that is written as the request ends);
one without is that of Apache (%D, in microseconds, of a line that has the time when the request began).

No pattern leaves a choice of how to match a line: then one pass finds the groups, in a third of the time.
"""

import re
from collections.abc import Iterator

import polars as pl

from simulator.traffic.reading.columns import checked, common_time, hashed, zone_seconds

NAME = "common or combined"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
PLAIN = (
    r"^(?P<client>[^ ]+) [^ ]+ [^ ][^\[]*\[(?P<time>[0-9]{2}/[A-Za-z]{3}/[0-9]{4}:[0-9:]{8}) (?P<zone>[+-][0-9]{4})\]"
    r' "(?P<request>(?:[^"\\]|\\.)*)" (?P<status>[0-9]{3}) (?P<bytes>[0-9]+|-)'
)
TIMED = rf'{PLAIN} {_QUOTED} {_QUOTED} "?(?:[a-z_]+=)?(?P<taken>[0-9]+(?:\.[0-9]+)?)'
# Apache puts the name and the port of a virtual host first.
_HOST = r"^[^ ]+:[0-9]+ "
_REQUEST = r"^(?P<method>[^ ]+) (?P<object>[^ ]+)"
# Lines that are looked at to tell how the others may be.
LOOKED_AT = 50


def patterns(lines: pl.Series) -> Iterator[str]:
    """What lines may be like, to be tried one after the other on what the one before did not match."""
    some = [line for line in lines.head(LOOKED_AT) if line]
    for pattern in (TIMED, PLAIN):
        with_host = pattern.replace("^", _HOST, 1)
        if pattern is PLAIN or any(re.match(pattern, line) for line in some):
            yield pattern
        if any(re.match(with_host, line) and not re.match(pattern, line) for line in some):
            yield with_host


def read(lines: pl.Series, pattern: str) -> pl.DataFrame:
    """Rows of SCHEMA; of what does not match, rows without a time."""
    fields = pl.DataFrame({"line": lines}).lazy().select(pl.col("line").str.extract_groups(pattern).alias("found"))
    zone, request = zone_seconds(pl.col("zone")), pl.col("request")
    asked = request.str.extract_groups(_REQUEST).struct.field("object")
    taken = pl.col("taken") if "<taken>" in pattern else pl.lit(None, pl.String)
    in_seconds = taken.str.contains(".", literal=True)
    number = taken.cast(pl.Float64, strict=False)
    rows = fields.unnest("found").with_columns(
        time=common_time(pl.col("time")) - zone,
        offset=zone,
        client=hashed(pl.col("client")),
        object=hashed(pl.coalesce(asked, request)),
        status=pl.col("status").cast(pl.Int32, strict=False),
        bytes=pl.when(pl.col("bytes") == "-").then(0.0).otherwise(pl.col("bytes").cast(pl.Float64, strict=False)),
        seconds=pl.when(in_seconds).then(number).otherwise(number * 1e-6),
        ended=in_seconds.fill_null(False),
    )
    return checked(rows).collect()
