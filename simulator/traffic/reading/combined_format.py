"""The common and the combined format, as Apache and nginx write them, with perhaps the time taken at the end.

    192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326 "referrer" "user agent" 0.005

A time taken of nginx is of a line that is written as the request ends; one of Apache is of a line that has the time
when the request began. Patterns leave little choice of how to match a line: then one pass finds the groups, in a third
of the time.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from simulator.extras import polars as pl
from simulator.messages.stages import traffic
from simulator.traffic.reading.columns import (
    any_time,
    checked_rows,
    common_time,
    hash_texts,
    host_and_path,
    parse_numbers,
    parse_sizes,
    request_target,
    zone_seconds,
)
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.options import UNIT_WORDS, UNITS, LogOptions
from simulator.traffic.reading.time_units import NUMBER, POINT, STATED, UNCLEAR, TimePlace

COMBINED = "common or combined"
QUOTED = r'"(?:[^"\\]|\\.)*"'
# An address: four numbers, or groups of IPv6, of which a time of the day has too few.
ADDRESS = r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F.]*)"
_TIME = r"(?P<time>[0-9]{2}/[A-Za-z]{3}/[0-9]{4}:[0-9:]{8}) (?P<zone>[+-][0-9]{4})\]"
_PLAIN = _TIME + r' "(?P<request>(?:[^"\\]|\\.)*)" (?P<status>[0-9-]+) (?P<bytes>[0-9]+|-)'
_TIMED = rf"{_PLAIN} {QUOTED} {QUOTED} (?P<rest>.+)"
# The common format, with the time taken right behind the size.
_SHORT = rf'{_PLAIN} (?P<rest>[^"].*)'

_BODIES = (_TIMED, _SHORT, _PLAIN)
# The same with a time of ISO 8601 (nginx's $time_iso8601), or with a fraction of a second.
_OTHER_BODIES = tuple(body.replace(_TIME, r"(?P<time>[^ \]]*[0-9]{4}[^\]]*)\]") for body in _BODIES)

# What stands before the time: who asks, who that is (RFC 1413) and who is logged in, each one word.
PLAIN_HEAD = r"^(?P<client>[^ ]+) [^ ]+ [^ ]+ \["
# lighttpd has the host in place of the second.
HOST_SECOND = r"^(?P<client>[^ ]+) (?P<site>[^ ]*[.:][^ ]*) [^ ]+ \["
# X-Forwarded-For: the first of several is the client.
SEVERAL = r'^(?P<client>[^ ,"]+),[^\["]*\['
# Apache puts the virtual host first, with its port or without.
HOST_FIRST = r"^(?P<site>[^ ,/\[\]]+?)(?::[0-9]+)? (?P<client>[^ ]{2,}) [^ ]+ [^ ]+ \["
# What carries the log put something of its own before the address.
CARRIED = rf"^.*[^0-9A-Za-z.:](?P<client>{ADDRESS}) [^ ]+ [^ ]+ \["
# Whoever is logged in has a name of several words.
LONG_NAME = r"^(?P<client>[^ ]+) [^ ]+ [^ ][^\[]*\["


# Which of the numbers behind the user agent is the time that a request took.
#
# People put more there than the time: bytes with headers, the time of an upstream, a counter, a ratio of compression. A
# number with its unit is the surest, as Traefik and morgan write it. A number with a point and three or more digits
# behind it is in seconds, as nginx writes them ($request_time; two digits are its $gzip_ratio, ten before the point its
# $msec). Of several it is the one that is named so, else the largest: a request takes as long as its upstream and
# longer. One whole number alone may be a time, as Apache writes %D, if it behaves as one; of several (%I %O of its
# combinedio are bytes) nobody knows which it is, so that none is taken.
_BEFORE, _BEHIND = "(?:^|[ =])", "(?:$| )"
_UNIT_WORD = "|".join(sorted(UNIT_WORDS, key=len, reverse=True))
_WITH_UNIT = rf"^(?:.*[ =])?([0-9]+(?:\.[0-9]+)?)( ?)({_UNIT_WORD}){_BEHIND}"
_NAMED_UNIT = rf"{_BEFORE}[A-Za-z_]*_(ms|us|ns)=([0-9]+(?:\.[0-9]+)?){_BEHIND}"
_POINT = r"[0-9]{1,7}\.[0-9]{3,9}"
_SECONDS = f"{_BEFORE}({_POINT}){_BEHIND}"
_LAST_OF_TWO = f"{_BEFORE}{_POINT} (?:.*[ =])?({_POINT}){_BEHIND}"
_NAMED = f"(?:^| )(?:rt|request_time)=({_POINT}){_BEHIND}"
_LAST_WHOLE = f"^(?:.*[ =])?([0-9]+){_BEHIND}"
_TWO_WHOLE = f"{_BEFORE}[0-9]+ (?:.*[ =])?[0-9]+{_BEHIND}"
# Quotes are taken off numbers first; what is left in quotes is a text, such as the addresses of X-Forwarded-For.
_QUOTED_NUMBER, _QUOTED_TEXT = rf'"([0-9.]+ ?(?:{_UNIT_WORD})?)"', '"[^"]*"'
_FORWARDED = rf'"({ADDRESS})[^"]*"'

BEHIND = traffic.BEHIND


def _places(where: str) -> tuple[TimePlace, ...]:
    return (
        TimePlace(traffic.number_with_unit(where), STATED, "its own unit"),
        TimePlace(f"`request_time=` or `rt=` {where}", STATED, "s"),
        TimePlace(traffic.number_with_point(where), POINT, "s"),
        TimePlace(f"the whole number {where}", NUMBER, fits=("s", "ms", "us")),
        TimePlace(f"several whole numbers {where}", UNCLEAR),
    )


WITH_UNIT, NAMED, POINTED, WHOLE, SEVERAL_WHOLE = range(1, 6)


def combined_readers(lines: Sequence[str], stated: LogOptions) -> Iterator[LineReader]:
    """Readers of lines whose beginning is clear, to be tried one after the other on what the one before has left."""
    if any(re.match(HOST_SECOND + _PLAIN, line) for line in lines):
        yield from _both(HOST_SECOND, lines, stated)
    if any(re.match(PLAIN_HEAD + _PLAIN, line) for line in lines):
        yield from _both(PLAIN_HEAD, lines, stated)
    left = [line for line in lines if not re.match(PLAIN_HEAD + _PLAIN, line)]
    if any(re.match(PLAIN_HEAD + _OTHER_BODIES[-1], line) for line in left):
        yield from _both(PLAIN_HEAD, left, stated, bodies=_OTHER_BODIES)


def uncertain_readers(lines: Sequence[str], stated: LogOptions) -> Iterator[LineReader]:
    """The same of lines with more before the time, once what carries a log is taken off."""
    if any(re.match(SEVERAL + _PLAIN, line) for line in lines):
        yield from _both(SEVERAL, lines, stated)
    if any(_has_host_first(line) for line in lines):
        yield from _both(HOST_FIRST, lines, stated)
    left = [line for line in lines if not _has_host_first(line)]
    if any(re.match(CARRIED + _PLAIN, line) for line in left):
        yield from _both(CARRIED, left, stated, carried=True)
    if any(re.match(LONG_NAME + _PLAIN, line) and not re.match(CARRIED, line) for line in left):
        yield from _both(LONG_NAME, left, stated)


def _has_host_first(line: str) -> bool:
    """Whether a line begins with a virtual host: it has its port, or an address stands behind it."""
    found = re.match(HOST_FIRST + _PLAIN, line)
    if not found:
        return False
    first, second = line.split(" ", 2)[:2]
    is_address = [re.fullmatch(ADDRESS, word) is not None for word in (first, second)]
    # A word that is no name of a host, as `web1`, may be anything.
    return "." in first and not is_address[0] and is_address[1] or (":" in first and not is_address[0])


def _both(
    head: str, lines: Sequence[str], stated: LogOptions, carried: bool = False, bodies: Sequence[str] = _BODIES
) -> Iterator[LineReader]:
    """Readers of lines with a beginning, of those first that have something behind the user agent."""
    for body in bodies:
        if stated.client and (body is not bodies[0] or not stated.names_client("x-forwarded-for")):
            continue  # Such lines name no field.
        if body is bodies[-1] or any(re.match(head + body, line) for line in lines):
            yield _reader(head + body, stated, carried)


def _reader(pattern: str, stated: LogOptions, carried: bool) -> LineReader:
    own_unit = stated.time_unit
    places = _places(BEHIND if QUOTED in pattern else "behind the size")
    if own_unit:
        places = tuple(each if each.how == STATED else each._replace(how=STATED, unit=own_unit) for each in places)

    def read(lines: pl.Series) -> pl.DataFrame:
        return _read(lines, pattern, stated)

    unclear = None if own_unit or "<rest>" not in pattern else pattern
    return LineReader(COMBINED, read, places, carried=carried, ends=unclear)


def _read(lines: pl.Series, pattern: str, stated: LogOptions) -> pl.DataFrame:
    """Rows of SCHEMA; of what does not match, rows without a time."""
    fields = lines.str.extract_groups(pattern).struct.unnest()
    if "zone" in fields.columns:
        zone = zone_seconds(fields["zone"])
        time = common_time(fields["time"]) - zone
    else:
        time, zone = any_time(fields["time"])
    rest = fields["rest"] if "<rest>" in pattern else pl.Series([None], dtype=pl.String).new_from_index(0, len(lines))
    client = rest.str.extract(_FORWARDED, 1) if stated.client else fields["client"]
    asked = host_and_path(request_target(fields["request"]), fields["site"] if "<site>" in pattern else None)
    rows = pl.DataFrame({
        "time": time,
        "offset": zone,
        "client": hash_texts(client),
        "object": hash_texts(asked),
        "status": parse_numbers(fields["status"]),
        "bytes": parse_sizes(fields["bytes"]),
        **_times_taken(rest, stated.time_unit),
    })  # fmt: skip
    return checked_rows(rows.lazy()).collect()


def _times_taken(rest: pl.Series, unit: str) -> dict[str, pl.Series]:
    """Of what stands behind the user agent: what the request took, in seconds or, where its place does not state the
    unit, as a number; that place; and whether the time of the line is that of its end.

    Each way to find it is tried on what the ones before have left, and on no line that cannot have it.
    """
    seconds, place = np.full(len(rest), np.nan), np.zeros(len(rest), dtype=np.uint8)
    ended = np.zeros(len(rest), dtype=bool)
    told = pl.DataFrame({"told": _without_texts(rest)}).with_row_index("at").drop_nulls()
    for code, sign, find in _WAYS:
        some = told.filter(pl.col("told").str.contains(sign, literal=True)) if sign else told
        if not some.height:
            continue
        found = some.select("at", *find(pl.col("told"))).drop_nulls("taken")
        if found.height:
            at = found["at"].to_numpy()
            seconds[at], place[at], ended[at] = found["taken"], code, found["ended"]
            told = told.join(found.select("at"), on="at", how="anti") if found.height < told.height else told.clear()
    if told.height:
        _add_whole(told, unit, seconds, place)
    if unit:
        seconds[place == POINTED] *= UNITS[unit]
    taken = pl.Series(seconds, nan_to_null=True)
    return {"seconds": taken, "place": pl.Series(place), "ended": pl.Series(ended)}


def _without_texts(rest: pl.Series) -> pl.Series:
    """What stands behind the user agent, with numbers without their quotes and without texts in quotes."""
    if not rest.str.contains('"', literal=True).any():
        return rest
    return rest.str.replace_all(_QUOTED_NUMBER, "$1").str.replace_all(_QUOTED_TEXT, "-")


_FACTORS = {word: UNITS[unit] for word, unit in UNIT_WORDS.items()}


def _with_unit(told: pl.Expr) -> Iterator[pl.Expr]:
    """Traefik writes a unit right behind its number, and the time of the beginning; morgan a space between, and that of
    the end."""
    found = told.str.extract_groups(_WITH_UNIT).struct
    taken = found.field("1").cast(pl.Float64, strict=False) * found.field("3").replace_strict(_FACTORS, default=None)
    yield taken.alias("taken")
    yield (found.field("2") == " ").alias("ended")


def _with_named_unit(told: pl.Expr) -> Iterator[pl.Expr]:
    found = told.str.extract_groups(_NAMED_UNIT).struct
    taken = found.field("2").cast(pl.Float64, strict=False) * found.field("1").replace_strict(_FACTORS, default=None)
    yield taken.alias("taken")
    yield pl.lit(True).alias("ended")


def _named(told: pl.Expr) -> Iterator[pl.Expr]:
    yield _extracted(told, _NAMED).alias("taken")
    yield pl.lit(True).alias("ended")


def _first_point(told: pl.Expr) -> Iterator[pl.Expr]:
    yield _extracted(told, _SECONDS).alias("taken")
    yield pl.lit(True).alias("ended")


def _larger_point(told: pl.Expr) -> Iterator[pl.Expr]:
    yield pl.max_horizontal(_extracted(told, _SECONDS), _extracted(told, _LAST_OF_TWO)).alias("taken")
    yield pl.lit(True).alias("ended")


# What a line must have somewhere to be looked at, and how a time is found in it.
_WAYS: tuple[tuple[int, str, Callable[[pl.Expr], Iterator[pl.Expr]]], ...] = (
    (WITH_UNIT, "s", _with_unit), (WITH_UNIT, "s=", _with_named_unit), (NAMED, "t", _named),
    (POINTED, " ", _larger_point), (POINTED, ".", _first_point),
)  # fmt: skip


def _add_whole(told: pl.DataFrame, unit: str, seconds: np.ndarray, place: np.ndarray) -> None:
    """Takes a whole number alone, or the last of several where its unit is stated; changes `seconds` and `place` in
    place."""
    line = pl.col("told")
    found = told.select("at", whole=_extracted(line, _LAST_WHOLE), several=line.str.contains(_TWO_WHOLE)).drop_nulls(
        "whole"
    )
    at, several = found["at"].to_numpy(), found["several"].to_numpy()
    place[at] = np.where(several & (not unit), SEVERAL_WHOLE, WHOLE)
    seconds[at] = np.where(several & (not unit), np.nan, found["whole"].to_numpy() * UNITS.get(unit, 1.0))


def _extracted(told: pl.Expr, pattern: str) -> pl.Expr:
    return told.str.extract(pattern, 1).cast(pl.Float64, strict=False)


def unclear_end(line: str, pattern: str) -> str:
    """What stands behind the user agent of a line that a pattern reads."""
    found = re.match(pattern, line)
    return found["rest"] if found else ""
