"""The extended log file format of the W3C, as IIS writes it: `#Fields:` says what stands in a line, times are in UTC.

Hallam-Baker and Behlendorf 1996, Extended Log File Format. IIS writes a line as the request ends, with `time-taken` in
milliseconds.
"""

import polars as pl

from simulator.traffic.reading.columns import checked, hashed

NAME = "W3C"
FIELDS = "#Fields:"
# What a line must tell.
NEEDED = ("date", "time", "c-ip", "cs-uri-stem", "sc-status")


def fields_of(directive: str) -> tuple[str, ...]:
    """The names of `#Fields: date time ...`."""
    return tuple(directive.removeprefix(FIELDS).split())


def read(lines: pl.Series, fields: tuple[str, ...]) -> pl.DataFrame:
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
