"""Which of the numbers behind the user agent is the time that a request took.

People put more there than the time: bytes with headers, the time of an upstream, a ratio of compression. A number with
a point and three or more digits behind it is in seconds, as nginx writes them ($request_time; two digits are its
$gzip_ratio, ten before the point its $msec). Of several it is the one that is named so, else the largest: a request
takes as long as its upstream and longer. One whole number alone is in microseconds, as Apache writes %D; of several
(%I %O of its combinedio are bytes) nobody knows which it is, so that none is taken.
"""

import polars as pl

_BEFORE, _BEHIND = "(?:^|[ =])", "(?:$| )"
_POINT = r"[0-9]{1,7}\.[0-9]{3,9}"
_SECONDS = f"{_BEFORE}({_POINT}){_BEHIND}"
_LAST_OF_TWO = f"{_BEFORE}{_POINT} (?:.*[ =])?({_POINT}){_BEHIND}"
_NAMED = f"(?:^| )(?:rt|request_time)=({_POINT}){_BEHIND}"
_WHOLE = f"{_BEFORE}([0-9]+){_BEHIND}"
_TWO_WHOLE = f"{_BEFORE}[0-9]+ (?:.*[ =])?[0-9]+{_BEHIND}"
# Quotes are taken off numbers first; what is left in quotes is a text, such as the addresses of X-Forwarded-For.
_QUOTED_NUMBER, _QUOTED_TEXT = '"([0-9.]+)"', '"[^"]*"'


def without_texts(rest: pl.Expr) -> pl.Expr:
    """What stands behind the user agent, with numbers without their quotes and without texts in quotes."""
    return rest.str.replace_all(_QUOTED_NUMBER, "$1").str.replace_all(_QUOTED_TEXT, "-")


def seconds_taken(told: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Of what `without_texts` leaves: seconds that the request took, none where that is not told; and whether the time
    is one of nginx, which writes a line as the request ends."""
    largest = pl.max_horizontal(_number(told, _SECONDS), _number(told, _LAST_OF_TWO))
    in_seconds = pl.coalesce(_number(told, _NAMED), largest)
    alone = pl.when(~told.str.contains(_TWO_WHOLE)).then(_number(told, _WHOLE))
    return pl.coalesce(in_seconds, alone * 1e-6), in_seconds.is_not_null()


def is_unclear(told: pl.Expr) -> pl.Expr:
    """Whether `without_texts` leaves several whole numbers, and none with a point."""
    return told.str.contains(_TWO_WHOLE) & ~told.str.contains(_SECONDS)


def _number(told: pl.Expr, pattern: str) -> pl.Expr:
    return told.str.extract(pattern, 1).cast(pl.Float64, strict=False)
