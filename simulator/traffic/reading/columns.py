"""What every format is read into: one row a line, with the same columns. A row without a time was not read."""

import polars as pl

# time: seconds since 1970 in UTC, as logged; offset: seconds of the clock of the log ahead of UTC; client, object:
# hashes of who asked for what; status; bytes: sent, without headers where the log tells; seconds: how long the request
# took, none where the log does not tell; ended: whether the time is that of its end.
SCHEMA = {
    "time": pl.Float64, "offset": pl.Int32, "client": pl.UInt64, "object": pl.UInt64, "status": pl.UInt16,
    "bytes": pl.Float64, "seconds": pl.Float32, "ended": pl.Boolean,
}  # fmt: skip
# A hash of 64 bits: of ten million different addresses two are taken for one with a chance of 3 in a million.
HASH_SEED = 18
# A time before 1990 or after 2100 is none that a web server wrote.
EARLIEST, LATEST = 631_152_000.0, 4_102_444_800.0
# No response is larger, and none takes longer.
LARGEST, LONGEST = 1e15, 30 * 86_400.0


def checked(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The same with no time where something cannot be, and in the order and the types of SCHEMA."""
    possible = (
        pl.col("time").is_between(EARLIEST, LATEST)
        & pl.col("status").is_between(100, 999)
        & pl.col("bytes").is_between(0.0, LARGEST)
        & pl.col("client").is_not_null()
        & pl.col("object").is_not_null()
    )
    taken = pl.col("seconds")
    known = pl.when(taken.is_between(0.0, LONGEST)).then(taken)
    time = pl.when(possible).then(pl.col("time"))
    return rows.with_columns(time=time, seconds=known).select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())


def hashed(text: pl.Expr) -> pl.Expr:
    """A number for a text, the same for the same text; none for none."""
    return pl.when(text.is_not_null()).then(text.hash(HASH_SEED))


def common_time(text: pl.Expr) -> pl.Expr:
    """Seconds of `10/Oct/2000:13:55:36` as if it were UTC."""
    return text.str.to_datetime("%d/%b/%Y:%H:%M:%S", time_unit="ms", strict=False).dt.timestamp("ms") / 1000.0


def zone_seconds(text: pl.Expr) -> pl.Expr:
    """Seconds ahead of UTC of `+0200` or `+02:00`; 0 of `Z`."""
    number = text.str.replace(":", "", literal=True).cast(pl.Int32, strict=False)
    ahead = (number.abs() // 100 * 60 + number.abs() % 100) * 60
    return pl.when(text == "Z").then(0).otherwise(number.sign() * ahead).cast(pl.Int32)
