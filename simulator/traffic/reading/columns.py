"""What every format is read into: one row a line, with the same columns. A row without a time was not read."""

from simulator.extras import polars as pl
from simulator.messages.stages import traffic

# time: seconds since 1970 in UTC, as logged; offset: seconds of the clock of the log ahead of UTC; client, object:
# hashes of who asked for what; status; bytes: sent, without headers where the log tells, none where it is not measured;
# seconds: how long the request took, none where the log does not tell, and a number without its unit until
# `settle_units` has found that; ended: whether the time is that of its end; place: where the time taken stands, counted
# from 1 in the places of what reads the line, 0 where there is none.
SCHEMA = {
    "time": pl.Float64, "offset": pl.Int32, "client": pl.UInt64, "object": pl.UInt64, "status": pl.UInt16,
    "bytes": pl.Float64, "seconds": pl.Float32, "ended": pl.Boolean, "place": pl.UInt8,
}  # fmt: skip
# A hash of 64 bits: of ten million different addresses two are taken for one with a chance of 3 in a million.
HASH_SEED = 18
# A time before 1990 or after 2100 is none that a web server wrote.
EARLIEST, LATEST = 631_152_000.0, 4_102_444_800.0
# No response is larger, and none takes longer.
LARGEST, LONGEST = 1e15, 30 * 86_400.0
# The same of a number whose unit is not known yet.
LARGEST_NUMBER = LONGEST * 1e9
# Why a line that is in a format is no request, by its number in the column `fault`, in which 0 is none.
FAULTS = ("", traffic.NO_STATUS, traffic.NO_TIME, traffic.NO_SIZE)
# A count of seconds that large is one of milliseconds, of microseconds, of nanoseconds.
IN_MILLISECONDS, IN_MICROSECONDS, IN_NANOSECONDS = 1e11, 1e14, 1e17


def checked_rows(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The same in the order and the types of SCHEMA, without a time where something cannot be: then `fault` says what,
    for rows that have a client and an object; all others are of lines in another format."""
    matched = pl.col("client").is_not_null() & pl.col("object").is_not_null()
    in_time = pl.col("time").is_between(EARLIEST, LATEST).fill_null(False)
    answered = pl.col("status").is_between(100, 999).fill_null(False)
    # A size that is not told is none; one that is told must be one.
    sized = pl.col("bytes").is_between(0.0, LARGEST).fill_null(True)
    fault = pl.when(~matched).then(0).when(~answered).then(1).when(~in_time).then(2).when(~sized).then(3).otherwise(0)
    taken = pl.col("seconds")
    known = taken.is_between(0.0, LARGEST_NUMBER)
    possible = matched & in_time & answered & sized
    return rows.with_columns(
        time=pl.when(possible).then(pl.col("time")),
        status=pl.when(answered).then(pl.col("status")).otherwise(0),
        seconds=pl.when(known).then(taken),
        place=pl.when(known | taken.is_null()).then(pl.col("place")).otherwise(0),
        fault=fault.cast(pl.UInt8),
    ).select(*(pl.col(name).cast(kind) for name, kind in SCHEMA.items()), "fault")


# Texts are worked on a column at a time, so that what no line needs is not looked for.


def hash_texts(text: pl.Series) -> pl.Series:
    """A number for a text, the same for the same text; none for none."""
    return pl.select(pl.when(text.is_not_null()).then(text.hash(HASH_SEED))).to_series()


def stated_text(text: pl.Series) -> pl.Series:
    """A text, none where it is empty or the `-` that stands for nothing."""
    return text.set((text == "-") | (text == ""), None)


def parse_numbers(text: pl.Series) -> pl.Series:
    """The number that a text is; none where it is none."""
    return text.cast(pl.Float64, strict=False)


def parse_sizes(text: pl.Series) -> pl.Series:
    """The bytes that a text tells, in which `-` stands for none sent, as in the common format; none for no text; -1,
    which `checked_rows` finds, for what is no number."""
    told = parse_numbers(text)
    unread = told.is_null() & text.is_not_null()
    if unread.any():
        told = told.set(unread, -1.0).set(text == "-", 0.0)
    return told


def host_and_path(asked: pl.Series, site: pl.Series | None = None) -> pl.Series:
    """What is asked for, as host and path: an address in full without its scheme and its port, a path behind its
    site."""
    if site is not None:
        host = stated_text(site.str.replace(r":[0-9]+$", "")).fill_null("")
        asked = pl.select(pl.when(asked.str.starts_with("/")).then(host + asked).otherwise(asked)).to_series()
    if asked.str.contains("://", literal=True).any():
        asked = asked.str.replace(r"^[A-Za-z]+://([^/:?]+)(?::[0-9]+)?", "$1")
    return asked


def request_target(request: pl.Series) -> pl.Series:
    """What a whole line of a request, as `GET /a HTTP/1.1`, asks for; the same where it is no such line."""
    is_path = request.str.starts_with("/")
    if is_path.all():
        return request
    target = stated_text(request.str.split_exact(" ", 2).struct.field("field_1"))
    return target.zip_with(target.is_not_null() & ~is_path, request)


def common_time(text: pl.Series) -> pl.Series:
    """Seconds of `10/Oct/2000:13:55:36` as if it were UTC."""
    return text.str.to_datetime("%d/%b/%Y:%H:%M:%S", time_unit="ms", strict=False).dt.timestamp("ms") / 1000.0


def zone_seconds(text: pl.Series) -> pl.Series:
    """Seconds ahead of UTC of `+0200` or `+02:00`; 0 of `Z`."""
    if text.n_unique() > 1:
        each = text.unique()
        return text.replace_strict(each, pl.concat([zone_seconds(each[k : k + 1]) for k in range(each.len())]))
    digits = text.str.replace(":", "", literal=True).cast(pl.Int32, strict=False)
    ahead = ((digits.abs() // 100 * 60 + digits.abs() % 100) * 60 * digits.sign()).cast(pl.Int32)
    return ahead.set(text == "Z", 0)


def any_time(text: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Seconds since 1970 in UTC of a number, of ISO 8601, or of the time of a common log; and seconds of its zone ahead
    of UTC."""
    count = parse_numbers(text)
    if not count.has_nulls():
        return _counted(count), pl.Series([0], dtype=pl.Int32).new_from_index(0, text.len())
    plain = text.str.slice(0, 19).str.replace(" ", "T", literal=True)
    local = plain.str.to_datetime("%Y-%m-%dT%H:%M:%S", time_unit="ms", strict=False).dt.timestamp("ms") / 1000.0
    if local.has_nulls():
        local = local.zip_with(local.is_not_null(), common_time(text.str.slice(0, 20)))
    if text.str.contains(".", literal=True).any():
        local = local + parse_numbers(text.str.extract(r"^.{19,20}([.]\d+)", 1)).fill_null(0.0)
    zone = zone_seconds(text.str.extract(r"[\d ](Z|[+-]\d\d:?\d\d)$", 1)).fill_null(0)
    return (local - zone).zip_with(count.is_null(), _counted(count)), zone


def _counted(count: pl.Series) -> pl.Series:
    """Seconds of a count of seconds since 1970, or of thousandths, millionths or billionths of them."""
    if (count > IN_MILLISECONDS).any():
        for large in (IN_NANOSECONDS, IN_MICROSECONDS, IN_MILLISECONDS):
            count = (count / (1e3 * large / IN_MILLISECONDS)).zip_with((count > large).fill_null(False), count)
    return count
