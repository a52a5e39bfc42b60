"""What is said of dates and months."""

NAMES_OF_MONTHS = "dates with names of months"
NOT_TOLD_APART = ("days and months cannot be told apart", "write the year first, e.g. 2026-07-14")
MONTH_EXPECTED = ("expected a month", 'write year and month, e.g. "2026-07"')


def read_as(form: str) -> str:
    """In which order days and months are read, where nothing says it."""
    return f"dates are read as {form}, for they go on in even steps so"
