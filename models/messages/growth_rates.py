"""What is said of growth, and of the hours of a day of autoscaling."""

NO_RATE = ("nothing says how the demand grows", "write `a_year: 40 %`, a `table`, `streams` or `history`")
NOTHING_LEFT = ("at such a growth nothing is left of the demand", "write more than -100 %, e.g. -5 %")
TWO_RATES = ("the growth is stated in 2 ways: a_month and a_year", "state it in one of them")
RANGE_OF_NO_RATE = ("a range of no growth is stated", "add `a_month: ...` or `a_year: ...`")
RATE_OUTSIDE_ITS_RANGE = ("the range does not hold the growth", "write low <= growth <= high")
MONTHS_GO_BACK = ("its months do not go forward", "write each month once, the earliest first")
HISTORY_AND_RATE = ("a history is there, and a growth is stated too", "keep one of them, or `history: none`")
STREAMS_AND_RATE = ("streams are there, and a growth of all of it too", "state the growth of each stream")


def months_of_season(months: int) -> tuple[str, str]:
    """A season of more or fewer months than a year has."""
    return (f"a season of {months} months", "write 12 factors, January first, or []")


def days_of_week(days: int) -> tuple[str, str]:
    """A week of more or fewer than seven days."""
    return (f"a week of {days} days", "write 7 factors, Monday first, or []")


def too_many_streams(streams: int, most: int) -> tuple[str, str]:
    """More streams than a demand has."""
    return (f"{streams} streams", f"write at most {most}")


def shares_of_streams(percent: float) -> tuple[str, str]:
    """Streams that are more or less than all of the demand."""
    return (f"the shares of the streams sum to {percent:.6g} %", "make them sum to 100 %")


def begins_before(start: str) -> tuple[str, str]:
    """A table of months that have been."""
    return ("it begins before the demand does", f"write months after {start}, where the demand is stated")


def stream_without_rate(stream: str) -> tuple[str, str]:
    """A stream of which nothing says how it grows."""
    return (f"nothing says how the stream {stream} grows", "add its `a_month: ...` or `a_year: ...`")


def table_ends_early(last: str, months: int) -> tuple[str, str]:
    """A table that ends before the horizon."""
    return (
        f"the table ends with {last}, before the horizon of {months} months does",
        "add months, shorten `horizon`, or write `a_year: ...`, at which it goes on",
    )


def hours_of_day(hours: int, wanted: int) -> tuple[str, str]:
    """A day of more or fewer hours than one has."""
    return (f"a day of {hours} hours", f"write {wanted} factors, midnight first")


def maximum_below_minimum(maximum: int, minimum: int) -> tuple[str, str]:
    """A range of servers that is none."""
    return (f"a maximum of {maximum:,} is below the minimum of {minimum:,}", "write a maximum that is no smaller")
