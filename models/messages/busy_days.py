"""What is said of the hours of a day, and of crowds and floods in it."""

UNSTATED_RISE = " where none is written"
LAST_2_S = "let it last 2 s or longer"


def hours_with_gap(hours: int, wanted: int) -> tuple[str, str]:
    """A day of more or fewer hours than one has."""
    return (f"a day of {hours} hours has a gap", f"write {wanted} factors, midnight first")


def weekdays_with_gap(days: int, wanted: int) -> tuple[str, str]:
    """A week of more or fewer days than one has."""
    return (f"a week of {days} days has a gap", f"write {wanted} factors, Monday first")


def beyond_midnight(what: str) -> tuple[str, str]:
    """What ends on another day than it begins."""
    return (f"{what} goes on beyond midnight", "let it end within the day")


def rise_of_half(half: str) -> str:
    """What to write for a crowd that lasts long enough."""
    return f"write `rise: {half}`, half of `lasts`, or less"


def longer_than_it_lasts(lasts: str) -> str:
    """A crowd that comes and goes for longer than it lasts."""
    return f"a crowd comes and goes for longer than it lasts: {lasts}"
